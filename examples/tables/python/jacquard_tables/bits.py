"""Bits of words, as (highest, lowest) runs of which the first holds the highest bits."""

from __future__ import annotations

from typing import Tuple

Runs = Tuple[Tuple[int, int], ...]


def gather(runs: Runs, word: int) -> int:
    value = 0
    for high, low in runs:
        count = high - low + 1
        value = value << count | word >> low & (1 << count) - 1
    return value


def scatter(runs: Runs, value: int) -> int:
    """The word that has the lowest bits of a value there, and zeros elsewhere."""
    word = 0
    for high, low in reversed(runs):
        count = high - low + 1
        word |= (value & (1 << count) - 1) << low
        value >>= count
    return word


def width(runs: Runs) -> int:
    return sum(high - low + 1 for high, low in runs)


def sign_extended(value: int, bits: int) -> int:
    return value - (value >> (bits - 1) << bits)


def fits(value: int, bits: int, signed: bool) -> bool:
    return -(1 << (bits - 1)) <= value < 1 << (bits - 1) if signed else 0 <= value < 1 << bits
