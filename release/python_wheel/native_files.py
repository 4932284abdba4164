"""The files of a build that belong into the wheel, and where.

A wheel for Linux has the shared library beside the package's sources, where the package looks for
it, and the tool below `native/` with its module as an installation has them, since the tool looks
for the module from its own place. Libraries that the module needs and not every system has are
copied beside it. A wheel for Windows has jacquard.dll and jacquard.exe, which need nothing but the
system.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from . import elf
from .platform_tag import allowed_libraries

NATIVE = PurePosixPath("native")
TOOL_FOLDER = NATIVE / "bin"


class NativeFile(NamedTuple):
    """A file of the build or the system, and its path in the package."""

    source: Path
    path: PurePosixPath
    is_ours: bool = True


class MissingFileError(Exception):
    """The build folder does not have what a wheel needs."""


def is_windows_build(folder: Path) -> bool:
    return bool(_found(folder, "jacquard.exe"))


def _found(folder: Path, *names: str) -> list[Path]:
    return sorted(path for name in names for path in folder.rglob(name) if path.is_file())


def _one(folder: Path, *names: str) -> Path:
    found = _found(folder, *names)
    if not found:
        raise MissingFileError(f"there is no {' or '.join(names)} below {folder}")
    return found[0]


def _loaded_from(file: Path) -> dict[str, Path]:
    """Where this machine's loader finds what a file needs, by the names."""
    answer = subprocess.run(["ldd", str(file)], check=True, capture_output=True, text=True,
                            env={**os.environ, "LC_ALL": "C"})
    return {name: Path(path) for name, path in
            re.findall(r"^\s*(\S+) => (/\S+)", answer.stdout, re.MULTILINE)}


def brought_libraries(module: Path, folder: PurePosixPath) -> list[NativeFile]:
    """What the module needs and not every system has, and what that needs."""
    allowed = allowed_libraries()
    found = _loaded_from(module)
    brought: dict[str, NativeFile] = {}
    waiting = [module]
    while waiting:
        for name in sorted(elf.needs(waiting.pop()).libraries - allowed - brought.keys()):
            if name not in found:
                raise MissingFileError(f"{module} needs {name}, which is not on this machine")
            brought[name] = NativeFile(found[name].resolve(), folder / name, is_ours=False)
            waiting.append(brought[name].source)
    return [brought[name] for name in sorted(brought)]


def _linux_files(folder: Path, version: str) -> list[NativeFile]:
    soname = "libjacquard.so." + ".".join(version.split(".")[:2])
    library = _one(folder, f"libjacquard.so.{version}")
    tool = _one(folder / "backend" / "driver", "jacquard")
    files = [NativeFile(library, PurePosixPath(soname)),
             NativeFile(tool, TOOL_FOLDER / "jacquard")]
    # A build without libraries of others has no module.
    for module in _found(folder / "backend", "parts.so"):
        place = os.path.normpath(TOOL_FOLDER / os.path.relpath(module, tool.parent))
        path = PurePosixPath(place)
        files.append(NativeFile(module, path))
        files += brought_libraries(module, path.parent)
    return files


def _windows_files(folder: Path) -> list[NativeFile]:
    return [NativeFile(_one(folder, "jacquard.dll", "libjacquard.dll"),
                       PurePosixPath("jacquard.dll")),
            NativeFile(_one(folder, "jacquard.exe"), TOOL_FOLDER / "jacquard.exe")]


def native_files(folder: Path, version: str) -> list[NativeFile]:
    """Lists the files of a build folder. Raises MissingFileError."""
    if is_windows_build(folder):
        return _windows_files(folder)
    return _linux_files(folder, version)


def stub_of(folder: Path) -> Path:
    """What type checkers read of the options of a compile, which the generator made."""
    return _one(folder / "generated", "_compile.pyi")
