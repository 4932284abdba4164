"""The types that the tables are made of, and the instruction that is read with them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Callable, Dict, Mapping, Optional, Tuple, Union

from .bits import Runs, width

Given = Mapping[str, Any]
"""What an instruction gives the form of an operand, such as the type of its numbers."""


@dataclass
class Operand:
    """`kind` is that of the case of its form, `gpr`, `constant`, `immediate` …, or nothing for an
    operand that is not there, of which a bit may be set all the same."""

    kind: str = ""
    half: bool = False
    negate: bool = False
    absolute: bool = False
    repeat: bool = False
    last: bool = False
    number: int = 0
    value: int = 0


@dataclass
class Instruction:
    """One word taken apart. Fields that it has no bits for are as the tables say."""

    encoding: Encoding
    fields: Dict[str, int]
    operands: Dict[str, Operand] = field(default_factory=dict)

    def has(self, operand: str) -> bool:
        return operand in self.operands and self.operands[operand].kind != ""

    def part(self, operand: str, name: str) -> bool:
        found = self.operands.get(operand)
        return found is not None and bool(getattr(found, name))

    def parameter(self, name: str) -> int:
        return self.encoding.parameters[name]

    def __str__(self) -> str:
        from .printer import text_of
        return text_of(self)


Condition = Callable[[Instruction], Any]
OperandCondition = Callable[[Operand, Given], Any]


@dataclass(frozen=True)
class Enumeration:
    """Names of numbers, how each number prints, and sets of them as masks."""

    values: Dict[str, int]
    texts: Dict[int, str]
    sets: Dict[str, int]


@dataclass(frozen=True)
class Field:
    kind: str
    text: str
    names: str
    default: int


@dataclass(frozen=True)
class Register:
    """Registers with a meaning of their own, from `number` on."""

    number: int
    name: str


@dataclass(frozen=True)
class OperandBits:
    part: str
    runs: Runs


@dataclass(frozen=True)
class Case:
    """One reading of an operand's bits."""

    kind: str
    when: Optional[OperandCondition]
    register: str
    mask: int
    match: int
    bits: Tuple[OperandBits, ...]
    text: Callable[[Operand, Given], str]


@dataclass(frozen=True)
class FieldBits:
    name: str
    runs: Runs
    pattern: Optional[int]
    signed: bool
    plus: int
    at: Optional[int]


@dataclass(frozen=True)
class PartBits:
    """A bit of an operand that does not stand among its own; it is set where the part is as
    `equals` says."""

    operand: str
    name: str
    runs: Runs
    equals: Optional[Condition]


@dataclass(frozen=True)
class PlacedOperand:
    name: str
    runs: Runs
    pattern: Optional[int]
    form: str
    given: Dict[str, Condition]


@dataclass(frozen=True)
class Choice:
    """Alternatives, of which the first whose condition holds is meant."""

    alternatives: Tuple[Tuple[Optional[Condition], Tuple[Leaf, ...]], ...]


Leaf = Union[FieldBits, PartBits, PlacedOperand]


@dataclass(frozen=True)
class Layout:
    name: str
    parameters: Tuple[str, ...]
    fields: Tuple[FieldBits, ...]
    operands: Tuple[PlacedOperand, ...]
    parts: Tuple[PartBits, ...]
    choices: Tuple[Choice, ...]
    text: Callable[[Instruction], str]

    @cached_property
    def split_fields(self) -> Dict[str, int]:
        """The fields of which each of several bits has a part, and how wide these are together."""
        chosen = [leaf for choice in self.choices for _, leaves in choice.alternatives
                  for leaf in leaves if isinstance(leaf, FieldBits)]
        widths: Dict[str, int] = {}
        for each in (*self.fields, *chosen):
            if each.at is not None:
                widths[each.name] = max(widths.get(each.name, 0), each.at + width(each.runs))
        return widths


@dataclass(frozen=True)
class Encoding:
    """An opcode in a layout, with the bits that all its words share."""

    opcode: str
    layout: Layout
    mask: int
    match: int
    free: int
    parameters: Dict[str, int]
    when: Optional[Condition]
    place: str
