"""The names of shader stages: `defs/glsl/stages.yaml`."""

from __future__ import annotations

from collections.abc import Iterable

from ..groups import Context
from ..nir.parts import relied_enum
from ..schema import NAME, Record, Text, key, list_of, load_entries

TABLE = "glsl/stages.yaml"


class Stage(Record):
    """A stage."""

    stage: Text = key(NAME, "NIR's word.", required=True)
    glslang: Text = key(NAME, "glslang's word, with which names of files end.", required=True)
    spellings: list[Text] = key(list_of(NAME), "Other words.", default=[])


def stage_names(context: Context) -> list[str]:
    """NIR's words for stages, in the order of their numbers."""
    stages = relied_enum(context, "Stage")
    return [str(value.word) for value in stages.values] if stages else []


def check_stages(stages: Iterable[Text], context: Context) -> None:
    known = stage_names(context)
    for stage in stages:
        if known and stage not in known:
            context.diagnostics.error("F005", stage.position, f"NIR has no stage '{stage}'",
                                      near=str(stage), known=known, within="nir/enums.yaml")


def load_stages(context: Context) -> tuple[Stage, ...]:
    loaded = load_entries(Stage, context.table(TABLE), context.diagnostics)
    check_stages((entry.stage for entry in loaded), context)
    seen: dict[str, Text] = {}
    for entry in loaded:
        for word in dict.fromkeys((entry.stage, entry.glslang, *entry.spellings)):
            first = seen.setdefault(str(word), word)
            if first is not word:
                context.diagnostics.error("F001", word.position,
                                          f"there is another stage called {word}",
                                          [(first.position, "it is here")])
    names = stage_names(context)
    for wanted in names:
        if loaded and not any(entry.stage == wanted for entry in loaded):
            context.diagnostics.error("F002", context.place(TABLE),
                                      f"the stage '{wanted}' is missing")
    return tuple(sorted((entry for entry in loaded if entry.stage in names),
                        key=lambda entry: names.index(str(entry.stage))))
