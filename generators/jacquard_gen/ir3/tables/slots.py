"""The places where programs meet their surroundings, from `defs/ir3/slots.yaml`."""

from __future__ import annotations

from dataclasses import dataclass

from ... import escape
from ...diagnostics import Diagnostics
from ...groups import Context
from ...identifiers import check_identifiers
from ...nir import all_intrinsics, relied_enum
from ...schema import (FLAG, NAME, TEXT, Integer, Record, Text, choice, key, list_of, load_entries,
                       record)

SLOTS = "ir3/slots.yaml"

KINDS = {
    "vertex_input": "An attribute of a vertex.",
    "varying": "An output of vertex shaders and input of fragment shaders.",
    "fragment_output": "A result of a fragment shader.",
    "broadcast_output": "A result of a fragment shader that goes to all targets.",
    "vertex_flags": "What a geometry program says of a vertex.",
    "system_value": "A register that the hardware fills before the program starts.",
}

FIXED_FUNCTIONS = {
    "none": "Only the shader of the next stage.",
    "binning": "Also the hardware that sorts primitives into bins, and that draws them.",
    "drawing": "Also the hardware that draws primitives.",
}


class PartEntry(Record):
    """Bits of a slot's word that have a meaning of their own."""

    part: Text = key(NAME, "Its name; slots whose words have the same part share it.",
                     required=True)
    doc: Text = key(TEXT, "What it says.", required=True)
    low: int = key(Integer(0, 31), "Its lowest bit.", required=True)
    width: int = key(Integer(1, 32), "How many bits it has.", required=True)


class SlotEntry(Record):
    """A slot, or several that differ in their number."""

    slot: Text = key(NAME, "Its name, the number left out where there are several.", required=True)
    doc: Text = key(TEXT, "What it holds.", required=True)
    kind: Text = key(choice(KINDS), "Where the value is.", required=True)
    first: int = key(Integer(0, 192), "Its number.", required=True)
    count: int = key(Integer(1, 64), "How many there are.", default=0)
    semantic: Text | None = key(NAME, "What declarations in a shader call it.")
    component: int = key(Integer(0, 3), "The component of the declared output it takes.",
                         default=0)
    half: bool = key(FLAG, "It is in a half register.", default=False)
    parameter: int = key(Integer(-1, 63), "A system value that the driver puts into the constant "
                         "file: its offset among these, in 32-bit words. -1: it is in a "
                         "register.", default=-1)
    second_parameter: int = key(Integer(-1, 95), "The same in a program in which other values "
                                "stand there.", default=-1)
    parameter_words: int = key(Integer(0, 4), "Words from the place of one of several to that of "
                               "the next.", default=0)
    in_cases: bool = key(FLAG, "Whether cases give it by its name, without a semantic.",
                         default=False)
    intrinsic: Text | None = key(NAME, "The intrinsic of NIR whose result it is as it stands.")
    fixed_function: Text = key(choice(FIXED_FUNCTIONS), "Who reads the output.",
                               default=Text("none"))
    read_as: Text | None = key(NAME, "The slot of the next stage that this one is read as, as "
                               "colours of back faces are; its own where nothing is said.")
    parts: list[PartEntry] = key(list_of(record(PartEntry)), "The values in bits of it.",
                                 default=[])


@dataclass(frozen=True)
class Slot:
    name: str
    family: str  # the name of those that differ in their number alone; empty where it is one
    kind: str
    number: int
    semantic: str
    index: int
    component: int
    half: bool
    parameter: int
    second_parameter: int
    in_cases: bool
    intrinsic: str
    fixed_function: str
    read_as: int
    provenance: str


