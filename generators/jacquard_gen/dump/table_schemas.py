"""The schemas of the tables' entries as they stand in the document: families expanded, with their
places."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ..diagnostics import Diagnostics
from ..groups import list_all_tables, present_groups
from ..headings import schema_for
from ..reading import read_file
from .types import PLACE, Json

_OF_FAMILIES = {"type": "string", "pattern": "\\{[A-Z]"}
"""What stands for a number of each member, which the document has."""


def table_schemas(tables_dir: Path) -> tuple[Json, Json]:
    """The schema of each table by its name, and the definitions that they refer to."""
    schemas = {name: schema for group in present_groups().values()
               for name, schema in group.schemas().items()}
    tables: Json = {}
    definitions: Json = {}
    prefixes: dict[str, str] = {}
    for table in list_all_tables(tables_dir):
        source = read_file(tables_dir / table, f"defs/{table}", Diagnostics())
        kind = schema_for(table, source.text if source is not None else "", schemas)
        assert kind is not None, table
        own = schemas[kind]
        # Tables of several kinds may have entries of one.
        prefix = prefixes.setdefault(json.dumps(own["$defs"]), kind.replace("/", "."))
        root = own.get("items", {"$ref": own.get("$ref")})
        entries = root.get("anyOf", [root])
        named = [each["$ref"].rpartition("/")[2] for each in entries]
        for name, definition in own["$defs"].items():
            made = _expanded(definition, prefix)
            if name in named:
                made = {**made, "properties": {"place": PLACE, **made["properties"]},
                        "required": ["place", *made.get("required", [])]}
            definitions.setdefault(f"{prefix}.{name}", made)
        references: list[Json] = [{"$ref": f"#/$defs/{prefix}.{name}"} for name in named]
        tables[table.removesuffix(".yaml")] = {
            "type": "array", "description": f"{own['title']}.",
            "items": references[0] if len(references) == 1 else {"anyOf": references}}
    return tables, definitions


def _expanded(node: Any, prefix: str) -> Any:
    """A schema without what only families have, and with its references under a prefix."""
    if isinstance(node, list):
        return [_expanded(each, prefix) for each in node if each != _OF_FAMILIES]
    if not isinstance(node, dict):
        return node
    made: Json = {}
    for key, value in node.items():
        if key == "properties":
            made[key] = {name: _expanded(each, prefix) for name, each in value.items()
                         if not (name == "for" and "family" in each.get("description", ""))}
        elif key == "$ref":
            made[key] = f"#/$defs/{prefix}.{value.rpartition('/')[2]}"
        else:
            made[key] = _expanded(value, prefix)
    alternatives: list[Any] = made.get("anyOf", [])
    if len(alternatives) == 1 and isinstance(alternatives[0], dict):
        made = {**{key: value for key, value in made.items() if key != "anyOf"},
                **alternatives[0]}
    return made
