"""Compares what the tool for Windows answers with what the native one does, byte for byte.

Shaders are taken evenly out of the corpus and the examples: `compile` and `cost` are asked about
each, one process a shader.

Usage: compare_with_native.py WINDOWS NATIVE [--shaders N] [--shared DIR]. Exit code 1 when an
answer differs.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SUFFIXES = (".tgsi", ".spvasm", ".spv", ".frag", ".vert", ".comp")
COMMANDS = (("compile", "--gpu", "630", "--stats"),
            ("cost", "--gpu", "630,740", "--format", "json"))


def shaders_of(shared: Path, count: int) -> list[Path]:
    """Returns so many shaders, each folder having its share."""
    found = sorted(path for folder in (ROOT / "examples", shared / "corpus") if folder.is_dir()
                   for path in folder.rglob("*") if path.suffix in SUFFIXES)
    step = max(len(found) / count, 1)
    return [found[int(i * step)] for i in range(min(count, len(found)))]


def answer(tool: str, command: tuple[str, ...], shader: Path) -> tuple[int, bytes, bytes]:
    done = subprocess.run([tool, command[0], shader.name, *command[1:]], cwd=shader.parent,
                          stdin=subprocess.DEVNULL, capture_output=True, timeout=600, check=False)
    return done.returncode, done.stdout, done.stderr


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("windows")
    parser.add_argument("native")
    parser.add_argument("--shaders", type=int, default=300)
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared")
    options = parser.parse_args()
    faults = 0
    shaders = shaders_of(options.shared, options.shaders)
    for shader in shaders:
        for command in COMMANDS:
            expected = answer(options.native, command, shader)
            got = answer(options.windows, command, shader)
            if got != expected:
                faults += 1
                print(f"{shader}: {command[0]}: exit code {got[0]}, not {expected[0]}"
                      if got[0] != expected[0] else f"{shader}: {command[0]}: another answer")
    print(f"{len(shaders)} shaders, {len(shaders) * len(COMMANDS)} answers, {faults} differ")
    return 1 if faults or not shaders else 0


if __name__ == "__main__":
    sys.exit(main())
