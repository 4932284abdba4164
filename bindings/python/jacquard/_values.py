"""Numbers as the 32-bit words that shaders compute with."""

from __future__ import annotations

import operator
import struct
from collections.abc import Iterable, Mapping
from typing import Any, Protocol, runtime_checkable


@runtime_checkable
class Array(Protocol):
    """An array of NumPy, or what behaves as one."""

    @property
    def dtype(self) -> Any: ...

    def tolist(self) -> Any: ...

    def astype(self, dtype: Any) -> Any: ...


# A vector, or vectors: nested sequences of numbers, or an array.
Values = Any
Inputs = Mapping[int, Values]
Buffers = Mapping[int, Values]


def word(value: float | int) -> int:
    """Floats are rounded to 32 bits, integers are bits. NumPy has floats that are none of
    Python's."""
    if not isinstance(value, float) and not hasattr(value, "__index__"):
        value = _as_float(value)
    if isinstance(value, float):
        try:
            return int(struct.unpack("<I", struct.pack("<f", value))[0])
        except OverflowError:
            raise ValueError(f"{value} is too large for a float of 32 bits") from None
    if not -(1 << 31) <= value < 1 << 32:
        raise ValueError(f"{value} has more than 32 bits")
    return operator.index(value) & 0xffffffff


def _as_float(value: Any) -> float:
    if not hasattr(value, "__float__"):
        raise TypeError(f"a value is a number, not {type(value).__name__}")
    return float(value)


def vectors(values: Values, what: str) -> list[list[int]]:
    """Vectors of four words each. One vector alone is a list of one."""
    if isinstance(values, Array):
        values = values.tolist()
    if isinstance(values, (str, bytes)) or not hasattr(values, "__iter__"):
        raise TypeError(f"{what} is a sequence of numbers, not {type(values).__name__}")
    listed = list(values)
    rows: Iterable[Any] = listed
    if listed and not _is_sequence(listed[0]):
        rows = [listed]
    made = [[word(value) for value in row] for row in rows]
    for row in made:
        if len(row) > 4:
            raise ValueError(f"{what} has a vector of {len(row)} numbers; there can be 4")
        row.extend([0] * (4 - len(row)))
    return made


def floats(words: Iterable[int]) -> tuple[float, ...]:
    """Reads the bits of words as floats."""
    listed = list(words)
    return struct.unpack(f"<{len(listed)}f", struct.pack(f"<{len(listed)}I", *listed))


def _is_sequence(value: Any) -> bool:
    return not isinstance(value, (int, float)) and hasattr(value, "__iter__")
