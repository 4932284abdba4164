"""For every rule what it is tried with: the instructions that it finds, at every width."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any, NamedTuple

from ...nir.rules.numbers import bits_at
from ...nir.rules.patterns import Node
from ..tables.model import Model, enumerator
from .load import PRECISE
from ..check.partial import partial_value
from .records import Rule

MAXIMUM_SOURCES = 4
# The constants of a pattern are tried with these numbers, until the condition of the rule holds.
_CONSTANTS = (5, 1, 0, 2, 31, 0xffff, 0x3f800000, 0x80000000, 0xffffffff)


class _Chosen(NamedTuple):
    """The inputs with which a rule is tried, and the revisions on which it must be chosen then."""

    precise: bool
    constants: dict[str, int]
    revisions: int
    part: int = 0  # 0: the first of each revision


class Cases:
    """Makes the cases; `index` numbers the revisions."""

    def __init__(self, model: Model, index: dict[str, int]) -> None:
        self.revisions = {revision.name: revision for revision in model.revisions}
        self.index = index

    def of(self, rules: list[Rule]) -> list[dict[str, Any]]:
        result: list[dict[str, Any]] = []
        first = 0
        for rule in rules:
            chosen = self._chosen(rule)
            for widths in rule.assignments() if chosen is not None else []:
                nodes: list[dict[str, Any]] = []
                variables: dict[str, int] = {}
                assert chosen is not None
                _append(rule, rule.find, widths, chosen.constants, nodes, variables)
                result.append({
                    "rule": rule.number, "pattern": rule.pattern, "place": rule.provenance,
                    "revisions": f"{chosen.revisions:#x}", "exact": not rule.entry.inexact,
                    "part": chosen.part, "precise": chosen.precise, "nodes": nodes,
                    "domain": rule.entry.domain or [0.0, 0.0],
                    "tolerance": rule.entry.tolerance or 0, "first": first})
                first += len(nodes)
        return result

    def _chosen(self, rule: Rule) -> _Chosen | None:
        """Constants for which the condition holds on as many revisions as have the rule."""
        names = [name for name, node in rule.names.items() if node.kind == "constant"]
        best: _Chosen | None = None
        for precise in (True, False):
            for values in itertools.product(_CONSTANTS, repeat=len(names)):
                constants = dict(zip(names, values))
                mask = 0
                given: dict[str, int | bool] = {**constants, PRECISE: precise}
                for name in rule.revisions:
                    holds = _holds(rule, self.revisions[name].machine, given)
                    mask |= int(holds) << self.index[name]
                if mask.bit_count() == len(rule.revisions):
                    return _Chosen(precise, constants, mask)
                if mask and (best is None or best.part != 0 or
                             mask.bit_count() > best.revisions.bit_count()):
                    best = _Chosen(precise, constants, mask)
                if best is None:
                    best = self._of_part(rule, given, constants)
        return best

    def _of_part(self, rule: Rule, given: Mapping[str, int | bool], constants: dict[str, int]
                 ) -> _Chosen | None:
        """A part for which the condition holds, though it does not for its revision."""
        for name in rule.revisions:
            revision = self.revisions[name]
            for part, other in revision.machine_of_parts.items():
                if _holds(rule, {**revision.machine, **other}, given):
                    return _Chosen(bool(given[PRECISE]), constants, 1 << self.index[name], part)
        return None


def _holds(rule: Rule, machine: Mapping[str, int | bool], given: Mapping[str, int | bool]) -> bool:
    known = {f"machine.{fact}": value for fact, value in machine.items()}
    return rule.condition is None or bool(partial_value(rule.condition, {**known, **given}))


def _append(rule: Rule, node: Node, widths: dict[int, int], constants: dict[str, int],
            nodes: list[dict[str, Any]], variables: dict[str, int]) -> int:
    """Adds what a part of the pattern finds, sources first; its place among the nodes."""
    width = widths[rule.shapes.classes.root(node.klass)]
    row: dict[str, Any] = {"width": width, "opcode": "", "bits": "0x0", "sources": []}
    if node.kind == "op":
        row["opcode"] = enumerator(node.text)
        row["sources"] = [_append(rule, child, widths, constants, nodes, variables)
                          for child in node.children]
    elif node.kind == "number":
        row["bits"] = f"{bits_at(node.text, width) or 0:#x}"
    elif node.text in constants:
        row["bits"] = f"{constants[node.text] & ((1 << width) - 1):#x}"
    else:
        if node.text in variables:
            return variables[node.text]
        variables[node.text] = len(nodes)
        row["variable"] = len(variables) - 1
    nodes.append(row)
    return len(nodes) - 1
