"""Enumerations: words that the IR's fields and constant indices take their values from."""

from __future__ import annotations

from dataclasses import dataclass

from .. import escape
from ..diagnostics import Diagnostics
from ..groups import Context
from ..identifiers import check_identifiers
from ..schema import (FLAG, NAME, TEXT, Record, Text, check_unique, key, load_entries, mapping_of,
                      text)

WORD = text("a word of letters, digits and underscores", r"[A-Za-z0-9_]+")

# Types that C++ has besides, in the header of the enumerations and in those that are made of NIR's
# other tables.
_TAKEN = ("EnumWord", "IndexKind", "IndexType", "IntrinsicOp", "Opcode", "TextureDim", "TextureOp",
          "TextureSourceType")


class Enumeration(Record):
    """A set of words with a C++ enumeration made from it."""

    enum: Text = key(NAME, "Name of the C++ type.", required=True)
    doc: Text = key(TEXT, "A sentence for the reference page.", required=True)
    flags: bool = key(FLAG, "Whether several words may hold at once, one bit each.", default=False)
    values: dict[Text, Text] = key(mapping_of(TEXT, WORD), "The words and what each means.",
                                   required=True)


@dataclass(frozen=True)
class EnumValue:
    """One value for the templates: its enumerator, its word in texts, its number."""

    enumerator: str
    word: str
    number: int
    doc: str


@dataclass(frozen=True)
class EnumType:
    name: str
    doc: str
    flags: bool
    values: list[EnumValue]
    provenance: str


def load(context: Context) -> dict[str, EnumType]:
    diagnostics = context.diagnostics
    entries = load_entries(Enumeration, context.table("nir/enums.yaml"), diagnostics)
    by_name = check_unique(entries, lambda entry: entry.enum, diagnostics)
    check_identifiers([entry.enum for entry in by_name.values()], diagnostics, escape.name,
                      _TAKEN)
    for entry in by_name.values():
        check_identifiers(entry.values, diagnostics, taken=("nothing",) if entry.flags else ())
    return {name: _type(entry, diagnostics) for name, entry in by_name.items()}


def _type(entry: Enumeration, diagnostics: Diagnostics) -> EnumType:
    limit = 32 if entry.flags else 256
    if len(entry.values) > limit:
        diagnostics.error("E308", entry.where("values"),
                          f"{entry.enum} has {len(entry.values)} values; {limit} fit")
    values = [EnumValue(str(word), str(word), 1 << number if entry.flags else number, str(doc))
              for number, (word, doc) in enumerate(entry.values.items())]
    return EnumType(str(entry.enum), str(entry.doc), entry.flags, values, entry.provenance)
