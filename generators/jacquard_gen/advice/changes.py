"""Changes that the tool makes to measure what they are worth: `defs/advice/changes.yaml`."""

from __future__ import annotations

from ..groups import Context
from ..identifiers import check_identifiers
from ..schema import NAME, TEXT, Record, Text, check_unique, key, load_entries, text

TABLE = "advice/changes.yaml"


class Change(Record):
    """A change of a shader."""

    change: Text = key(NAME, "Its name.", required=True)
    what_if: Text | None = key(text("a word of small letters and hyphens", r"[a-z]+(?:-[a-z]+)*"),
                               "The word of --what-if that asks for it.")
    doc: Text = key(TEXT, "What it does.", required=True)


def load_changes(context: Context) -> dict[str, Change]:
    loaded = load_entries(Change, context.table(TABLE), context.diagnostics)
    changes = check_unique(loaded, lambda entry: entry.change, context.diagnostics)
    check_unique([entry for entry in loaded if entry.what_if is not None],
                 lambda entry: entry.what_if or entry.change, context.diagnostics)
    check_identifiers((entry.change for entry in loaded), context.diagnostics)
    return changes
