"""Typed tree to calls of a nir::Builder, one statement per instruction, so that their order does
not depend on the compiler."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..diagnostics import Diagnostics
from . import representation
from .cpp import _shortest
from .tree import Apply, Constant, Expression, Local, Operand, Tree
from .types import Type

_TOKEN = re.compile(r"\s*(?:\{(?P<place>\d)\}|(?P<name>[a-z_][a-z0-9_]*(?:\{width\})?[a-z0-9_]*)"
                    r"|(?P<number>[0-9]+(?:\.[0-9]+)?)|(?P<punctuation>[(),]))")


def opcodes_of(pattern: str) -> list[str]:
    """The opcodes that a pattern of the tables names."""
    names = [found.group("name") for found in _TOKEN.finditer(pattern)]
    return [name for name in names if name and name != "inf"]


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
    emitter = _Emitter(operands, bits, builder, prefix, width)
    for binding in tree.bindings:
        emitter.locals[binding.name] = emitter.value(binding.value)
    values = [emitter.value(value) for value in tree.values]
    if emitter.missing:
        assert tree.source is not None
        names = ", ".join(dict.fromkeys(emitter.missing))
        diagnostics.error("E212", tree.source.position(),
                          f"{names} has no NIR opcode, so this cannot be translated")
        return None
    return Code(emitter.statements, values, emitter.opcodes, emitter.counts)


class _Emitter:
    def __init__(self, operands: Mapping[str, str | Sequence[str]], bits: int, builder: str,
                 prefix: str, width: str) -> None:
        self.operands = operands
        self.bits = bits
        self.builder = builder
        self.prefix = prefix
        self.width = width
        self.statements: list[str] = []
        self.opcodes: list[str] = []
        self.counts: list[int] = []
        self.locals: dict[str, str] = {}
        self.made: dict[str, str] = {}
        self.missing: list[str] = []

    def value(self, expression: Expression) -> str:
        if isinstance(expression, Constant):
            return self.constant(expression)
        if isinstance(expression, Operand):
            given = self.operands[expression.name]
            return given if isinstance(given, str) else given[expression.component or 0]
        if isinstance(expression, Local):
            return self.locals[expression.name]
        assert isinstance(expression, Apply)
        operation = expression.operation
        kind = expression.arguments[0].type.kind
        pattern = operation.spelling(operation.nir, kind)
        arguments = [self.value(argument) for argument in expression.arguments]
        if operation.form == "cast" and self.width and expression.type.width == 0:
            self.missing.append(f"a cast to the width of the instruction, '{operation.name}',")
            return "nullptr"
        if pattern is None:
            self.missing.append(f"'{operation.name}' on {kind}")
            return "nullptr"
        type_ = expression.type.sized(self.bits)
        source = expression.arguments[0].type.sized(self.bits)
        if operation.form == "cast" and source.width == type_.width and \
                (source.kind == type_.kind or (source.is_integer and type_.is_integer)):
            return arguments[0]
        return self.pattern(pattern, arguments, expression.arguments[0].type, type_)

    def statement(self, call: str) -> str:
        """One local per call; the same call twice is the same value, as nothing has effects."""
        if call not in self.made:
            name = f"{self.prefix}{len(self.made)}"
            self.made[call] = name
            self.statements.append(f"SsaDef* const {name} = {call};")
        return self.made[call]

    def constant(self, node: Constant) -> str:
        type_ = node.type.sized(self.bits)
        width = self.width if self.width and node.type.width == 0 else str(type_.width)
        if type_.kind == "bool":
            call = f"{self.builder}.imm_bool({'true' if node.value else 'false'})"
        elif type_.kind == "float":
            call = f"{self.builder}.imm_float({_double(node.value)}, {width})"
        else:
            value = representation.constant(node.value, type_._replace(kind="int"))
            call = f"{self.builder}.imm_int({value}, {width})"
        return self.statement(call.replace(", 32)", ")"))

    def pattern(self, pattern: str, arguments: list[str], source: Type, result: Type) -> str:
        tokens = [found for found in _TOKEN.finditer(pattern)]
        position = 0

        def value() -> str:
            nonlocal position
            token = tokens[position]
            position += 1
            if token.group("place"):
                return arguments[int(token.group("place"))]
            if token.group("number"):
                exact = Fraction(token.group("number"))
                return self.constant(Constant(source, exact if source.kind == "float"
                                              else int(exact)))
            name = token.group("name").replace("{width}", str(result.width))
            if name == "inf":
                return self.constant(Constant(source, "inf"))
            inner = list(arguments)
            if position < len(tokens) and tokens[position].group("punctuation") == "(":
                position += 1
                inner = []
                while tokens[position].group("punctuation") != ")":
                    if tokens[position].group("punctuation") == ",":
                        position += 1
                    inner.append(value())
                position += 1
            self.opcodes.append(name)
            self.counts.append(len(inner))
            return self.statement(f"{self.builder}.{name}({', '.join(inner)})")

        return value()


def _double(value: bool | int | Fraction | str) -> str:
    if value == "nan":
        return "std::numeric_limits<double>::quiet_NaN()"
    if value in ("inf", "-inf"):
        return ("-" if value == "-inf" else "") + "std::numeric_limits<double>::infinity()"
    return _shortest(representation.constant(value, Type("float", 64)), 64)
