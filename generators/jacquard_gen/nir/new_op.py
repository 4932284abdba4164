"""Writes the entry of a new ALU opcode at the end of the table that its like stand in."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import yaml

from ..expr import parse_type
from ..expr.types import Type
from ..groups import Context, list_tables
from .alu import Alu

FOLDER = "nir/alu"


class Wanted(NamedTuple):
    """The command line's answers, each as the entry shows it."""

    name: str
    doc: str
    dest: str
    sources: list[str]
    properties: list[str]
    fold: str
    table: str | None


def entry_text(wanted: Wanted) -> str:
    """The entry as it is written, with an empty line before it."""
    lines = [f"- op: {_value(wanted.name)}", f"  doc: {_value(wanted.doc)}",
             f"  dest: {_value(wanted.dest)}", f"  srcs: {_list(wanted.sources)}"]
    if wanted.properties:
        lines.append(f"  properties: {_list(wanted.properties)}")
    lines.append(f"  fold: {_value(wanted.fold)}")
    return "\n" + "\n".join(lines) + "\n"


def _value(text: str) -> str:
    """The text as a YAML scalar, in quotes only where it would be read as something else."""
    try:
        plain = yaml.safe_load(f"key: {text}\n") == {"key": text} and "\n" not in text
    except yaml.YAMLError:
        plain = False
    return text if plain else json.dumps(text, ensure_ascii=False)


def _list(texts: list[str]) -> str:
    parts = [text if not set(text) & set("[]{},\"'") else json.dumps(text) for text in texts]
    return "[" + ", ".join(parts) + "]"


def _likeness(alu: Alu, dest: Type | None, sources: list[Type | None]) -> int:
    """Returns how much an opcode is like the new one: the types of its result and sources decide,
    then their kinds."""
    wanted, present = [dest, *sources], [alu.dest, *alu.sources]
    if wanted == present:
        return 100
    kinds = [kind.kind if kind is not None else "" for kind in wanted]
    present_kinds = [kind.kind for kind in present]
    return 10 if kinds == present_kinds else int(kinds[0] == present_kinds[0])


def table_for(wanted: Wanted, opcodes: list[Alu]) -> str:
    """The table that the most opcodes of the same types stand in."""
    dest = parse_type(wanted.dest)
    sources = [parse_type(source) for source in wanted.sources]
    votes: dict[str, int] = {}
    for alu in opcodes:
        votes[alu.table] = votes.get(alu.table, 0) + _likeness(alu, dest, sources)
    return max(sorted(votes), key=lambda table: votes[table])


def write(tables: Path, wanted: Wanted) -> tuple[str | None, Context]:
    """Appends the entry, and returns `FILE:LINE` of it; `wanted.table` is one of `tables_of`.
    Where the tables would not be sound with it, nothing is written, and the context that comes
    back holds the faults."""
    context = Context(tables)
    model = context.model("nir")
    if model is None or context.diagnostics.failed:
        return None, context
    name = f"{FOLDER}/{wanted.table or table_for(wanted, model.opcodes)}.yaml"
    source = context.files[name]
    assert source is not None
    before = source.text
    kept = before + ("" if before.endswith("\n") else "\n")
    text = kept + entry_text(wanted)
    trial = Context(tables, instead={name: text})
    if trial.model("nir") is None or trial.diagnostics.failed:
        return None, trial
    path = tables / name
    path.write_text(text, encoding="utf-8")
    # An empty line parts it from the entry before.
    return f"{path}:{kept.count(chr(10)) + 2}", trial


def tables_of(folder: Path) -> list[str]:
    """The names of the tables that an opcode can be written to."""
    return [Path(name).stem for name in list_tables(folder, FOLDER)]
