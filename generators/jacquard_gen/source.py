"""Files, places in them, and the nodes of a table, each with its position.

Scalars stay text: what `no`, `010` or `63:61` mean is decided by the field description that reads
them (see `schema`), never by YAML 1.1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, Protocol

from .scalars import value_offsets


class SourceFile:
    """The text of one file and the name it has in messages and provenance comments. `table` is its
    name among the tables, such as `nir/texture.yaml`."""

    __slots__ = ("path", "name", "table", "text", "_lines")

    def __init__(self, name: str, text: str, path: Path | None = None, table: str = "") -> None:
        self.path = path
        self.name = name
        self.table = table or name.removeprefix("defs/")
        self.text = text
        self._lines: list[str] | None = None

    def line(self, number: int) -> str:
        """The text of line `number` (1-based), empty past the end."""
        if self._lines is None:
            self._lines = re.split("\r\n|\r|\n", self.text)
        return self._lines[number - 1] if 1 <= number <= len(self._lines) else ""


class Position(NamedTuple):
    """A place in a file: line and column are 1-based; `length` is how much a caret underlines."""

    source: SourceFile
    line: int
    column: int
    length: int = 1
    member: str = ""

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"

    @property
    def provenance(self) -> str:
        """`defs/nir/alu/float.yaml:42`, as generated files name the line they came from."""
        return f"{self.source.name}:{self.line}"


class Node:
    """A value of a table. `member` names the family member it was expanded for (else empty)."""

    __slots__ = ("source", "line", "column", "member")

    kind = "a value"

    def __init__(self, source: SourceFile, line: int, column: int, member: str = "") -> None:
        self.source = source
        self.line = line
        self.column = column
        self.member = member

    def position(self) -> Position:
        return Position(self.source, self.line, self.column, 1, self.member)


class Written(Protocol):
    """Text of a table, or a part of one, whose every character has a place."""

    @property
    def value(self) -> str: ...

    def at(self, offset: int, length: int = 1) -> Position: ...

    def position(self) -> Position: ...


class Scalar(Node):
    """A piece of text. `style` is '' (plain), "'", '"', '|' or '>'."""

    __slots__ = ("value", "style", "start", "end")

    kind = "text"

    def __init__(self, source: SourceFile, line: int, column: int, value: str, style: str,
                 start: int, end: int, member: str = "") -> None:
        super().__init__(source, line, column, member)
        self.value = value
        self.style = style
        self.start = start
        self.end = end

    @property
    def plain(self) -> bool:
        return not self.style

    def position(self) -> Position:
        width = max(1, self.end - self.start)
        text = self.source.text[self.start:self.end]
        if "\n" in text:
            width = max(1, len(text.split("\n", 1)[0].rstrip()))
        return Position(self.source, self.line, self.column, width, self.member)

    def at(self, offset: int, length: int = 1) -> Position:
        """The place of character `offset` of the value, which quotes and folding may move."""
        offsets = value_offsets(self.source.text[self.start:self.end], self.style, self.value)
        index = self.start + offsets[min(max(offset, 0), len(offsets) - 1)]
        last = self.start + offsets[min(max(offset + length - 1, 0), len(offsets) - 1)]
        before = self.source.text[self.start:index]
        line = self.line + before.count("\n")
        newline = before.rfind("\n")
        column = self.column + len(before) if newline < 0 else len(before) - newline
        width = last - index + 1
        underlined = self.source.text[index:index + width]
        if "\n" in underlined:
            width = underlined.index("\n")
        return Position(self.source, line, column, max(1, width), self.member)

    def with_member(self, member: str) -> Scalar:
        return Scalar(self.source, self.line, self.column, self.value, self.style, self.start,
                      self.end, member)


class ExpandedScalar(Scalar):
    """A scalar whose `{W}` were replaced; places are those of the text that was written.

    `segments` holds (offset in the value, length, offset in the template, length there) of each
    replacement, in order.
    """

    __slots__ = ("template", "segments")

    def __init__(self, template: Scalar, value: str, member: str,
                 segments: list[tuple[int, int, int, int]]) -> None:
        super().__init__(template.source, template.line, template.column, value, template.style,
                         template.start, template.end, member)
        self.template = template
        self.segments = segments

    @property
    def plain(self) -> bool:
        return True

    def at(self, offset: int, length: int = 1) -> Position:
        first = self._written(offset, False)
        last = self._written(offset + max(length, 1) - 1, True)
        place = self.template.at(first, max(1, last - first + 1))
        return place._replace(member=self.member)

    def _written(self, offset: int, last: bool) -> int:
        shift = 0
        for start, length, written, written_length in self.segments:
            if offset < start:
                break
            if offset < start + length:
                return written + (written_length - 1 if last else 0)
            shift = written + written_length - (start + length)
        return offset + shift


class Sequence(Node):
    __slots__ = ("items",)

    kind = "a list"

    def __init__(self, source: SourceFile, line: int, column: int, items: list[Node],
                 member: str = "") -> None:
        super().__init__(source, line, column, member)
        self.items = items

    def __iter__(self) -> Iterator[Node]:
        return iter(self.items)


class Mapping(Node):
    """Keys are text, each once; order is that of the file."""

    __slots__ = ("entries",)

    kind = "a mapping"

    def __init__(self, source: SourceFile, line: int, column: int,
                 entries: dict[str, tuple[Scalar, Node]], member: str = "") -> None:
        super().__init__(source, line, column, member)
        self.entries = entries

    def get(self, key: str) -> Node | None:
        found = self.entries.get(key)
        return found[1] if found else None

    def key(self, key: str) -> Scalar:
        return self.entries[key][0]
