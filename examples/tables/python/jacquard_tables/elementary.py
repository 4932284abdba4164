"""Roots, powers, exponents and angles. Those of the C library are asked of it, in the precision of
the result, since another library may round them in another way."""

from __future__ import annotations

import ctypes
import ctypes.util
import math
from fractions import Fraction
from typing import Any, Callable, Dict, Tuple

from .numbers import Type, Value, made

__all__ = ["cos", "exp2", "exponent", "fma", "log2", "power", "reciprocal", "scale_exponent",
           "significand", "sin", "sqrt"]


def quotient(left: float, right: float) -> float:
    if right != 0:
        return left / right
    if left == 0 or math.isnan(left):
        return math.nan
    return math.copysign(math.inf, left) * math.copysign(1.0, right)


def nearest_single(number: int) -> float:
    """A whole number rounded once to single precision, ties to even."""
    spare = max(0, number.bit_length() - 24)
    # A fraction is rounded to the nearest whole number, ties to even.
    return float(round(Fraction(number, 1 << spare)) << spare)


def _of_library(name: str) -> Callable[..., Value]:
    loaded: Dict[int, Any] = {}

    def call(result: Type, *arguments: Value) -> Value:
        function = loaded.get(result.width)
        if function is None:
            library = ctypes.CDLL(ctypes.util.find_library("m") or "libm.so.6")
            kind = ctypes.c_double if result.width == 64 else ctypes.c_float
            function = getattr(library, name if result.width == 64 else f"{name}f")
            function.restype, function.argtypes = kind, [kind] * len(arguments)
            loaded[result.width] = function
        return made(result, float(function(*(each.data for each in arguments))))

    return call


exp2, log2, power = _of_library("exp2"), _of_library("log2"), _of_library("pow")
sin, cos = _of_library("sin"), _of_library("cos")


def sqrt(result: Type, value: Value) -> Value:
    is_real = value.data >= 0
    return made(result, math.sqrt(value.data) if is_real else math.nan)


def reciprocal(result: Type, value: Value) -> Value:
    return made(result, quotient(1.0, value.data))


def fma(result: Type, left: Value, right: Value, addend: Value) -> Value:
    factors: Tuple[float, ...] = (left.data, right.data)
    if not all(map(math.isfinite, (*factors, addend.data))):
        return made(result, left.data * right.data + addend.data)
    exact = Fraction(left.data) * Fraction(right.data) + Fraction(addend.data)
    if exact:
        return Value(result, _rounded(exact, result.width))
    if 0.0 in factors:
        # The sum of zeros has the sign that they have both.
        return Value(result, left.data * right.data + addend.data)
    return Value(result, 0.0)


def _rounded(exact: Fraction, width: int) -> float:
    """A fraction that is not zero, rounded once to the precision of the width."""
    digits, least, most = (53, -1074, 1024) if width == 64 else (24, -149, 128)
    size = abs(exact)
    top = size.numerator.bit_length() - size.denominator.bit_length()
    top -= size < Fraction(2) ** top
    unit = Fraction(2) ** max(top - digits + 1, least)
    nearest = round(size / unit) * unit
    data = float(nearest) if nearest < Fraction(2) ** most else math.inf
    return math.copysign(data, exact)


def scale_exponent(result: Type, value: Value, count: Value) -> Value:
    if value.data == 0 or not math.isfinite(value.data):
        return value
    top = math.frexp(value.data)[1] - 1 + count.data
    low, high = (-1022, 1023) if result.width == 64 else (-126, 127)
    return made(result, math.ldexp(value.data, count.data) if low <= top <= high
                else math.copysign(0.0, value.data))


def significand(result: Type, value: Value) -> Value:
    return made(result, math.frexp(value.data)[0]) if math.isfinite(value.data) else value


def exponent(result: Type, value: Value) -> Value:
    return made(result, math.frexp(value.data)[1] if math.isfinite(value.data) else 0)
