"""Tools that make modules: `defs/spirv/tools.yaml`."""

from __future__ import annotations

from ..groups import Context
from ..schema import TEXT, Integer, Record, Text, key, load_entries

TABLE = "spirv/tools.yaml"


class Tool(Record):
    """A tool that makes modules."""

    number: int = key(Integer(0, 0xffff), "Its number in the header of a module.", required=True)
    tool: Text = key(TEXT, "Its name.", required=True)


def load_tools(context: Context) -> list[Tool]:
    loaded = load_entries(Tool, context.table(TABLE), context.diagnostics)
    numbers: dict[int, Tool] = {}
    for entry in loaded:
        first = numbers.setdefault(entry.number, entry)
        if first is not entry:
            context.diagnostics.error("E703", entry.where("number"),
                                      f"{entry.tool} and {first.tool} have the number "
                                      f"{entry.number}",
                                      [(first.where("number"), "it is given here, too")])
    return sorted(numbers.values(), key=lambda entry: entry.number)
