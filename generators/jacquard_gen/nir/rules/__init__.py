"""Rewrite rules: `defs/nir/rules/*.yaml` → `<jacquard/generated/nir/rules.h>` and its sources."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...groups import Context, Output
from ...places import Places
from ...schema import Json, table_schema
from ..alu import Alu
from . import tables
from .load import load as load_rules
from .model import Rule
from .records import GroupEntry, RuleEntry

CODE_NAMES = [f"jacquard/generated/nir/{name}" for name in (
    "rules.h", "rules.cpp", "rule_texts.cpp", "rule_automata.cpp", "rule_functions.cpp")]
DATA_NAMES = [f"jacquard/generated/nir/{pool.name}.bin" for pool in tables.Tables().pools.values()]
OUTPUT_NAMES = CODE_NAMES + DATA_NAMES


@dataclass(frozen=True)
class RuleTables:
    """The checked rules and their groups."""

    groups: list[GroupEntry]
    rules: list[Rule]

    @cached_property
    def by_name(self) -> dict[str, list[Rule]]:
        found: dict[str, list[Rule]] = {}
        for rule in self.rules:
            found.setdefault(rule.name, []).append(rule)
        return found

    def names_by_root(self) -> dict[str, list[str]]:
        """For each opcode the rules that rewrite it, in the order of the tables."""
        found: dict[str, dict[str, None]] = {}
        for rule in self.rules:
            if rule.find.alu is not None:
                found.setdefault(rule.find.alu.name, {})[rule.name] = None
        return {opcode: list(names) for opcode, names in found.items()}


def load(context: Context, opcodes: list[Alu]) -> RuleTables | None:
    loaded = load_rules(context, opcodes)
    return RuleTables(*loaded) if loaded is not None else None


def outputs(model: RuleTables, opcodes: list[Alu], lowerings: list[Rule],
            patterns: list[Rule], places: Places) -> list[Output]:
    """The files; the rules of lowerings stand behind those that groups have, and behind these what
    is only looked for."""
    made = tables.make(model.groups, model.rules, opcodes, lowerings, patterns, places)
    values: dict[str, Any] = made.as_values()
    code = [Output(path, f"nir/rules/{path.rsplit('/', 1)[1]}.j2", values) for path in CODE_NAMES]
    return code + [Output(path, "", {}, pool.data)
                   for path, pool in zip(DATA_NAMES, made.pools.values())]


def explain(model: RuleTables, name: str) -> str | None:
    """A rule by its name."""
    members = model.by_name.get(name)
    if not members:
        return None
    origin = members[0].origin
    lines = [f"nir:{name}  {origin.doc or 'A rewrite rule.'}",
             f"  rule of {members[0].group}, {origin.provenance}"]
    for rule in members:
        lines.append(f"  {rule.origin.find.value}  →  {rule.origin.replace.value}")
    if members[0].conditions:
        lines.append("  when " + " and ".join(condition.text for condition in
                                              members[0].conditions))
    if origin.inexact:
        lines.append("  inexact")
    if origin.unless:
        lines.append("  unless " + ", ".join(origin.unless) + " must be kept")
    return "\n".join(lines)


def schemas() -> dict[str, Json]:
    return {
        "nir/rules": table_schema("NIR rewrite rules", RuleEntry),
        "nir/rule_groups": table_schema("Passes made of NIR rewrite rules", GroupEntry),
    }
