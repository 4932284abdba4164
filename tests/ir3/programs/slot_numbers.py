#!/usr/bin/env python3
"""Compares the slots of the tables with those that recordings of another compiler name.

    slot_numbers.py SHARED_FOLDER

The same name must have the same number, and live in a half register there and here. Exits with 77,
which says so, where the recordings are absent.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import yaml

TABLE = Path(__file__).parents[3] / "defs" / "ir3" / "slots.yaml"
PROBES = ("probe_programs.jsonl.gz", "probe_programs_a3xx_a5xx.jsonl.gz", "spirv_programs.jsonl.gz")
_FACT = re.compile(r"(?:in|out) (\S+) ([A-Z][A-Z0-9_]+) slot=(\d+) (?:.*half=(\d))?")
# Names that the recordings have and the tables have no use for yet.
UNKNOWN = {"VERT_ATTRIB_POS", "VARYING_SLOT_VIEW_INDEX", "GS_VERTEX_FLAGS",
           "SYSTEM_VALUE_GS_HEADER_IR3", "SYSTEM_VALUE_PRIMITIVE_ID",
           "SYSTEM_VALUE_REL_PATCH_ID_IR3", "SYSTEM_VALUE_TCS_HEADER_IR3",
           "SYSTEM_VALUE_TESS_COORD"}
_LEAST_NAMES = 57


class Slot(NamedTuple):
    number: int
    half: bool


def table() -> dict[str, Slot]:
    slots: dict[str, Slot] = {}
    for entry in yaml.safe_load(TABLE.read_text(encoding="utf-8")):
        half = bool(entry.get("half", False))
        if "count" not in entry:
            slots[entry["slot"]] = Slot(entry["first"], half)
        for index in range(entry.get("count", 0)):
            slots[f"{entry['slot']}{index}"] = Slot(entry["first"] + index, half)
    return slots


def recorded(folder: Path) -> Iterator[tuple[str, Slot, bool]]:
    """The name of each input and output, its slot, and whether its width is told."""
    with (folder / "ir3_programs.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            entry = json.loads(line)
            for one in entry["inputs"] + entry["outputs"]:
                yield one["name"], Slot(one["slot"], False), False
    for name in PROBES:
        with gzip.open(folder / name, "rt", encoding="utf-8") as lines:
            for line in lines:
                for found in map(_FACT.match, json.loads(line)["facts"]):
                    if found is not None:
                        told = found[4] is not None and found[2].startswith("SYSTEM_VALUE")
                        yield found[2], Slot(int(found[3]), found[4] == "1"), told


def main() -> int:
    folder = Path(sys.argv[1]) / "vectors"
    if not (folder / "ir3_programs.jsonl").exists():
        print(f"skipped: there are no recordings in {folder}")
        return 77
    slots = table()
    compared: set[str] = set()
    unknown: set[str] = set()
    faults: set[str] = set()
    for name, slot, has_width in recorded(folder):
        if name not in slots:
            unknown.add(name)
            continue
        compared.add(name)
        if slots[name].number != slot.number:
            faults.add(f"{name} is {slots[name].number}, and {slot.number} there")
        if has_width and slots[name].half != slot.half:
            faults.add(f"{name} is{'' if slot.half else ' not'} in a half register there")
    print("\n".join(sorted(faults)))
    print(f"{len(compared)} names compared; not in the tables: {', '.join(sorted(unknown))}")
    return 1 if faults or unknown - UNKNOWN or len(compared) < _LEAST_NAMES else 0


if __name__ == "__main__":
    sys.exit(main())
