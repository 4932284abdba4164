"""Puts the library and the tool into the package for Python: `pip install .` builds them by CMake.

The environment may name a build folder that has them (JACQUARD_BUILD_FOLDER), of this machine or of
a build for Windows, and more options for CMake (CMAKE_ARGS).
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
sys.path.insert(0, str(ROOT / "release"))

from python_wheel import elf, licences, native_files, platform_tag  # noqa: E402

PACKAGE = "jacquard"


def build_folder() -> Path:
    """The folder with the library and the tool, built where nobody names one."""
    if named := os.environ.get("JACQUARD_BUILD_FOLDER"):
        return Path(named).resolve()
    folder = ROOT / "build" / "python"
    more = shlex.split(os.environ.get("CMAKE_ARGS", ""))
    # CMake itself would ask for Make.
    has_generator = "CMAKE_GENERATOR" in os.environ or any(word.startswith("-G") for word in more)
    if shutil.which("ninja") and not has_generator and not (folder / "CMakeCache.txt").exists():
        more += ["-G", "Ninja"]
    options = ["-DCMAKE_BUILD_TYPE=Release", "-DJACQUARD_BUILD_TESTS=OFF",
               f"-DJACQUARD_PYTHON={sys.executable}", *more]
    subprocess.run(["cmake", "-S", str(ROOT), "-B", str(folder), *options], check=True)
    subprocess.run(["cmake", "--build", str(folder), "--parallel", "--target", "jacquard_shared",
                    "jacquard_tool"], check=True)
    return folder


def strip(file: Path) -> None:
    """Takes away what only debuggers read, where there is a program for it."""
    program = shutil.which(os.environ.get("STRIP", "strip"))
    if program is not None and elf.is_elf(file):
        subprocess.run([program, "--strip-unneeded", str(file)], check=True)


class BuildWithLibrary(build_py):
    """The package's sources with what was built beside them."""

    def run(self) -> None:
        super().run()
        folder = build_folder()
        package = Path(self.build_lib) / PACKAGE
        native = package / native_files.NATIVE
        shutil.rmtree(native, ignore_errors=True)
        for file in native_files.native_files(folder, self.distribution.get_version()):
            target = package / file.path
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file.source, target)
            target.chmod(0o755)
            if file.is_ours:
                strip(target)
        # Type checkers read the stubs, which the build of the library made of its tables.
        shutil.copyfile(stub := native_files.stub_of(folder), package / stub.name)
        (native / "licences").mkdir()
        for name, text in licences.licences():
            if text is None:
                print(f"warning: this machine has no text of the licence of {name}",
                      file=sys.stderr)
            else:
                shutil.copyfile(text, native / "licences" / f"{name}.txt")


class Binary(Distribution):
    """A wheel is for one kind of machine."""

    def has_ext_modules(self) -> bool:
        return True


commands: dict[str, type] = {"build_py": BuildWithLibrary}
try:
    from wheel.bdist_wheel import bdist_wheel
except ImportError:
    pass
else:
    class AnyPython(bdist_wheel):  # type: ignore[misc]
        """For any Python, as the library knows none, and for systems that have what it needs."""

        def get_tag(self) -> tuple[str, str, str]:
            # The files are there when the wheel's name is asked for behind the build.
            package = Path(self.bdist_dir) / PACKAGE
            built = [file for file in package.rglob("*") if file.is_file()]
            files = [file for file in built if elf.is_elf(file)]
            if files:
                tag = platform_tag.linux_tag(files)
                print(f"the wheel is for {tag.name}: {tag.reason}")
                return ("py3", "none", tag.name)
            if any(file.suffix == ".dll" for file in built):
                return ("py3", "none", platform_tag.WINDOWS)
            return ("py3", "none", super().get_tag()[2])

    commands["bdist_wheel"] = AnyPython

setup(distclass=Binary, cmdclass=commands)
