#!/usr/bin/env python3
"""Measures how much each revision adds to the generated code: lines, and bytes of the compiled
program.

    tests/bench/revision_sizes.py [COMPILER]

The tables are generated with the revision that the category tables describe, and then with one
overlay more each time. Each row tells what came on top of the row before. With a compiler (g++) the
generated files are compiled with -O2 and their code and constants are measured too.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# These tables are about the compiler rather than the instruction set.
NOT_MEASURED = ("machine.yaml", "select/alu.yaml", "slots.yaml")
# In this order each revision stands behind the one it extends.
OVERLAYS = ("a7xx", "a8xx", "a5xx", "a4xx", "a3xx")


def generate(overlays: tuple[str, ...], folder: Path) -> list[Path]:
    """The files generated from the base tables and these overlays."""
    defs = folder / "defs"
    shutil.copytree(ROOT / "defs", defs)
    left_out = tuple(f"revisions/{name}.yaml" for name in OVERLAYS if name not in overlays)
    for name in NOT_MEASURED + left_out:
        (defs / "ir3" / name).unlink()
    out = folder / "generated"
    subprocess.run([sys.executable, "-m", "jacquard_gen", "generate", "--group", "ir3",
                    "--defs", str(defs), "--out", str(out)], cwd=ROOT / "generators", check=True)
    return sorted(out.rglob("*.h")) + sorted(out.rglob("*.cpp"))


def lines_of(files: list[Path]) -> int:
    return sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)


def bytes_of(compiler: str, files: list[Path], folder: Path) -> int:
    """Code and constants of the object files."""
    total = 0
    for file in files:
        if file.suffix != ".cpp":
            continue
        output = folder / (file.stem + ".o")
        subprocess.run([compiler, "-std=c++20", "-O2", "-I", str(ROOT / "backend"),
                        "-I", str(ROOT / "runtime"), "-I", str(folder / "generated"),
                        "-c", str(file), "-o", str(output)], check=True)
        sizes = subprocess.run(["size", str(output)], capture_output=True, text=True, check=True)
        total += sum(map(int, re.findall(r"\d+", sizes.stdout.splitlines()[1])[:2]))
    return total


def main() -> int:
    if len(sys.argv) > 2 or sys.argv[1:] in (["-h"], ["--help"]):
        print(__doc__.strip(), file=sys.stderr)
        return 0 if len(sys.argv) == 2 else 2
    compiler = sys.argv[1] if len(sys.argv) == 2 else ""
    before = (0, 0)
    for count in range(len(OVERLAYS) + 1):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            files = generate(OVERLAYS[:count], folder)
            found = (lines_of(files), bytes_of(compiler, files, folder) if compiler else 0)
        label = OVERLAYS[count - 1] if count else "first"
        line = f"{label:<8} {found[0] - before[0]:>8} lines"
        if compiler:
            line += f" {found[1] - before[1]:>10} bytes"
        print(line, flush=True)
        before = found
    print(f"{'all':<8} {before[0]:>8} lines" + (f" {before[1]:>10} bytes" if compiler else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main())
