"""Quotients, roots, powers and trigonometric functions of floats, computed one value at a time.

Each function takes the types first: `types.result` and `types.arguments`, widths resolved. The
same meaning is written in runtime/jacquard/support/expression/expression.h;
the tests hold one against the other.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from .types import Type
from .representation import Types, computed


def float_quotient(left: float, right: float) -> float:
    if right == 0.0:
        if left == 0.0 or math.isnan(left):
            return math.nan
        return math.copysign(math.inf, left) * math.copysign(1.0, right)
    return left / right


class _Library:
    """Functions of the C library in both precisions; Python's own where it cannot be loaded."""

    def __init__(self) -> None:
        try:
            self.library: ctypes.CDLL | None = ctypes.CDLL(ctypes.util.find_library("m")
                                                           or "libm.so.6")
        except OSError:
            self.library = None
        self.functions: dict[tuple[str, int], Any] = {}

    def call(self, name: str, width: int, fallback: Callable[..., float],
             *values: float) -> float:
        if self.library is None:
            try:
                return fallback(*values)
            except OverflowError:
                return math.inf
            except ValueError:
                return math.nan
        function = self.functions.get((name, width))
        if function is None:
            function = getattr(self.library, name if width == 64 else name + "f")
            kind = ctypes.c_double if width == 64 else ctypes.c_float
            function.restype = kind
            function.argtypes = [kind] * len(values)
            self.functions[name, width] = function
        return float(function(*values))


_LIBRARY = _Library()


def has_c_library() -> bool:
    """Returns true if transcendental functions are exactly those of the C library."""
    return _LIBRARY.library is not None


def _library(types: Types, name: str, fallback: Callable[..., float], *values: float) -> float:
    return computed(_LIBRARY.call(name, types.result.width, fallback, *values), types.result)


def sqrt(types: Types, value: float) -> float:
    if math.isnan(value) or value < 0.0:
        return math.nan
    return value if value == 0.0 else computed(math.sqrt(value), types.result)


def reciprocal(types: Types, value: float) -> float:
    return computed(float_quotient(1.0, value), types.result)


def exp2(types: Types, value: float) -> float:
    return _library(types, "exp2", lambda x: math.pow(2.0, x), value)


def log2(types: Types, value: float) -> float:
    return _library(types, "log2", lambda x: -math.inf if x == 0.0 else math.log2(x), value)


def power(types: Types, base: float, exponent_: float) -> float:
    return _library(types, "pow", math.pow, base, exponent_)


def sin(types: Types, value: float) -> float:
    return _library(types, "sin", math.sin, value)


def cos(types: Types, value: float) -> float:
    return _library(types, "cos", math.cos, value)


def fma(types: Types, left: float, right: float, addend: float) -> float:
    if not (math.isfinite(left) and math.isfinite(right) and math.isfinite(addend)):
        return computed(left * right + addend, types.result)
    product = Fraction(left) * Fraction(right)
    exact = product + Fraction(addend)
    if exact == 0:
        # The sign of an exact zero is that of the plain sum, which is exact then.
        zero = math.copysign(0.0, math.copysign(1.0, left) * math.copysign(1.0, right))
        return zero + addend if product == 0 else 0.0
    return _round_fraction(exact, types.result)


def _round_fraction(value: Fraction, type_: Type) -> float:
    """A fraction, not zero, rounded once to the precision floats of the type are computed in."""
    digits, least, most = (53, -1074, 1024) if type_.width == 64 else (24, -149, 128)
    magnitude = abs(value)
    exponent_ = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    if magnitude < Fraction(2) ** exponent_:
        exponent_ -= 1
    unit = Fraction(2) ** max(exponent_ - digits + 1, least)
    rounded = round(magnitude / unit) * unit
    result = math.inf if rounded >= Fraction(2) ** most else float(rounded)
    return result if value > 0 else -result


def scale_exponent(types: Types, value: float, count: int) -> float:
    if value == 0.0 or not math.isfinite(value):
        return value
    least, greatest = (-1022, 1023) if types.result.width == 64 else (-126, 127)
    if not least <= math.frexp(value)[1] - 1 + count <= greatest:
        return math.copysign(0.0, value)
    return math.ldexp(value, count)


def significand(types: Types, value: float) -> float:
    return value if not math.isfinite(value) else math.frexp(value)[0]


def exponent(types: Types, value: float) -> int:
    return 0 if not math.isfinite(value) else math.frexp(value)[1]
