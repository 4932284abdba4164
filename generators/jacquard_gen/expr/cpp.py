"""Typed tree to C++: `const` locals for the bindings and one expression per component.

The generated code calls the functions of <jacquard/support/expression/expression.h> and expects
`using namespace jacquard::expression;` where it stands.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..escape import RESERVED
from . import representation
from .inlining import primitive
from .tree import Apply, Constant, Expression, Local, Operand, Tree
from .types import Type

_TYPES = {"float": "Float", "int": "Int", "uint": "Uint"}
_CALL = re.compile(r"[A-Za-z_][A-Za-z0-9_:]*(?:<[^<>]*>)?\(.*\)\Z")
_CHAINS = ("{0} + {1}", "{0} * {1}", "{0} && {1}", "{0} || {1}")
_PLACE = re.compile(r"\{(\d|width\d?|type\d?)\}")


@dataclass(frozen=True)
class Code:
    """Lines of C++ that must stand before, and the expression of each component."""

    statements: list[str]
    values: list[str]

    @property
    def value(self) -> str:
        """The expression of a scalar result."""
        return self.values[0]


def type_name(type_: Type, bits: int | str = 0) -> str:
    """The C++ type of a scalar value; `bits` is the instruction's width, or the name of a template
    parameter that holds it; it may be left out where the type has a width."""
    if type_.kind == "bool":
        return "bool"
    width = type_.width or bits
    if isinstance(width, str):
        return f"{_TYPES[type_.kind]}<{width}>"
    if type_.kind == "float":
        return "double" if width == 64 else "float"
    if width == 1:
        return f"{_TYPES[type_.kind]}1"
    return f"std::{type_.kind}{width}_t"


def load(type_: Type, raw: str, bits: int | str = 0) -> str:
    """C++ that makes a value of the type from its bits in an unsigned integer; `bits` is the width
    where the type has none."""
    return f"load_{type_.kind}<{type_.width or bits}>({raw})"


def store(type_: Type, value: str, bits: int | str = 0) -> str:
    """C++ that makes the bits (a std::uint64_t) of a value; a float16 is rounded here."""
    return f"store_{type_.kind}<{type_.width or bits}>({value})"


def emit(tree: Tree, operands: Mapping[str, str | Sequence[str]], bits: int | str) -> Code:
    """C++ that computes a tree. `operands` gives the C++ expression of each operand, or of each of
    its components; it must be cheap, as it may be used more than once."""
    return _Emitter(operands, bits).code(primitive(tree))


class _Emitter:
    def __init__(self, operands: Mapping[str, str | Sequence[str]], bits: int | str) -> None:
        self.operands = operands
        self.bits = bits
        texts = " ".join(text if isinstance(text, str) else " ".join(text)
                         for text in operands.values())
        self.taken = set(re.findall(r"[A-Za-z_][A-Za-z0-9_]*", texts)) | RESERVED
        self.names: dict[str, str] = {}

    def code(self, tree: Tree) -> Code:
        statements = []
        for binding in tree.bindings:
            value = self.expression(binding.value)
            name = binding.name
            while name in self.taken:
                name += "_"
            self.taken.add(name)
            self.names[binding.name] = name
            type_ = type_name(binding.value.type, self.bits)
            statements.append(f"const {type_} {name} = {value};")
        return Code(statements, [self.expression(value) for value in tree.values])

    def expression(self, expression: Expression) -> str:
        if isinstance(expression, Constant):
            return literal(expression, self.bits)
        if isinstance(expression, Operand):
            given = self.operands[expression.name]
            return given if isinstance(given, str) else given[expression.component or 0]
        if isinstance(expression, Local):
            return self.names[expression.name]
        assert isinstance(expression, Apply)
        return self.apply(expression)

    def apply(self, node: Apply) -> str:
        operation = node.operation
        pattern = operation.spelling(operation.cpp, node.arguments[0].type.kind) or ""
        if operation.name == "?:":
            pattern = operation.cpp[""]
        is_call = _CALL.match(pattern) is not None
        arguments = [self.expression(argument) for argument in node.arguments]
        if not is_call:
            arguments = [self.enclosed(argument, code, pattern, index)
                         for index, (argument, code) in enumerate(zip(node.arguments, arguments))]

        def place(found: re.Match[str]) -> str:
            what = found.group(1)
            if what.isdigit():
                return arguments[int(what)]
            number = what.lstrip("widthype")
            type_ = node.arguments[int(number)].type if number else node.type
            if what.startswith("type"):
                return type_name(type_, self.bits)
            return str(type_.width or self.bits)

        return _PLACE.sub(place, pattern)

    def enclosed(self, argument: Expression, code: str, outer: str, index: int) -> str:
        """An argument of an infix operator, in parentheses where a reader would want them."""
        if isinstance(argument, Apply):
            pattern = argument.operation.spelling(argument.operation.cpp,
                                                  argument.arguments[0].type.kind) or ""
            product_in_sum = pattern == "{0} * {1}" and outer in ("{0} + {1}", "{0} - {1}")
            chain = pattern == outer and index == 0 and pattern in _CHAINS
            if not _CALL.match(pattern) and not product_in_sum and not chain:
                return f"({code})"
        return f"({code})" if code.startswith("-") else code


def literal(node: Constant, bits: int | str) -> str:
    """A C++ constant of the type of the node."""
    type_ = node.type
    if type_.kind == "bool":
        return "true" if node.value else "false"
    name = type_name(type_, bits)
    if type_.kind == "float":
        return _float_literal(node, name, type_.width or bits)
    assert isinstance(node.value, int)
    width = type_.width or bits
    if isinstance(width, str):
        return f"constant<{name}>({_integer(node.value)})"
    value = representation.constant(node.value, type_.sized(width))
    if width == 1:
        return f"{name}{{{'true' if value else 'false'}}}"
    if type_.kind == "int" and value == -(1 << (width - 1)):
        return f"std::numeric_limits<{name}>::min()"
    return f"{name}{{{_integer(value)}}}"


def _integer(value: int) -> str:
    if value > 0x7fffffffffffffff:
        return f"{value:#x}u"
    return f"{value:#x}" if value > 65536 else str(value)


def _float_literal(node: Constant, name: str, width: int | str) -> str:
    if node.value == "nan":
        return f"std::numeric_limits<{name}>::quiet_NaN()"
    if node.value in ("inf", "-inf"):
        return ("-" if node.value == "-inf" else "") + f"std::numeric_limits<{name}>::infinity()"
    if isinstance(width, str):
        value = representation.constant(node.value, Type("float", 64))
        return f"constant<{name}>({shortest(value, 64)})"
    value = representation.constant(node.value, Type("float", width))
    if value in (float("inf"), float("-inf")):
        return ("-" if value < 0 else "") + f"std::numeric_limits<{name}>::infinity()"
    return shortest(value, width)


def shortest(value: float, width: int) -> str:
    """The shortest decimal that reads back as the value in its precision."""
    if width == 64:
        text, suffix = repr(value), ""
    else:
        text, suffix = repr(value), "f"
        for digits in range(1, 10):
            candidate = f"{value:.{digits}g}"
            if struct.pack("<f", float(candidate)) == struct.pack("<f", value):
                text = candidate
                break
    if not re.search(r"[.e]", text):
        text += ".0"
    return text + suffix
