"""How a call, a compile or a command may end: the list of which each error has one."""

from __future__ import annotations

from ..c_header import header_text
from ..groups import Context
from ..schema import (NAME, TEXT, Record, Text, Integer, check_unique, key, load_entries)

FOLDER = "errors/statuses"
TABLE = f"{FOLDER}/statuses.yaml"
# The statuses that the library itself names: that nothing is wrong, and that it is at fault.
NEEDED = ("ok", "failed")


class Status(Record):
    """A status, with its names in C, in C++ and as an exit code."""

    status: Text = key(NAME, "The name; jacquard_status has it in capitals.", required=True)
    number: int = key(Integer(low=0, high=255), "The number, which C and Python see; it never "
                      "changes.", required=True)
    doc: Text | None = key(TEXT, "What it says, as a phrase.")
    text: Text = key(TEXT, "How a person is told, as jacquard_status_text() gives it.",
                     required=True)
    compile: Text | None = key(NAME, "Its name among the results of a compile, if one may end so.")
    exit: int = key(Integer(low=0, high=2), "The exit code of a command that ends so: 0 fine, 1 a "
                    "finding, 2 wrong usage.", required=True)


def load_statuses(context: Context) -> dict[str, Status]:
    """The statuses by name, in the order of their numbers; none where one is missing."""
    diagnostics = context.diagnostics
    loaded = load_entries(Status, context.table(TABLE), diagnostics)
    by_name = check_unique(loaded, lambda entry: entry.status, diagnostics)
    numbers: dict[int, Status] = {}
    for entry in loaded:
        first = numbers.setdefault(entry.number, entry)
        if first is not entry:
            diagnostics.error("E803", entry.where("number"),
                              f"the statuses {first.status} and {entry.status} have one number",
                              [(first.where("number"), "it is here")])
    missing = [name for name in NEEDED if name not in by_name]
    for name in missing:
        diagnostics.error("E804", context.place(TABLE), f"there is no status '{name}'")
    if missing:
        return {}
    return {str(entry.status): entry
            for entry in sorted(by_name.values(), key=lambda entry: entry.number)}


def c_header(statuses: dict[str, Status]) -> str:
    """The enumeration of C, for people to read."""
    rows = []
    for number, entry in enumerate(statuses.values(), 1):
        comma = "," if number < len(statuses) else ""
        rows.append((f"JACQUARD_{entry.status.upper()} = {entry.number}{comma}", entry.doc or ""))
    return header_text("STATUS", "How a call ended.", "enum", "jacquard_status", rows)
