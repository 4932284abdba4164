"""What stages are called: `defs/glsl/stages.yaml`."""

from __future__ import annotations

from ..groups import Context
from ..schema import NAME, Record, Text, choice, key, list_of, load_entries

TABLE = "glsl/stages.yaml"
STAGES = ("vertex", "tess_ctrl", "tess_eval", "geometry", "fragment", "compute")


class Stage(Record):
    """A stage."""

    stage: Text = key(choice(STAGES), "NIR's word.", required=True)
    glslang: Text = key(NAME, "glslang's word, with which names of files end.", required=True)
    spellings: list[Text] = key(list_of(NAME), "Other words.", default=[])


def load_stages(context: Context) -> list[Stage]:
    loaded = load_entries(Stage, context.table(TABLE), context.diagnostics)
    seen: dict[str, Text] = {}
    for entry in loaded:
        for word in dict.fromkeys((entry.stage, entry.glslang, *entry.spellings)):
            first = seen.setdefault(str(word), word)
            if first is not word:
                context.diagnostics.error("F001", word.position,
                                          f"there is another stage called {word}",
                                          [(first.position, "it is here")])
    for wanted in STAGES:
        if loaded and not any(entry.stage == wanted for entry in loaded):
            context.diagnostics.error("F002", context.place(TABLE),
                                      f"the stage '{wanted}' is missing")
    return sorted(loaded, key=lambda entry: STAGES.index(str(entry.stage)))
