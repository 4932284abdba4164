"""Lowerings: `lower` of `defs/nir/alu/*.yaml` and `defs/nir/lowerings.yaml` →
`<jacquard/generated/nir/lowerings.h>` and its source."""

from __future__ import annotations

from typing import NamedTuple

from ...groups import Output
from ...schema import Json, table_schema
from ..alu import Alu
from ..lowering_entries import GroupEntry, PassEntry
from ..rules.model import Rule
from .load import load
from .model import Lowering, LoweringTables

__all__ = ["OUTPUT_NAMES", "LoweringTables", "described", "load", "outputs", "rules_of", "schemas"]

OUTPUT_NAMES = ["jacquard/generated/nir/lowerings.h", "jacquard/generated/nir/lowerings.cpp"]


class _Row(NamedTuple):
    """A lowering with the places of its rules."""

    lowering: Lowering
    rule: int
    done: int | None


class _Pass(NamedTuple):
    name: str
    doc: str
    groups: list[str]
    options: list[tuple[str, str, str]]  # name, group, sentence
    bit_sizes: bool
    provenance: str


def rules_of(model: LoweringTables) -> tuple[list[Rule], list[Rule]]:
    """The rules that lowerings are made of, and those that only find what some of them made;
    `outputs` counts on their order."""
    return ([lowering.rule for lowering in model.lowerings],
            [lowering.done for lowering in model.lowerings if lowering.done is not None])


def outputs(model: LoweringTables, opcodes: list[Alu], first_rule: int) -> list[Output]:
    """The files, where the rules of lowerings stand behind `first_rule` others."""
    rows: list[_Row] = []
    done = first_rule + len(model.lowerings)
    for number, lowering in enumerate(model.lowerings):
        once = lowering.done is not None
        rows.append(_Row(lowering, first_rule + number, done if once else None))
        done += 1 if once else 0
    starts: list[int] = []
    behind = 0
    for opcode in opcodes:
        starts.append(behind)
        behind += len(model.by_opcode.get(opcode.name, ()))
    docs = {str(group.group): str(group.doc) for group in model.groups}
    passes = [_Pass(each.name, str(each.entry.doc), [option.group for option in each.options],
                    [(option.name, option.group, docs[option.group])
                     for option in each.options if option.name],
                    each.entry.bit_sizes, each.entry.provenance) for each in model.passes]
    values = {"groups": model.groups, "passes": passes, "rows": rows,
              "starts": [*starts, behind],
              "options": sum(len(each.options) for each in passes)}
    return [Output(path, f"nir/lowerings/{path.rsplit('/', 1)[1]}.j2", values)
            for path in OUTPUT_NAMES]


def described(model: LoweringTables, opcode: str) -> list[str]:
    """For each lowering of an opcode who does it, at which widths, and what it computes."""
    lines: list[str] = []
    seen: dict[int, int] = {}
    for lowering in model.by_opcode.get(opcode, ()):
        entry = lowering.entry
        if id(entry) in seen:
            continue
        seen[id(entry)] = 1
        widths = f" of {', '.join(map(str, entry.widths))} bits" if entry.widths else ""
        text = entry.expression if entry.expression is not None else lowering.alu.entry.fold
        conditions = " when " + " and ".join(each.value for each in entry.when) if entry.when \
            else ""
        lines.append(f"lowered{widths} by {' and '.join(model.passes_of(lowering.group))}"
                     f"{conditions}: {' '.join(text.value.split())}")
        if entry.inexact is not None:
            lines.append(f"  inexact: {entry.inexact}")
    return lines


def schemas() -> dict[str, Json]:
    return {"nir/lowerings": table_schema("Groups of lowerings and the passes made of them",
                                          GroupEntry, PassEntry)}
