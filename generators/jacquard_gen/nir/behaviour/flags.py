"""The assumptions that optimisation may make about an intrinsic follow from its behaviour.

An entry says `flags` only where that is less than what follows.
"""

from __future__ import annotations

from collections.abc import Mapping

from .formulas import CHANGES, Formula
from .records import (Behaviour, Effect, ImageAccess, MemoryAccess, RegisterAccess,
                      SystemValue, VariableAccess)
from .spaces import SpaceRow

NONE: tuple[str, ...] = ()
REMOVED = ("can_eliminate",)
MOVED = ("can_eliminate", "can_reorder")
ANYWHERE = ("can_eliminate", "can_reorder", "can_speculate")

_VARIABLES = {"load": REMOVED, "parameter": REMOVED, "interpolate": ANYWHERE,
              "is_in_modes": ANYWHERE, "length": MOVED}
_IMAGES = {"load": REMOVED, "samples_identical": REMOVED, "store": NONE, "atomic": NONE}
_EFFECTS = {"nothing": REMOVED, "read_clock": REMOVED, "prefetch": ("can_reorder",)}


def derived_flags(kind: str, behaviour: Behaviour | None, formula: Formula | None,
                  spaces: Mapping[str, SpaceRow]) -> tuple[str, ...]:
    """The flags that follow from a behaviour that has been checked."""
    if kind == "computes":
        return REMOVED if formula is None or formula.reads & {*CHANGES} else ANYWHERE
    if isinstance(behaviour, MemoryAccess):
        return _of_memory(behaviour, spaces)
    if isinstance(behaviour, VariableAccess):
        return _VARIABLES.get(behaviour.action, NONE)
    if isinstance(behaviour, ImageAccess):
        return _IMAGES.get(behaviour.action, MOVED)
    if isinstance(behaviour, RegisterAccess):
        return NONE if behaviour.action == "store" else REMOVED
    if isinstance(behaviour, Effect):
        return _EFFECTS.get(behaviour.kind, NONE)
    if kind in ("system_value", "provided") or isinstance(behaviour, SystemValue):
        return ANYWHERE
    return NONE if kind == "opaque" else REMOVED


def _of_memory(access: MemoryAccess, spaces: Mapping[str, SpaceRow]) -> tuple[str, ...]:
    if access.action == "size":
        return MOVED
    space = spaces.get(str(access.space))
    if access.action != "load" or space is None:
        return NONE
    if space.changes:
        return REMOVED
    return ANYWHERE if space.entry.bounds == "robust" else MOVED
