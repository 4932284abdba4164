"""Typed tree to calls of a nir::Builder, one statement per instruction, so that their order does
not depend on the compiler."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..diagnostics import Diagnostics
from . import representation
from .cpp import shortest
from .instructions import Number, Source, Value, instructions
from .tree import Tree
from .types import Type


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
    names_of: dict[Value, str] = {}

    def text(value: Value | tuple[Value, ...]) -> str:
        assert isinstance(value, Value)
        if isinstance(value, Source):
            given = operands[value.name]
            return given if isinstance(given, str) else given[value.component or 0]
        return names_of[value]

    statements = []
    locals_of: dict[str, str] = {}
    for value in made.made:
        call = _constant(value, width) if isinstance(value, Number) else \
            f"{value.opcode}({', '.join(text(argument) for argument in value.arguments)})"
        if call not in locals_of:
            locals_of[call] = f"{prefix}{len(locals_of)}"
            statements.append(f"SsaDef* const {locals_of[call]} = {builder}.{call};")
        names_of[value] = locals_of[call]
    calls = made.calls()
    return Code(statements, [text(value) for value in made.values],
                [call.opcode for call in calls], [len(call.arguments) for call in calls])


def _constant(number: Number, own_width: str) -> str:
    type_ = number.type
    width = own_width if own_width and number.own else str(type_.width)
    if type_.kind == "bool":
        call = f"imm_bool({'true' if number.value else 'false'})"
    elif type_.kind == "float":
        call = f"imm_float({_double(number)}, {width})"
    else:
        call = f"imm_int({number.value}, {width})"
    return call.replace(", 32)", ")")


def _double(number: Number) -> str:
    value = number.value
    if value == "nan":
        return "std::numeric_limits<double>::quiet_NaN()"
    if value in ("inf", "-inf"):
        return ("-" if value == "-inf" else "") + "std::numeric_limits<double>::infinity()"
    return shortest(representation.constant(value, Type("float", 64)), 64)
