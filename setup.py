"""Puts the shared library into the package for Python: `pip install .` builds it with CMake.

The environment may name a library that is built already (JACQUARD_BUILT_LIBRARY), or more options
for CMake (CMAKE_ARGS).
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
PACKAGE = "jacquard"


def built_library(version: str) -> Path:
    """The shared library, built where nobody names one."""
    if named := os.environ.get("JACQUARD_BUILT_LIBRARY"):
        return Path(named)
    folder = ROOT / "build" / "python"
    more = shlex.split(os.environ.get("CMAKE_ARGS", ""))
    # CMake itself would ask for Make.
    has_generator = "CMAKE_GENERATOR" in os.environ or any(word.startswith("-G") for word in more)
    if shutil.which("ninja") and not has_generator and not (folder / "CMakeCache.txt").exists():
        more += ["-G", "Ninja"]
    options = ["-DCMAKE_BUILD_TYPE=Release", "-DJACQUARD_BUILD_TESTS=OFF",
               f"-DJACQUARD_PYTHON={sys.executable}", *more]
    subprocess.run(["cmake", "-S", str(ROOT), "-B", str(folder), *options], check=True)
    subprocess.run(["cmake", "--build", str(folder), "--target", "jacquard_shared", "--parallel"],
                   check=True)
    return folder / f"libjacquard.so.{version}"


class BuildWithLibrary(build_py):
    """The package's sources with the library beside them, by the name that the loader asks for."""

    def run(self) -> None:
        super().run()
        version = self.distribution.get_version()
        soname = "libjacquard.so." + ".".join(version.split(".")[:2])
        library = built_library(version)
        shutil.copy(library, Path(self.build_lib) / PACKAGE / soname)
        # Type checkers read the stubs, which the build of the library made of its tables.
        stub = library.parent / "generated" / "jacquard" / "generated" / "options" / "_compile.pyi"
        if stub.exists():
            shutil.copy(stub, Path(self.build_lib) / PACKAGE / stub.name)


class Binary(Distribution):
    """A wheel is for one kind of machine."""

    def has_ext_modules(self) -> bool:
        return True


try:
    from wheel.bdist_wheel import bdist_wheel

    class AnyPython(bdist_wheel):  # type: ignore[misc]
        """But for any Python: the library knows none."""

        def get_tag(self) -> tuple[str, str, str]:
            return ("py3", "none", super().get_tag()[2])

    commands = {"build_py": BuildWithLibrary, "bdist_wheel": AnyPython}
except ImportError:
    commands = {"build_py": BuildWithLibrary}

setup(distclass=Binary, cmdclass=commands)
