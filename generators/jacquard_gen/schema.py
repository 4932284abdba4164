"""Field descriptions, from which entries are loaded and JSON Schemas are made.

A kind of entry is a class whose attributes describe its keys:

    class AluOpcode(Record):
        '''An ALU opcode of NIR.'''
        op: Text = key(NAME, "Name of the opcode.", required=True)
        srcs: list[Text] = key(list_of(TEXT), "Types of the sources.", required=True)
        exact: bool = key(FLAG, "Never reordered.", default=False)
        fold: Scalar | None = key(EXPRESSION, "The value computed.")

`load_record(AluOpcode, mapping, diagnostics)` reports unknown and missing keys and values of the
wrong kind, and gives an instance with typed attributes, or None. A key may be called otherwise
than its attribute (`key(…, name="for")`). A default that is a list or a mapping is shared: treat
loaded values as constant.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar, TypeVar

from .diagnostics import Diagnostics, closest, listed
from .families import KEY as FAMILY_KEY
from .families import Room, expand
from .kinds import (BIT_RANGE, BITS, EXPRESSION, FAILED, FLAG, INTEGER, MNEMONIC, NAME, NATURAL,
                    NODE, TEXT, Integer, Json, Kind, Number, Text, choice, either, list_of,
                    mapping_of, spelt, text, yaml11_reads)
from .source import Mapping, Node, Position, Scalar, Sequence

__all__ = [
    "BITS", "BIT_RANGE", "Described", "EXPRESSION", "FAILED", "FLAG", "INTEGER", "Integer",
    "Json", "Kind",
    "MNEMONIC", "NAME", "NATURAL", "NODE", "Number", "Record", "TEXT", "Text", "check_unique",
    "choice", "document_schema", "either", "entries", "key", "list_of", "load_entries",
    "load_record", "mapping_of", "record", "record_schema", "spelt", "table_schema",
    "text", "yaml11_reads",
]


class _RecordKind(Kind):
    noun = "a mapping"

    def __init__(self, record: type[Record]) -> None:
        self.record = record

    def load(self, node: Node, diagnostics: Diagnostics) -> Any:
        if not isinstance(node, Mapping):
            return self._shape(node, diagnostics)
        loaded = load_record(self.record, node, diagnostics)
        return FAILED if loaded is None else loaded

    def schema(self, definitions: dict[str, Json]) -> Json:
        name = self.record.__name__
        if name not in definitions:
            definitions[name] = {}
            definitions[name] = record_schema(self.record, definitions)
        return {"$ref": f"#/$defs/{name}"}

    def accepts(self, node: Node) -> bool:
        return isinstance(node, Mapping)


def record(kind: type[Record]) -> Kind:
    """A mapping whose keys another class describes."""
    return _RecordKind(kind)


class Key:
    """The description of one key of a record."""

    __slots__ = ("attribute", "name", "kind", "doc", "required", "default")

    def __init__(self, kind: Kind, doc: str, required: bool, default: Any, name: str) -> None:
        self.attribute = name
        self.name = name
        self.kind = kind
        self.doc = doc
        self.required = required
        self.default = default


def key(kind: Kind, doc: str, *, required: bool = False, default: Any = None,
        name: str = "") -> Any:
    """Describes a key of a record: its kind, a sentence, whether it must be there."""
    return Key(kind, doc, required, default, name)


class Record:
    """Base of the classes that describe entries; an instance is one loaded entry."""

    keys: ClassVar[dict[str, Key]] = {}
    node: Mapping

    def __init_subclass__(cls) -> None:
        collected = dict(cls.keys)
        for attribute, value in list(vars(cls).items()):
            if isinstance(value, Key):
                value.attribute = attribute
                value.name = value.name or attribute
                collected[value.name] = value
                setattr(cls, attribute, value.default)
        cls.keys = collected

    @property
    def position(self) -> Position:
        return self.node.position()

    @property
    def provenance(self) -> str:
        """`defs/nir/alu/float.yaml:42`: the line the entry starts at."""
        return f"{self.node.source.name}:{self.node.line}"

    def where(self, name: str) -> Position:
        """The place of the value of a key, or of the entry where the key is not given."""
        value = self.node.get(name)
        return value.position() if value is not None else self.position

    def has(self, name: str) -> bool:
        return name in self.node.entries


R = TypeVar("R", bound=Record)


def _cut_text(before: str, name: str, node: Mapping) -> list[str]:
    """The parts of a text which commas made keys, `name` first of them: the keys from there on
    close the parentheses that are open in the text before. None where they do not."""
    names = list(node.entries)
    parts = [before]
    for following in names[names.index(name):]:
        if not _is_open(", ".join(parts)):
            break
        parts.append(following)
    whole = ", ".join(parts)
    return parts if len(parts) > 1 and not _is_open(whole) else []


def _is_open(text: str) -> bool:
    """Whether a parenthesis of a text is not closed."""
    return text.count("(") > text.count(")")


def load_record(kind: type[R], node: Mapping, diagnostics: Diagnostics) -> R | None:
    """An instance of `kind` from a mapping, or None after every fault in it was reported."""
    loaded = kind.__new__(kind)
    loaded.node = node
    failed = False
    keys = kind.keys
    meant: set[str] = set()
    before = ""             # the text in front of a key
    parts: set[str] = set()  # keys that are parts of such a text
    for name, (key_node, value) in node.entries.items():
        described = keys.get(name)
        if described is None:
            whole = [] if name in parts else _cut_text(before, name, node)
            if whole:
                note = f"write it in quotes, \"{', '.join(whole)}\""
                diagnostics.error("E110", key_node.position(), f"unknown key '{name}'",
                                  [(None, f"a comma ends a text within {{ }}: {note}")])
                parts.update(whole)
            elif name not in parts:
                diagnostics.error("E110", key_node.position(), f"unknown key '{name}'",
                                  [(None, f"the keys here are {listed(keys, 30, 'and')}")],
                                  near=name, known=keys)
            meant.add(closest(name, keys))
            failed = True
            continue
        before = value.value if isinstance(value, Scalar) and value.plain else ""
        content = described.kind.load(value, diagnostics)
        if content is FAILED:
            failed = True
        else:
            setattr(loaded, described.attribute, content)
    for described in keys.values():
        if described.required and described.name not in node.entries and \
                described.name not in meant:
            diagnostics.error("E111", node.position(), f"the key '{described.name}' is missing",
                              [(None, described.doc)] if described.doc else None)
            failed = True
    return None if failed else loaded


def entries(root: Node | None, diagnostics: Diagnostics) -> Iterator[Mapping]:
    """The entries of a table that is a list, families expanded."""
    if root is None:
        return
    if not isinstance(root, Sequence):
        diagnostics.error("E106", root.position(),
                          f"the table must be a list of entries, not {root.kind}")
        return
    room = Room()
    for item in root.items:
        if isinstance(item, Mapping):
            yield from expand(item, diagnostics, room)
        else:
            diagnostics.error("E106", item.position(),
                              f"an entry must be a mapping, not {item.kind}")


def load_entries(kind: type[R], root: Node | None, diagnostics: Diagnostics) -> list[R]:
    """Every good entry of a table that is a list of entries of one kind."""
    loaded = (load_record(kind, item, diagnostics) for item in entries(root, diagnostics))
    return [entry for entry in loaded if entry is not None]


def check_unique(records: Iterable[R], name: Callable[[R], Text],
                 diagnostics: Diagnostics) -> dict[str, R]:
    """Entries by name; a second entry of one name is an error that points at the first."""
    result: dict[str, R] = {}
    for entry in records:
        text = name(entry)
        first = result.setdefault(str(text), entry)
        if first is not entry:
            diagnostics.error("E118", text.position, f"there is another entry named '{text}'",
                              [(name(first).position, "it is here")], misnamed=True)
    return result


def record_schema(kind: type[Record], definitions: dict[str, Json]) -> Json:
    properties: dict[str, Json] = {}
    for described in kind.keys.values():
        properties[described.name] = described.kind.schema(definitions) | \
            ({"description": described.doc} if described.doc else {})
    result: Json = {"type": "object"}
    if kind.__doc__ and kind.__doc__ != Record.__doc__:
        result["description"] = " ".join(kind.__doc__.split())
    result["properties"] = properties
    required = [described.name for described in kind.keys.values() if described.required]
    if required:
        result["required"] = required
    result["additionalProperties"] = False
    return result


_FAMILY_SCHEMA: Json = {
    "description": "Expands the entry for every value of its family variables.",
    "anyOf": [
        {"type": "object", "additionalProperties": {"type": "array", "minItems": 1}},
        {"type": "array", "minItems": 1, "items": {"type": "object"}},
    ],
}


class Described(dict[str, Any]):
    """The JSON Schema of a table, and the kinds of entries that it describes."""

    kinds: tuple[type[Record], ...] = ()
    is_list = True


def _described(schema: Json, kinds: tuple[type[Record], ...], is_list: bool) -> Described:
    result = Described(schema)
    result.kinds = kinds
    result.is_list = is_list
    return result


def table_schema(title: str, *kinds: type[Record], family: bool = True) -> Json:
    """The JSON Schema of a table that is a list of entries, each of one of the kinds."""
    definitions: dict[str, Json] = {}
    references = [_RecordKind(kind).schema(definitions) for kind in kinds]
    if family:
        for kind in kinds:
            definitions[kind.__name__]["properties"][FAMILY_KEY] = _FAMILY_SCHEMA
    return _described({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "type": "array",
        "items": references[0] if len(references) == 1 else {"anyOf": references},
        "$defs": dict(sorted(definitions.items())),
    }, kinds, True)


def document_schema(title: str, kind: type[Record]) -> Json:
    """The JSON Schema of a table that is one mapping."""
    definitions: dict[str, Json] = {}
    return _described({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        **_RecordKind(kind).schema(definitions),
        "$defs": dict(sorted(definitions.items())),
    }, (kind,), False)
