"""Hash tables of names, probed linearly; `runtime/jacquard/tgsi/name_table.h` looks names up in
them."""

from __future__ import annotations

from collections.abc import Sequence

EMPTY = 0xffff


def hash_of(name: str) -> int:
    """FNV-1a of the upper-case letters, as in name_table.h."""
    value = 0x811c9dc5
    for byte in name.upper().encode("ascii"):
        value = ((value ^ byte) * 0x01000193) & 0xffffffff
    return value ^ (value >> 15)


def slots_of(names: Sequence[str]) -> list[int]:
    """Indices of names by slot; at most half of the slots are taken."""
    size = 4
    while size < 2 * len(names):
        size *= 2
    slots = [EMPTY] * size
    for index, name in enumerate(names):
        slot = hash_of(name) & (size - 1)
        while slots[slot] != EMPTY:
            slot = (slot + 1) & (size - 1)
        slots[slot] = index
    return slots
