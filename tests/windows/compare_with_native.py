"""Compares what the tool for Windows answers with what the native one does, byte for byte: exit
codes, what is printed, and files that are written.

* All examples: `compile` to words and a header, `disasm` of the words, `cost` and `draw`.
* Shaders out of the corpus, taken evenly: `compile` to words on two parts, a process each.
* `batch` of the examples with their cases.
* `explain` of a name of each language.

Usage: compare_with_native.py WINDOWS NATIVE [--shaders N] [--shared DIR]. Exit code 1 when an
answer differs.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SUFFIXES = (".tgsi", ".spvasm", ".spv", ".frag", ".vert", ".comp")
PARTS = ("630", "740")
EXPLAINED = ("ir3:mul.f", "fmul", "TEX", "OpFMul", "T102", "two_sided_color")

Command = tuple[str, ...]


def shaders_below(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in SUFFIXES)


def compiles_of(shader: Path) -> Iterator[Command]:
    """For each part: the words, which go into a file, and what is said of them."""
    for part in PARTS:
        yield ("compile", str(shader), "--gpu", part, "-o", f"{part}.words", "--header",
               f"{part}.json", "--stats")


def commands(shared: Path, count: int) -> Iterator[Command]:
    for shader in shaders_below(ROOT / "examples"):
        yield from compiles_of(shader)
        for part in PARTS:
            yield "disasm", "--gpu", part, f"{part}.words"
        yield "compile", str(shader), "--gpu", PARTS[0], "--print", "nir,ir3,asm"
        yield "cost", str(shader), "--gpu", ",".join(PARTS), "--format", "json"
        if shader.suffix == ".frag":
            yield "draw", str(shader), "-o", "drawn.pam", "--size", "40x30"
    yield "batch", str(ROOT / "examples"), "--cases", str(ROOT / "examples"), "--all", "--json"
    for name in EXPLAINED:
        yield "explain", name
    found = shaders_below(shared / "corpus")
    step = max(len(found) / max(count, 1), 1)
    for i in range(min(count, len(found))):
        yield from compiles_of(found[int(i * step)])


def answer(tool: str, command: Command, folder: Path) -> tuple[int, bytes, bytes, list[bytes]]:
    done = subprocess.run([tool, *command], cwd=folder, stdin=subprocess.DEVNULL,
                          capture_output=True, timeout=600, check=False)
    files = [path.read_bytes() for path in sorted(folder.iterdir())]
    return done.returncode, done.stdout, done.stderr, files


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("windows")
    parser.add_argument("native")
    parser.add_argument("--shaders", type=int, default=100)
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared")
    options = parser.parse_args()
    asked: Counter[str] = Counter()
    faults = 0
    with tempfile.TemporaryDirectory() as scratch:
        theirs, ours = Path(scratch) / "native", Path(scratch) / "windows"
        theirs.mkdir()
        ours.mkdir()
        for command in commands(options.shared, options.shaders):
            asked[command[0]] += 1
            expected = answer(options.native, command, theirs)
            got = answer(options.windows, command, ours)
            if got != expected:
                faults += 1
                what = [name for name, one, other in
                        zip(("exit code", "output", "messages", "files"), got, expected)
                        if one != other]
                print(f"{' '.join(command)}: other {', '.join(what)}")
    told = ", ".join(f"{number} of {name}" for name, number in sorted(asked.items()))
    print(f"{sum(asked.values())} answers ({told}), {faults} differ")
    return 1 if faults or not asked else 0


if __name__ == "__main__":
    sys.exit(main())
