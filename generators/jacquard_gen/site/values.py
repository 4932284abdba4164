"""Values of entries as what templates print: lines of pieces that may link, maps and tables.

Every link that is made is kept with the page and the key that it is on, so that the other page can
tell who mentions it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from .catalogue import Catalogue, Json, Subject, names_in
from .records import Link

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*")
_SPAN = re.compile(r"`([^`]+)`")
_CODE = re.compile(r"\b[A-Z][0-9]{3}\b")
_MOST_COLUMNS = 8
_MOST_SHORT = 3


class Piece(NamedTuple):
    """Some text, where it leads, and whether it is code."""

    text: str
    address: str = ""
    is_code: bool = False


Node = dict[str, Any]


def line(pieces: Iterable[Piece]) -> Node:
    return {"is": "line", "pieces": list(pieces)}


def words(text: str) -> Node:
    return line([Piece(text)])


def code(text: str) -> Node:
    return line([Piece(text, is_code=True)])


class Schemas:
    """The sentences about keys, from the document's own schema."""

    def __init__(self, schema: Json) -> None:
        self.definitions = schema["$defs"]
        self.tables = schema["properties"]["tables"]["properties"]

    def of_entry(self, table: str, value: Json) -> Json:
        return self.of_value(self.tables[table]["items"], value)

    def of_value(self, node: Json, value: Any) -> Json:
        """The schema of an object among alternatives, the one whose keys are those of the value."""
        node = self._followed(node)
        options = [self._followed(each) for each in node.get("anyOf", node.get("oneOf", []))]
        if isinstance(value, dict):
            fitting = [each for each in options if set(value) <= set(each.get("properties", {}))]
            return fitting[0] if fitting else node
        if isinstance(value, list):
            lists = [each for each in (node, *options) if "items" in each]
            return lists[0] if lists else node
        return node

    def _followed(self, node: Any) -> Json:
        while isinstance(node, dict) and "$ref" in node:
            node = self.definitions[node["$ref"].rpartition("/")[2]]
        return node if isinstance(node, dict) else {}


