"""Texts as editors have them: positions count lines and units of UTF-16; edits replace ranges."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from ..groups import list_all_tables

Json = dict[str, Any]
_LINE_END = re.compile("\r\n|\n|\r")


def _units(text: str) -> int:
    return len(text) + sum(character > "\uffff" for character in text)


class Lines:
    """Places in a text: as an offset, and as an editor counts."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [0, *(found.end() for found in _LINE_END.finditer(text))]

    def line(self, number: int) -> str:
        """The text of a line (0-based) without its end."""
        if not 0 <= number < len(self.starts):
            return ""
        end = self.starts[number + 1] if number + 1 < len(self.starts) else len(self.text)
        return self.text[self.starts[number]:end].rstrip("\r\n")

    def offset(self, position: Json) -> int:
        """Returns the offset of a place; one behind the end of a line, or of the text, is that
        end."""
        number, wanted = position["line"], position["character"]
        if number >= len(self.starts):
            return len(self.text)
        line = self.line(number)
        units = 0
        for index, character in enumerate(line):
            if units >= wanted:
                return self.starts[number] + index
            units += _units(character)
        return self.starts[number] + len(line)

    def position(self, offset: int) -> Json:
        low, high = 0, len(self.starts)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.starts[middle] <= offset else (low, middle)
        return {"line": low, "character": _units(self.text[self.starts[low]:offset])}

    def range(self, start: int, end: int) -> Json:
        return {"start": self.position(start), "end": self.position(end)}

    def underlined(self, line: int, column: int, length: int) -> Json:
        """The range of a fault, whose line and column are counted from 1."""
        if line > len(self.starts):
            return self.range(len(self.text), len(self.text))
        start = self.starts[line - 1] + min(column - 1, len(self.line(line - 1)))
        end = min(start + length, self.starts[line - 1] + len(self.line(line - 1)))
        return self.range(start, max(start, end))


def edited(text: str, changes: list[Json]) -> str:
    """The text after an editor's changes, each of which may depend on the ones before."""
    for change in changes:
        if "range" not in change:
            text = change["text"]
            continue
        lines = Lines(text)
        start, end = (lines.offset(change["range"][name]) for name in ("start", "end"))
        text = text[:start] + change["text"] + text[max(start, end):]
    return text


class Workspace:
    """The tables of a folder: open ones as the editor has them, others as they stand there."""

    def __init__(self, tables_dir: Path) -> None:
        self.tables_dir = Path(os.path.abspath(tables_dir))
        self.open: dict[str, str] = {}
        self.uris: dict[str, str] = {}
        self.versions: dict[str, object] = {}
        self._stored: dict[str, tuple[tuple[int, int], str]] = {}

    def table_of(self, uri: object) -> str | None:
        """The name of a table (`nir/alu/float.yaml`); None for what is no table of the folder."""
        if not isinstance(uri, str):
            return None
        try:
            parts = urlsplit(uri)
        except ValueError:
            return None
        path = Path(os.path.normpath(unquote(parts.path)))
        if parts.scheme != "file" or path.suffix != ".yaml":
            return None
        for folder in (self.tables_dir, self.tables_dir.resolve()):
            if path.is_relative_to(folder):
                return path.relative_to(folder).as_posix()
        return None

    def uri_of(self, table: str) -> str:
        return self.uris.get(table) or f"file://{quote(str(self.tables_dir / table))}"

    def names(self) -> list[str]:
        return sorted({*list_all_tables(self.tables_dir), *self.open})

    def text(self, table: str) -> str:
        """Returns the text of a table, nothing where it is not there or not readable."""
        if table in self.open:
            return self.open[table]
        path = self.tables_dir / table
        try:
            found = path.stat()
            stamp = found.st_mtime_ns, found.st_size
            known = self._stored.get(table)
            if known is None or known[0] != stamp:
                known = self._stored[table] = stamp, path.read_text(encoding="utf-8")
            return known[1]
        except (OSError, UnicodeDecodeError):
            return ""
