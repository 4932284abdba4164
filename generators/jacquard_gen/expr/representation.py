"""Values of the expression language in Python, and their bits.

`float` for floats (those of width 16 and 32 hold a single-precision value), `int` within the range
of its type, `bool`.
"""

from __future__ import annotations

import math
import struct
from fractions import Fraction
from typing import Any, NamedTuple

from .types import Type

Value = Any

FRACTION_BITS = {16: 10, 32: 23, 64: 52}
"""How many bits of a float are its fraction, by its width."""


class Types(NamedTuple):
    """Types of a result and its arguments, widths resolved."""

    result: Type
    arguments: tuple[Type, ...]


def to_single(value: float) -> float:
    try:
        return float(struct.unpack("<f", struct.pack("<f", value))[0])
    except OverflowError:
        return math.copysign(math.inf, value)


def to_half(value: float) -> float:
    try:
        return float(struct.unpack("<e", struct.pack("<e", value))[0])
    except OverflowError:
        return math.copysign(math.inf, value)


def computed(value: float, type_: Type) -> float:
    """A float result in the precision its type is computed in."""
    return value if type_.width == 64 else to_single(value)


def wrap(value: int, type_: Type) -> int:
    value &= (1 << type_.width) - 1
    if type_.kind == "int" and value >> (type_.width - 1):
        value -= 1 << type_.width
    return value


def limits(type_: Type) -> tuple[int, int]:
    if type_.kind == "int":
        return -(1 << (type_.width - 1)), (1 << (type_.width - 1)) - 1
    return 0, (1 << type_.width) - 1


def clamped(value: int, type_: Type) -> int:
    low, high = limits(type_)
    return min(max(value, low), high)


def pattern(value: int, type_: Type) -> int:
    """An integer as its bits, not negative."""
    return value & ((1 << type_.width) - 1)


def load(bits: int, type_: Type) -> Value:
    """The value that has the bits (a bool of 8 bits and more is true where any bit is set)."""
    if type_.kind == "bool":
        return bits != 0
    if type_.kind != "float":
        return wrap(bits, type_)
    code = {16: "<e", 32: "<f", 64: "<d"}[type_.width]
    return float(struct.unpack(code, bits.to_bytes(type_.width // 8, "little"))[0])


def store(value: Value, type_: Type) -> int:
    """The bits of a value; a float16 is rounded here. NaN has one form."""
    if type_.kind == "bool":
        return ((1 << type_.width) - 1) if value else 0
    if type_.kind != "float":
        return pattern(value, type_)
    if math.isnan(value):
        return {16: 0x7e00, 32: 0x7fc00000, 64: 0x7ff8000000000000}[type_.width]
    if type_.width == 16:
        return int.from_bytes(struct.pack("<e", to_half(value)), "little")
    if type_.width == 32:
        return int.from_bytes(struct.pack("<f", to_single(value)), "little")
    return int.from_bytes(struct.pack("<d", value), "little")


def constant(value: bool | int | Fraction | str, type_: Type) -> Value:
    """The value of a literal."""
    if type_.kind == "bool":
        return bool(value)
    if type_.kind != "float":
        assert isinstance(value, int)
        return wrap(value, type_)
    if isinstance(value, str):
        return {"inf": math.inf, "-inf": -math.inf, "nan": math.nan, "-0": -0.0}[value]
    return computed(_from_fraction(Fraction(value)), type_)


def _from_fraction(value: Fraction) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf
