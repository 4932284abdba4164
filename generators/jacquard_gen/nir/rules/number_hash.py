"""The runtime finds the state of a number by this hash; see RuleConstants."""

from __future__ import annotations

FACTOR = 0x9e3779b97f4a7c15   # spreads bits over the upper end of 64; written into the tables


def hashed_rows(constants: list[tuple[int, int]]) -> list[str]:
    """Rows where RuleConstants looks for (bits, state), at least half of them free."""
    size = 2
    while size < 2 * len(constants):
        size *= 2
    rows = ["{}"] * size
    for bits, state in constants:
        place = (bits * FACTOR & 0xffffffffffffffff) * size >> 64
        while rows[place] != "{}":
            place = (place + 1) % size
        rows[place] = f"{{{bits:#x}, {state}}}"
    return rows
