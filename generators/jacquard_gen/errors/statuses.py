"""How a call or a compile may end: the list of which each error has one."""

from __future__ import annotations

from ..c_header import header_text
from ..diagnostics import Diagnostics
from ..groups import Context
from ..schema import (NAME, TEXT, Record, Text, Integer, check_unique, key, load_entries)

FOLDER = "errors/statuses"
TABLE = f"{FOLDER}/statuses.yaml"
FINE = "ok"
# The statuses that code names which is written by hand, with their names among the results of a
# compile.
NEEDED: dict[str, str | None] = {
    FINE: "compiled", "malformed": "malformed", "not_supported": "refused",
    "too_large": "too_large", "out_of_memory": None, "unknown_part": "unknown_part",
    "wrong_use": None, "faulted": None, "failed": "failed",
}


class Status(Record):
    """A status, with its names in C and in C++."""

    status: Text = key(NAME, "The name; jacquard_status has it in capitals.", required=True)
    number: int = key(Integer(low=0, high=255), "The number, which C and Python see; it never "
                      "changes.", required=True)
    doc: Text | None = key(TEXT, "What it says, as a phrase.")
    text: Text = key(TEXT, "How a person is told, as jacquard_status_text() gives it.",
                     required=True)
    compile: Text | None = key(NAME, "Its name among the results of a compile, if one may end so.")


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
    check_unique((entry for entry in loaded if entry.compile is not None),
                 lambda entry: entry.compile or entry.status, diagnostics)
    missing = [name for name in NEEDED if name not in by_name]
    for name in missing:
        diagnostics.error("E804", context.place(TABLE), f"there is no status '{name}'")
    for entry in by_name.values():
        _check_compile(entry, diagnostics)
    if FINE in by_name and by_name[FINE].number != 0:
        diagnostics.error("E806", by_name[FINE].where("number"),
                          f"the number of the status '{FINE}' is 0")
    if missing:
        return {}
    return {str(entry.status): entry
            for entry in sorted(by_name.values(), key=lambda entry: entry.number)}


def _check_compile(entry: Status, diagnostics: Diagnostics) -> None:
    wanted = NEEDED.get(str(entry.status))
    if str(entry.status) in NEEDED and entry.compile != wanted:
        diagnostics.error("E804", entry.where("compile"),
                          f"no compile ends with the status '{entry.status}'" if wanted is None else
                          f"among the results of a compile, the status '{entry.status}' is called "
                          f"'{wanted}'")


def c_header(statuses: dict[str, Status]) -> str:
    """The enumeration of C, for people to read."""
    rows = []
    for number, entry in enumerate(statuses.values(), 1):
        comma = "," if number < len(statuses) else ""
        rows.append((f"JACQUARD_{entry.status.upper()} = {entry.number}{comma}", entry.doc or ""))
    return header_text("STATUS", "How a call ended.", "enum", "jacquard_status", rows)
