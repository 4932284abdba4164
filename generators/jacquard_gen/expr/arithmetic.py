"""Operators, casts and functions of every kind of value, computed one value at a time.

Each function takes the types first: `types.result` and `types.arguments`, widths resolved. The
same meaning is written in runtime/jacquard/support/expression/;
the tests hold one against the other.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable

from .elementary import float_quotient
from .representation import (Types, Value, clamped, computed, limits, load, pattern, store,
                             to_half, to_single, wrap)


# Operators


def add(types: Types, left: Value, right: Value) -> Value:
    if types.result.kind == "float":
        return computed(left + right, types.result)
    return wrap(left + right, types.result)


def subtract(types: Types, left: Value, right: Value) -> Value:
    if types.result.kind == "float":
        return computed(left - right, types.result)
    return wrap(left - right, types.result)


def multiply(types: Types, left: Value, right: Value) -> Value:
    if types.result.kind == "float":
        return computed(left * right, types.result)
    return wrap(left * right, types.result)


def divide(types: Types, left: Value, right: Value) -> Value:
    if types.result.kind == "float":
        return computed(float_quotient(left, right), types.result)
    if right == 0:
        return 0
    return wrap(_quotient(left, right), types.result)


def _quotient(left: int, right: int) -> int:
    quotient = abs(left) // abs(right)
    return -quotient if (left < 0) != (right < 0) else quotient


def remainder(types: Types, left: int, right: int) -> int:
    return 0 if right == 0 else wrap(left - right * _quotient(left, right), types.result)


def negate(types: Types, value: Value) -> Value:
    return -value if types.result.kind == "float" else wrap(-value, types.result)


def bit_not(types: Types, value: int) -> int:
    return wrap(~value, types.result)


def logical_not(types: Types, value: bool) -> bool:
    return not value


def shift_left(types: Types, value: int, count: int) -> int:
    return wrap(value << (count % types.result.width), types.result)


def shift_right(types: Types, value: int, count: int) -> int:
    return wrap(value >> (count % types.result.width), types.result)


def bit_and(types: Types, left: int, right: int) -> int:
    return wrap(left & right, types.result)


def bit_or(types: Types, left: int, right: int) -> int:
    return wrap(left | right, types.result)


def bit_xor(types: Types, left: int, right: int) -> int:
    return wrap(left ^ right, types.result)


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
        return to_half(to_single(result))
    return computed(result, types.result)


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
            wrap(int(value), types.result)
    if math.isnan(value):
        return 0
    held = types.result._replace(width=max(8, types.result.width))
    if math.isinf(value):
        return wrap(limits(held)[value > 0], types.result)
    return wrap(clamped(int(value), held), types.result)


def to_bool(types: Types, value: Value) -> bool:
    return bool(value != 0)


# Sign, order, range


def absolute(types: Types, value: Value) -> Value:
    return math.fabs(value) if types.result.kind == "float" else wrap(abs(value), types.result)


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


# Bits of values


def to_bits(types: Types, value: Value) -> int:
    return store(value, types.arguments[0])


def to_signed_bits(types: Types, value: Value) -> int:
    return wrap(store(value, types.arguments[0]), types.result)


def from_bits(types: Types, value: int) -> float:
    return float(load(pattern(value, types.arguments[0]), types.result))


def width(types: Types, value: Value) -> int:
    return types.arguments[0].width


def to_half_toward_zero(types: Types, value: float) -> float:
    if not math.isfinite(value):
        return value
    rounded = to_half(value)
    if abs(rounded) > abs(value):
        bits = int.from_bytes(struct.pack("<e", rounded), "little") - 1
        rounded = float(struct.unpack("<e", bits.to_bytes(2, "little"))[0])
    return rounded
