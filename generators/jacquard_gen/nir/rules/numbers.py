"""Numbers in patterns: their bits at each width."""

from __future__ import annotations

import math

from ...expr import representation
from ...expr.types import Type
from .patterns import WIDTHS


def is_float(text: str) -> bool:
    return "." in text or text.endswith("inf") or text == "nan"


def bits_at(text: str, width: int) -> int | None:
    """The bits of a number at a width, None where that width cannot hold it."""
    if text in ("true", "false"):
        return (1 << width) - 1 if text == "true" else 0
    if not is_float(text):
        value = int(text, 0)
        if not -(1 << (width - 1)) <= value < (1 << width):
            return None
        return value & ((1 << width) - 1)
    if width not in (16, 32, 64):
        return None
    number = float(text)
    bits = representation.store(number, Type("float", width))
    if math.isfinite(number) and \
            not math.isfinite(float(representation.load(bits, Type("float", width)))):
        return None
    return bits


def domain(text: str) -> int:
    """Mask of the widths that can hold a number, bit n for 2^n."""
    return sum(1 << (width.bit_length() - 1) for width in WIDTHS
               if bits_at(text, width) is not None)
