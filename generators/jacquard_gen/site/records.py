"""Entries of the tables in `defs/site`."""

from __future__ import annotations

from ..schema import FLAG, NAME, TEXT, Record, Text, choice, key, list_of


class Kind(Record):
    """A kind of entry that has pages."""

    kind: Text = key(NAME, "Its name.", required=True)
    title: Text = key(TEXT, "What its list of pages is called.", required=True)
    tables: list[Text] = key(list_of(TEXT, low=1), "The tables that have entries of it; `*` is "
                             "any name.", required=True)
    one: Text = key(TEXT, "What one of its entries is called.", required=True)
    doc: Text = key(TEXT, "A sentence about it.", required=True)
    section: Text = key(TEXT, "The section of the front page that it is in.", required=True)
    folder: Text = key(TEXT, "The folder of its pages.", required=True)
    named: Text = key(NAME, "The key whose value is the name of an entry.", required=True,
                      name="key")
    inside: Text | None = key(NAME, "The list in each entry of the table that has the entries.",
                              name="list")
    overlays: list[Text] = key(list_of(NAME), "Lists of overlays that add or change such entries.",
                               default=[])
    anchors: Text | None = key(NAME, "The list or map of an entry whose names have places of "
                               "their own on its page.")
    named_by: Text | None = key(choice(["head", "table"]), "`head`: pages are named by the first "
                                "opcode of a pattern. `table`: names are those of a table.")


class Link(Record):
    """A key whose values name entries."""

    of_key: Text = key(NAME, "The key.", required=True, name="key")
    kinds: list[Text] = key(list_of(NAME, low=1), "The kinds that values may name, the "
                            "likeliest first.", required=True)
    code: bool = key(FLAG, "Whether values are code, in which any word may be a name.",
                     default=False)
    within: Text | None = key(NAME, "The entry on whose page the values have places.")


class Moved(Record):
    """An address that leads elsewhere."""

    was: Text = key(TEXT, "The address that was.", required=True)
    is_now: Text = key(TEXT, "The address that it leads to.", required=True, name="is")
    reason: Text = key(TEXT, "Why it moved.", required=True)
