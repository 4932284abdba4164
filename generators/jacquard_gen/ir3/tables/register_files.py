"""Checks that the general registers of a machine do not overlap those with their own meaning."""

from __future__ import annotations

from ...diagnostics import Diagnostics, listed
from ...source import Position
from .machine import Machine
from .model import Model, Revision
from .records import RegisterEntry


def check(model: Model, machine: Machine, diagnostics: Diagnostics) -> None:
    """General registers end where the first with a meaning begins that the machine has. A fact that
    is wrong is one fault, whatever revisions and parts have it."""
    before = len(diagnostics)
    for entry in model.registers.values():
        if entry.counted_by is not None and str(entry.counted_by) not in machine.facts:
            diagnostics.error("E640", entry.counted_by.position,
                              f"there is no fact '{entry.counted_by}' of the machine",
                              near=str(entry.counted_by), known=machine.facts)
    faults: dict[tuple[Position, str], _Fault] = {}
    for revision in model.revisions if len(diagnostics) == before else []:
        _check(model, machine, revision, revision.machine, faults)
        for part, values in revision.machine_of_parts.items():
            _check(model, machine, revision, {**revision.machine, **values}, faults, part)
    for (place, message), fault in faults.items():
        diagnostics.error("E662", place, message, fault.notes())


class _Fault:
    """A wrong fact: the register that it does not go with, and who has the fact."""

    def __init__(self, register: RegisterEntry) -> None:
        self.register = register
        self.revisions: list[str] = []
        self.parts: list[str] = []

    def notes(self) -> list[tuple[Position | None, str]]:
        held = [f"of {listed(self.revisions, joined='and')}"] if self.revisions else []
        if self.parts:
            held.append(f"of the part{'s' if len(self.parts) > 1 else ''} "
                        f"{listed(self.parts, 30, 'and')}")
        return [(self.register.position, str(self.register.doc)),
                (None, f"so it is {' and '.join(held)}")]


def _check(model: Model, machine: Machine, revision: Revision, values: dict[str, int | bool],
           faults: dict[tuple[Position, str], _Fault], part: int = 0) -> None:
    def wrong(fact: str, why: str, register: RegisterEntry) -> None:
        key = _place(revision, fact, part), f"'{fact}' is {values[fact]}, and {why}"
        fault = faults.setdefault(key, _Fault(register))
        if part:
            fault.parts.append(str(part))
        else:
            fault.revisions.append(revision.name)

    present: list[RegisterEntry] = []
    for entry in model.registers.values():
        fact = str(entry.counted_by) if entry.counted_by is not None else ""
        if not fact or values.get(fact):
            present.append(entry)
        numbers = entry.components or entry.count
        if values.get(fact, 0) > numbers:
            wrong(fact, f"there are numbers for {numbers}", entry)
    if not present:
        return
    first = min(present, key=lambda entry: entry.first)
    for name, declared in machine.facts.items():
        if declared.general_registers and values.get(name, 0) > first.first:
            wrong(name, f"r{first.first} has a meaning of its own", first)


def _place(revision: Revision, fact: str, part: int) -> Position:
    """Returns the position of the fact that holds for a revision, or for a part of it."""
    given = [version.entry.machine for version in revision.version.chain()]
    given += [some.machine for some in revision.version.entry.some_parts if part in some.parts]
    return next(key.position for machine in reversed(given) for key in machine if str(key) == fact)
