"""The facts of the ir3 machine that compilers need beyond encodings: the facts that
`defs/ir3/machine.yaml` declares and revisions give, the slots and the modes →
`<jacquard/generated/ir3/machine.h>`, `<jacquard/generated/ir3/slots.h>`,
`<jacquard/generated/ir3/modes.h>` and their sources."""

from __future__ import annotations

from typing import Any, NamedTuple

from ... import escape
from ...diagnostics import Diagnostics, listed
from ...expr import BOOL, Type
from ...groups import Context, Output
from ...identifiers import check_identifiers
from ...schema import (EXPRESSION, FAILED, FLAG, NAME, TEXT, Integer, Json, Kind, Record, Text,
                       check_unique, choice, key, load_entries, table_schema)
from ...source import Scalar
from .model import Enumeration, Model, Revision
from .modes import USES, PropertyEntry, load_properties
from .slots import FIXED_FUNCTIONS, KINDS, PartEntry, Slot, SlotEntry, load_slots, slot_families

MACHINE = "ir3/machine.yaml"
OUTPUT_NAMES = ["jacquard/generated/ir3/machine.h", "jacquard/generated/ir3/machine.cpp",
                "jacquard/generated/ir3/machine_list.h", "jacquard/generated/ir3/slots.h",
                "jacquard/generated/ir3/slots.cpp", "jacquard/generated/ir3/modes.h",
                "jacquard/generated/ir3/modes.cpp"]

_TYPES = {
    "flag": "true or false",
    "count": "a number",
}


class FactEntry(Record):
    """A fact of the machine that revisions and parts may differ in."""

    fact: Text = key(NAME, "Its name: rules ask for machine.NAME.", required=True)
    doc: Text = key(TEXT, "What it says.", required=True)
    type: Text = key(choice(_TYPES), "What its values are.", required=True)
    usual: Scalar | None = key(EXPRESSION, "What it is of revisions that say nothing, where all "
                               "that do so are alike.")
    general_registers: bool = key(FLAG, "It counts general registers, which end where the first "
                                  "begins that has a meaning.", default=False)
    least: int = key(Integer(0, 0xffff), "The least a number can be.", default=0)
    most: int = key(Integer(0, 0xffff), "The most a number can be.", default=0xffff)


class Machine(NamedTuple):
    facts: dict[str, FactEntry]
    revisions: list[Revision]
    slots: list[Slot]
    slot_parts: list[PartEntry]
    properties: list[PropertyEntry]
    enums: dict[str, Enumeration]


def load(context: Context, model: Model) -> Machine | None:
    diagnostics = context.diagnostics
    before = len(diagnostics)
    root = context.table(MACHINE) if context.has(MACHINE) else None
    facts = check_unique(load_entries(FactEntry, root, diagnostics),
                         lambda entry: entry.fact, diagnostics)
    check_identifiers([fact.fact for fact in facts.values()], diagnostics, escape.name)
    one_base = sum(revision.version.base is None for revision in model.revisions) == 1
    for revision in model.revisions:
        _set_facts(revision, facts, one_base, diagnostics)
    if one_base and len(diagnostics) == before:
        _check_differences(facts, model.revisions, diagnostics)
    slots, parts = load_slots(context) if context.serves_library else ([], [])
    properties = load_properties(context) if context.serves_library else []
    if len(diagnostics) > before:
        return None
    return Machine(facts, model.revisions, slots, parts, properties, model.enums)


def types_of_facts(machine: Machine) -> dict[str, Type]:
    """The operands that conditions have of the machine: `machine.NAME`."""
    return {f"machine.{name}": BOOL if fact.type == "flag" else Type("uint", 32)
            for name, fact in machine.facts.items()}


