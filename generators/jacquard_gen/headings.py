"""The first line of each table, by which an editor finds its JSON Schema."""

from __future__ import annotations

import re
from collections.abc import Container

SCHEMA_FOLDER = ".schema"
_HEADING = re.compile(r"# yaml-language-server: \$schema=(\S+)\n")


def heading(table: str, schema: str) -> str:
    """The line for `nir/alu/float.yaml` and the schema `nir/alu`."""
    return f"# yaml-language-server: $schema={'../' * table.count('/')}{SCHEMA_FOLDER}/" \
           f"{schema}.json\n"


def schema_named(text: str) -> str | None:
    """The schema that the first line of a table names."""
    found = _HEADING.match(text)
    named = found and re.fullmatch(rf"(?:\.\./)*{re.escape(SCHEMA_FOLDER)}/(.*)\.json",
                                   found.group(1))
    return named.group(1) if named else None


def schema_for(table: str, text: str, schemas: Container[str]) -> str | None:
    """The schema of a table: that of its own name, else that of its folder, else the one it names
    (an overlay is not found by its name)."""
    own = table.removesuffix(".yaml")
    for name in (own, own.rpartition("/")[0], schema_named(text)):
        if name and name in schemas:
            return name
    return None


def with_heading(text: str, table: str, schemas: Container[str]) -> str:
    """The text of a table under the line that names its schema, where it has one."""
    schema = schema_for(table, text, schemas)
    if schema is None:
        return text
    found = _HEADING.match(text)
    return heading(table, schema) + text[found.end() if found else 0:]
