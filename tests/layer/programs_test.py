"""Captures programs of Debian's on the software device: one that uses Vulkan, one that uses it
through Direct3D 12, and one through OpenGL. What each created is read back, and costed on three
parts.

Usage: programs_test.py LAYER_FOLDER TOOL. Exit code 77 where a program is missing.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import capture
import fossilize

PATIENCE_SECONDS = 60


class Program(NamedTuple):
    """A program, what it needs to use Vulkan, and the fewest pipelines that it creates."""
    command: list[str]
    variables: dict[str, str]
    pipelines: int


PROGRAMS = (
    Program(["vkcube", "--c", "10"], {}, 1),
    Program(["vkd3d-gears"], {}, 2),
    Program(["glxgears"], {"LIBGL_ALWAYS_SOFTWARE": "1", "MESA_LOADER_DRIVER_OVERRIDE": "zink",
                           "GALLIUM_DRIVER": "zink"}, 2),
)
NEEDED = {"vkcube": "vulkan-tools", "vkd3d-gears": "vkd3d-demos", "glxgears": "mesa-utils",
          "Xvfb": "xvfb"}


@contextmanager
def display() -> Iterator[str]:
    """A screen in memory; its server chooses the number and tells it."""
    with subprocess.Popen(["Xvfb", "-displayfd", "1", "-screen", "0", "640x480x24", "-nolisten",
                           "tcp"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True) as server:
        try:
            assert server.stdout is not None
            yield ":" + server.stdout.readline().strip()
        finally:
            server.terminate()


def pipelines_of(file: Path) -> int:
    """How many pipelines a file has that may still grow."""
    data = file.read_bytes() if file.exists() else b""
    return data.count(b'"graphicsPipelines": {') + data.count(b'"computePipelines": {')


def run(program: Program, layer: Path, screen: str, file: Path) -> None:
    """Runs a program until it ends, or kills it a little after it has created its pipelines."""
    variables = {**capture.environment(layer, file), **program.variables, "DISPLAY": screen}
    with subprocess.Popen(program.command, env=variables, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE) as process:
        end = time.monotonic() + PATIENCE_SECONDS
        while process.poll() is None and time.monotonic() < end \
                and pipelines_of(file) < program.pipelines:
            time.sleep(0.05)
        try:
            process.wait(0.3)
        except subprocess.TimeoutExpired:
            process.kill()
        _, said = process.communicate()
    if pipelines_of(file) < program.pipelines:
        raise SystemExit(f"{program.command[0]}: {pipelines_of(file)} pipelines\n{said.decode()}")


def main() -> int:
    layer, tool = Path(sys.argv[1]), sys.argv[2]
    reason = capture.missing(NEEDED)
    if reason:
        print(f"skipped: {reason}")
        return 77
    with tempfile.TemporaryDirectory() as folder, display() as screen:
        for program in PROGRAMS:
            file = Path(folder) / f"{program.command[0]}.foz"
            run(program, layer, screen, file)
            database = fossilize.read(file)
            stages = capture.cost(tool, database)
            capture.batch(tool, file)
            print(f"{program.command[0]}: {pipelines_of(file)} pipelines, "
                  f"{len(database.modules)} modules, {stages} stages on {len(capture.PARTS)} parts")
    return 0


if __name__ == "__main__":
    sys.exit(main())
