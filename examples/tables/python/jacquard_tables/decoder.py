"""From words to instructions."""

from __future__ import annotations

from functools import lru_cache
from typing import List, Optional, Tuple

from .bits import gather, sign_extended, width
from .isa import FIELDS, FORMS, REGISTERS, REVISIONS, WORD_BITS
from .model import (Case, Encoding, FieldBits, Instruction, Leaf, Operand, PartBits,
                    PlacedOperand)

_DEFAULTS = {name: field.default for name, field in FIELDS.items()}
_TOP = max(WORD_BITS - 16, 0)
"""Encodings are sought among those that fit the bits from here on."""


def decode(word: int, revision: str) -> Optional[Instruction]:
    """None where the revision has no instruction of the word."""
    for encoding in _candidates(word >> _TOP, revision):
        if word & encoding.mask == encoding.match:
            instruction = Instruction(encoding, dict(_DEFAULTS))
            for field in encoding.layout.fields:
                _take_field(field, instruction, word)
            if encoding.when is None or encoding.when(instruction):
                return instruction if _take_rest(instruction, word) else None
    return None


@lru_cache(maxsize=None)
def _candidates(top: int, revision: str) -> Tuple[Encoding, ...]:
    return tuple(each for each in REVISIONS[revision]
                 if top & each.mask >> _TOP == each.match >> _TOP)


def _take_rest(instruction: Instruction, word: int) -> bool:
    layout = instruction.encoding.layout
    for name in layout.parameters:
        if name in FIELDS:
            instruction.fields[name] = instruction.parameter(name)
    always: List[Leaf] = [*layout.operands, *layout.parts]
    if not all(_take(leaf, instruction, word) for leaf in always):
        return False
    for choice in layout.choices:
        chosen = next(leaves for when, leaves in choice.alternatives
                      if when is None or when(instruction))
        if not all([_take(leaf, instruction, word) for leaf in chosen]):
            return False
    return True


def _take(leaf: Leaf, instruction: Instruction, word: int) -> bool:
    if isinstance(leaf, PlacedOperand):
        return _take_operand(leaf, instruction, gather(leaf.runs, word))
    if isinstance(leaf, FieldBits):
        _take_field(leaf, instruction, word)
    else:
        _take_part(leaf, instruction, word)
    return True


def _take_field(field: FieldBits, instruction: Instruction, word: int) -> None:
    value = gather(field.runs, word)
    if field.signed:
        value = sign_extended(value, width(field.runs))
    if field.at is None:
        instruction.fields[field.name] = value + field.plus
    else:
        instruction.fields[field.name] |= value + field.plus << field.at


def _take_part(part: PartBits, instruction: Instruction, word: int) -> None:
    is_set = part.equals is None or bool(part.equals(instruction))
    operand = instruction.operands.setdefault(part.operand, Operand())
    setattr(operand, part.name, bool(gather(part.runs, word)) == is_set)


def _take_operand(placed: PlacedOperand, instruction: Instruction, bits: int) -> bool:
    given = {name: value(instruction) for name, value in placed.given.items()}
    operand = instruction.operands.setdefault(placed.name, Operand())
    operand.half = bool(given.get("half", False))
    for case in FORMS[placed.form]:
        if bits & case.mask == case.match and (case.when is None or case.when(operand, given)):
            operand.kind = case.kind
            _read_case(case, operand, bits)
            return True
    return False


def _read_case(case: Case, operand: Operand, bits: int) -> None:
    if case.register:
        operand.number = REGISTERS[case.register].number
    for each in case.bits:
        value = gather(each.runs, bits)
        if each.part == "signed_value" or (each.part == "value" and width(each.runs) == 32):
            operand.value = sign_extended(value, width(each.runs))
        elif each.part == "value":
            operand.value = value
        elif each.part == "number":
            operand.number = value
        elif each.part == "predicate_component":
            operand.number = REGISTERS["predicate_register"].number + value
        else:
            setattr(operand, "half" if each.part == "own_half" else each.part, bool(value))
