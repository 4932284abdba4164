"""Arguments as the library takes them. What it could not take as it is meant is refused here: C has
no numbers beyond its widths, and its texts end at the first NUL."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Any, TypeVar

K = TypeVar("K")
V = TypeVar("V")


def letters(value: object, what: str) -> str:
    """A str that C can have."""
    if not isinstance(value, str):
        raise TypeError(f"{what} is a str, not {type(value).__name__}")
    if "\0" in value:
        raise ValueError(f"{what} {value!r} holds a NUL")
    return value


def text(value: object, what: str) -> bytes:
    """A text of C."""
    return letters(value, what).encode()


def optional_text(value: object, what: str) -> bytes | None:
    return None if value is None else text(value, what)


def number(value: object, bits: int, what: str) -> int:
    """An unsigned integer of so many bits, of Python or of NumPy."""
    if isinstance(value, bool):
        raise TypeError(f"{what} is an integer, not a bool")
    try:
        given = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{what} is an integer, not {type(value).__name__}") from None
    if not 0 <= given < 1 << bits:
        raise ValueError(f"{what} {given} is not a number of {bits} bits")
    return given


def truth(value: object, what: str) -> bool:
    # NumPy has truths of its own.
    if not isinstance(value, bool) and type(value).__name__ not in ("bool", "bool_"):
        raise TypeError(f"{what} is True or False, not {type(value).__name__}")
    return bool(value)


def content(value: object, what: str) -> bytes:
    """A text or bytes as they stand in files."""
    if isinstance(value, str):
        return value.encode()
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value)
    raise TypeError(f"{what} is a str or bytes, not {type(value).__name__}")


def mapping(value: Mapping[K, V] | None, what: str) -> Mapping[K, V]:
    """A mapping; an empty one for None."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise TypeError(f"{what} is a mapping, not {type(value).__name__}")
    return value


def instance(value: Any, kind: type, what: str) -> None:
    if not isinstance(value, kind):
        raise TypeError(f"{what} is of the type {kind.__name__}, not {type(value).__name__}")
