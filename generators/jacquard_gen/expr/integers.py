"""What functions of integers alone compute, one value at a time.

Each function takes the types first: `types.result` and `types.arguments`, widths resolved. The
same meaning is written in runtime/support/expression.h; the tests hold one against the other.
"""

from __future__ import annotations

from .representation import Types, clamped, pattern, wrap


def bit_count(types: Types, value: int) -> int:
    return bin(pattern(value, types.arguments[0])).count("1")


def find_lsb(types: Types, value: int) -> int:
    bits = pattern(value, types.arguments[0])
    return (bits & -bits).bit_length() - 1


def find_msb(types: Types, value: int) -> int:
    return (~value if value < 0 else value).bit_length() - 1


def count_leading_zeros(types: Types, value: int) -> int:
    return types.arguments[0].width - value.bit_length()


def bit_reverse(types: Types, value: int) -> int:
    size = types.result.width
    digits = format(pattern(value, types.result), f"0{size}b")
    return wrap(int(digits[::-1], 2), types.result)


def multiply_high(types: Types, left: int, right: int) -> int:
    return wrap((left * right) >> types.result.width, types.result)


def add_saturating(types: Types, left: int, right: int) -> int:
    return clamped(left + right, types.result)


def subtract_saturating(types: Types, left: int, right: int) -> int:
    return clamped(left - right, types.result)


def average_down(types: Types, left: int, right: int) -> int:
    return wrap((left + right) >> 1, types.result)


def average_up(types: Types, left: int, right: int) -> int:
    return wrap((left + right + 1) >> 1, types.result)


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
