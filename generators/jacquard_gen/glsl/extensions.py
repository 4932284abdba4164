"""Extensions that glslang does not know by their names: `defs/glsl/extensions.yaml`."""

from __future__ import annotations

from ..groups import Context
from ..schema import (FLAG, NAME, TEXT, Record, Text, check_unique, choice, key, list_of,
                      load_entries)

TABLE = "glsl/extensions.yaml"
HANDLINGS = {"core": "all of it is in the version that glslang is given",
             "renamed": "glslang has it under another name",
             "lacks": "glslang makes no SPIR-V of what it adds"}


class Extension(Record):
    """An extension."""

    extension: Text = key(NAME, "Its name.", required=True)
    handling: Text = key(choice(HANDLINGS), "What becomes of a line that names it.", required=True)
    becomes: Text | None = key(NAME, "The name that glslang has for it.")
    since: Text | None = key(TEXT, "Which glslang has it, or what does the same.")
    newer: bool = key(FLAG, "A newer glslang has it, and is left to judge.", default=False)
    words: list[Text] = key(list_of(NAME), "What only shaders that need it say.", default=[])


def load_extensions(context: Context) -> list[Extension]:
    loaded = load_entries(Extension, context.table(TABLE), context.diagnostics)
    check_unique(loaded, lambda entry: entry.extension, context.diagnostics)
    for entry in loaded:
        wanted = {"renamed": "becomes", "lacks": "since"}.get(str(entry.handling))
        if wanted is not None and not entry.has(wanted):
            context.diagnostics.error("F002", entry.position,
                                      f"an extension that is '{entry.handling}' has '{wanted}'")
    return sorted(loaded, key=lambda entry: entry.extension)
