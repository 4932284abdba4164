"""Words that later versions of GLSL gave a meaning: `defs/glsl/words.yaml`."""

from __future__ import annotations

from ..groups import Context
from ..schema import NAME, TEXT, Record, Text, check_unique, choice, key, list_of, load_entries
from .versions import END, Version, check_numbers

TABLE = "glsl/words.yaml"


class Word(Record):
    """A word that a shader of an earlier version may use as a name of its own."""

    word: Text = key(NAME, "The word.", required=True)
    kind: Text = key(choice({"keyword": "a shader has it as a name wherever it stands",
                             "function": "a shader may use it, or declare it as its own",
                             "vulkan": "a type of Vulkan's GLSL, of any version; a shader that "
                                       "declares it has it as a name"}),
                     "What it is today.", required=True)
    es: int | None = key(END, "The version of GLSL ES that it came with; not given: it is old.")
    desktop: int | None = key(END, "The same of GLSL.")
    extensions: list[Text] = key(list_of(TEXT), "Extensions that have it earlier.", default=[])


def load_words(context: Context, versions: list[Version]) -> list[Word]:
    loaded = load_entries(Word, context.table(TABLE), context.diagnostics)
    check_unique(loaded, lambda entry: entry.word, context.diagnostics)
    for entry in loaded:
        check_numbers(entry, {"es": entry.es, "desktop": entry.desktop}, versions, context)
    return sorted(loaded, key=lambda entry: entry.word)
