"""The faults that one table has by itself: its YAML, and the keys and values of its entries."""

from __future__ import annotations

from functools import cache

from ..diagnostics import Diagnostic, Diagnostics
from ..groups import present_groups
from ..headings import schema_for
from ..reading import parse
from ..schema import Described, Record, entries, load_record
from ..source import Mapping, SourceFile


@cache
def _schemas() -> dict[str, Described]:
    return {name: schema for group in present_groups().values()
            for name, schema in group.schemas().items() if isinstance(schema, Described)}


def kinds_of(table: str, text: str) -> Described | None:
    """Returns the kinds of the entries of a table; None where no schema describes it."""
    schemas = _schemas()
    name = schema_for(table, text, schemas)
    return schemas[name] if name is not None else None


def kind_of(described: Described, keys: list[str]) -> type[Record]:
    """The kind of an entry with these keys: one that has the first of them, and most of all."""
    return max(described.kinds, key=lambda kind: (bool(keys) and keys[0] in kind.keys,
                                                  sum(key in kind.keys for key in keys)))


def quick_faults(table: str, text: str) -> list[Diagnostic]:
    diagnostics = Diagnostics()
    root = parse(SourceFile(f"defs/{table}", text), diagnostics)
    described = kinds_of(table, text)
    if root is None or described is None:
        return diagnostics.sorted()
    if described.is_list:
        for entry in entries(root, diagnostics):
            load_record(kind_of(described, list(entry.entries)), entry, diagnostics)
    elif isinstance(root, Mapping):
        load_record(described.kinds[0], root, diagnostics)
    return diagnostics.sorted()
