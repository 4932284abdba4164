"""What compilers need of the ir3 machine beyond encodings: the facts that `defs/ir3/machine.yaml`
declares and revisions give, and `defs/ir3/slots.yaml` → `<jacquard/ir3/machine.h>`,
`<jacquard/ir3/slots.h>` and their sources."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from .. import escape
from ..diagnostics import Diagnostics, listed
from ..expr import BOOL, Type
from ..groups import Context, Output
from ..identifiers import check_identifiers
from ..nir import relied_enum
from ..schema import (FAILED, FLAG, NAME, TEXT, Integer, Json, Record, Text, check_unique,
                      choice, key, load_entries, table_schema)
from ..source import Scalar
from .model import Enumeration, Model, Revision

MACHINE = "ir3/machine.yaml"
SLOTS = "ir3/slots.yaml"
OUTPUT_NAMES = ["jacquard/ir3/machine.h", "jacquard/ir3/machine.cpp", "jacquard/ir3/slots.h",
                "jacquard/ir3/slots.cpp"]

_TYPES = {
    "flag": "true or false",
    "count": "a number",
}
_KINDS = {
    "vertex_input": "An attribute of a vertex.",
    "varying": "An output of vertex shaders and input of fragment shaders.",
    "fragment_output": "A result of a fragment shader.",
    "broadcast_output": "A result of a fragment shader that goes to all targets.",
    "vertex_flags": "What a geometry program says of a vertex.",
    "system_value": "A register that the hardware fills before the program starts.",
}


class FactEntry(Record):
    """A fact of the machine that revisions and parts may differ in."""

    fact: Text = key(NAME, "Its name: rules ask for machine.NAME.", required=True)
    doc: Text = key(TEXT, "What it says.", required=True)
    type: Text = key(choice(_TYPES), "What its values are.", required=True)
    general_registers: bool = key(FLAG, "It counts general registers, which end where the first "
                                  "begins that has a meaning.", default=False)
    least: int = key(Integer(0, 0xffff), "The least a number can be.", default=0)
    most: int = key(Integer(0, 0xffff), "The most a number can be.", default=0xffff)


class SlotEntry(Record):
    """A slot, or several that differ in their number."""

    slot: Text = key(NAME, "Its name, the number left out where there are several.", required=True)
    doc: Text = key(TEXT, "What it holds.", required=True)
    kind: Text = key(choice(_KINDS), "Where it stands.", required=True)
    first: int = key(Integer(0, 192), "Its number.", required=True)
    count: int = key(Integer(1, 64), "How many there are.", default=0)
    semantic: Text | None = key(NAME, "What declarations in a shader call it.")
    component: int = key(Integer(0, 3), "The component of the declared output it takes.",
                         default=0)
    half: bool = key(FLAG, "It stands in a half register.", default=False)
    parameter: int = key(Integer(-1, 63), "A system value that the driver puts into the constant "
                         "file: its place among these, in 32-bit words. -1: it stands in a "
                         "register.", default=-1)


@dataclass(frozen=True)
class Slot:
    name: str
    kind: str
    number: int
    semantic: str
    index: int
    component: int
    half: bool
    parameter: int
    provenance: str


class Machine(NamedTuple):
    facts: dict[str, FactEntry]
    revisions: list[Revision]
    slots: list[Slot]
    enums: dict[str, Enumeration]


def load(context: Context, model: Model) -> Machine | None:
    diagnostics = context.diagnostics
    before = len(diagnostics)
    facts = check_unique(load_entries(FactEntry, context.table(MACHINE), diagnostics),
                         lambda entry: entry.fact, diagnostics)
    check_identifiers([fact.fact for fact in facts.values()], diagnostics, escape.name)
    one_base = sum(revision.version.base is None for revision in model.revisions) == 1
    for revision in model.revisions:
        _set_facts(revision, facts, one_base, diagnostics)
    semantics = _semantics(context)
    slots: dict[str, Slot] = {}
    for slot in load_entries(SlotEntry, context.table(SLOTS), diagnostics):
        if slot.semantic is not None and semantics and str(slot.semantic) not in semantics:
            diagnostics.error("E642", slot.semantic.position,
                              f"there is no semantic '{slot.semantic}'",
                              near=str(slot.semantic), known=semantics, within="nir/enums.yaml")
        for member in _expand(slot):
            if member.name in slots:
                diagnostics.error("E641", slot.slot.position,
                                  f"there is another slot named '{member.name}'")
            slots[member.name] = member
    if len(diagnostics) > before:
        return None
    return Machine(facts, model.revisions, list(slots.values()), model.enums)


def types_of_facts(machine: Machine) -> dict[str, Type]:
    """The operands that conditions have of the machine: `machine.NAME`."""
    return {f"machine.{name}": BOOL if fact.type == "flag" else Type("uint", 32)
            for name, fact in machine.facts.items()}


def _set_facts(revision: Revision, facts: dict[str, FactEntry], must_be_whole: bool,
               diagnostics: Diagnostics) -> None:
    """Gives a revision the facts that it and what it extends say, the nearest first. One that
    extends nothing must say all, unless it may be one that should."""
    for version in revision.version.chain():
        revision.machine |= _values(version.entry.machine, facts, diagnostics)
    entry = revision.version.entry
    missing = [name for name in facts if name not in revision.machine]
    if missing and revision.version.base is None and must_be_whole:
        diagnostics.error("E643", entry.where("machine"),
                          f"'{revision.name}' extends nothing and does not say {listed(missing)}",
                          [(facts[name].position, str(facts[name].doc)) for name in missing])
    for some in entry.some_parts:
        values = _values(some.machine, facts, diagnostics)
        for part in some.parts:
            if part not in revision.parts:
                diagnostics.error("E644", some.where("parts"),
                                  f"{part} is no part of '{revision.name}'",
                                  [(revision.parts_position, "its parts are listed here")])
            revision.machine_of_parts[part] = revision.machine_of_parts.get(part, {}) | values


def _values(given: dict[Text, Scalar], facts: dict[str, FactEntry],
            diagnostics: Diagnostics) -> dict[str, int | bool]:
    values: dict[str, int | bool] = {}
    for name, node in given.items():
        fact = facts.get(str(name))
        if fact is None:
            diagnostics.error("E640", name.position, f"there is no fact '{name}' of the machine",
                              [(None, f"defs/{MACHINE} declares them")], near=str(name),
                              known=facts, within=MACHINE)
            continue
        kind = FLAG if fact.type == "flag" else Integer(fact.least, fact.most)
        value = kind.load(node, diagnostics)
        if value is not FAILED:
            values[str(name)] = value
    return values


def _semantics(context: Context) -> list[str]:
    """The names a shader's declarations may have, from the NIR enumerations."""
    semantic = relied_enum(context, "Semantic")
    return [] if semantic is None else [value.word for value in semantic.values]


def _expand(entry: SlotEntry) -> list[Slot]:
    semantic = str(entry.semantic) if entry.semantic is not None else ""
    if entry.count == 0:
        return [Slot(str(entry.slot), str(entry.kind), entry.first, semantic, 0, entry.component,
                     entry.half, entry.parameter, entry.provenance)]
    return [Slot(f"{entry.slot}{index}", str(entry.kind), entry.first + index, semantic, index,
                 entry.component, entry.half, entry.parameter, entry.provenance)
            for index in range(entry.count)]


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
        "slots": machine.slots, "kinds": list(_KINDS.items()), "types": _names(types),
        "half_types": f"{types.sets['half']:#x}",
        "bindless_modes": f"{machine.enums['descriptor_mode'].sets['bindless']:#x}",
        "conditions": _names(machine.enums["condition"])}
    return [Output(name, "ir3/" + name.rsplit("/", 1)[1] + ".j2", values)
            for name in OUTPUT_NAMES]


def schemas() -> dict[str, Json]:
    return {"ir3/machine": table_schema("Facts of the machine", FactEntry),
            "ir3/slots": table_schema("Slots", SlotEntry)}
