"""Keywords in front of names: `defs/glsl/keywords.yaml`."""

from __future__ import annotations

from ..groups import Context
from ..schema import NAME, Record, Text, check_unique, choice, key, load_entries

TABLE = "glsl/keywords.yaml"


class Keyword(Record):
    """A keyword that is no type."""

    word: Text = key(NAME, "The keyword.", required=True)
    kind: Text = key(choice({"statement": "an expression or a statement follows",
                             "qualifier": "it qualifies a declaration elsewhere or after it",
                             "precision": "it states a precision, as GLSL ES demands"}),
                     "What it does.", required=True)


def load_keywords(context: Context) -> list[Keyword]:
    loaded = load_entries(Keyword, context.table(TABLE), context.diagnostics)
    return [entry for _, entry in sorted(check_unique(loaded, lambda entry: entry.word,
                                                      context.diagnostics).items())]
