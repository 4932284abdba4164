"""Counts the processor instructions that the emulator takes for one instruction of one lane, in a
launch of a product of matrices in halves, one item an element: what a launch of more rows takes
beyond one of fewer.

Usage: launch_cost.py BUILD/tests/bench/jacquard_launch_cost --compiler NAME

Exit code 1 when there are more than MOST, 77 without valgrind or with another compiler.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path

PROGRAM = Path(__file__).with_name("product.asm")
ROWS = (2, 10)
LANES = 64  # of each wave
# By the compiler that MOST is of.
COMPILER = "GNU 12 Release"
MOST = 20.0


def counted(command: list[str]) -> tuple[int, int]:
    """The instructions of the processor, and those that waves issued."""
    run = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
                          *command], capture_output=True, text=True, check=False)
    total = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode != 0 or total is None:
        sys.exit(f"{command[0]}: {run.stderr.strip()}")
    return int(total.group(1)), int(run.stdout)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--compiler", required=True)
    given = parser.parse_args()
    if shutil.which("valgrind") is None or given.compiler != COMPILER:
        print(f"skipped: counts are those of {COMPILER}, by valgrind (Debian: valgrind)")
        return 77
    few, many = (counted([given.program, str(PROGRAM), str(rows)]) for rows in ROWS)
    ratio = (many[0] - few[0]) / (many[1] - few[1]) / LANES
    print(f"{ratio:.2f} instructions for one of a lane, of at most {MOST}")
    return 0 if ratio <= MOST else 1


if __name__ == "__main__":
    sys.exit(main())
