"""Typed trees as NIR instructions: which opcodes make what of which values, each made once."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from . import representation
from .functions import FUNCTIONS
from .inlining import inlined
from .operations import Operation
from .tree import Apply, Call, Constant, Expression, Local, Operand, Tree
from .types import Type

_TOKEN = re.compile(r"\s*(?:\{(?P<place>\d)\}|(?P<name>[a-z_][a-z0-9_]*(?:\{width\})?[a-z0-9_]*)"
                    r"|(?P<number>[0-9]+(?:\.[0-9]+)?)|(?P<punctuation>[(),]))")
_SHIFTS = ("shift_left", "shift_right")


def opcodes_of(pattern: str) -> list[str]:
    """The opcodes that a pattern of the tables names."""
    names = [found.group("name") for found in _TOKEN.finditer(pattern)]
    return [name for name in names if name and name != "inf"]


@dataclass(frozen=True, eq=False)
class Value:
    """A value that an instruction reads."""


@dataclass(frozen=True, eq=False)
class Source(Value):
    """An operand of the expression, or one component of it."""

    name: str
    component: int | None
    type: Type


@dataclass(frozen=True, eq=False)
class Number(Value):
    """A constant; an integer within the range of its type. `own` says that its width is that of
    the instruction computed."""

    type: Type
    value: bool | int | Fraction | str
    own: bool = False


@dataclass(frozen=True, eq=False)
class Instruction(Value):
    """The result of an opcode on values; an argument of several is a vector of them."""

    opcode: str
    arguments: tuple[Value | tuple[Value, ...], ...]


@dataclass
class Instructions:
    """`made` has every number and instruction behind those that it reads; `values` is each
    component of the result. `missing` names operations without opcodes."""

    made: list[Number | Instruction] = field(default_factory=list)
    values: list[Value] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)

    def calls(self) -> list[Instruction]:
        return [made for made in self.made if isinstance(made, Instruction)]


def instructions(tree: Tree, bits: int, without: str = "",
                 any_width: bool = False) -> Instructions:
    """Returns instructions that compute a tree at a width, without using the opcode `without`, if
    that is named. Integers and booleans that do not depend on the operands are computed here.
    With `any_width` the result is valid at every width, of which `bits` is one."""
    def keeps(operation: Operation, kind: str) -> bool:
        pattern = operation.spelling(operation.nir, kind)
        return pattern is not None and (not without or without not in opcodes_of(pattern))

    return _Maker(bits, any_width).run(inlined(tree, keeps))


class _Maker:
    def __init__(self, bits: int, any_width: bool) -> None:
        self.bits = bits
        self.any_width = any_width
        self.result = Instructions()
        self.locals: dict[str, Value] = {}
        self.known: dict[object, Value] = {}
        # By the identity of nodes, which live as long as the tree.
        self._folds: dict[int, Value | None] = {}

    def run(self, tree: Tree) -> Instructions:
        for binding in tree.bindings:
            self.locals[binding.name] = self.value(binding.value)
        self.result.values = [self.value(value) for value in tree.values]
        # Numbers that others were computed of are left out.
        used = {id(value) for value in self.result.values}
        for value in reversed(self.result.made):
            if isinstance(value, Instruction) and id(value) in used:
                for argument in value.arguments:
                    parts = argument if isinstance(argument, tuple) else (argument,)
                    used |= {id(part) for part in parts}
        self.result.made = [value for value in self.result.made if id(value) in used]
        return self.result

    def shared(self, key: object, make: Callable[[], Value]) -> Value:
        """Equal values are one, as nothing has effects."""
        if key not in self.known:
            value = make()
            self.known[key] = value
            if isinstance(value, (Number, Instruction)):
                self.result.made.append(value)
        return self.known[key]

    def value(self, node: Expression) -> Value:
        if isinstance(node, Constant):
            return self.number(node.type, node.value)
        if isinstance(node, Operand):
            source = Source(node.name, node.component, node.type.sized(self.bits))
            return self.shared((node.name, node.component), lambda: source)
        if isinstance(node, Local):
            return self.locals[node.name]
        if isinstance(node, Call):
            return self.instruction(node.opcode.name, tuple(
                self.value(parts[0]) if len(parts) == 1 else
                tuple(self.value(part) for part in parts) for parts in node.arguments))
        assert isinstance(node, Apply)
        return self.apply(node)

    def number(self, written_type: Type, written: bool | int | Fraction | str) -> Value:
        own = written_type.width == 0
        type_ = written_type.sized(self.bits)
        value = written
        if type_.is_integer:
            value = representation.constant(written, type_._replace(kind="int"))
        kind = "int" if type_.is_integer else type_.kind
        return self.shared((kind, type_.width, own, repr(value)),
                           lambda: Number(type_, value, own))

    def instruction(self, opcode: str,
                    arguments: tuple[Value | tuple[Value, ...], ...]) -> Value:
        return self.shared((opcode, arguments), lambda: Instruction(opcode, arguments))

    def apply(self, node: Apply) -> Value:
        operation = node.operation
        known = self.folded(node)
        if known is not None:
            return known
        first = node.arguments[0].type
        pattern = operation.spelling(operation.nir, first.kind)
        arguments = [self.value(argument) for argument in node.arguments]
        if operation.form == "cast" and self.any_width and node.type.width == 0:
            self.result.missing.append(f"a cast to the width of the instruction, "
                                       f"'{operation.name}',")
            return self.number(Type("bool", 1), False)
        if pattern is None:
            self.result.missing.append(f"'{operation.name}' on {first.kind}")
            return self.number(Type("bool", 1), False)
        type_ = node.type.sized(self.bits)
        source = first.sized(self.bits)
        if operation.form == "cast" and source.width == type_.width and \
                (source.kind == type_.kind or (source.is_integer and type_.is_integer)):
            return arguments[0]
        return self.pattern(pattern, arguments, first, type_)

    def folded(self, node: Apply) -> Value | None:
        """The value of what does not depend on the operands, or only chooses one of them. Each node
        above it asks again, so that it is kept."""
        if id(node) not in self._folds:
            self._folds[id(node)] = self._fold(node)
        return self._folds[id(node)]

    def _fold(self, node: Apply) -> Value | None:
        type_ = node.type.sized(self.bits)
        types = tuple(argument.type.sized(self.bits) for argument in node.arguments)
        function = node.operation.python
        widths = [node.type.width, *(argument.type.width for argument in node.arguments)]
        if self.any_width and 0 in widths:
            return None
        if function == "width":
            return self.number(node.type, types[0].width)
        numbers = [self.constant(argument) for argument in node.arguments]
        if function == "select" and numbers[0] is not None:
            return self.value(node.arguments[1 if numbers[0] else 2])
        if function in _SHIFTS and numbers[1] == 0:
            return self.value(node.arguments[0])
        if type_.kind == "float" or any(number is None for number in numbers) or \
                any(argument.kind == "float" for argument in types):
            return None
        return self.number(node.type, FUNCTIONS[function](representation.Types(type_, types),
                                                          *numbers))

    def constant(self, node: Expression) -> int | bool | None:
        """The integer or truth that an expression is at this width, if it is one."""
        if isinstance(node, Apply) and node.operation.definition is None:
            value: Value | None = self.folded(node)
        elif isinstance(node, Local):
            value = self.locals[node.name]
        elif isinstance(node, Constant):
            value = Number(node.type.sized(self.bits), node.value)
        else:
            return None
        if not isinstance(value, Number) or value.type.kind == "float":
            return None
        result: int | bool = representation.constant(value.value, value.type)
        return result

    def pattern(self, pattern: str, arguments: list[Value], source: Type, result: Type) -> Value:
        tokens = list(_TOKEN.finditer(pattern))
        position = 0

        def value() -> Value:
            nonlocal position
            token = tokens[position]
            position += 1
            if token.group("place"):
                return arguments[int(token.group("place"))]
            if token.group("number"):
                exact = Fraction(token.group("number"))
                return self.number(source, exact if source.kind == "float" else int(exact))
            name = token.group("name").replace("{width}", str(result.width))
            if name == "inf":
                return self.number(source, "inf")
            inner = list(arguments)
            if position < len(tokens) and tokens[position].group("punctuation") == "(":
                position += 1
                inner = []
                while tokens[position].group("punctuation") != ")":
                    if tokens[position].group("punctuation") == ",":
                        position += 1
                    inner.append(value())
                position += 1
            return self.instruction(name, tuple(inner))

        return value()
