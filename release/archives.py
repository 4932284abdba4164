"""Archives that depend on nothing but names, modes and contents of what is packed, and a time."""

from __future__ import annotations

import gzip
import io
import stat
import tarfile
import time
import zipfile
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

# The first time that a zip archive can hold.
FIRST_ZIP_TIME = 315532800


def files_below(folder: Path) -> list[Path]:
    """The files and links below a folder, relative to it, in an order that is always the same."""
    found = [path.relative_to(folder) for path in folder.rglob("*")
             if path.is_symlink() or path.is_file()]
    return sorted(found, key=lambda path: path.as_posix().encode())


def _mode(path: Path) -> int:
    return 0o755 if path.stat().st_mode & stat.S_IXUSR else 0o644


def write_tar(target: Path, root: Path, files: Iterable[Path], top: str, when: int) -> None:
    """Packs files, which are relative to a folder, below one folder of the archive."""
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path in files:
            entry = tarfile.TarInfo(str(PurePosixPath(top) / path.as_posix()))
            entry.mtime, entry.uname, entry.gname = when, "root", "root"
            if (root / path).is_symlink():
                entry.type, entry.linkname = tarfile.SYMTYPE, str((root / path).readlink())
                archive.addfile(entry)
                continue
            content = (root / path).read_bytes()
            entry.size, entry.mode = len(content), _mode(root / path)
            archive.addfile(entry, io.BytesIO(content))
    target.write_bytes(gzip.compress(plain.getvalue(), mtime=when))


def write_zip(target: Path, root: Path, files: Iterable[Path], top: str, when: int) -> None:
    moment = time.gmtime(max(when, FIRST_ZIP_TIME))
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in files:
            entry = zipfile.ZipInfo(str(PurePosixPath(top) / path.as_posix()), moment[:6])
            entry.external_attr = (stat.S_IFREG | _mode(root / path)) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, (root / path).read_bytes())


def normalise_tar(archive: Path, when: int, scratch: Path) -> None:
    """Packs an archive anew, whose files lie in one folder."""
    with tarfile.open(archive) as packed:
        packed.extractall(scratch)
    tops = [path for path in scratch.iterdir()]
    assert len(tops) == 1, tops
    write_tar(archive, tops[0], files_below(tops[0]), tops[0].name, when)
