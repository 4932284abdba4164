"""Functions of integers alone, computed one value at a time.

Each function takes the types first: `types.result` and `types.arguments`, widths resolved. The
same meaning is written in runtime/jacquard/support/expression/expression.h;
the tests hold one against the other.
"""

from __future__ import annotations

from .representation import Types, pattern, wrap


def bit_count(types: Types, value: int) -> int:
    return bin(pattern(value, types.arguments[0])).count("1")


def count_leading_zeros(types: Types, value: int) -> int:
    return types.arguments[0].width - value.bit_length()


def bit_reverse(types: Types, value: int) -> int:
    size = types.result.width
    digits = format(pattern(value, types.result), f"0{size}b")
    return wrap(int(digits[::-1], 2), types.result)


def multiply_high(types: Types, left: int, right: int) -> int:
    return wrap((left * right) >> types.result.width, types.result)