def _set_facts(revision: Revision, facts: dict[str, FactEntry], must_be_whole: bool,
               diagnostics: Diagnostics) -> None:
    """Gives a revision the facts that it and what it extends say, the nearest first. One that
    extends nothing must say all, unless it may be one that should."""
    revision.machine |= {
        name: value for name, fact in facts.items() if fact.usual is not None
        if (value := kind_of(fact).load(fact.usual, diagnostics)) is not FAILED}
    for version in revision.version.chain():
        revision.machine |= _values(version.entry.machine, facts, diagnostics)
    entry = revision.version.entry
    said = {str(name) for version in revision.version.chain() for name in version.entry.machine}
    missing = [name for name in facts if name not in revision.machine and name not in said]
    if missing and revision.version.base is None and must_be_whole:
        diagnostics.error("E643", entry.where("machine"),
                          f"'{revision.name}' extends nothing and does not say {listed(missing)}",
                          [(facts[name].position, str(facts[name].doc)) for name in missing])
    for some in entry.some_parts:
        values = _values(some.machine, facts, diagnostics)
        for part in some.parts:
            if part not in revision.parts:
                diagnostics.error("E644", some.where("parts"),
                                  f"{part} is not a part of '{revision.name}'",
                                  [(revision.parts_position, "its parts are listed here")])
            revision.machine_of_parts[part] = revision.machine_of_parts.get(part, {}) | values
        for name in some.disputed:
            if str(name) not in facts:
                no_such_fact(name, facts, diagnostics)


def kind_of(fact: FactEntry) -> Kind:
    return FLAG if fact.type == "flag" else Integer(fact.least, fact.most)


def no_such_fact(name: Text, facts: dict[str, FactEntry], diagnostics: Diagnostics) -> None:
    diagnostics.error("E640", name.position, f"there is no fact '{name}' of the machine",
                      [(None, f"defs/{MACHINE} declares them")], near=str(name), known=facts,
                      within=MACHINE)


def facts_of(revision: Revision, part: int) -> dict[str, int | bool]:
    """All facts of a part."""
    return revision.machine | revision.machine_of_parts.get(part, {})


def _check_differences(facts: dict[str, FactEntry], revisions: list[Revision],
                       diagnostics: Diagnostics) -> None:
    """A value that all parts share is not a fact of revisions and is written once. The check is
    skipped if a revision could not be read completely."""
    if diagnostics.failed:
        return
    parts = [facts_of(revision, part) for revision in revisions for part in revision.parts]
    for name, fact in facts.items():
        values = {values[name] for values in parts}
        if len(values) == 1 and fact.usual is None:
            value = str(values.pop()).lower()
            diagnostics.error("E681", fact.position,
                              f"'{name}' is {value} of all parts: say it here as `usual: {value}` "
                              "and not in revisions")


def _values(given: dict[Text, Scalar], facts: dict[str, FactEntry],
            diagnostics: Diagnostics) -> dict[str, int | bool]:
    values: dict[str, int | bool] = {}
    for name, node in given.items():
        fact = facts.get(str(name))
        if fact is None:
            no_such_fact(name, facts, diagnostics)
            continue
        value = kind_of(fact).load(node, diagnostics)
        if value is not FAILED:
            values[str(name)] = value
    return values


def _names(enum: Enumeration) -> list[str]:
    return [enum.texts.get(value, "") for value in range(max(enum.values.values()) + 1)]


def _row(machine: Machine, values: dict[str, int | bool]) -> str:
    """The initialiser of a revision's facts."""
    return ", ".join(str(values[name]).lower() for name in machine.facts)


def outputs(machine: Machine) -> list[Output]:
    types = machine.enums["type"]
    revisions = [{"name": revision.name, "position": revision.position,
                  "row": _row(machine, revision.machine)} for revision in machine.revisions]
    parts = [{"part": part, "position": revision.position,
              "values": {name: str(value).lower() for name, value in values.items()}}
             for revision in machine.revisions
             for part, values in sorted(revision.machine_of_parts.items())]
    values: dict[str, Any] = {
        "facts": list(machine.facts.values()), "revisions": revisions, "parts": parts,
        "slots": machine.slots, "slot_parts": machine.slot_parts,
        "slot_families": slot_families(machine.slots),
        "properties": machine.properties, "uses": list(USES.items()),
        "kinds": list(KINDS.items()), "fixed_functions": list(FIXED_FUNCTIONS.items()),
        "types": _names(types),
        "type_sets": [("".join(word.title() for word in name.split("_")), f"{members:#x}")
                      for name, members in types.sets.items()],
        "bindless_modes": f"{machine.enums['descriptor_mode'].sets['bindless']:#x}",
        "conditions": _names(machine.enums["condition"])}
    return [Output(name, "ir3/tables/" + name.rsplit("/", 1)[1] + ".j2", values)
            for name in OUTPUT_NAMES]


def schemas() -> dict[str, Json]:
    return {"ir3/machine": table_schema("Facts of the machine", FactEntry),
            "ir3/slots": table_schema("Slots", SlotEntry),
            "ir3/modes": table_schema("Properties of shaders", PropertyEntry)}
