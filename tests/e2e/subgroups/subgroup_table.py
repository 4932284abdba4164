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


def main() -> int:
    head = "\t".join(("operation", "form", "type", *map(str, PARTS)))
    made = rows()
    if sys.argv[1:] == ["write"]:
        TABLE.write_text("\n".join([head, *map("\t".join, made)]) + "\n", encoding="utf-8")
        return 0
    if sys.argv[1:] != ["check"]:
        print(__doc__)
        return 2
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    before = {tuple(line.split("\t")[:3]): line.split("\t")[3:] for line in lines[1:]}
    faults = 0 if lines[0] == head and len(before) == len(made) else 1
    for row in made:
        old = before.get(row[:3], ["0"] * len(PARTS))
        for part, now, then in zip(PARTS, row[3:], old):
            if now.endswith("*"):
                print(f"{' '.join(row[:3])} goes round a loop on part {part}")
                faults += 1
            elif int(now) > int(then.rstrip("*")):
                print(f"{' '.join(row[:3])} takes {now} instructions on part {part}, and took "
                      f"{then}")
                faults += 1
    print(f"{len(made)} operations on {len(PARTS)} parts, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
