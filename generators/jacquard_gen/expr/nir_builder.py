"""Typed tree to calls of a nir::Builder, whose order does not depend on the compiler."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..diagnostics import Diagnostics
from . import representation
from .cpp import shortest
from .instructions import Number, Source, Value, instructions
from .tree import Tree
from .types import Type

_NESTED = 60
"""Characters that a call has at most that stands within another."""


@dataclass(frozen=True)
class Code:
    """Statements, the C++ expression of each component of the result, the opcodes used, and how
    many sources each is given."""

    statements: list[str]
    values: list[str]
    opcodes: list[str]
    counts: list[int]

    @property
    def value(self) -> str:
        return self.values[0]


def emit(tree: Tree, operands: Mapping[str, str | Sequence[str]], bits: int,
         diagnostics: Diagnostics, builder: str = "b", prefix: str = "t",
         width: str = "") -> Code | None:
    """The instructions a formula becomes; None (after an error) where an operation of it has no
    NIR opcode. `operands` gives C++ for each operand or component: an SsaDef* or nir::Operand.
    `width` is C++ for the instruction's width where that is known no sooner than it is built;
    casts then must name theirs."""
    made = instructions(tree, bits, any_width=width != "")
    if made.missing:
        assert tree.source is not None
        names = ", ".join(dict.fromkeys(made.missing))
        diagnostics.error("E212", tree.source.position(),
                          f"{names} has no NIR opcode, so this cannot be translated")
        return None
    steps: list[_Step] = []
    step_of: dict[Value, int] = {}

    def part(value: Value | tuple[Value, ...]) -> str | int:
        assert isinstance(value, Value)
        if isinstance(value, Source):
            given = operands[value.name]
            return given if isinstance(given, str) else given[value.component or 0]
        return step_of[value]

    for value in made.made:
        step = _constant(value, width) if isinstance(value, Number) else \
            _Step(value.opcode, tuple(part(argument) for argument in value.arguments))
        if step not in steps:
            steps.append(step)
        step_of[value] = steps.index(step)
    statements, values = _written(steps, [part(value) for value in made.values], builder, prefix)
    calls = made.calls()
    return Code(statements, values, [call.opcode for call in calls],
                [len(call.arguments) for call in calls])


class _Step(NamedTuple):
    """A call of the builder; its arguments are C++, or numbers of earlier steps."""

    method: str
    arguments: tuple[str | int, ...]


def _written(steps: list[_Step], values: list[str | int], builder: str,
             prefix: str) -> tuple[list[str], list[str]]:
    """Steps as statements, and the C++ of the values. What only the next step reads stands within
    it: as no other argument of that is a call, the order stays that of the steps."""
    uses = Counter([each for step in steps for each in step.arguments] + values)
    statements: list[str] = []
    texts: dict[int, str] = {}

    def keep(number: int) -> None:
        name = f"{prefix}{len(statements)}"
        statements.append(f"SsaDef* const {name} = {texts[number]};")
        texts[number] = name

    last: int | None = None
    for number, step in enumerate(steps):
        inner = last is not None and uses[last] == 1 and last in step.arguments and \
            len(texts[last]) <= _NESTED
        if last is not None and not inner:
            keep(last)
        given = [texts[each] if isinstance(each, int) else each for each in step.arguments]
        texts[number] = f"{builder}.{step.method}({', '.join(given)})"
        last = number
    if last is not None and (uses[last] != 1 or values != [last]):
        keep(last)
    return statements, [texts[each] if isinstance(each, int) else each for each in values]


def _constant(number: Number, own_width: str) -> _Step:
    type_ = number.type
    if type_.kind == "bool":
        return _Step("imm_bool", ("true" if number.value else "false",))
    width = own_width if own_width and number.own else str(type_.width)
    rest = () if width == "32" else (width,)
    if type_.kind == "float":
        return _Step("imm_float", (_double(number), *rest))
    return _Step("imm_int", (str(number.value), *rest))


def _double(number: Number) -> str:
    value = number.value
    if value == "nan":
        return "std::numeric_limits<double>::quiet_NaN()"
    if value in ("inf", "-inf"):
        return ("-" if value == "-inf" else "") + "std::numeric_limits<double>::infinity()"
    return shortest(representation.constant(value, Type("float", 64)), 64)
