"""Floats as terms of the SMT solver z3.

A float of 64 bits is a term of z3's Float64; one of 16 or 32 bits is one of Float32, since halves
are computed in single precision and rounded where they are stored. A NaN has one form in bits.
Functions of the C library, whose results no standard states to the last bit, are functions of which
nothing is known but that equal arguments give equal results.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from ..representation import constant as constant_value
from ..types import Type
from . import abstract
from .abstract import is_whole
from .terms import NoTerm, Term, Terms, Types, in_order, number, z3

_NAN = {16: 0x7e00, 32: 0x7fc00000, 64: 0x7ff8000000000000}

OPAQUE_PREFIX = "library."
"""What the names of functions begin with of which the solver knows nothing."""


def sort(type_: Type) -> Any:
    """The sort in which floats of the type are computed."""
    return z3().Float64() if type_.width == 64 else z3().Float32()


def stored_sort(type_: Type) -> Any:
    return {16: z3().Float16, 32: z3().Float32, 64: z3().Float64}[type_.width]()


def nearest() -> Any:
    return z3().RNE()


def load(bits: Term, type_: Type) -> Term:
    """The float that has the bits."""
    value = _value_of_stored(bits)
    if value is None:
        value = z3().fpBVToFP(bits, stored_sort(type_))
    return z3().fpFPToFP(nearest(), value, sort(type_)) if type_.width == 16 else value


def store(value: Term, type_: Type, is_abstract: bool = False) -> Term:
    """The bits of a float; one of 16 bits is rounded here."""
    if type_.width == 16:
        value = _half(value) if _is_half(value) else abstract.half(value) if is_abstract else \
            z3().fpFPToFP(nearest(), value, z3().Float16())
    return z3().If(z3().fpIsNaN(value), number(_NAN[type_.width], type_.width),
                   z3().fpToIEEEBV(value))


def is_stored_whole(bits: Term) -> bool:
    """Whether bits are seen to be those of a whole number or of none."""
    value = _value_of_stored(bits)
    return value is not None and is_whole(value)


def _value_of_stored(bits: Term) -> Term | None:
    """The float of which `store` made bits, where it is seen to have made them: NaNs are one, so
    that nothing is lost on the way."""
    if not z3().is_app_of(bits, z3().Z3_OP_ITE):
        return None
    is_nan, _, other = bits.children()
    if not z3().is_app_of(is_nan, z3().Z3_OP_FPA_IS_NAN) or \
            not z3().is_app_of(other, z3().Z3_OP_FPA_TO_IEEE_BV):
        return None
    value = other.arg(0)
    return value if value.eq(is_nan.arg(0)) else None


def _is_half(value: Term) -> bool:
    """Whether a single float is seen to be a half, so that it need not be rounded to one."""
    kind = value.decl().kind()
    if kind == z3().Z3_OP_FPA_TO_FP:
        return bool(value.num_args() == 2 and value.arg(1).sort() == z3().Float16())
    if kind == z3().Z3_OP_ITE:
        return all(map(_is_half, value.children()[1:]))
    return kind == z3().Z3_OP_FPA_NAN or \
        (kind in (z3().Z3_OP_FPA_NEG, z3().Z3_OP_FPA_ABS) and _is_half(value.arg(0)))


def _half(value: Term) -> Term:
    """The half that such a float is."""
    kind = value.decl().kind()
    if kind == z3().Z3_OP_FPA_TO_FP:
        return value.arg(1)
    if kind == z3().Z3_OP_FPA_NAN:
        return z3().fpNaN(z3().Float16())
    if kind == z3().Z3_OP_ITE:
        return z3().If(value.arg(0), *map(_half, value.children()[1:]))
    inner = _half(value.arg(0))
    return z3().fpNeg(inner) if kind == z3().Z3_OP_FPA_NEG else z3().fpAbs(inner)


def constant(value: bool | int | Fraction | str, type_: Type) -> Term:
    known = float(constant_value(value, type_))
    kind = sort(type_)
    if math.isnan(known):
        return z3().fpNaN(kind)
    if math.isinf(known):
        return z3().fpInfinity(kind, known < 0)
    if known == 0.0:
        return z3().fpZero(kind, math.copysign(1.0, known) < 0)
    return z3().FPVal(known, kind)


def _exact(value: float, kind: Any) -> Term:
    return z3().FPVal(value, kind)


def _negate(result: Type, types: Types, args: Terms) -> Term:
    return z3().fpNeg(args[0])


def _absolute(result: Type, types: Types, args: Terms) -> Term:
    return z3().fpAbs(args[0])


def _minimum(result: Type, types: Types, args: Terms) -> Term:
    left, right = args
    equal = z3().If(z3().fpIsNegative(left), left, right)
    other = z3().If(z3().fpLT(left, right), left, right)
    return z3().If(z3().fpIsNaN(right), left, z3().If(z3().fpEQ(left, right), equal, other))


def _maximum(result: Type, types: Types, args: Terms) -> Term:
    left, right = args
    equal = z3().If(z3().fpIsNegative(left), right, left)
    other = z3().If(z3().fpGT(left, right), left, right)
    return z3().If(z3().fpIsNaN(right), left, z3().If(z3().fpEQ(left, right), equal, other))


def _to_float(result: Type, types: Types, args: Terms) -> Term:
    """A float of another width, or the nearest to an integer; to 16 bits by way of 32."""
    single = result if result.width == 64 else Type("float", 32)
    if types[0].kind == "bool":
        return z3().If(args[0], _exact(1.0, sort(single)), z3().fpZero(sort(single), False))
    if types[0].kind == "float":
        value = z3().fpFPToFP(nearest(), args[0], sort(single))
    elif types[0].kind == "int":
        value = z3().fpSignedToFP(nearest(), args[0], sort(single))
    else:
        value = z3().fpUnsignedToFP(nearest(), args[0], sort(single))
    if result.width != 16:
        return value
    half = z3().fpFPToFP(nearest(), value, z3().Float16())
    return z3().fpFPToFP(nearest(), half, z3().Float32())


def _to_integer(result: Type, types: Types, args: Terms) -> Term:
    """Truncated; the nearest in range where it is out of that, 0 for a NaN."""
    value, width = args[0], max(8, result.width)
    kind = sort(types[0])
    if result.kind == "int":
        low, high = -(1 << (width - 1)), (1 << (width - 1)) - 1
        whole = z3().fpToSBV(z3().RTZ(), value, z3().BitVecSort(width))
    else:
        low, high = 0, (1 << width) - 1
        whole = z3().fpToUBV(z3().RTZ(), value, z3().BitVecSort(width))
    above = z3().fpGEQ(value, _exact(float(high + 1), kind))
    below = z3().fpLEQ(value, _exact(float(low), kind) if low else z3().fpZero(kind, False))
    held = z3().If(z3().fpIsNaN(value), number(0, width),
                   z3().If(above, number(high, width), z3().If(below, number(low, width), whole)))
    return z3().Extract(result.width - 1, 0, held) if result.width < width else held


def _rounded(mode: str) -> Callable[[Type, Types, Terms], Term]:
    return lambda result, types, args: args[0] if is_whole(args[0]) else \
        z3().fpRoundToIntegral(getattr(z3(), mode)(), args[0])


def _to_half_toward_zero(result: Type, types: Types, args: Terms) -> Term:
    half = z3().fpFPToFP(z3().RTZ(), args[0], z3().Float16())
    return z3().fpFPToFP(nearest(), half, sort(result))


class _Parts(NamedTuple):
    """The parts of a float that is neither zero nor infinite nor a NaN: its exponent as a signed
    number of `_EXPONENT_BITS`, where the significand is from 1 to 2, and the bits of its sign and
    fraction."""

    exponent: Term
    sign: Term
    fraction: Term
    bias: int
    exponent_bits: int

    def with_exponent(self, exponent: Term, kind: Any) -> Term:
        field = z3().Extract(self.exponent_bits - 1, 0,
                             exponent + number(self.bias, _EXPONENT_BITS))
        return z3().fpBVToFP(z3().Concat(self.sign, field, self.fraction), kind)


_EXPONENT_BITS = 72
"""As many as hold the sum of an exponent and any count of 64 bits."""


def _parts(value: Term, type_: Type) -> _Parts:
    kind = sort(type_)
    digits, exponent_bits = kind.sbits() - 1, kind.ebits()
    tiny = z3().fpIsSubnormal(value)
    normal = z3().If(tiny, z3().fpMul(nearest(), value, _exact(2.0 ** (digits + 1), kind)), value)
    bits = z3().fpToIEEEBV(normal)
    width = digits + exponent_bits + 1
    field = z3().ZeroExt(_EXPONENT_BITS - exponent_bits, z3().Extract(width - 2, digits, bits))
    bias = (1 << (exponent_bits - 1)) - 1
    lost = z3().If(tiny, number(digits + 1, _EXPONENT_BITS), number(0, _EXPONENT_BITS))
    return _Parts(field - number(bias, _EXPONENT_BITS) - lost,
                  z3().Extract(width - 1, width - 1, bits), z3().Extract(digits - 1, 0, bits),
                  bias, exponent_bits)


def _is_special(value: Term) -> Term:
    return z3().Or(z3().fpIsZero(value), z3().fpIsInf(value), z3().fpIsNaN(value))


def _scale_exponent(result: Type, types: Types, args: Terms) -> Term:
    """A result that is no normal number becomes a zero."""
    value, count = args
    kind = sort(result)
    parts = _parts(value, result)
    extend = z3().SignExt if types[1].kind == "int" else z3().ZeroExt
    exponent = parts.exponent + extend(_EXPONENT_BITS - count.size(), count)
    is_normal = z3().And(exponent >= number(1 - parts.bias, _EXPONENT_BITS),
                         exponent <= number(parts.bias, _EXPONENT_BITS))
    zero = z3().If(z3().fpIsNegative(value), z3().fpZero(kind, True), z3().fpZero(kind, False))
    scaled = z3().If(is_normal, parts.with_exponent(exponent, kind), zero)
    return z3().If(_is_special(value), value, scaled)


def _significand(result: Type, types: Types, args: Terms) -> Term:
    """From a half to 1."""
    value = args[0]
    halved = _parts(value, result).with_exponent(number(-1, _EXPONENT_BITS), sort(result))
    return z3().If(_is_special(value), value, halved)


def _exponent(result: Type, types: Types, args: Terms) -> Term:
    """That of a significand from a half to 1; 0 for what has none."""
    known = _parts(args[0], types[0]).exponent + number(1, _EXPONENT_BITS)
    return z3().If(_is_special(args[0]), number(0, result.width),
                   z3().Extract(result.width - 1, 0, known))


def _library_function(name: str, kind: Any, count: int) -> Any:
    return z3().Function(f"{OPAQUE_PREFIX}{name}.{kind.ebits()}", *([kind] * (count + 1)))


def _library(name: str) -> Callable[[Type, Types, Terms], Term]:
    return lambda result, types, args: \
        _library_function(name, sort(result), len(args))(*args)


def _of_float(name: str) -> Callable[[Type, Types, Terms], Term]:
    return lambda result, types, args: getattr(z3(), name)(*args)


FUNCTIONS: dict[str, Callable[[Type, Types, Terms], Term]] = {
    "add": lambda result, types, args: z3().fpAdd(nearest(), *args),
    "subtract": lambda result, types, args: z3().fpSub(nearest(), *args),
    "multiply": lambda result, types, args: z3().fpMul(nearest(), *args),
    "divide": lambda result, types, args: z3().fpDiv(nearest(), *args),
    "reciprocal": lambda result, types, args:
        z3().fpDiv(nearest(), _exact(1.0, sort(result)), args[0]),
    "fma": lambda result, types, args: z3().fpFMA(nearest(), *args),
    "sqrt": lambda result, types, args: z3().fpSqrt(nearest(), args[0]),
    "negate": _negate,
    "absolute": _absolute,
    "minimum": _minimum,
    "maximum": _maximum,
    "equal": lambda result, types, args: z3().fpEQ(*in_order(args)),
    "not_equal": lambda result, types, args: z3().Not(z3().fpEQ(*in_order(args))),
    "less": _of_float("fpLT"),
    "less_or_equal": _of_float("fpLEQ"),
    "greater": _of_float("fpGT"),
    "greater_or_equal": _of_float("fpGEQ"),
    "select": lambda result, types, args: z3().If(args[0], args[1], args[2]),
    "floor": _rounded("RTN"),
    "ceil": _rounded("RTP"),
    "trunc": _rounded("RTZ"),
    "round_even": _rounded("RNE"),
    "to_float": _to_float,
    "to_integer": _to_integer,
    "to_bool": lambda result, types, args: z3().Not(z3().fpIsZero(args[0])),
    "to_bits": lambda result, types, args: store(args[0], types[0]),
    "to_signed_bits": lambda result, types, args: store(args[0], types[0]),
    "from_bits": lambda result, types, args: load(args[0], result),
    "width": lambda result, types, args: number(types[0].width, result.width),
    "to_half_toward_zero": _to_half_toward_zero,
    "scale_exponent": _scale_exponent,
    "significand": _significand,
    "exponent": _exponent,
    "exp2": _library("exp2"),
    "log2": _library("log2"),
    "power": _library("power"),
    "sin": _library("sin"),
    "cos": _library("cos"),
}


def apply(name: str, result: Type, types: Types, args: Terms) -> Term:
    """Returns what a function of the tables computes where a float is read or made."""
    function = FUNCTIONS.get(name)
    if function is None:
        raise NoTerm(name)
    return function(result, types, args)
