"""A table of what operations cost on parts, which may only get better."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path


def run(usage: str | None, table: Path, parts: tuple[int, ...], made: list[tuple[str, ...]],
        fault_of: Callable[[str, str], str | None]) -> int:
    """Writes the rows, or checks them against the table: operation, form, type, and the costs on
    each part. `fault_of` tells what is wrong with a cost, given it and the one of the table."""
    head = "\t".join(("operation", "form", "type", *map(str, parts)))
    if sys.argv[1:] == ["write"]:
        table.write_text("\n".join([head, *map("\t".join, made)]) + "\n", encoding="utf-8")
        return 0
    if sys.argv[1:] != ["check"]:
        print(usage)
        return 2
    lines = table.read_text(encoding="utf-8").splitlines()
    before = {tuple(line.split("\t")[:3]): line.split("\t")[3:] for line in lines[1:]}
    faults = 0 if lines[0] == head and len(before) == len(made) else 1
    for row in made:
        for part, now, then in zip(parts, row[3:], before.get(row[:3], ["0"] * len(parts))):
            fault = fault_of(now, then)
            if fault is not None:
                print(f"{' '.join(row[:3])} {fault} on part {part}")
                faults += 1
    print(f"{len(made)} operations on {len(parts)} parts, {faults} faults")
    return 1 if faults else 0
