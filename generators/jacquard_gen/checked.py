"""Records tell what `check` found nothing wrong with, by a hash of all that the check reads. Only
what changed is checked again.

A hash covers the bytes of every table that a group reads, of every template, of the generator
itself and of the build file that has the project's version, and the versions of what runs it. So
a record is never about other tables, wherever they are, and that it is lost only costs time. Only
what has neither faults nor notes is recorded.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

FOLDER_VARIABLE = "JACQUARD_GEN_CACHE"
"""The variable with the folder of the records; where it is empty there are none."""

_PACKAGE = Path(__file__).resolve().parent
# Some tables are compared with the version of the project.
_BUILD_FILE = _PACKAGE.parents[1] / "CMakeLists.txt"
# Inputs of a check that ends well are smaller.
_BYTES = 1 << 26
_MOST = 1000
_SUFFIX = ".good"


def folder() -> Path | None:
    """The folder of the records, which need not be there; None where none are to be kept."""
    given = os.environ.get(FOLDER_VARIABLE)
    if given is not None:
        return Path(given) if given else None
    try:
        cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    except RuntimeError:
        return None
    return Path(cache) / "jacquard" / "checked"


class Unhashable(Exception):
    """Something among the inputs is no file that can be read to its end."""


class Records:
    """The records as one run needs them, for the tables of one folder."""

    def __init__(self, tables_dir: Path, templates: Path) -> None:
        self.tables_dir = tables_dir
        self.templates = templates
        self.folder = folder()
        self._hashes: dict[Path, str] = {}

    def key(self, what: str, folders: Iterable[str]) -> str | None:
        """The key of a check that reads these folders of tables; None where it cannot be told, or
        where nothing is recorded."""
        if self.folder is None:
            return None
        try:
            parts = [what, sys.version, str(sys.flags), *_versions(), self._hash(_PACKAGE, ".py"),
                     self._hash(self.templates, ".j2"), _build_file(),
                     *(f"{name} {self._hash(self.tables_dir / name, '')}"
                       for name in sorted(folders))]
        except (OSError, Unhashable):
            return None
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()

    def is_good(self, key: str | None) -> bool:
        """Returns true if what has this key was checked, and had no faults."""
        if self.folder is None or key is None:
            return False
        try:
            return (self.folder / f"{key}{_SUFFIX}").read_text("ascii") == _content(key)
        except (OSError, UnicodeDecodeError):
            return False

    def keep(self, keys: Iterable[str | None]) -> None:
        """Records that what has these keys has no faults. Where that cannot be written, nothing
        is recorded."""
        if self.folder is None:
            return
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            for key in keys:
                if key is not None:
                    (self.folder / f"{key}{_SUFFIX}").write_text(_content(key), "ascii")
            records = sorted(self.folder.glob(f"*{_SUFFIX}"), key=lambda path: path.stat().st_mtime)
            for path in records[:-_MOST]:
                path.unlink(missing_ok=True)
        except OSError:
            pass

    def _hash(self, root: Path, suffix: str) -> str:
        """The hash of all files with this suffix below a folder, with their names."""
        if root not in self._hashes:
            made = hashlib.sha256()
            for path in sorted(_files(root, suffix)):
                # Reading a pipe or a device may never end.
                status = path.stat()
                if not stat.S_ISREG(status.st_mode) or status.st_size > _BYTES:
                    raise Unhashable(str(path))
                data = path.read_bytes()
                made.update(f"{path.relative_to(root).as_posix()}\0{len(data)}\0".encode(
                    "utf-8", "surrogateescape"))
                made.update(data)
            self._hashes[root] = made.hexdigest()
        return self._hashes[root]


def _content(key: str) -> str:
    """The text of a record. One that was cut off differs from it."""
    return f"jacquard_gen check found nothing wrong\n{key}\n"


def _files(root: Path, suffix: str) -> Iterator[Path]:
    """Everything but folders below a folder, without what Python and others keep for themselves."""
    for entry in os.scandir(root):
        if entry.is_dir(follow_symlinks=False):
            if entry.name != "__pycache__":
                yield from _files(Path(entry.path), suffix)
        elif entry.name.endswith(suffix):
            yield Path(entry.path)


def _build_file() -> str:
    return hashlib.sha256(_BUILD_FILE.read_bytes()).hexdigest() if _BUILD_FILE.exists() else ""


def _versions() -> list[str]:
    import importlib.metadata
    import importlib.util
    found = []
    for name, module in (("jinja2", "jinja2"), ("pyyaml", "yaml"), ("z3-solver", "z3")):
        try:
            found.append(f"{name} {importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            place = importlib.util.find_spec(module)
            found.append(f"{name} {place.origin if place is not None else 'none'}")
    return found
