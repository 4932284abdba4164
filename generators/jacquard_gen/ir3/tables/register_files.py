"""Checks that the general registers of a machine do not overlap those with their own meaning."""

from __future__ import annotations

from ...diagnostics import Diagnostics
from ...source import Position
from .machine import Machine
from .model import Model, Revision
from .records import RegisterEntry


def check(model: Model, machine: Machine, diagnostics: Diagnostics) -> None:
    """General registers end where the first with a meaning begins that the machine has."""
    before = len(diagnostics)
    for entry in model.registers.values():
        if entry.counted_by is not None and str(entry.counted_by) not in machine.facts:
            diagnostics.error("E640", entry.counted_by.position,
                              f"there is no fact '{entry.counted_by}' of the machine",
                              near=str(entry.counted_by), known=machine.facts)
    for revision in model.revisions if len(diagnostics) == before else []:
        _check(model, machine, revision, revision.machine, diagnostics)
        for part, values in revision.machine_of_parts.items():
            _check(model, machine, revision, {**revision.machine, **values}, diagnostics, part)


def _check(model: Model, machine: Machine, revision: Revision, values: dict[str, int | bool],
           diagnostics: Diagnostics, part: int = 0) -> None:
    of = f"part {part}" if part else f"'{revision.name}'"
    present: list[RegisterEntry] = []
    for entry in model.registers.values():
        fact = str(entry.counted_by) if entry.counted_by is not None else ""
        if not fact or values.get(fact):
            present.append(entry)
        numbers = entry.components or entry.count
        if values.get(fact, 0) > numbers:
            diagnostics.error("E662", _place(revision, fact, part),
                              f"'{fact}' of {of} is {values[fact]}, and there are numbers for "
                              f"{numbers}", [(entry.position, str(entry.doc))])
    if not present:
        return
    first = min(present, key=lambda entry: entry.first)
    for name, declared in machine.facts.items():
        if declared.general_registers and values.get(name, 0) > first.first:
            diagnostics.error("E662", _place(revision, name, part),
                              f"'{name}' of {of} is {values[name]}, and r{first.first} has a "
                              "meaning of its own", [(first.position, str(first.doc))])


def _place(revision: Revision, fact: str, part: int) -> Position:
    """Returns the position of the fact that holds for a revision, or for a part of it."""
    given = [version.entry.machine for version in revision.version.chain()]
    given += [some.machine for some in revision.version.entry.some_parts if part in some.parts]
    return next(key.position for machine in reversed(given) for key in machine if str(key) == fact)