class Values:
    def __init__(self, catalogue: Catalogue, links: list[Link], schemas: Schemas) -> None:
        self.catalogue = catalogue
        self.links = {str(link.of_key): link for link in links}
        self.schemas = schemas
        self.mentions: dict[str, dict[tuple[str, str], Subject]] = {}
        self.named: dict[str, str] = {}
        for name in ("nir_op", "nir_intrinsic", "ir3_op", "nir_pass", "pipeline_pass", "pipeline",
                     "error"):
            for subject in catalogue.by_kind.get(name, {}).values():
                self.named.setdefault(subject.name, subject.address)

    # ---- links -----------------------------------------------------------------------------------

    def mention(self, address: str, subject: Subject, key: str) -> None:
        """Keeps that a subject mentions what is at an address."""
        target = address.partition("#")[0]
        if target != subject.address:
            self.mentions.setdefault(target, {}).setdefault((key, subject.address), subject)

    def linked(self, kind: str, name: str, subject: Subject, key: str = "") -> Piece:
        """A name of a kind, which links where there is such an entry."""
        address = self.catalogue.address(kind, name)
        if address is None:
            return Piece(name, is_code=True)
        if key:
            self.mention(address, subject, key)
        return Piece(name, address, True)

    def prose(self, text: str) -> list[Piece]:
        """A sentence; what stands between backquotes is code, and links where it is a name."""
        pieces: list[Piece] = []
        for number, part in enumerate(_SPAN.split(text)):
            if number % 2:
                pieces.append(Piece(part, self.named.get(part, ""), True))
            elif part:
                pieces += self._with_codes(part)
        return pieces

    def _with_codes(self, text: str) -> Iterable[Piece]:
        at = 0
        for found in _CODE.finditer(text):
            address = self.catalogue.address("error", found.group())
            if address is not None:
                yield Piece(text[at:found.start()])
                yield Piece(found.group(), address, True)
                at = found.end()
        yield Piece(text[at:])

    def code_of(self, text: str, kinds: Iterable[str], subject: Subject,
                key: str) -> list[Piece]:
        """Code in which each word may be a name."""
        pieces: list[Piece] = []
        at = 0
        for found in _WORD.finditer(text):
            word = found.group()
            name = word.removeprefix("machine.")
            address = self._first(kinds, name)
            if address is not None:
                pieces += [Piece(text[at:found.start()], "", True), Piece(word, address, True)]
                self.mention(address, subject, key)
                at = found.end()
        pieces.append(Piece(text[at:], "", True))
        return [piece for piece in pieces if piece.text]

    def _first(self, kinds: Iterable[str], name: str, within: str | None = None) -> str | None:
        return next((address for kind in kinds if (address := self.catalogue.address(
            str(kind), name, within)) is not None), None)

    def scalar(self, key: str, value: Any, subject: Subject) -> list[Piece]:
        if isinstance(value, bool):
            return [Piece("yes" if value else "no")]
        text = str(value)
        link = self.links.get(key)
        if link is not None and link.code:
            return self.code_of(text, link.kinds, subject, key)
        if link is not None:
            bare = text.rstrip("?*")
            address = self._first(link.kinds, bare, link.within)
            if address is not None:
                self.mention(address, subject, key)
                return [Piece(text, address, True)]
        if isinstance(value, (int, float)):
            return [Piece(text)]
        if text[:1].isupper() and text.endswith(".") or " " in text and (
                text[0].isupper() or text.endswith(".") or "`" in text):
            return self.prose(text)
        return [Piece(text, "", True)]

    # ---- values ----------------------------------------------------------------------------------

    def node(self, key: str, value: Any, schema: Json, subject: Subject) -> Node:
        if isinstance(value, dict):
            return self._map(value, self.schemas.of_value(schema, value), subject)
        if isinstance(value, list):
            return self._list(key, value, self.schemas.of_value(schema, value), subject)
        return line(self.scalar(key, value, subject))

    def _map(self, value: Json, schema: Json, subject: Subject) -> Node:
        known = schema.get("properties", {})
        other = schema.get("additionalProperties")
        other = other if isinstance(other, dict) else {}
        rows = [(label, self.doc(known.get(label, {})),
                 self.node(label, each, known.get(label, other), subject))
                for label, each in value.items() if label != "place"]
        short = len(rows) <= _MOST_SHORT and all(
            each["is"] == "line" and sum(len(piece.text) for piece in each["pieces"]) < 60
            for _, _, each in rows)
        return {"is": "short" if short else "map", "rows": rows}

    def _list(self, key: str, value: list[Any], schema: Json, subject: Subject) -> Node:
        items = schema.get("items")
        items = items if isinstance(items, dict) else {}
        if not any(isinstance(each, (dict, list)) for each in value):
            pieces: list[Piece] = []
            for each in value:
                pieces += [Piece(", ")] if pieces else []
                pieces += self.scalar(key, each, subject)
            return line(pieces or [Piece("none")])
        if all(isinstance(each, dict) for each in value):
            columns = list(dict.fromkeys(name for each in value for name in each))
            flat = all(not isinstance(inner, dict) and not (
                isinstance(inner, list) and any(isinstance(one, (dict, list)) for one in inner))
                for each in value for inner in each.values())
            filled = sum(len(each) for each in value) >= len(columns) * len(value) * 0.5
            if flat and filled and len(value) > 1 and len(columns) <= _MOST_COLUMNS:
                return self._table(value, columns, items, subject)
        return {"is": "lines", "items": [self.node(key, each, items, subject) for each in value]}

    def _table(self, value: list[Json], columns: list[str], schema: Json,
               subject: Subject) -> Node:
        known = self.schemas.of_value(schema, value[0]).get("properties", {})
        return {"is": "table",
                "columns": [(name, self.doc(known.get(name, {}))) for name in columns],
                "rows": [("", [line(self.scalar(name, each[name], subject))
                               if name in each and not isinstance(each[name], list)
                               else self.node(name, each[name], known.get(name, {}), subject)
                               if name in each else words("") for name in columns])
                         for each in value]}

    def doc(self, schema: Json) -> str:
        return str(schema.get("description", ""))

    def named_values(self, values: Any, schema: Json, subject: Subject) -> Node:
        """The names of an enumeration, a row each, which has a place of its own on the page."""
        anchors = self.catalogue.anchors.get(subject.key, {})
        items = self.schemas.of_value(schema, values)
        entries: list[Json] = []
        for name, each in zip(names_in(values),
                              values.values() if isinstance(values, dict) else values):
            rest = dict(list(each.items())[1:]) if isinstance(values, list) and \
                isinstance(each, dict) else each if isinstance(each, dict) else {"doc": each} \
                if isinstance(values, dict) else {}
            entries.append({"name": name, **rest})
        columns = list(dict.fromkeys(key for each in entries for key in each))
        inner = items.get("items") or items.get("additionalProperties") or {}
        inner = inner if isinstance(inner, dict) else {}
        known = self.schemas.of_value(inner, entries[0]).get("properties", {}) if entries else {}
        rows = []
        for each in entries:
            cells = [code(str(each["name"]))]
            cells += [self.node(key, each[key], known.get(key, {}), subject)
                      if key in each else words("") for key in columns[1:]]
            rows.append((anchors.get(str(each["name"]), ""), cells))
        return {"is": "table", "rows": rows,
                "columns": [(key, self.doc(known.get(key, {}))) for key in columns]}
