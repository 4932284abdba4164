"""Answers about what stands at a place of a table: completion, hover, definitions and uses."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from ..entry_index import Definition, EntryIndex, Use
from ..schema import Described, Record
from .documents import Json, Lines, Workspace
from .quick_faults import kind_of, kinds_of

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*")
_KEY_HERE = re.compile(r"(\s*(?:- )?|.*[{,]\s*)([A-Za-z_]*)\Z")
_VALUE_HERE = re.compile(r".*?([A-Za-z_][A-Za-z0-9_]*):\s+(.*)\Z")
_WRITTEN_KEY = re.compile(r"(?:^\s*(?:- )?|[{,]\s*)([A-Za-z_][A-Za-z0-9_]*):(?=\s|$)")
_MOST_OFFERED = 200
_MOST_SHOWN = 12_000
_MOST_GENERATED = 200
_KIND_PROPERTY, _KIND_VALUE, _KIND_REFERENCE = 10, 12, 18


def word_at(text: str, offset: int) -> tuple[str, int]:
    """The name around a place and where it begins; dots at its end belong to sentences."""
    start = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    line = text[start:] if end < 0 else text[start:end]
    for found in _NAME.finditer(line):
        if found.start() <= offset - start <= found.end():
            return found.group().rstrip("."), start + found.start()
    return "", offset


class Answers:
    def __init__(self, workspace: Workspace, generated: Path | None) -> None:
        self.workspace = workspace
        self.generated = generated
        self.index = EntryIndex(workspace.names, workspace.text)

    def location(self, definition: Definition) -> Json:
        """The place of the name of an entry."""
        place = definition.node.position()
        lines = Lines(definition.node.source.text)
        return {"uri": self.workspace.uri_of(definition.table),
                "range": lines.underlined(place.line, place.column, place.length)}

    def location_of(self, use: Use) -> Json:
        return {"uri": self.workspace.uri_of(use.table),
                "range": Lines(self.workspace.text(use.table)).range(use.start, use.end)}

    def definition(self, table: str, position: Json) -> list[Json]:
        name = self.name_at(table, position)
        return [self.location(each) for each in self._once(name)]

    def references(self, table: str, position: Json, with_definition: bool) -> list[Json]:
        """The uses of a name in tables, and the lines of generated code that are made of its
        entry."""
        name = self.name_at(table, position)
        own = [self.location(each) for each in self._once(name)]
        found = [self.location_of(use) for use in self.index.uses(name)] if name else []
        found = [each for each in found if with_definition or each not in own]
        return found + self.implementation(table, position)

    def implementation(self, table: str, position: Json) -> list[Json]:
        """The lines of generated code that name a line of the entry as where they come from."""
        if self.generated is None:
            return []
        found: list[Json] = []
        for each in self._once(self.name_at(table, position)):
            for path in sorted(self.generated.rglob("*")):
                if path.suffix not in (".h", ".cpp", ".inc") or len(found) >= _MOST_GENERATED:
                    continue
                try:
                    text = path.read_text(encoding="utf-8", errors="replace")
                except OSError:
                    continue
                for match in re.finditer(rf"defs/{re.escape(each.table)}:([0-9]+)", text):
                    if each.first <= int(match.group(1)) <= each.last:
                        found.append({"uri": path.resolve().as_uri(), "range":
                                      Lines(text).range(match.start(), match.end())})
        return found

    def _once(self, name: str) -> list[Definition]:
        """The entries of a name; members of a family that stand at one place are one."""
        by_place = {(each.table, each.first): each for each in self.index.definitions(name)}
        return list(by_place.values()) if name else []

    def name_at(self, table: str, position: Json) -> str:
        text = self.workspace.text(table)
        return word_at(text, Lines(text).offset(position))[0]

    def hover(self, table: str, position: Json, told: str) -> Json | None:
        """Shows what is told of the name (`explain`), or else its entry; or what a key is for."""
        text = self.workspace.text(table)
        lines = Lines(text)
        name, start = word_at(text, lines.offset(position))
        if not name:
            return None
        parts: list[str] = []
        kind = self._kind_at(table, text, position["line"])
        if text[start + len(name):start + len(name) + 1] == ":" and kind is not None and \
                name in kind.keys:
            key = kind.keys[name]
            parts.append(f"**{name}**: {key.doc} It is {key.kind.noun}" +
                         (", and must be there." if key.required else "."))
        else:
            for each in self._once(name):
                parts.append(f"**{each.kind} {each.name}**, `defs/{each.table}:{each.first}`")
                if not told:
                    source = each.node.source
                    parts += ["```yaml", *(source.line(number) for number in
                                           range(each.first, each.last + 1)), "```"]
            if told:
                parts += ["```text", told, "```"]
        if not parts:
            return None
        return {"contents": {"kind": "markdown", "value": "\n".join(parts)[:_MOST_SHOWN]},
                "range": lines.range(start, start + len(name))}

    def _kind_at(self, table: str, text: str, line: int) -> type[Record] | None:
        described = kinds_of(table, text)
        if described is None:
            return None
        keys = [key for each in _entry_lines(described, text, line)
                for key in _WRITTEN_KEY.findall(each)]
        return kind_of(described, keys)

    def completion(self, table: str, position: Json) -> list[Json]:
        text = self.workspace.text(table)
        lines = Lines(text)
        line = lines.line(position["line"])
        before = line[:lines.offset(position) - lines.offset({**position, "character": 0})]
        kind = self._kind_at(table, text, position["line"])
        value = _VALUE_HERE.match(before)
        if value is not None and not _KEY_HERE.match(before):
            return self._values(kind, value.group(1), value.group(2))
        if kind is None or not _KEY_HERE.match(before):
            return []
        described = kinds_of(table, text)
        assert described is not None
        present = {key for each in _entry_lines(described, text, position["line"])
                   for key in _WRITTEN_KEY.findall(each)}
        return [{"label": name, "kind": _KIND_PROPERTY, "insertText": f"{name}: ",
                 "detail": key.kind.noun, "documentation": key.doc,
                 "sortText": f"{0 if key.required else 1}{number:03}"}
                for number, (name, key) in enumerate(kind.keys.items()) if name not in present]

    def _values(self, kind: type[Record] | None, key: str, written: str) -> list[Json]:
        values: dict[str, str] = {}
        if kind is not None and key in kind.keys:
            values = kind.keys[key].kind.words()
        found: list[Json] = [{"label": name, "kind": _KIND_VALUE, "documentation": doc}
                             for name, doc in values.items()]
        if found:
            return found
        prefix = re.search(r"[A-Za-z0-9_.]*\Z", written)
        begun = prefix.group() if prefix is not None else ""
        for name, each in self.index.names().items():
            if name.startswith(begun) and len(found) < _MOST_OFFERED:
                found.append({"label": name, "kind": _KIND_REFERENCE,
                              "detail": f"{each.kind}, defs/{each.table}:{each.first}"})
        return found


def _entry_lines(described: Described, text: str, line: int) -> list[str]:
    """The lines of the entry around a line, also of one that is being written."""
    lines = text.split("\n")
    if not described.is_list:
        return [each for each in lines if not each.startswith((" ", "-", "#"))]
    first = min(line, len(lines) - 1)
    while first > 0 and not lines[first].startswith("- "):
        first -= 1
    last = first + 1
    while last < len(lines) and not lines[last].startswith("- "):
        last += 1
    # Keys that are indented deeper belong to values.
    return [each for each in lines[first:last] if not each.startswith("   ")]


def arguments(params: Any) -> tuple[str, Json]:
    """The document and the place that a request is about; raises ValueError where they are none."""
    document = params.get("textDocument") if isinstance(params, dict) else None
    uri = document.get("uri") if isinstance(document, dict) else None
    if not isinstance(uri, str):
        raise ValueError("'textDocument' has no 'uri'")
    return uri, checked_position(params.get("position", {"line": 0, "character": 0}))


def checked_position(position: Any) -> Json:
    if not isinstance(position, dict) or not all(
            isinstance(position.get(name), int) and position[name] >= 0
            for name in ("line", "character")):
        raise ValueError("a position has a 'line' and a 'character', which are not negative")
    return position
