"""Lowerings that need each other in a circle, and those that are never reached."""

from __future__ import annotations

from ...diagnostics import Diagnostics
from ..rules.patterns import Node
from ..rules.widths import widths_of
from .model import Lowering, LoweringTables

Place = tuple[str, int]
"""An opcode at a width; width 0 where its operands have one of their own."""


def check(tables: LoweringTables, diagnostics: Diagnostics) -> None:
    _report_unreached(tables, diagnostics)
    reported: set[frozenset[str]] = set()
    for each in tables.passes:
        _check_groups(f"pass '{each.name}'", {option.group for option in each.options}, tables,
                      reported, diagnostics)
    _check_groups("a target that lacks these", {option.group for each in tables.passes
                                                for option in each.options},
                  tables, reported, diagnostics)


def _report_unreached(tables: LoweringTables, diagnostics: Diagnostics) -> None:
    """A lowering behind one of its group that has no conditions; of a family one at least must
    be reached."""
    reached: dict[str, bool] = {}
    behind: dict[str, tuple[Lowering, Lowering]] = {}
    for lowerings in tables.by_opcode.values():
        for number, lowering in enumerate(lowerings):
            first = next((other for other in lowerings[:number]
                          if other.group == lowering.group and not other.rule.conditions and
                          other.entry is not lowering.entry and
                          set(lowering.widths) <= set(other.widths)), None)
            reached[lowering.provenance] = reached.get(lowering.provenance, False) or first is None
            if first is not None:
                behind[lowering.provenance] = (lowering, first)
    for provenance, (lowering, first) in behind.items():
        if not reached[provenance]:
            diagnostics.error("E352", lowering.entry.position,
                              f"this lowering of '{lowering.alu.name}' is never reached: another "
                              f"of group '{lowering.group}' takes all that it would",
                              [(first.entry.position, "it is here")])


def _check_groups(who: str, groups: set[str], tables: LoweringTables,
                  reported: set[frozenset[str]], diagnostics: Diagnostics) -> None:
    groups = groups - tables.truths
    needs: dict[Place, dict[Place, Lowering]] = {}
    lowered = {(lowering.alu.name, width) for lowering in tables.lowerings
               if lowering.group in groups for width in lowering.widths}
    for lowering in tables.lowerings:
        if lowering.group not in groups:
            continue
        for width in lowering.widths:
            place = (lowering.alu.name, width)
            for other in _made(lowering, width):
                itself = other == place and lowering.done is not None
                if other in lowered and not itself:
                    needs.setdefault(place, {}).setdefault(other, lowering)
    for start in sorted(needs):
        circle = _circle(start, needs)
        # One fault for all widths.
        names = frozenset(name for name, _ in circle)
        if circle and names not in reported:
            reported.add(names)
            first = needs[circle[0]][circle[1]]
            shown = " → ".join(_shown(place) for place in circle)
            diagnostics.error("E351", first.entry.position,
                              f"{who} would never end: {shown}",
                              [(None, "a lowering may use its own opcode once where it says with "
                                      "'once' why")] if len(circle) == 2 else None)


def _shown(place: Place) -> str:
    name, width = place
    return f"{name}@{width}" if width else name


def _made(lowering: Lowering, width: int) -> set[Place]:
    """The opcodes that a lowering makes, each at its width."""
    return {_place(node, lowering, width) for node in lowering.rule.replace.walk()
            if node.kind == "op"}


def _place(node: Node, lowering: Lowering, width: int) -> Place:
    assert node.alu is not None
    if not node.alu.widths:
        return node.text, 0
    source = node.children[node.alu.width_source]
    classes = lowering.rule.shapes.classes
    widths = widths_of(classes.domain(source.klass))
    return node.text, widths[0] if len(widths) == 1 else width


def _circle(start: Place, needs: dict[Place, dict[Place, Lowering]]) -> list[Place]:
    """The shortest way from a place back to it, both ends included; nothing where there is
    none."""
    ways: list[list[Place]] = [[start]]
    seen: set[Place] = set()
    while ways:
        way = ways.pop(0)
        for other in sorted(needs.get(way[-1], {})):
            if other == start:
                return [*way, start]
            if other not in seen:
                seen.add(other)
                ways.append([*way, other])
    return []
