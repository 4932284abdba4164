"""Differences between two revisions beside their words: delays, selection, forms of textures and
memory, costs, facts of the machine and parts, with table lines."""

from __future__ import annotations

from typing import Any

from ...schema import Record
from ...source import Mapping, Node, Scalar, Sequence
from ..tables.load import KINDS
from ..tables.machine import facts_of
from ..tables.model import Model, Revision
from ..tables.parts import name_of

# Told by the comparison of words.
TOLD = ("op", "format")
_MOST_TEXT = 70


def written(node: Node | None) -> str:
    """A value on one line."""
    if isinstance(node, Mapping):
        return "{" + ", ".join(f"{name}: {written(value)}"
                               for name, (_, value) in node.entries.items()) + "}"
    if isinstance(node, Sequence):
        return "[" + ", ".join(map(written, node.items)) + "]"
    return node.value if isinstance(node, Scalar) else "nothing"


def shortened(text: str) -> str:
    return text if len(text) <= _MOST_TEXT else text[:_MOST_TEXT] + "…"


def values_of(records: list[Any]) -> dict[str, Node]:
    """Returns the last value given under each key."""
    return {name: value for record in records
            for name, (_, value) in record.node.entries.items()}


def _changed(before: list[Record], after: list[Record]) -> list[str]:
    old = {key: written(value) for key, value in values_of(before).items()}
    new = {key: written(value) for key, value in values_of(after).items()}
    return [f"    {key}: {shortened(old.get(key, 'nothing'))} -> "
            f"{shortened(new.get(key, 'nothing'))}"
            for key in dict.fromkeys([*old, *new]) if old.get(key) != new.get(key)]


def entry_lines(before: Revision, after: Revision) -> list[str]:
    """Kind by kind the entries that one has and the other has not, or otherwise."""
    lines: list[str] = []
    for kind in KINDS:
        if kind.key in TOLD:
            continue
        old, new = before.version.entries[kind.key], after.version.entries[kind.key]
        for name in dict.fromkeys([*old, *new]):
            one, other = old.get(name, []), new.get(name, [])
            if not one:
                lines.append(f"{kind.noun} added: {name}  {other[0].provenance}")
            elif not other:
                lines.append(f"{kind.noun} removed: {name}  {one[0].provenance}")
            elif one[0] is not other[0] or len(one) != len(other) or one[-1] is not other[-1]:
                changes = _changed(one, other)
                if changes:
                    lines += [f"{kind.noun} changed: {name}  {other[-1].provenance}", *changes]
    return lines


def fact_lines(model: Model, before: tuple[Revision, int],
               after: tuple[Revision, int]) -> list[str]:
    """The facts of two parts, or of what most parts of two revisions have (part 0)."""
    old, new = facts_of(*before), facts_of(*after)
    return [f"fact of the machine changed: {name}  {fact.provenance}\n"
            f"    {str(old[name]).lower()} -> {str(new[name]).lower()}"
            for name, fact in model.machine.facts.items() if old[name] != new[name]]


def part_lines(model: Model, before: Revision, after: Revision) -> list[str]:
    """The parts of each, and what some of them have otherwise."""
    lines: list[str] = []
    for revision in (before, after) if before is not after else ():
        for part in revision.parts:
            facts = revision.machine_of_parts.get(part, {})
            said = ", ".join(f"{name} {str(value).lower()}" for name, value in facts.items()
                             if value != revision.machine[name])
            lines.append(f"part of {revision.name}: {name_of(part, model.named_parts)}" +
                         (f": {said}" if said else ""))
    return lines


def text(model: Model, before: tuple[Revision, int], after: tuple[Revision, int]) -> str:
    lines = fact_lines(model, before, after) + entry_lines(before[0], after[0])
    parts = part_lines(model, before[0], after[0])
    groups = [group for group in (lines, parts) if group]
    return "".join("\n" + "\n".join(group) + "\n" for group in groups)
