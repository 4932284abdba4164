"""Parts of Amber that are refused: `defs/amber/refused.yaml`."""

from __future__ import annotations

from ..groups import Context
from ..identifiers import check_identifiers
from ..schema import NAME, TEXT, Record, Text, check_unique, key, load_entries

TABLE = "amber/refused.yaml"


class RefusedPart(Record):
    """A part of the language that is read and not run."""

    part: Text = key(NAME, "Its name in C++ and in other tables.", required=True)
    name: Text = key(TEXT, "What it is, for messages and pages.", required=True)
    reason: Text = key(TEXT, "Why it is refused.", required=True)


def load_refused(context: Context) -> dict[str, RefusedPart]:
    loaded = load_entries(RefusedPart, context.table(TABLE), context.diagnostics)
    parts = check_unique(loaded, lambda entry: entry.part, context.diagnostics)
    check_identifiers((entry.part for entry in loaded), context.diagnostics)
    return parts
