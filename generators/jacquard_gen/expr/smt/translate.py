"""Typed tree to terms of the SMT solver z3.

A value of type intN or uintN is a bit vector of N bits, a bool a Boolean; floats are told in
`floats`. What has no term raises `NoTerm`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..inlining import primitive
from ..tree import Apply, Constant, Expression, Local, Operand, Tree
from ..types import Type
from . import abstract, floats
from .terms import NoTerm, Term, Terms, Types, number, z3


def load(bits: Term, type_: Type) -> Term:
    """The value of the type that has the bits."""
    if type_.kind == "bool":
        return bits != number(0, type_.width)
    if type_.kind == "float":
        return floats.load(bits, type_)
    return bits


def store(value: Term, type_: Type, is_abstract: bool = False) -> Term:
    """The bits of a value of the type."""
    if type_.kind == "bool":
        return z3().If(value, number(-1, type_.width), number(0, type_.width))
    if type_.kind == "float":
        return floats.store(value, type_, is_abstract)
    return value


def terms(tree: Tree, operands: Mapping[str, Term | list[Term]], bits: int,
          is_abstract: bool = False) -> list[Term]:
    """The bits of each component of what a tree computes at a width. An operand is given by its
    bits, or by those of each component. In abstract terms nothing is known of products, quotients
    and whatever else takes the solver long, but that equal arguments give equal results: what is
    proven of them holds."""
    tree = primitive(tree)
    maker = _Maker(operands, bits, is_abstract)
    for binding in tree.bindings:
        maker.locals[binding.name] = maker.value(binding.value)
    type_ = tree.type.scalar.sized(bits)
    return [store(maker.value(value), type_, is_abstract) for value in tree.values]


class _Maker:
    def __init__(self, operands: Mapping[str, Term | list[Term]], bits: int,
                 is_abstract: bool) -> None:
        self.operands = operands
        self.bits = bits
        self.is_abstract = is_abstract
        self.locals: dict[str, Term] = {}

    def value(self, node: Expression) -> Term:
        type_ = node.type.sized(self.bits)
        if isinstance(node, Constant):
            if type_.kind == "bool":
                return z3().BoolVal(bool(node.value))
            if type_.kind == "float":
                return floats.constant(node.value, type_)
            assert isinstance(node.value, int)
            return number(node.value, type_.width)
        if isinstance(node, Operand):
            given = self.operands[node.name]
            if isinstance(given, list):
                given = given[node.component or 0]
            return load(given, type_)
        if isinstance(node, Local):
            return self.locals[node.name]
        assert isinstance(node, Apply)
        types = [argument.type.sized(self.bits) for argument in node.arguments]
        values = [self.value(argument) for argument in node.arguments]
        is_float = any(kind.kind == "float" for kind in [type_, *types])
        name = node.operation.python
        if self.is_abstract and is_float and name in abstract.SLOW_OF_FLOATS:
            return abstract.of_floats(name, type_, values)
        if is_float:
            return floats.apply(name, type_, types, values)
        if self.is_abstract and name in abstract.SLOW:
            return abstract.of_integers(name, [type_, *types], values)
        function = _FUNCTIONS.get(node.operation.python)
        if function is None:
            raise NoTerm(node.operation.name)
        return function(type_, types, values)


def _resized(value: Term, width: int, signed: bool) -> Term:
    have = value.size()
    if have > width:
        return z3().Extract(width - 1, 0, value)
    if have == width:
        return value
    extend = z3().SignExt if signed else z3().ZeroExt
    return extend(width - have, value)


def _count(value: Term, width: int) -> Term:
    """A count of a shift, modulo the width, as wide as what is shifted."""
    modulo = value & number(width - 1, value.size())
    return _resized(modulo, width, False)


def _shift_left(result: Type, types: Types, args: Terms) -> Term:
    return args[0] << _count(args[1], result.width)


def _shift_right(result: Type, types: Types, args: Terms) -> Term:
    count = _count(args[1], result.width)
    return args[0] >> count if result.kind == "int" else z3().LShR(args[0], count)


def _divide(result: Type, types: Types, args: Terms) -> Term:
    quotient = args[0] / args[1] if result.kind == "int" else z3().UDiv(args[0], args[1])
    zero = number(0, result.width)
    return z3().If(args[1] == zero, zero, quotient)


def _remainder(result: Type, types: Types, args: Terms) -> Term:
    rest = z3().SRem(args[0], args[1]) if result.kind == "int" else z3().URem(args[0], args[1])
    zero = number(0, result.width)
    return z3().If(args[1] == zero, zero, rest)


def _less(result: Type, types: Types, args: Terms) -> Term:
    return args[0] < args[1] if types[0].kind == "int" else z3().ULT(args[0], args[1])


def _less_or_equal(result: Type, types: Types, args: Terms) -> Term:
    return args[0] <= args[1] if types[0].kind == "int" else z3().ULE(args[0], args[1])


def _to_integer(result: Type, types: Types, args: Terms) -> Term:
    if types[0].kind == "bool":
        return z3().If(args[0], number(1, result.width), number(0, result.width))
    return _resized(args[0], result.width, types[0].kind == "int")


def _to_bool(result: Type, types: Types, args: Terms) -> Term:
    return args[0] if types[0].kind == "bool" else args[0] != number(0, types[0].width)


def _absolute(result: Type, types: Types, args: Terms) -> Term:
    return z3().If(args[0] < number(0, result.width), -args[0], args[0])


def _minimum(result: Type, types: Types, args: Terms) -> Term:
    return z3().If(_less(result, types, args), args[0], args[1])


def _maximum(result: Type, types: Types, args: Terms) -> Term:
    return z3().If(_less(result, types, args), args[1], args[0])


def _bit_count(result: Type, types: Types, args: Terms) -> Term:
    total = number(0, result.width)
    for bit in range(types[0].width):
        total = total + z3().ZeroExt(result.width - 1, z3().Extract(bit, bit, args[0]))
    return total


def _bit_is_set(value: Term, bit: int) -> Term:
    return z3().Extract(bit, bit, value) == number(1, 1)


def _leading_zeros(result: Type, types: Types, args: Terms) -> Term:
    width = types[0].width
    found = number(width, result.width)
    for bit in range(width):
        found = z3().If(_bit_is_set(args[0], bit), number(width - 1 - bit, result.width), found)
    return found


def _bit_reverse(result: Type, types: Types, args: Terms) -> Term:
    if result.width == 1:
        return args[0]
    return z3().Concat(*(z3().Extract(bit, bit, args[0]) for bit in range(result.width)))


def _wide(result: Type, args: Terms, extra: int) -> Terms:
    return [_resized(argument, result.width + extra, result.kind == "int") for argument in args]


def _multiply_high(result: Type, types: Types, args: Terms) -> Term:
    a, b = _wide(result, args, result.width)
    return z3().Extract(2 * result.width - 1, result.width, a * b)


_FUNCTIONS: dict[str, Callable[[Type, Types, Terms], Term]] = {
    "add": lambda result, types, args: args[0] + args[1],
    "subtract": lambda result, types, args: args[0] - args[1],
    "multiply": lambda result, types, args: args[0] * args[1],
    "divide": _divide,
    "remainder": _remainder,
    "negate": lambda result, types, args: -args[0],
    "bit_not": lambda result, types, args: ~args[0],
    "logical_not": lambda result, types, args: z3().Not(args[0]),
    "shift_left": _shift_left,
    "shift_right": _shift_right,
    "bit_and": lambda result, types, args: args[0] & args[1],
    "bit_or": lambda result, types, args: args[0] | args[1],
    "bit_xor": lambda result, types, args: args[0] ^ args[1],
    "logical_and": lambda result, types, args: z3().And(args[0], args[1]),
    "logical_or": lambda result, types, args: z3().Or(args[0], args[1]),
    "equal": lambda result, types, args: args[0] == args[1],
    "not_equal": lambda result, types, args: args[0] != args[1],
    "less": _less,
    "less_or_equal": _less_or_equal,
    "greater": lambda result, types, args: _less(result, types, [args[1], args[0]]),
    "greater_or_equal":
        lambda result, types, args: _less_or_equal(result, types, [args[1], args[0]]),
    "select": lambda result, types, args: z3().If(args[0], args[1], args[2]),
    "to_integer": _to_integer,
    "to_bool": _to_bool,
    "absolute": _absolute,
    "minimum": _minimum,
    "maximum": _maximum,
    "to_bits": lambda result, types, args: args[0],
    "to_signed_bits": lambda result, types, args: args[0],
    "width": lambda result, types, args: number(types[0].width, result.width),
    "bit_count": _bit_count,
    "count_leading_zeros": _leading_zeros,
    "bit_reverse": _bit_reverse,
    "multiply_high": _multiply_high,
}
