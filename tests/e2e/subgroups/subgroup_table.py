"""Lists how many instructions each operation among lanes takes, by type and part, and checks that
none of them goes round a loop, as one does that takes the lanes one by one.

Usage: subgroup_table.py check | write, with PYTHONPATH and JACQUARD_LIBRARY as in
tests/bindings/python

`check` compares with subgroup_table.tsv: exit code 1 where an operation takes more instructions
than there, `write` writes it.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import instruction_table
import jacquard
from subgroup_module import FORMS, OPERATIONS, Combination, module

TABLE = Path(__file__).with_name("subgroup_table.tsv")
PARTS = (630, 730, 830)
GROUP = 64
BACKWARDS = re.compile(r"#-\d+")


def rows() -> list[tuple[str, ...]]:
    """Operation, form, type, and the instructions on each part; loops have a `*`."""
    found = []
    for kind, operations in OPERATIONS.items():
        for operation in operations:
            for form in FORMS:
                text = module([Combination(operation, form, kind)], GROUP)
                costs = []
                for part in PARTS:
                    program = jacquard.compile(text, gpu=part)
                    loops = any(BACKWARDS.search(each.text) for each in program)
                    costs.append(f"{program.statistics['instructions']}{'*' if loops else ''}")
                found.append((operation, form, kind, *costs))
    return found


def fault_of(now: str, then: str) -> str | None:
    if now.endswith("*"):
        return "goes round a loop"
    if int(now) > int(then.rstrip("*")):
        return f"takes {now} instructions, and took {then},"
    return None


if __name__ == "__main__":
    sys.exit(instruction_table.run(__doc__, TABLE, PARTS, rows(), fault_of))
