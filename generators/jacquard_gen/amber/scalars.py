"""Scalar types of Amber: `defs/amber/scalars.yaml`."""

from __future__ import annotations

from ..groups import Context
from ..schema import TEXT, Integer, Record, Text, check_unique, choice, key, load_entries

TABLE = "amber/scalars.yaml"
KINDS = ("signed_integer", "unsigned_integer", "floating")
_SIZES = {"signed_integer": (8, 16, 32, 64), "unsigned_integer": (8, 16, 32, 64),
          "floating": (16, 32, 64)}


class Scalar(Record):
    """A scalar type."""

    type: Text = key(TEXT, "AmberScript's name.", required=True)
    kind: Text = key(choice(KINDS), "Its kind.", required=True)
    bits: int = key(Integer(low=8, high=64), "Its size.", required=True)
    test: Text = key(TEXT, "Its name in a test of VkScript.", required=True)
    prefix: Text = key(TEXT, "What stands in front of `vec` and `mat` there.", required=True)
    vertex: Text | None = key(TEXT, "Its name in vertex data of VkScript; not given: it has none.")


def load_scalars(context: Context) -> list[Scalar]:
    loaded = load_entries(Scalar, context.table(TABLE), context.diagnostics)
    check_unique(loaded, lambda entry: entry.type, context.diagnostics)
    check_unique(loaded, lambda entry: entry.test, context.diagnostics)
    check_unique(loaded, lambda entry: entry.prefix, context.diagnostics)
    check_unique((entry for entry in loaded if entry.vertex is not None),
                 lambda entry: entry.vertex or entry.type, context.diagnostics)
    for entry in loaded:
        if entry.bits not in _SIZES[str(entry.kind)]:
            context.diagnostics.error("W007", entry.position,
                                      f"scalars of the kind {entry.kind} do not have "
                                      f"{entry.bits} bits")
    return loaded
