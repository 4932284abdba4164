"""What each operator, cast and function computes, in Python, one value at a time.

Values: `float` for floats (those of width 16 and 32 hold a single-precision value), `int` within
the range of its type, `bool`. Each function takes the types first: `types.result` and
`types.arguments`, widths resolved. The same meaning is written in runtime/support/expression.h;
the tests hold one against the other.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import math
import struct
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from .types import Type

Value = Any


class Types(NamedTuple):
    result: Type
    arguments: tuple[Type, ...]


# Representation


def _to_single(value: float) -> float:
    try:
        return float(struct.unpack("<f", struct.pack("<f", value))[0])
    except OverflowError:
        return math.copysign(math.inf, value)


def _to_half(value: float) -> float:
    try:
        return float(struct.unpack("<e", struct.pack("<e", value))[0])
    except OverflowError:
        return math.copysign(math.inf, value)


def _computed(value: float, type_: Type) -> float:
    """A float result in the precision its type is computed in."""
    return value if type_.width == 64 else _to_single(value)


def _wrap(value: int, type_: Type) -> int:
    value &= (1 << type_.width) - 1
    if type_.kind == "int" and value >> (type_.width - 1):
        value -= 1 << type_.width
    return value


def _limits(type_: Type) -> tuple[int, int]:
    if type_.kind == "int":
        return -(1 << (type_.width - 1)), (1 << (type_.width - 1)) - 1
    return 0, (1 << type_.width) - 1


def _clamp(value: int, type_: Type) -> int:
    low, high = _limits(type_)
    return min(max(value, low), high)


def _pattern(value: int, type_: Type) -> int:
    """An integer as its bits, not negative."""
    return value & ((1 << type_.width) - 1)


def load(bits: int, type_: Type) -> Value:
    """The value that has the bits (a bool of 8 bits and more is true where any bit is set)."""
    if type_.kind == "bool":
        return bits != 0
    if type_.kind != "float":
        return _wrap(bits, type_)
    code = {16: "<e", 32: "<f", 64: "<d"}[type_.width]
    return float(struct.unpack(code, bits.to_bytes(type_.width // 8, "little"))[0])


def store(value: Value, type_: Type) -> int:
    """The bits of a value; a float16 is rounded here. NaN has one form."""
    if type_.kind == "bool":
        return ((1 << type_.width) - 1) if value else 0
    if type_.kind != "float":
        return _pattern(value, type_)
    if math.isnan(value):
        return {16: 0x7e00, 32: 0x7fc00000, 64: 0x7ff8000000000000}[type_.width]
    if type_.width == 16:
        return int.from_bytes(struct.pack("<e", _to_half(value)), "little")
    if type_.width == 32:
        return int.from_bytes(struct.pack("<f", _to_single(value)), "little")
    return int.from_bytes(struct.pack("<d", value), "little")


def constant(value: bool | int | Fraction | str, type_: Type) -> Value:
    """The value of a literal."""
    if type_.kind == "bool":
        return bool(value)
    if type_.kind != "float":
        assert isinstance(value, int)
        return _wrap(value, type_)
    if isinstance(value, str):
        return {"inf": math.inf, "-inf": -math.inf, "nan": math.nan, "-0": -0.0}[value]
    return _computed(_from_fraction(Fraction(value)), type_)


def _from_fraction(value: Fraction) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


# Operators


def add(types: Types, left: Value, right: Value) -> Value:
    if types.result.kind == "float":
        return _computed(left + right, types.result)
    return _wrap(left + right, types.result)


def subtract(types: Types, left: Value, right: Value) -> Value:
    if types.result.kind == "float":
        return _computed(left - right, types.result)
    return _wrap(left - right, types.result)


def multiply(types: Types, left: Value, right: Value) -> Value:
    if types.result.kind == "float":
        return _computed(left * right, types.result)
    return _wrap(left * right, types.result)


def divide(types: Types, left: Value, right: Value) -> Value:
    if types.result.kind == "float":
        return _computed(_float_quotient(left, right), types.result)
    if right == 0:
        return 0
    return _wrap(_quotient(left, right), types.result)


def _quotient(left: int, right: int) -> int:
    quotient = abs(left) // abs(right)
    return -quotient if (left < 0) != (right < 0) else quotient


def _float_quotient(left: float, right: float) -> float:
    if right == 0.0:
        if left == 0.0 or math.isnan(left):
            return math.nan
        return math.copysign(math.inf, left) * math.copysign(1.0, right)
    return left / right


def remainder(types: Types, left: int, right: int) -> int:
    return 0 if right == 0 else _wrap(left - right * _quotient(left, right), types.result)


def negate(types: Types, value: Value) -> Value:
    return -value if types.result.kind == "float" else _wrap(-value, types.result)


def bit_not(types: Types, value: int) -> int:
    return _wrap(~value, types.result)


def logical_not(types: Types, value: bool) -> bool:
    return not value


def shift_left(types: Types, value: int, count: int) -> int:
    return _wrap(value << (count % types.result.width), types.result)


def shift_right(types: Types, value: int, count: int) -> int:
    return _wrap(value >> (count % types.result.width), types.result)


def bit_and(types: Types, left: int, right: int) -> int:
    return _wrap(left & right, types.result)


def bit_or(types: Types, left: int, right: int) -> int:
    return _wrap(left | right, types.result)


def bit_xor(types: Types, left: int, right: int) -> int:
    return _wrap(left ^ right, types.result)


def logical_and(types: Types, left: bool, right: bool) -> bool:
    return left and right


def logical_or(types: Types, left: bool, right: bool) -> bool:
    return left or right


def equal(types: Types, left: Value, right: Value) -> bool:
    return bool(left == right)


def not_equal(types: Types, left: Value, right: Value) -> bool:
    return bool(left != right)


def less(types: Types, left: Value, right: Value) -> bool:
    return bool(left < right)


def less_or_equal(types: Types, left: Value, right: Value) -> bool:
    return bool(left <= right)


def greater(types: Types, left: Value, right: Value) -> bool:
    return bool(left > right)


def greater_or_equal(types: Types, left: Value, right: Value) -> bool:
    return bool(left >= right)


def select(types: Types, condition: bool, then: Value, otherwise: Value) -> Value:
    return then if condition else otherwise


# Casts


def to_float(types: Types, value: Value) -> float:
    if types.arguments[0].kind == "float":
        result = float(value)
    elif types.result.width == 64:
        result = float(int(value))
    else:
        result = _integer_to_single(int(value))
    if types.result.width == 16:
        return _to_half(_to_single(result))
    return _computed(result, types.result)


def _integer_to_single(value: int) -> float:
    """Rounded once, which a detour over double would not be."""
    shift = max(0, abs(value).bit_length() - 24)
    kept, lost = abs(value) >> shift, abs(value) & ((1 << shift) - 1)
    half = 1 << shift >> 1
    if lost > half or (shift and lost == half and kept & 1):
        kept += 1
    return float((kept << shift) if value >= 0 else -(kept << shift))


def to_integer(types: Types, value: Value) -> int:
    if types.arguments[0].kind != "float":
        return int(value) if types.arguments[0].kind == "bool" and types.result.width > 1 else \
            _wrap(int(value), types.result)
    if math.isnan(value):
        return 0
    held = types.result._replace(width=max(8, types.result.width))
    if math.isinf(value):
        return _wrap(_limits(held)[value > 0], types.result)
    return _wrap(_clamp(int(value), held), types.result)


def to_bool(types: Types, value: Value) -> bool:
    return bool(value != 0)


# Sign, order, range


def absolute(types: Types, value: Value) -> Value:
    return math.fabs(value) if types.result.kind == "float" else _wrap(abs(value), types.result)


def sign(types: Types, value: Value) -> Value:
    if types.result.kind != "float":
        return _wrap((value > 0) - (value < 0), types.result)
    if math.isnan(value):
        return 0.0
    return value if value == 0.0 else math.copysign(1.0, value)


def minimum(types: Types, left: Value, right: Value) -> Value:
    if types.result.kind == "float":
        if math.isnan(right):
            return left
        if left == right:
            return left if math.copysign(1.0, left) < 0 else right
    return left if left < right else right


def maximum(types: Types, left: Value, right: Value) -> Value:
    if types.result.kind == "float":
        if math.isnan(right):
            return left
        if left == right:
            return right if math.copysign(1.0, left) < 0 else left
    return left if left > right else right


def clamp(types: Types, value: Value, low: Value, high: Value) -> Value:
    return minimum(types, maximum(types, value, low), high)


def saturate(types: Types, value: float) -> float:
    if not value > 0.0:
        return 0.0
    return min(value, 1.0)


def is_nan(types: Types, value: float) -> bool:
    return math.isnan(value)


def is_finite(types: Types, value: float) -> bool:
    return math.isfinite(value)


def is_normal(types: Types, value: float) -> bool:
    least = 2.0 ** (-1022 if types.arguments[0].width == 64 else -126)
    return math.isfinite(value) and abs(value) >= least


# Rounding


def _whole(value: float, rounded: Callable[[float], int]) -> float:
    if not math.isfinite(value) or value == 0.0:
        return value
    return math.copysign(float(rounded(value)), value)


def floor(types: Types, value: float) -> float:
    return _whole(value, math.floor)


def ceil(types: Types, value: float) -> float:
    return _whole(value, math.ceil)


def trunc(types: Types, value: float) -> float:
    return _whole(value, math.trunc)


def round_even(types: Types, value: float) -> float:
    return _whole(value, lambda x: round(x))


def fract(types: Types, value: float) -> float:
    return _computed(value - floor(types, value), types.result)


# Roots, powers, circles


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
    """Whether transcendental functions are exactly those of the C library."""
    return _LIBRARY.library is not None


def _library(types: Types, name: str, fallback: Callable[..., float], *values: float) -> float:
    return _computed(_LIBRARY.call(name, types.result.width, fallback, *values), types.result)


def sqrt(types: Types, value: float) -> float:
    if math.isnan(value) or value < 0.0:
        return math.nan
    return value if value == 0.0 else _computed(math.sqrt(value), types.result)


def reciprocal(types: Types, value: float) -> float:
    return _computed(_float_quotient(1.0, value), types.result)


def reciprocal_sqrt(types: Types, value: float) -> float:
    return reciprocal(types, sqrt(types, value))


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
        return _computed(left * right + addend, types.result)
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


# Bits of values


def to_bits(types: Types, value: Value) -> int:
    return store(value, types.arguments[0])


def to_signed_bits(types: Types, value: Value) -> int:
    return _wrap(store(value, types.arguments[0]), types.result)


def from_bits(types: Types, value: int) -> float:
    return float(load(_pattern(value, types.arguments[0]), types.result))


def width(types: Types, value: Value) -> int:
    return types.arguments[0].width


def to_half_toward_zero(types: Types, value: float) -> float:
    if not math.isfinite(value):
        return value
    rounded = _to_half(value)
    if abs(rounded) > abs(value):
        bits = int.from_bytes(struct.pack("<e", rounded), "little") - 1
        rounded = float(struct.unpack("<e", bits.to_bytes(2, "little"))[0])
    return rounded


# Integers


def bit_count(types: Types, value: int) -> int:
    return bin(_pattern(value, types.arguments[0])).count("1")


def find_lsb(types: Types, value: int) -> int:
    bits = _pattern(value, types.arguments[0])
    return (bits & -bits).bit_length() - 1


def find_msb(types: Types, value: int) -> int:
    return (~value if value < 0 else value).bit_length() - 1


def count_leading_zeros(types: Types, value: int) -> int:
    return types.arguments[0].width - value.bit_length()


def bit_reverse(types: Types, value: int) -> int:
    size = types.result.width
    digits = format(_pattern(value, types.result), f"0{size}b")
    return _wrap(int(digits[::-1], 2), types.result)


def multiply_high(types: Types, left: int, right: int) -> int:
    return _wrap((left * right) >> types.result.width, types.result)


def add_saturating(types: Types, left: int, right: int) -> int:
    return _clamp(left + right, types.result)


def subtract_saturating(types: Types, left: int, right: int) -> int:
    return _clamp(left - right, types.result)


def average_down(types: Types, left: int, right: int) -> int:
    return _wrap((left + right) >> 1, types.result)


def average_up(types: Types, left: int, right: int) -> int:
    return _wrap((left + right + 1) >> 1, types.result)


def bitfield_extract(types: Types, value: int, offset: int, count: int) -> int:
    if count == 0:
        return 0
    size = types.result.width
    shifted = value >> min(offset, size)
    if count >= size:
        return shifted
    shifted &= (1 << count) - 1
    if types.result.kind == "int" and shifted >> (count - 1):
        shifted -= 1 << count
    return shifted
