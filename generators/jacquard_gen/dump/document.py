"""All tables as one JSON document, for programs of others; docs/export-the-tables.md describes it.

The entries stand there as the tables have them, families expanded, each with its place. What the
generator makes of several of them, the encodings of each revision and the facts of each part, is
there as well, so that a reader needs none of the generator's rules; nor a parser, since conditions,
texts and expressions are there as trees, too.
"""

from __future__ import annotations

from typing import Any

from ..groups import Context
from .entries import all_entries
from .folds import folds
from .machine import machine

VERSION = 1
"""Grows where a reader of the version before might misunderstand the document. Keys may be added
without it."""


def document(context: Context) -> dict[str, Any] | None:
    """None after faults of the tables were reported."""
    tables = all_entries(context)
    model = context.model("ir3")
    opcodes = context.model("nir")
    if model is None or opcodes is None or context.diagnostics.failed:
        return None
    applied: dict[str, Any] = {}
    made = machine(model, context.model("expr"), applied)
    # The key of another machine than ours says no name, so that one template fits all of them.
    key = "ir3" if context.serves_library else "machine"
    return {"jacquard_tables": VERSION, "tables": tables, key: made,
            "nir": folds(opcodes, applied)}
