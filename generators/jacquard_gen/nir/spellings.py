"""The prefixes that other texts on NIR give its names: `defs/nir/spellings.yaml`."""

from __future__ import annotations

from ..groups import Context, Output
from ..schema import TEXT, Json, Record, Text, check_unique, key, load_entries, table_schema, text

TABLE = "nir/spellings.yaml"
HEADER = "jacquard/generated/nir/spellings.h"

PREFIX = text("words that each end in an underscore, as nir_op_", r"([a-z]+_)+")


class Spelling(Record):
    """The prefix of names of one kind."""

    prefix: Text = key(PREFIX, "The letters before the name.", required=True)
    doc: Text = key(TEXT, "Of which names.", required=True)


def load(context: Context) -> list[Spelling]:
    given = load_entries(Spelling, context.table(TABLE), context.diagnostics)
    check_unique(given, lambda spelling: spelling.prefix, context.diagnostics)
    return given


def outputs(spellings: list[Spelling]) -> list[Output]:
    return [Output(HEADER, "nir/spellings.h.j2", {"spellings": spellings})]


def schemas() -> dict[str, Json]:
    return {"nir/spellings": table_schema("Spellings of names of NIR", Spelling)}
