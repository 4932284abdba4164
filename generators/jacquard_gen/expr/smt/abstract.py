"""Abstract terms: functions that take the solver long, of which it is told little.

Of each it knows that equal arguments give equal results, and of those on floats what follows from
signs: a product has the sign and the magnitude that those of its factors give, a sum of negated
addends is the negated sum unless it is zero, and what is rounded up below zero is rounded down
above. Arguments that may be swapped are told apart by their magnitudes. The functions of the tables
are among those of which this is true, so that what is proven of abstract terms holds.
"""

from __future__ import annotations

from ..types import Type
from .terms import Term, Terms, Types, in_order, z3

SLOW = {"multiply", "divide", "remainder", "multiply_high"}
"""These functions of integers are abstract in abstract terms."""
SLOW_OF_FLOATS = {"add", "subtract", "multiply", "divide", "reciprocal", "fma", "sqrt", "floor",
                  "ceil", "trunc", "round_even"}
_COMMUTATIVE = {"multiply", "multiply_high"}
_ALIKE = {"multiply"}
"""The bits of these are the same with and without signs."""

_PREFIX = "abstract."
_WHOLE = {"abstract.down", "abstract.up", "abstract.even"}


def _unknown(name: str, *values: Term) -> Term:
    """The value of a function of which nothing is known; it has the sort of its last argument."""
    sorts = [value.sort() for value in values]
    return z3().Function(_PREFIX + name, *sorts, sorts[-1])(*values)


def of_integers(name: str, types: Types, values: Terms) -> Term:
    """A quotient of signed integers is another function than that of the same bits without."""
    if name in _COMMUTATIVE:
        values = in_order(values)
    kinds = "" if name in _ALIKE else "." + ".".join(type_.kind for type_ in types)
    return _unknown(name + kinds, *values)


def of_floats(name: str, result: Type, values: Terms) -> Term:
    nan = z3().fpNaN(values[0].sort())
    return z3().If(z3().Or(*map(z3().fpIsNaN, values)), nan, _of_numbers(name, values))


def _of_numbers(name: str, values: Terms) -> Term:
    first = values[0]
    kind = first.sort()
    if name == "add":
        return _sum(*values)
    if name == "subtract":
        return _sum(first, z3().fpNeg(values[1]))
    if name == "multiply":
        return _signed(_unknown(name, *_ordered(*values)), _differ(*values))
    if name == "reciprocal":
        return _of_numbers("divide", [z3().FPVal(1.0, kind), first])
    if name == "divide":
        return _signed(_unknown(name, *map(z3().fpAbs, values)), _differ(*values))
    if name == "fma":
        return _product_and_sum(*values)
    if name == "sqrt":
        return _unknown(name, first)
    return first if is_whole(first) else _rounded(name, first)


def _signed(value: Term, is_negative: Term) -> Term:
    return z3().If(is_negative, z3().fpNeg(value), value)


def _differ(left: Term, right: Term) -> Term:
    """Whether one of two numbers has a minus and the other has not."""
    return z3().Xor(z3().fpIsNegative(left), z3().fpIsNegative(right))


def _ordered(left: Term, right: Term) -> Terms:
    """The larger magnitude, then the smaller."""
    a, b = z3().fpAbs(left), z3().fpAbs(right)
    swaps = z3().fpLT(a, b)
    return [z3().If(swaps, b, a), z3().If(swaps, a, b)]


def _sum(left: Term, right: Term) -> Term:
    """Numbers that differ in nothing but their sign cancel out, which is a zero without a minus, or
    a NaN where they are infinite. Otherwise the larger one gives the sign."""
    larger, smaller = _ordered(left, right)
    kind = left.sort()
    negative = z3().If(z3().fpEQ(larger, z3().fpAbs(left)), z3().fpIsNegative(left),
                       z3().fpIsNegative(right))
    nothing = z3().If(z3().fpIsInf(larger), z3().fpNaN(kind), z3().fpZero(kind, False))
    difference = z3().If(z3().fpEQ(larger, smaller), nothing,
                         _signed(_unknown("difference", larger, smaller), negative))
    return z3().If(_differ(left, right), difference,
                   _signed(_unknown("sum", larger, smaller), negative))


def _product_and_sum(left: Term, right: Term, addend: Term) -> Term:
    """The sign of a difference that is zero is not known: it depends on what was lost."""
    larger, smaller = _ordered(left, right)
    negative, magnitude = _differ(left, right), z3().fpAbs(addend)
    rest = _unknown("product_less", larger, smaller, magnitude)
    zero = z3().If(negative, _unknown("zero_below", larger, smaller, magnitude),
                   _unknown("zero_above", larger, smaller, magnitude))
    difference = z3().If(z3().fpIsZero(rest), zero, _signed(rest, negative))
    return z3().If(z3().Xor(negative, z3().fpIsNegative(addend)), difference,
                   _signed(_unknown("product_and", larger, smaller, magnitude), negative))


def _rounded(name: str, value: Term) -> Term:
    negative, magnitude = z3().fpIsNegative(value), z3().fpAbs(value)
    if name in ("trunc", "round_even"):
        return _signed(_unknown("down" if name == "trunc" else "even", magnitude), negative)
    down = z3().Not(negative) if name == "floor" else negative
    return _signed(z3().If(down, _unknown("down", magnitude), _unknown("up", magnitude)), negative)


def half(value: Term) -> Term:
    """A single float as a half: what is rounded to the nearest is so on both sides of zero."""
    narrow = z3().Float16()
    rounded = z3().Function(_PREFIX + "half", value.sort(), narrow)(z3().fpAbs(value))
    return z3().If(z3().fpIsNaN(value), z3().fpNaN(narrow),
                   _signed(rounded, z3().fpIsNegative(value)))


def is_whole(value: Term) -> bool:
    """Whether a float is seen to be a whole number or none: it was rounded, or made of an
    integer."""
    kind = value.decl().kind()
    if kind == z3().Z3_OP_ITE:
        return all(map(is_whole, value.children()[1:]))
    if kind in (z3().Z3_OP_FPA_NEG, z3().Z3_OP_FPA_ABS):
        return is_whole(value.arg(0))
    if kind in (z3().Z3_OP_FPA_NAN, z3().Z3_OP_FPA_ROUND_TO_INTEGRAL,
                z3().Z3_OP_FPA_TO_FP_UNSIGNED):
        return True
    if kind == z3().Z3_OP_FPA_TO_FP and value.num_args() == 2:
        return z3().is_bv(value.arg(1)) or is_whole(value.arg(1))
    if kind != z3().Z3_OP_UNINTERPRETED:
        return False
    name = value.decl().name()
    return name in _WHOLE or (name == f"{_PREFIX}half" and is_whole(value.arg(0)))
