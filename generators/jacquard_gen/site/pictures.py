"""Pictures of words: which bits are what, in rows of 32, and a table of their meaning."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from .catalogue import Json

ATTRIBUTES = {"half": "It is half, of 16 bits.",
              "repeat": "It steps one register with each repetition, (r)."}
"""The facts of an operand that bits outside of its own say."""

WORD = 64
ROW = 32


class Cell(NamedTuple):
    """Neighbouring bits of one meaning."""

    high: int
    low: int
    label: str
    kind: str
    address: str = ""

    @property
    def width(self) -> int:
        return self.high - self.low + 1


class Meaning(NamedTuple):
    """A meaning of some bits, and when it is theirs."""

    bits: str
    name: str
    kind: str
    entry: Json
    when: str


def positions(ranges: str) -> list[int]:
    """The bits of a range such as "31,28:16", the highest first."""
    found: list[int] = []
    for part in ranges.split(","):
        high, _, low = part.partition(":")
        found += range(int(high), int(low or high) - 1, -1)
    return found


def meanings(bits: Iterable[Json], when: str = "") -> list[Meaning]:
    """All meanings that the bits of a layout may have, choices taken apart."""
    found: list[Meaning] = []
    for each in bits:
        if each["kind"] == "choice":
            for choice in each["choices"]:
                found += meanings(choice["bits"], choice["when"] or "otherwise")
            continue
        name = each.get("name", "")
        if each["kind"] == "part":
            name = f"{name}.{each['attribute']}"
        found.append(Meaning(each["bits"], name or each.get("pattern", ""), each["kind"], each,
                             when))
    return found


def of_layout(layout: Json, encodings: list[Json]) -> list[list[Cell]]:
    """The picture of a layout as its encodings have it: digits where all agree."""
    labels: list[tuple[str, str]] = [("", "free")] * WORD
    named: dict[int, list[str]] = {}
    for each in meanings(layout["bits"]):
        for bit in positions(each.bits):
            names = named.setdefault(bit, [])
            # The other meanings of the bits tell more than that they are 0 otherwise.
            if each.name not in names and (each.kind != "expect" or not names):
                names.append(each.name)
            kind = each.kind if len(names) == 1 else "choice"
            labels[bit] = (" | ".join(names), labels[bit][1] if each.kind == "expect" and
                           labels[bit][0] else kind)
    masks = [(int(each["mask"], 16), int(each["match"], 16)) for each in encodings]
    for bit in range(WORD):
        fixed = [match >> bit & 1 for mask, match in masks if mask >> bit & 1]
        if masks and len(fixed) == len(masks):
            labels[bit] = (str(fixed[0]), "fixed") if len(set(fixed)) == 1 else ("opcode", "opcode")
        elif fixed and not labels[bit][0]:
            labels[bit] = ("opcode", "opcode")
    return rows_of(labels)


def of_written(bits: Json) -> list[list[Cell]]:
    """The picture of a format as its table writes it: what it does not say is open."""
    labels: list[tuple[str, str]] = [("", "open")] * WORD
    for ranges, value in bits.items():
        label, kind = _written(value)
        where = positions(ranges)
        for index, bit in enumerate(where):
            fixed = kind == "fixed" and len(label) == len(where)
            labels[bit] = (label[index] if fixed else label, kind)
    return rows_of(labels)


def _written(value: Any) -> tuple[str, str]:
    if isinstance(value, str) and value.strip("01x") == "":
        return value, "fixed"
    if isinstance(value, str):
        return ("", "free") if value == "free" else (value, "part" if "." in value else "field")
    if isinstance(value, int):
        return str(value), "fixed"
    if isinstance(value, dict):
        for key, kind in (("operand", "operand"), ("part", "part"), ("number", "opcode"),
                          ("field", "field"), ("expect", "expect")):
            if key in value:
                return str(value[key]), kind
        return "several", "choice"
    names = dict.fromkeys(_written(each)[0] for each in value)
    return " | ".join(names), "choice"


def rows_of(labels: list[tuple[str, str]]) -> list[list[Cell]]:
    """Rows from the highest bit down; fixed digits beside each other are one cell."""
    rows: list[list[Cell]] = []
    for top in range(WORD - 1, -1, -ROW):
        row: list[Cell] = []
        for bit in range(top, top - ROW, -1):
            label, kind = labels[bit]
            last = row[-1] if row else None
            if last is not None and last.kind == kind and (kind == "fixed" or last.label == label):
                text = last.label + label if kind == "fixed" else label
                row[-1] = Cell(last.high, bit, text, kind)
            else:
                row.append(Cell(bit, bit, label, kind))
        rows.append(row)
    return rows
