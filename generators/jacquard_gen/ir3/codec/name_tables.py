"""The assembler finds the names of an enumeration by a perfect hash of their first letters."""

from __future__ import annotations

from typing import Any

from ..tables.model import Enumeration

_LETTERS_AT_ONCE = 8
_ALL = (1 << 64) - 1
_FIRST_FACTOR = 0x9E3779B97F4A7C15
_TRIES = 1000


def _letters(text: str) -> int:
    """The first letters of a text as the reader loads them."""
    return int.from_bytes(text.encode()[:_LETTERS_AT_ONCE], "little")


def _slots(keys: list[int]) -> tuple[int, int, list[int]]:
    """A factor and a shift that tell the keys apart, and the place of each by its hash."""
    bits = 1
    while True:
        factor = _FIRST_FACTOR
        for _ in range(_TRIES):
            hashes = [(key * factor & _ALL) >> (64 - bits) for key in keys]
            if len(set(hashes)) == len(keys):
                slots = [0] * (1 << bits)
                for place, value in enumerate(hashes):
                    slots[value] = place
                return factor, 64 - bits, slots
            factor = (factor * 6364136223846793005 + 1442695040888963407) & _ALL
        bits += 1


def name_table(enum: Enumeration) -> dict[str, Any]:
    """Names that begin with the same letters stand together, the longest first."""
    size = max(enum.values.values()) + 1
    texts = [(enum.texts.get(value, str(value)), value) for value in range(size)]
    names = [(text, value) for text, value in texts if text]
    letters = min([_LETTERS_AT_ONCE] + [len(text) for text, _ in names])
    names.sort(key=lambda name: (name[0][:letters], -len(name[0]), name[1]))
    keys = list(dict.fromkeys(_letters(text[:letters]) for text, _ in names))
    factor, shift, places = _slots(keys)
    first = [next(index for index, (text, _) in enumerate(names)
                  if _letters(text[:letters]) == key) for key in keys]
    return {
        "cpp": enum.cpp, "names": names, "slots": [first[place] for place in places],
        "factor": f"{factor:#x}", "shift": shift, "key": f"{(1 << 8 * letters) - 1:#x}",
        "empty": next((value for text, value in texts if not text), -1), "size": size,
    }
