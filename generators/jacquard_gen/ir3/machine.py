"""What compilers need of the ir3 machine beyond encodings: `defs/ir3/machine.yaml` and
`defs/ir3/slots.yaml` → `<jacquard/ir3/machine.h>`, `<jacquard/ir3/slots.h>` and their sources."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ..groups import Context, Output
from ..schema import (FLAG, NAME, NATURAL, TEXT, Integer, Json, Record, Text, check_unique, choice,
                      key, list_of, load_entries, table_schema)
from .model import Enumeration, Model

MACHINE = "ir3/machine.yaml"
SLOTS = "ir3/slots.yaml"
OUTPUT_NAMES = ["jacquard/ir3/machine.h", "jacquard/ir3/slots.h", "jacquard/ir3/slots.cpp"]

CODES = {
    "E640": "A table of the machine names a revision that does not exist, or leaves one out.",
    "E641": "Two slots have the same name.",
    "E642": "A slot names a semantic that does not exist.",
}

_KINDS = {
    "vertex_input": "An attribute of a vertex.",
    "varying": "An output of vertex shaders and input of fragment shaders.",
    "fragment_output": "A result of a fragment shader.",
    "broadcast_output": "A result of a fragment shader that goes to all targets.",
    "system_value": "A register that the hardware fills before the program starts.",
}


class MachineEntry(Record):
    """A revision as compilers see it."""

    revision: Text = key(NAME, "Name of the revision.", required=True)
    doc: Text = key(TEXT, "A sentence about it.", required=True)
    full_registers: int = key(Integer(1, 63), "General registers (vec4) of 32 bits.",
                              required=True)
    half_registers: int = key(Integer(1, 63), "General registers (vec4) of 16 bits.",
                              required=True)
    merged_registers: bool = key(FLAG, "Half registers overlay the full ones.", required=True)
    constant_vec4: int = key(Integer(1, 2048), "Size of the constant file.", required=True)
    predicates: int = key(Integer(1, 4), "Predicate registers.", required=True)
    predicate_logic: bool = key(FLAG, "Bitwise instructions may write predicates.", required=True)
    alu_nop_count: bool = key(FLAG, "ALU instructions may carry (nopN).", required=True)
    flat_varying: bool = key(FLAG, "Varyings that are not interpolated are read by flat.b.",
                             required=True)
    scalar_alu: bool = key(FLAG, "Instructions on shared registers alone run on a unit of their "
                           "own.", default=False)
    texture_prefetches: int = key(Integer(0, 4), "Texture lookups that can be done before the "
                                  "first instruction.", required=True)
    preamble: bool = key(FLAG, "A part of the program may run once for all waves and fill the "
                         "constant file.", required=True)
    parts_without_prefetch: list[int] = key(list_of(NATURAL), "Parts that can do none.",
                                            default=[])


class SlotEntry(Record):
    """A slot, or several that differ in their number."""

    slot: Text = key(NAME, "Its name, the number left out where there are several.", required=True)
    doc: Text = key(TEXT, "What it holds.", required=True)
    kind: Text = key(choice(_KINDS), "Where it stands.", required=True)
    first: int = key(NATURAL, "Its number.", required=True)
    count: int = key(Integer(1, 64), "How many there are.", default=0)
    semantic: Text | None = key(NAME, "What declarations in a shader call it.")
    component: int = key(Integer(0, 3), "The component of the declared output it takes.",
                         default=0)


@dataclass(frozen=True)
class Slot:
    name: str
    kind: str
    number: int
    semantic: str
    index: int
    component: int
    provenance: str


class Machine(NamedTuple):
    revisions: list[MachineEntry]
    slots: list[Slot]
    enums: dict[str, Enumeration]


def load(context: Context, model: Model) -> Machine | None:
    diagnostics = context.diagnostics
    revisions = model.revisions
    before = len(diagnostics)
    entries = check_unique(load_entries(MachineEntry, context.table(MACHINE), diagnostics),
                           lambda entry: entry.revision, diagnostics)
    known = [revision.name for revision in revisions]
    for name, entry in entries.items():
        if name not in known:
            diagnostics.error("E640", entry.revision.position, f"there is no revision '{name}'",
                              near=name, known=known)
    for revision in revisions:
        if revision.name not in entries and revision.extends in entries:
            entries[revision.name] = entries[revision.extends]
        if revision.name not in entries and entries:
            first = next(iter(entries.values()))
            diagnostics.error("E640", first.position,
                              f"the revision '{revision.name}' has no entry",
                              [(revision.position, "it is declared here")])
    semantics = _semantics(context)
    slots: dict[str, Slot] = {}
    for slot in load_entries(SlotEntry, context.table(SLOTS), diagnostics):
        if slot.semantic is not None and semantics and str(slot.semantic) not in semantics:
            diagnostics.error("E642", slot.semantic.position,
                              f"there is no semantic '{slot.semantic}'",
                              near=str(slot.semantic), known=semantics)
        for member in _expand(slot):
            if member.name in slots:
                diagnostics.error("E641", slot.slot.position,
                                  f"there is another slot named '{member.name}'")
            slots[member.name] = member
    if len(diagnostics) > before:
        return None
    return Machine([entries[name] for name in known], list(slots.values()), model.enums)


def _semantics(context: Context) -> list[str]:
    """The names a shader's declarations may have, from the NIR enumerations."""
    for item in getattr(context.table("nir/enums.yaml"), "items", []):
        name = item.get("enum")
        if name is not None and name.value == "Semantic":
            return list(item.get("values").entries)
    return []


def _expand(entry: SlotEntry) -> list[Slot]:
    semantic = str(entry.semantic) if entry.semantic is not None else ""
    if entry.count == 0:
        return [Slot(str(entry.slot), str(entry.kind), entry.first, semantic, 0, entry.component,
                     entry.provenance)]
    return [Slot(f"{entry.slot}{index}", str(entry.kind), entry.first + index, semantic, index,
                 entry.component, entry.provenance) for index in range(entry.count)]


def _names(enum: Enumeration) -> list[str]:
    return [enum.texts.get(value, "") for value in range(max(enum.values.values()) + 1)]


def outputs(machine: Machine) -> list[Output]:
    types = machine.enums["type"]
    values = {"revisions": machine.revisions, "slots": machine.slots,
              "kinds": list(_KINDS.items()), "types": _names(types),
              "half_types": f"{types.sets['half']:#x}",
              "conditions": _names(machine.enums["condition"])}
    return [Output(name, "ir3/" + name.rsplit("/", 1)[1] + ".j2", values)
            for name in OUTPUT_NAMES]


def schemas() -> dict[str, Json]:
    return {"ir3/machine": table_schema("Machine facts", MachineEntry),
            "ir3/slots": table_schema("Slots", SlotEntry)}
