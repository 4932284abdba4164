"""Names of older versions of GLSL: the tables of `defs/glsl/names`."""

from __future__ import annotations

import re

from ..groups import Context
from ..schema import (NAME, TEXT, Integer, Record, Text, choice, entries, key, list_of,
                      load_record)
from .stages import check_stages, stage_names
from .versions import END, Version, check_numbers

FOLDER = "glsl/names"
KINDS = {"function": "a built-in function", "variable": "a built-in variable or constant",
         "qualifier": "a word of declarations", "type": "a built-in structure"}


class OldName(Record):
    """A name that glslang does not take, or not for SPIR-V."""

    name: Text = key(NAME, "The name.", required=True)
    kind: Text = key(choice(KINDS), "What it is.", required=True)
    es: int | None = key(END, "The first version of GLSL ES without it; not given: none has it.")
    desktop: int | None = key(END, "The same of GLSL; profiles for compatibility keep it.")
    stages: list[Text] = key(list_of(NAME), "The stages that have it; else all.",
                             default=[])
    becomes: Text | None = key(TEXT, "Its replacement today.")
    declares: Text | None = key(TEXT, "What declares it, in the words of that version; `@` is how "
                                      "many elements the shader uses. It gets a name of ours.")
    in_fragments: Text | None = key(TEXT, "What declares more of it in fragment shaders.")
    elements: int = key(Integer(0, 64), "How many elements it has, for `@`.", default=0)
    first_of: Text | None = key(NAME, "The array whose first element this is, in shaders that use "
                                      "both.")
    lacks: Text | None = key(TEXT, "What to do, since it cannot be had.")


def load_names(context: Context, versions: list[Version]) -> list[OldName]:
    diagnostics = context.diagnostics
    loaded = [entry for tree in context.tables(FOLDER)
              for entry in (load_record(OldName, item, diagnostics)
                            for item in entries(tree, diagnostics)) if entry is not None]
    seen: dict[tuple[str, str, str], OldName] = {}
    for entry in loaded:
        check_numbers(entry, {"es": entry.es, "desktop": entry.desktop}, versions, context)
        check_stages(entry.stages, context)
        _check_meaning(entry, context)
        if entry.first_of is not None and not any(
                other.name == entry.first_of and other.elements > 0 for other in loaded):
            diagnostics.error("F002", entry.first_of.position,
                              f"no entry of {entry.first_of} has elements",
                              near=str(entry.first_of),
                              known=sorted({str(other.name) for other in loaded
                                            if other.elements > 0}))
        for language in ("es", "desktop"):
            for stage in entry.stages or stage_names(context):
                if entry.has(language):
                    first = seen.setdefault((str(entry.name), language, str(stage)), entry)
                    if first is not entry:
                        diagnostics.error("F001", entry.name.position,
                                          f"there is another {entry.name} of {language} in "
                                          f"{stage} shaders", [(first.name.position, "it is here")])
                        break
    return sorted(loaded, key=lambda entry: entry.name)


def _check_meaning(entry: OldName, context: Context) -> None:
    given = [name for name in ("becomes", "declares", "lacks") if entry.has(name)]
    if len(given) != 1:
        said = " and ".join(f"'{name}'" for name in given) or "none"
        context.diagnostics.error("F002", entry.position,
                                  f"one of 'becomes', 'declares' and 'lacks' says what becomes of "
                                  f"{entry.name}, and here there is {said}")
    for name in ("declares", "in_fragments"):
        text = getattr(entry, name)
        if text is not None and not re.search(rf"\b{entry.name}\b", text):
            context.diagnostics.error("F004", text.position,
                                      f"this does not declare {entry.name}")
    if entry.declares is not None and ("@" in entry.declares) != (entry.elements > 0):
        context.diagnostics.error("F002", entry.position,
                                  "'elements' says how many there are where 'declares' has an '@'")
