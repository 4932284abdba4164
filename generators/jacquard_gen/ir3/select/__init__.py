"""Instruction selection: the `select` entries of `defs/ir3/select` and of revisions
→ `<jacquard/generated/ir3/select.h>` and its source.

A rule finds a NIR instruction, perhaps with the instructions that make its sources, and says which
machine instructions compute the same. Patterns are those of the rewrite rules.

    select: (bcsel (inot c) x@32 y)   names stand for values, `#k` for constants, numbers for
                                      constants of that value, @W for a width
    when: machine.scalar_alu          what else must hold
    emit:                             the last line makes the result
      - t0 = mull.u a, b
      - (sat)add.f t0, (neg)b         also (even) and the like in front of conversions
    emit: c                           the result is a value that is there already

The first rule that fits is taken. What a revision adds comes before what it has from another.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ...expr import Language
from ...groups import Context, Output
from ...places import Places
from ...nir import all_opcodes
from ...schema import Json, table_schema
from ..tables.machine import Machine, types_of_facts
from ..tables.model import Model, enumerator
from ..check.needed import Needed
from . import order
from .cases import Cases
from .code import RuleWriter
from .fits import Fits
from .load import RuleLoader
from ..check.partial import may_hold
from .records import KIND, WIDTHS, Rule, SelectEntry, Selection

FOLDER = "ir3/select"
TABLE = f"{FOLDER}/alu.yaml"
OUTPUT_NAMES = ["jacquard/generated/ir3/select.h", "jacquard/generated/ir3/select.cpp",
                "jacquard/generated/ir3/select_cases.h"]

__all__ = ["FOLDER", "KIND", "OUTPUT_NAMES", "TABLE", "Selection", "load", "outputs",
           "schemas"]


def load(context: Context, language: Language | None, model: Model, machine: Machine,
         needed: Needed) -> Selection | None:
    """The rules of every revision; what of them is at fault is reported and left out."""
    diagnostics = context.diagnostics
    if language is None or context.serves_library and \
            not all(name in model.enums for name in ("condition", "round", "type")):
        return None
    opcodes = {opcode.name: opcode for opcode in all_opcodes(context)}
    loader = RuleLoader(model, language, opcodes, types_of_facts(machine), diagnostics)
    fits = Fits(needed, diagnostics)
    known: dict[int, Rule | None] = {}
    ordered: dict[str, list[Rule]] = {}
    said: set[int] = set()
    # Faults in rules that a revision inherits are reported for the revision that has them itself.
    for revision in sorted(model.revisions, key=lambda one: len(one.version.chain())):
        rules: list[Rule] = []
        for entry in revision.version.merged(KIND.key):
            if id(entry) not in known:
                known[id(entry)] = loader.rule(entry)
            rule = known[id(entry)]
            if rule is None or may_hold(rule.condition, revision) is False:
                continue
            rule.revisions.append(revision.name)
            fits.check(rule, revision)
            rules.append(rule)
        order.check(rules, revision, said, diagnostics)
        ordered[revision.name] = rules
    return Selection(_numbered(ordered), ordered)


def _numbered(ordered: dict[str, list[Rule]]) -> list[Rule]:
    """All rules in an order that agrees with that of every revision."""
    followers: dict[int, list[Rule]] = {}
    waits: dict[int, int] = {}
    rules = {id(rule): rule for listed in ordered.values() for rule in listed}
    for listed in ordered.values():
        for before, after in zip(listed, listed[1:]):
            followers.setdefault(id(before), []).append(after)
            waits[id(after)] = waits.get(id(after), 0) + 1
    result: list[Rule] = []
    ready = [rule for rule in rules.values() if not waits.get(id(rule))]
    while ready:
        rule = ready.pop(0)
        rule.number = len(result)
        result.append(rule)
        for after in followers.get(id(rule), []):
            waits[id(after)] -= 1
            if not waits[id(after)]:
                ready.insert(0, after)
    assert len(result) == len(rules)
    return result


class AskedForm(NamedTuple):
    """A form of a rule for an opcode, and when it fits; always where the test is empty."""

    number: int
    test: str


def outputs(selection: Selection, model: Model, machine: Machine,
            places: Places) -> list[Output]:
    facts = {f"machine.{name}": f"selection.machine().{name}" if fact.type == "flag" else
             f"std::uint32_t{{selection.machine().{name}}}"
             for name, fact in machine.facts.items()}
    every = {revision.name for revision in model.revisions}
    index = {revision.name: number for number, revision in enumerate(model.revisions)}
    forms: list[dict[str, Any]] = []
    # The forms for each opcode, in the order in which they are asked.
    groups: dict[str, list[AskedForm]] = {}
    for rule in selection.rules:
        # Empty where every revision has the rule.
        mask = "" if set(rule.revisions) == every else \
            "in_set(selection.revision(), " \
            f"{sum(1 << index[name] for name in rule.revisions):#x})"
        asked = groups.setdefault(enumerator(rule.find.text), [])
        for number in range(1 << len(rule.orders)):
            writer = RuleWriter(rule, number, facts)
            name = f"rule_{rule.number}" + (f"_{number}" if number else "")
            fits = f"fits_{name}(selection, n0)" if writer.conditions else ""
            parts = [part for part in (mask, writer.test, fits) if part]
            test = " && ".join(f"({part})" if len(parts) > 1 and " || " in part else part
                               for part in parts)
            if not asked or asked[-1].test:  # none is asked behind one that always fits
                asked.append(AskedForm(len(forms), test))
            forms.append({"name": name, "provenance": rule.provenance, "pattern": rule.pattern,
                          "rule": rule.number, "num_instructions": len(rule.lines),
                          "conditions": writer.conditions, "statements": writer.statements})
    values = {"forms": forms, "groups": list(groups.items()),
              "is_selected": " || ".join(f"bit_size == {width}" for width in WIDTHS),
              "described": [{"pattern": rule.pattern, "place": places.number(rule.provenance)}
                            for rule in selection.rules],
              "cases": Cases(model, index).of(selection.rules)}
    return [Output(name, "ir3/select/" + name.rsplit("/", 1)[1] + ".j2", values)
            for name in OUTPUT_NAMES]


def schemas() -> dict[str, Json]:
    return {TABLE.removesuffix(".yaml"): table_schema("Instruction selection", SelectEntry)}
