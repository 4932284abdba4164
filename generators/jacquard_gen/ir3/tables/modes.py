"""Properties of shaders and who uses them: `defs/ir3/modes.yaml` →
`<jacquard/generated/ir3/modes.h>`."""

from __future__ import annotations

from ...diagnostics import Diagnostics
from ...groups import Context
from ...schema import NAME, TEXT, Record, Text, check_unique, choice, key, list_of, load_entries

MODES = "ir3/modes.yaml"

USES = {
    "compiler": "The compiler obeys it, and the driver learns of it by what else a header says.",
    "header": "The driver does; the header says it as a mode.",
    "informs": "Nobody: it changes nothing that is computed.",
    "refused": "Nobody: shaders that set it are not supported.",
}


class PropertyEntry(Record):
    """A property of whole shaders."""

    property: Text = key(NAME, "What shaders call it.", required=True)
    doc: Text = key(TEXT, "What it says.", required=True)
    use: Text = key(choice(USES), "Who uses it.", required=True)
    mode: Text | None = key(NAME, "What headers call it.")
    values: list[Text] = key(list_of(NAME), "What headers call its values, from 0 on; else they "
                                            "give the number.", default=[])


def load_properties(context: Context) -> list[PropertyEntry]:
    diagnostics = context.diagnostics
    entries = check_unique(load_entries(PropertyEntry, context.table(MODES), diagnostics),
                           lambda entry: entry.property, diagnostics)
    modes: dict[str, Text] = {}
    for entry in entries.values():
        _check(entry, modes, diagnostics)
    return list(entries.values())


def _check(entry: PropertyEntry, modes: dict[str, Text], diagnostics: Diagnostics) -> None:
    if (entry.use == "header") != (entry.mode is not None):
        diagnostics.error("E650", entry.where("mode" if entry.mode is not None else "use"),
                          "what a header says has a mode, and nothing else has one")
    if entry.mode is not None:
        first = modes.setdefault(str(entry.mode), entry.mode)
        if first is not entry.mode:
            diagnostics.error("E650", entry.mode.position,
                              f"there is another mode named '{entry.mode}'",
                              notes=[(first.position, "it is here")])
    names: dict[str, Text] = {}
    for value in entry.values:
        first = names.setdefault(str(value), value)
        if first is not value:
            diagnostics.error("E650", value.position, f"'{value}' stands for two values",
                              notes=[(first.position, "it is here, too")])
