"""From instructions to their texts."""

from __future__ import annotations

from typing import Iterator

from .model import Given, Instruction, PlacedOperand


def text_of(instruction: Instruction) -> str:
    return instruction.encoding.layout.text(instruction)


def field(instruction: Instruction, name: str) -> str:
    from .isa import ENUMS, FIELDS
    value, entry = instruction.fields[name], FIELDS[name]
    if entry.kind == "flag":
        return entry.text if value else ""
    names = ENUMS.get(entry.names or entry.kind)
    if names is not None:
        return names.texts.get(value, str(value))
    if entry.kind == "offset":
        return f"{value:+}" if value else ""
    if entry.kind == "components":
        return "".join(letter for bit, letter in enumerate("xyzw") if value >> bit & 1)
    return str(value)


def operand(instruction: Instruction, name: str) -> str:
    from .isa import FORMS
    placed = placed_as(instruction, name)
    found = instruction.operands[name]
    given: Given = {key: value(instruction) for key, value in placed.given.items()}
    for case in FORMS[placed.form]:
        if case.kind == found.kind and (case.when is None or case.when(found, given)):
            return case.text(found, given)
    raise ValueError(f"{name} of {instruction.encoding.opcode} cannot be a '{found.kind}'")


def placed_as(instruction: Instruction, name: str) -> PlacedOperand:
    """Finds where an operand of the instruction has its bits."""
    return next(each for each in _placed(instruction) if each.name == name)


def _placed(instruction: Instruction) -> Iterator[PlacedOperand]:
    layout = instruction.encoding.layout
    yield from layout.operands
    for choice in layout.choices:
        for when, leaves in choice.alternatives:
            if when is None or when(instruction):
                yield from (leaf for leaf in leaves if isinstance(leaf, PlacedOperand))
                break
