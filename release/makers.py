"""Makes artifacts. Each maker returns the files that it made, in the folder for them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path, PurePosixPath

import archives
from plan import Artifact, Place
from python_wheel import licences, native_files
from sources import spdx


class MakeError(Exception):
    """An artifact could not be made; the text ends with what was said."""


def run(command: list[str], folder: Path, **variables: str) -> None:
    answer = subprocess.run(command, cwd=folder, env={**os.environ, **variables},
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if answer.returncode != 0:
        last = "\n".join(answer.stdout.splitlines()[-30:])
        raise MakeError(f"'{' '.join(command)}' ended with {answer.returncode}:\n{last}")


def copy_sources(place: Place, target: Path) -> None:
    for path in spdx.source_files(place.root):
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(place.root / path, target / path)


def make_source(artifact: Artifact, place: Place, scratch: Path) -> list[Path]:
    target = place.out / artifact.file
    archives.write_tar(target, place.root, spdx.source_files(place.root),
                       f"jacquard-{place.version}", place.when)
    return [target]


def bring_libraries(prefix: Path) -> None:
    """Copies what the tool's module needs and not every system has beside it, with the licences."""
    for module in prefix.glob("lib*/**/jacquard/parts.so"):
        for file in native_files.brought_libraries(module, PurePosixPath(".")):
            shutil.copyfile(file.source, module.parent / file.path.name)
        texts = prefix / "share" / "doc" / "jacquard" / "licences"
        texts.mkdir(parents=True, exist_ok=True)
        for name, text in licences.licences():
            if text is not None:
                shutil.copyfile(text, texts / f"{name}.txt")


def make_install(artifact: Artifact, place: Place, scratch: Path) -> list[Path]:
    """What `cmake --install` installs, in one archive."""
    target = place.out / artifact.file
    top = target.name.removesuffix(".tar.gz").removesuffix(".zip")
    run(["cmake", "--install", str(artifact.build(place)), "--strip", "--prefix",
         str(scratch / "prefix")], place.root)
    bring_libraries(scratch / "prefix")
    write = archives.write_zip if target.suffix == ".zip" else archives.write_tar
    write(target, scratch / "prefix", archives.files_below(scratch / "prefix"), top, place.when)
    return [target]


def make_debian(artifact: Artifact, place: Place, scratch: Path) -> list[Path]:
    copy_sources(place, scratch / "jacquard")
    run(["dpkg-buildpackage", "-us", "-uc", "-b"], scratch / "jacquard",
        DEB_BUILD_OPTIONS=f"nocheck parallel={os.cpu_count() or 1}",
        SOURCE_DATE_EPOCH=str(place.when))
    made = []
    for package in sorted(scratch.glob(artifact.file)):
        if "-dbgsym_" not in package.name:
            made.append(Path(shutil.copy2(package, place.out)))
    return made


def _python_build(what: str, artifact: Artifact, place: Place, scratch: Path) -> list[Path]:
    copy_sources(place, scratch / "source")
    run([sys.executable, "-m", "build", f"--{what}", "--no-isolation", "--outdir",
         str(scratch / "dist"), "."], scratch / "source", SOURCE_DATE_EPOCH=str(place.when),
        JACQUARD_BUILD_FOLDER=str(artifact.build(place)))
    return sorted((scratch / "dist").iterdir())


def make_wheel(artifact: Artifact, place: Place, scratch: Path) -> list[Path]:
    return [Path(shutil.copy2(file, place.out))
            for file in _python_build("wheel", artifact, place, scratch)]


def make_sdist(artifact: Artifact, place: Place, scratch: Path) -> list[Path]:
    made, = _python_build("sdist", artifact, place, scratch)
    archives.normalise_tar(made, place.when, scratch / "sdist")
    return [Path(shutil.copy2(made, place.out / artifact.file))]


def make_copy(artifact: Artifact, place: Place, scratch: Path) -> list[Path]:
    return [Path(shutil.copy2(artifact.found(place)[0], place.out / artifact.file))]


def make_pack(artifact: Artifact, place: Place, scratch: Path) -> list[Path]:
    target, folder = place.out / artifact.file, artifact.build(place)
    archives.write_tar(target, folder, archives.files_below(folder),
                       target.name.removesuffix(".tar.gz"), place.when)
    return [target]


MAKERS: dict[str, Callable[[Artifact, Place, Path], list[Path]]] = {
    "source": make_source, "install": make_install, "debian": make_debian, "wheel": make_wheel,
    "sdist": make_sdist, "copy": make_copy, "pack": make_pack,
}


def make(artifact: Artifact, place: Place) -> list[Path]:
    with tempfile.TemporaryDirectory() as scratch:
        return MAKERS[artifact.kind](artifact, place, Path(scratch))
