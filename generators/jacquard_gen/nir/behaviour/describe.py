"""The tables' facts about the behaviour of intrinsics, memory spaces and atomic operations, as
lines of text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping

from ...schema import EXPRESSION, Record, Text
from ...source import Scalar, Sequence
from .atomics import AtomicRow
from .formulas import FACTS
from .load import BehaviourRow
from .records import KINDS, MemoryAccess
from .spaces import SpaceRow

INDENT = "    "


def behaviour_lines(row: BehaviourRow, spaces: Mapping[str, SpaceRow]) -> list[str]:
    """Describes the behaviour of an intrinsic: the keys of its entry, each with the meaning of
    its value."""
    if row.kind == "opaque":
        return [f"  opaque: {row.reason}"]
    if row.kind == "computes":
        assert row.formula is not None
        return [f"  computes: {row.formula.text}", *_facts(row)]
    lines = [f"  {row.kind}: {KINDS[row.kind].partition(';')[0].rstrip('.')}."]
    if row.entry is not None:
        lines += _rows(row.entry, spaces)
        lines += [f"{INDENT}{name} = {row.formula.text}" for name in row.entry.node.entries
                  if row.formula is not None and row.entry.keys[name].kind is EXPRESSION]
    return lines + _facts(row)


def _rows(entry: Record, spaces: Mapping[str, SpaceRow]) -> list[str]:
    rows: list[tuple[str, str, str]] = []
    for name, (_, node) in entry.node.entries.items():
        described = entry.keys[name]
        if described.kind is EXPRESSION:
            continue
        value = ", ".join(item.value for item in node.items if isinstance(item, Scalar)) \
            if isinstance(node, Sequence) else \
            " ".join(node.value.split()) if isinstance(node, Scalar) else ""
        meanings: Mapping[str, str] = getattr(described.kind, "values", {})
        if name in ("space", "to") and value in spaces:
            meaning = spaces[value].doc
        else:
            meaning = meanings.get(value, "") or described.doc
        rows.append((name, value, meaning))
    return _table(rows)


def _facts(row: BehaviourRow) -> list[str]:
    if row.formula is None:
        return []
    return _table((fact, str(type_), meaning) for fact, (type_, meaning) in FACTS.items()
                  if fact in row.formula.reads)


def _table(rows: Iterable[tuple[str, str, str]]) -> list[str]:
    made = list(rows)
    if not made:
        return []
    widths = [max(len(row[column]) for row in made) for column in (0, 1)]
    return [f"{INDENT}{name:<{widths[0]}}  {value:<{widths[1]}}  {meaning}".rstrip()
            for name, value, meaning in made]


def space_lines(space: SpaceRow, behaviours: Iterable[tuple[str, BehaviourRow]]) -> list[str]:
    """A memory space, and the intrinsics that access it."""
    entry = space.entry
    lines = [f"nir:{space.name}  {space.doc}", f"  memory space, {space.provenance}"]
    lines += _table((name, *_said(entry, name)) for name in
                    ("shared_by", "addressed_by", "counts", "written", "bounds", "layout")
                    if entry.has(name) or name in ("counts", "bounds", "layout"))
    lines += _list("variables of the modes", entry.modes)
    lines += _list("may hold the same bytes as", sorted(space.overlaps))
    lines += _list("another view of", [entry.view_of])
    lines += _list("accesses to its variables are lowered to", [entry.lowered_to])
    if entry.wide:
        lines.append("  accesses to neighbouring places may be joined")
    if space.is_given:
        lines.append(f"  the environment of the interpreter gives it as '{space.member}'")
    elif space.entry.bytes is not None:
        lines.append(f"  the interpreter has {space.entry.bytes} bytes of it")
    users = [name for name, row in behaviours if isinstance(row.entry, MemoryAccess) and
             space.name in (row.entry.space, row.entry.to)]
    if users:
        lines += textwrap.wrap(f"accessed by: {', '.join(users)}", 100, initial_indent="  ",
                               subsequent_indent=INDENT)
    return lines


def _list(text: str, names: Iterable[str | Text | None]) -> list[str]:
    given = [str(name) for name in names if name is not None]
    return [f"  {text}: {', '.join(given)}"] if given else []


def _said(entry: Record, name: str) -> tuple[str, str]:
    value = str(getattr(entry, entry.keys[name].attribute))
    meanings: Mapping[str, str] = getattr(entry.keys[name].kind, "values", {})
    return value, meanings.get(value, "")


def atomic_lines(atomic: AtomicRow) -> list[str]:
    widths = ", ".join(str(width) for width in atomic.widths)
    return [f"nir:{atomic.name}  {atomic.doc}",
            f"  atomic operation, {atomic.provenance}",
            f"  of {atomic.entry.type}, widths: {widths}", f"  leaves: {atomic.formula}"]
