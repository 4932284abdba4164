"""The classes of instructions that costs are given for, and which opcode belongs to which."""

from __future__ import annotations

from collections.abc import Callable

from ...diagnostics import Diagnostics, listed
from ...schema import NAME, TEXT, Record, Text, choice, key, list_of, text
from .model import Model, OpcodeFacts, Revision
from .records import ACTIONS, CATEGORIES, LOOKUPS, PROPERTIES

COUNTED = {
    "alu": "Arithmetic.",
    "complex": "Special functions.",
    "flow": "Flow control.",
    "barrier": "Barriers and fences.",
    "texture_read": "Reads of textures.",
    "memory_read": "Loads.",
    "memory_write": "Stores and atomics.",
    "move": "Moves and conversions.",
    "nop": "Slots that pass.",
    "other": "The rest.",
}
UNITS = {
    "none": "Nothing but the issue slot.",
    "alu": "The unit for arithmetic.",
    "complex": "The unit for special functions.",
    "texture": "The texture unit.",
    "varying": "The unit that interpolates.",
    "memory": "The way to memory.",
}
_PATTERN = text("an opcode, or the beginning of several before a '*'", r"[a-z0-9_.]+\*?")


class CostClass(Record):
    """A class of instructions that cost alike."""

    cost: Text = key(NAME, "Name of the class.", required=True)
    doc: Text = key(TEXT, "What belongs to it.", required=True)
    ops: list[Text] = key(list_of(_PATTERN, low=1), "Opcodes, by name.", default=[])
    actions: list[Text] = key(list_of(choice(ACTIONS), low=1), "What they make the emulator do.",
                              default=[])
    lookups: list[Text] = key(list_of(choice(LOOKUPS), low=1), "What they ask of a texture.",
                              default=[])
    properties: list[Text] = key(list_of(choice(PROPERTIES), low=1), "One of their properties.",
                                 default=[])
    timings: list[Text] = key(list_of(NAME, low=1), "Their timing classes.", default=[])
    categories: list[Text] = key(list_of(choice(CATEGORIES), low=1), "Their categories.",
                                 default=[])
    counts_as: Text = key(choice(COUNTED), "The line of a report that counts them.",
                          required=True)
    unit: Text | str = key(choice(UNITS), "What they keep busy.", default="none")


def _matches(pattern: Text, name: str) -> bool:
    return name.startswith(pattern[:-1]) if pattern.endswith("*") else name == pattern


def _fits(entry: CostClass, facts: OpcodeFacts) -> bool:
    tests: list[tuple[list[Text], Callable[[Text], bool]]] = [
        (entry.ops, lambda wanted: _matches(wanted, facts.name)),
        (entry.actions, lambda wanted: facts.action == wanted),
        (entry.lookups, lambda wanted: str(facts.entry.lookup) == wanted),
        (entry.properties, lambda wanted: wanted in facts.properties),
        (entry.timings, lambda wanted: facts.timing == wanted),
        (entry.categories, lambda wanted: list(CATEGORIES)[facts.opcode.category] == wanted),
    ]
    return all(any(map(test, wanted)) for wanted, test in tests if wanted)


def _check_names(entries: list[CostClass], model: Model, revision: Revision,
                 diagnostics: Diagnostics) -> None:
    """Names must mean something, on this revision or on another."""
    timings = revision.timing.classes if revision.timing is not None else None
    for entry in entries:
        for pattern in entry.ops:
            if not any(_matches(pattern, opcode.name) for opcode in model.opcodes):
                diagnostics.error("E661", pattern.position, f"there is no instruction '{pattern}'",
                                  near=str(pattern), known=[op.name for op in model.opcodes],
                                  within="ir3/")
        for timing in entry.timings:
            if timings is not None and str(timing) not in timings:
                diagnostics.error("E601", timing.position, f"there is no timing class '{timing}'",
                                  near=str(timing), known=timings,
                                  within=("ir3/timing.yaml", "ir3/revisions"))


def classify(entries: list[CostClass], model: Model, revision: Revision,
             diagnostics: Diagnostics) -> dict[str, str]:
    """The class of each opcode of a revision; opcodes without one are reported."""
    if revision.version.base is None:
        _check_names(entries, model, revision, diagnostics)
    else:
        base = {id(entry) for entry in revision.version.base.merged("cost")}
        _check_names([entry for entry in entries if id(entry) not in base], model, revision,
                     diagnostics)
    found: dict[str, str] = {}
    without: list[str] = []
    for opcode in model.opcodes:
        facts = opcode.on(revision.name)
        if facts is None:
            continue
        fitting = next((entry for entry in entries if _fits(entry, facts)), None)
        if fitting is None:
            without.append(opcode.name)
        else:
            found[opcode.name] = str(fitting.cost)
    if without:
        diagnostics.error("E678", revision.position,
                          f"no cost class of {revision.name} fits {listed(without, joined='or')}",
                          [(None, "a class that lists nothing takes the rest")])
    return found
