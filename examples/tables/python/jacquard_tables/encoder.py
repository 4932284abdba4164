"""From instructions to words."""

from __future__ import annotations

from typing import Any, Iterator, List, Mapping

from .bits import fits, scatter, width
from .isa import FORMS, REGISTERS
from .model import Case, Choice, FieldBits, Instruction, Leaf, Operand, PartBits, PlacedOperand

_MODIFIERS = ("negate", "absolute", "last")


class EncodeError(ValueError):
    """An instruction says something that its encoding has no bits for."""


def encode(instruction: Instruction) -> int:
    encoding = instruction.encoding
    layout = encoding.layout
    if encoding.when is not None and not encoding.when(instruction):
        raise EncodeError(f"the fields are those of another opcode than {encoding.opcode}")
    _check_split_fields(instruction)
    word = encoding.match
    leaves: List[Leaf] = [*layout.fields, *layout.operands, *layout.parts]
    for leaf in leaves:
        word |= _bits_of(leaf, instruction)
    for choice in layout.choices:
        word |= _chosen_bits(choice, instruction)
    return word


def _chosen_bits(choice: Choice, instruction: Instruction) -> int:
    chosen = next(leaves for when, leaves in choice.alternatives
                  if when is None or when(instruction))
    has = {_subject(leaf) for leaf in chosen}
    for _, leaves in choice.alternatives:
        for leaf in leaves:
            if _subject(leaf) not in has and _says_something(leaf, instruction):
                raise EncodeError(f"{_subject(leaf)} is given, and there are no bits for it")
    word = 0
    for leaf in chosen:
        word |= _bits_of(leaf, instruction)
    return word


def _check_split_fields(instruction: Instruction) -> None:
    for name, bits in instruction.encoding.layout.split_fields.items():
        if not fits(instruction.fields[name], bits, False):
            raise EncodeError(f"{name} is {instruction.fields[name]}, which does not fit {bits} "
                              "bits")


def _subject(leaf: Leaf) -> str:
    return f"{leaf.operand}.{leaf.name}" if isinstance(leaf, PartBits) else leaf.name


def _says_something(leaf: Leaf, instruction: Instruction) -> bool:
    if isinstance(leaf, FieldBits):
        return instruction.fields[leaf.name] != 0
    if isinstance(leaf, PartBits):
        return instruction.part(leaf.operand, leaf.name)
    return instruction.has(leaf.name)


def _bits_of(leaf: Leaf, instruction: Instruction) -> int:
    if isinstance(leaf, FieldBits):
        return _field_bits(leaf, instruction)
    if isinstance(leaf, PartBits):
        is_set = leaf.equals is None or bool(leaf.equals(instruction))
        return scatter(leaf.runs, instruction.part(leaf.operand, leaf.name) == is_set)
    return _operand_bits(leaf, instruction)


def _field_bits(leaf: FieldBits, instruction: Instruction) -> int:
    value = instruction.fields[leaf.name]
    if leaf.at is not None:
        # Other bits have the rest.
        return scatter(leaf.runs, value >> leaf.at)
    value -= leaf.plus
    if leaf.pattern is not None and value != leaf.pattern:
        raise EncodeError(f"{leaf.name} is {value}, and {instruction.encoding.opcode} has only "
                          f"{leaf.pattern}")
    if not fits(value, width(leaf.runs), leaf.signed):
        raise EncodeError(f"{leaf.name} is {value}, which does not fit {width(leaf.runs)} bits")
    return scatter(leaf.runs, value)


def _operand_bits(placed: PlacedOperand, instruction: Instruction) -> int:
    operand = instruction.operands.get(placed.name)
    if operand is None or not operand.kind:
        raise EncodeError(f"{instruction.encoding.opcode} needs {placed.name}")
    given = {name: value(instruction) for name, value in placed.given.items()}
    fault = f"it cannot be a '{operand.kind}'"
    for case in FORMS[placed.form]:
        if case.kind != operand.kind or (case.when is not None and not case.when(operand, given)):
            continue
        fault = next(_faults(case, operand, given), "")
        if not fault:
            bits = case.match
            for each in case.bits:
                bits |= scatter(each.runs, _stored(each.part, operand))
            return scatter(placed.runs, bits)
    raise EncodeError(f"{placed.name} of {instruction.encoding.opcode}: {fault}")


def _stored(part: str, operand: Operand) -> int:
    if part in ("value", "signed_value"):
        return operand.value & 0xffffffff
    if part == "predicate_component":
        return operand.number - REGISTERS["predicate_register"].number
    return int(getattr(operand, "half" if part == "own_half" else part))


def _faults(case: Case, operand: Operand, given: Mapping[str, Any]) -> Iterator[str]:
    """Yields what an operand says that a case has no bits for."""
    parts = {each.part for each in case.bits}
    yield from (f"{name} is set, and there is no bit for it" for name in _MODIFIERS
                if name not in parts and getattr(operand, name))
    if "own_half" not in parts and case.kind != "immediate" and "half" in given and \
            operand.half != bool(given["half"]):
        yield "the instruction says whether it is half"
    if case.register and operand.number != REGISTERS[case.register].number:
        yield f"number {operand.number} is not that of the {case.register}"
    for each in case.bits:
        value = _stored(each.part, operand)
        if each.part == "signed_value":
            value = operand.value
        if not fits(value, width(each.runs), each.part == "signed_value"):
            yield f"{value} does not fit {width(each.runs)} bits"
