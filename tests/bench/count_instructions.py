#!/usr/bin/env python3
"""Counts the processor instructions that an item of a benchmark takes; unlike times these do not
vary from run to run.

    tests/bench/count_instructions.py BUILD/tests/bench/jacquard_bench [PART OF A NAME …]

Each benchmark runs under callgrind (of valgrind) with its work done once, and three times. The
difference has no preparation in it. Without names the codec is counted.
"""

from __future__ import annotations

import re
import subprocess
import sys

CODEC = ("decode a word", "disassemble a word", "assemble a line", "encode an instruction")
MORE = 2


def run(bench: str, repeats: int, name: str) -> tuple[int, list[str]]:
    """The instructions of a run, and the lines it prints: items and name of each benchmark."""
    found = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", bench,
         "--repeat", str(repeats), name], capture_output=True, text=True, check=False)
    counted = re.search(r"Collected : (\d+)", found.stderr)
    if found.returncode != 0 or counted is None:
        sys.exit(f"{bench}: {found.stderr.strip().splitlines()[-1]}")
    return int(counted.group(1)), found.stdout.splitlines()


def main() -> int:
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        print(__doc__.strip(), file=sys.stderr)
        return 0 if "--help" in sys.argv else 2
    bench, *names = sys.argv[1:]
    for name in names or CODEC:
        once, lines = run(bench, 1, name)
        more, _ = run(bench, 1 + MORE, name)
        items = sum(int(line.split("\t")[0]) for line in lines)
        if items == 0:
            print(f"no benchmark has '{name}' in its name", file=sys.stderr)
            return 1
        print(f"{name:<44} {(more - once) / MORE / items:12.1f} instructions")
    return 0


if __name__ == "__main__":
    sys.exit(main())