def load_slots(context: Context) -> tuple[list[Slot], list[PartEntry]]:
    """The slots, and the parts of their words."""
    diagnostics = context.diagnostics
    semantics = _semantics(context)
    intrinsics = [row.name for row in all_intrinsics(context).intrinsics]
    slots: dict[str, Slot] = {}
    parts: dict[str, PartEntry] = {}
    of_intrinsics: dict[str, Text] = {}
    entries = list(load_entries(SlotEntry, context.table(SLOTS), diagnostics))
    by_name = {str(entry.slot): entry for entry in entries}
    for slot in entries:
        if slot.semantic is not None and semantics and str(slot.semantic) not in semantics:
            diagnostics.error("E642", slot.semantic.position,
                              f"there is no semantic '{slot.semantic}'",
                              near=str(slot.semantic), known=semantics, within="nir/enums.yaml")
        if slot.intrinsic is not None:
            _check_intrinsic(slot.intrinsic, intrinsics, of_intrinsics, diagnostics)
        for member in _expand(slot, _reader(slot, by_name, diagnostics)):
            if member.name in slots:
                diagnostics.error("E641", slot.slot.position,
                                  f"there is another slot named '{member.name}'")
            slots[member.name] = member
        for part in slot.parts:
            _check_part(part, slot, parts, diagnostics)
            parts.setdefault(str(part.part), part)
    check_identifiers([part.part for part in parts.values()], diagnostics, escape.name)
    return list(slots.values()), list(parts.values())


def slot_families(slots: list[Slot]) -> list[tuple[str, str, int]]:
    """The families of numbered slots: the name of each, that of its first slot, and its count."""
    families: dict[str, list[Slot]] = {}
    for slot in slots:
        if slot.family:
            families.setdefault(slot.family, []).append(slot)
    return [(name, members[0].name, len(members)) for name, members in families.items()]


def _check_intrinsic(name: Text, intrinsics: list[str], earlier: dict[str, Text],
                     diagnostics: Diagnostics) -> None:
    if intrinsics and str(name) not in intrinsics:
        diagnostics.error("E645", name.position, f"there is no intrinsic '{name}'",
                          near=str(name), known=intrinsics, within="nir/")
    elif str(name) in earlier:
        diagnostics.error("E646", name.position,
                          f"the result of '{name}' is another slot already",
                          notes=[(earlier[str(name)].position, "it is here")])
    earlier.setdefault(str(name), name)


def _check_part(part: PartEntry, slot: SlotEntry, earlier: dict[str, PartEntry],
                diagnostics: Diagnostics) -> None:
    known = earlier.get(str(part.part))
    if known is not None and (known.low, known.width) != (part.low, part.width):
        diagnostics.error("E647", part.part.position,
                          f"another slot has '{part.part}' in other bits",
                          notes=[(known.part.position, "it is here")])
    end = part.low + part.width
    bits = 16 if slot.half else 32
    if end > bits:
        diagnostics.error("E648", part.where("width"),
                          f"the part '{part.part}' ends at bit {end - 1} of a word of {bits}")


def _semantics(context: Context) -> list[str]:
    """The names a shader's declarations may have, from the NIR enumerations."""
    semantic = relied_enum(context, "Semantic")
    return [] if semantic is None else [value.word for value in semantic.values]


def _reader(slot: SlotEntry, by_name: dict[str, SlotEntry],
            diagnostics: Diagnostics) -> SlotEntry:
    """The entry as which the slots of this one are read."""
    if slot.read_as is None:
        return slot
    reader = by_name.get(str(slot.read_as))
    if reader is None:
        diagnostics.error("E649", slot.read_as.position, f"there is no slot '{slot.read_as}'",
                          near=str(slot.read_as), known=list(by_name))
    elif (str(reader.kind), reader.count) != (str(slot.kind), slot.count):
        diagnostics.error("E649", slot.read_as.position,
                          f"'{slot.read_as}' has another kind or count than '{slot.slot}'",
                          notes=[(reader.slot.position, "it is here")])
    return reader or slot


def _expand(entry: SlotEntry, reader: SlotEntry) -> list[Slot]:
    semantic = str(entry.semantic) if entry.semantic is not None else ""
    is_one = entry.count == 0

    def word(first: int, index: int) -> int:
        return first + index * entry.parameter_words if first >= 0 else -1

    return [Slot(str(entry.slot) if is_one else f"{entry.slot}{index}",
                 "" if is_one else str(entry.slot).rstrip("_"), str(entry.kind),
                 entry.first + index, semantic, index, entry.component, entry.half,
                 word(entry.parameter, index), word(entry.second_parameter, index),
                 entry.in_cases,
                 str(entry.intrinsic or "") if is_one else "", str(entry.fixed_function),
                 reader.first + index, entry.provenance)
            for index in range(max(entry.count, 1))]
