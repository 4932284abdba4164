"""The entries of all tables by their names, and where texts of tables name them: for what goes from
a name to its entry and back, also in tables with faults."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from .diagnostics import Diagnostics
from .families import Room, expand
from .reading import parse
from .source import Mapping, Node, Scalar, Sequence, SourceFile

# Overlays list there what is defined elsewhere.
_NOT_DEFINED = ("change", "drop")
# Sentences are no names.
_PROSE = ("doc", "why", "title", "because", "note")
_WORD = "A-Za-z0-9_"


class Definition(NamedTuple):
    """An entry: the key that names its kind, its name, and the lines that it takes (1-based)."""

    kind: str
    name: str
    table: str
    node: Scalar
    first: int
    last: int

    @property
    def is_of_family(self) -> bool:
        return bool(self.node.member)


class Use(NamedTuple):
    """A name in the text of a table: where it begins and ends in the text."""

    table: str
    start: int
    end: int


class TableEntries:
    """One text of a table: what it defines, and its words outside of sentences."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.source = SourceFile(f"defs/{name}", text)
        self.definitions: list[Definition] = []
        self.scalars: list[Scalar] = []
        root = parse(self.source, Diagnostics())
        self.is_readable = root is not None
        if isinstance(root, Sequence):
            self._add_list(root)
        elif isinstance(root, Mapping):
            self._add_mapping(root)
        if root is not None:
            self.scalars = list(_words(root))

    def uses(self, name: str) -> Iterator[Use]:
        pattern = re.compile(rf"(?<![{_WORD}.]){re.escape(name)}(?![{_WORD}]|[.][{_WORD}])")
        for scalar in self.scalars:
            for found in pattern.finditer(self.source.text, scalar.start, scalar.end):
                yield Use(self.name, found.start(), found.end())

    def _add_mapping(self, root: Mapping) -> None:
        end = self.source.text.count("\n") + 1
        items = list(root.entries.items())
        if items:
            self._define(root, 1, end)
        for key, (_, value) in items:
            if isinstance(value, Sequence) and key not in _NOT_DEFINED:
                self._add_list(value)

    def _add_list(self, listed: Sequence) -> None:
        text = self.source.text
        ends = [item.line - 1 for item in listed.items[1:]] + [text.count("\n") + 1]
        for item, end in zip(listed.items, ends):
            if not isinstance(item, Mapping):
                continue
            while end > item.line and (not (line := self.source.line(end).strip()) or
                                       line.startswith("#")):
                end -= 1
            for member in expand(item, Diagnostics(), Room()):
                self._define(member, item.line, end)

    def _define(self, entry: Mapping, first: int, last: int) -> None:
        kind, (_, value) = next(iter(entry.entries.items()), ("", (None, None)))
        if isinstance(value, Scalar) and value.value:
            self.definitions.append(Definition(kind, value.value, self.name, value, first, last))


def _words(node: Node) -> Iterator[Scalar]:
    """The texts that may name entries, in the order of the file."""
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _words(item)
    elif isinstance(node, Mapping):
        for name, (key, value) in node.entries.items():
            yield key
            if name not in _PROSE:
                yield from _words(value)


class EntryIndex:
    """The entries of all tables, of which each text is read once."""

    def __init__(self, names: Callable[[], list[str]], text_of: Callable[[str], str]) -> None:
        self._names = names
        self._text_of = text_of
        self._known: dict[str, TableEntries] = {}

    def table(self, name: str) -> TableEntries:
        text = self._text_of(name)
        known = self._known.get(name)
        if known is None or known.source.text != text:
            made = TableEntries(name, text)
            if known is not None and not made.is_readable:
                # A table that is broken for a moment still defines what it did.
                made.definitions = known.definitions
            self._known[name] = known = made
        return known

    def tables(self) -> list[TableEntries]:
        return [self.table(name) for name in self._names()]

    def definitions(self, name: str) -> list[Definition]:
        return [each for table in self.tables() for each in table.definitions
                if each.name == name]

    def uses(self, name: str) -> list[Use]:
        return [use for table in self.tables() for use in table.uses(name)]

    def names(self) -> dict[str, Definition]:
        return {each.name: each for table in self.tables() for each in table.definitions}
