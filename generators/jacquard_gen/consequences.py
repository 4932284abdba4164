"""Finds faults that only follow from others: names that are unknown because the table or the entry
that gives them could not be read.

A fault that misses a name says which tables would give it (`Missing`). Where such a table could
not be read at all, or an entry of it that has the name in it has a fault itself, the missing name
is a consequence of that. What is left has a reason of its own, and can be the reason of others.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .source import Position, SourceFile

_ITEM = re.compile(r"^( *)- ", re.MULTILINE)
_WORD = re.compile(r"[A-Za-z0-9_.{}+*/-]*[A-Za-z0-9_}]")
_COMMENT = re.compile(r"(?:^|\s)#.*", re.MULTILINE)
_QUOTED = re.compile(r"\"([^\"\n]+)\"|'([^'\n]+)'")
_VARIABLE = re.compile(r"\{[^{}]*\}")


class Missing(NamedTuple):
    """A name that is not there, and the beginnings of the names of tables that would have it."""

    name: str
    tables: tuple[str, ...]


class _Entries:
    """The entries of the text of a table, and the words in each."""

    def __init__(self, source: SourceFile) -> None:
        self.text = source.text
        items = list(_ITEM.finditer(source.text))
        outermost = min((len(item.group(1)) for item in items), default=0)
        self.starts = [item.start() for item in items if len(item.group(1)) == outermost]
        self.lines = [source.text.count("\n", 0, start) + 1 for start in self.starts]
        self.is_list = outermost == 0 and bool(items)
        self._words: dict[int, tuple[frozenset[str], list[re.Pattern[str]]]] = {}

    def at(self, line: int) -> int:
        """The number of the entry that a line belongs to, -1 where it is before the first or the
        table is no list of entries."""
        return bisect.bisect_right(self.lines, line) - 1 if self.is_list else -1

    def has(self, entry: int, name: str) -> bool:
        """Returns true if an entry has the name in it; a fault before the first concerns the
        table."""
        if entry < 0:
            return True
        if entry not in self._words:
            end = self.starts[entry + 1] if entry + 1 < len(self.starts) else len(self.text)
            text = _COMMENT.sub("", self.text[self.starts[entry]:end])
            words = _WORD.findall(text) + [a or b for a, b in _QUOTED.findall(text)]
            families = [word for word in words if "{" in word]
            patterns = [re.compile(".*".join(map(re.escape, _VARIABLE.split(word))) + r"\Z")
                        for word in dict.fromkeys(families) if _VARIABLE.sub("", word)]
            self._words[entry] = frozenset(words), patterns
        plain, patterns = self._words[entry]
        return name in plain or any(pattern.match(name) for pattern in patterns)


class _Cause(NamedTuple):
    table: str
    entry: int | None  # None: the whole table


class _Tables:
    """The tables that faults were found in."""

    def __init__(self) -> None:
        self.entries: dict[str, _Entries] = {}

    def cause(self, place: Position) -> _Cause:
        """Returns the cause that a fault at a place would be: the facts which it keeps from
        being known."""
        source = place.source
        table = source.table
        if table not in self.entries:
            self.entries[table] = _Entries(source)
        return _Cause(table, self.entries[table].at(place.line))

    def explains(self, cause: _Cause, missing: Missing) -> bool:
        return cause.table.startswith(missing.tables) and \
            (cause.entry is None or self.entries[cause.table].has(cause.entry, missing.name))


def _names_of(unnamed: dict[str, int], waiting: dict[int, Missing]) -> list[int]:
    """The faults that miss what entries should be called that have the names of others: where no
    more names are missing than such entries are there. `unnamed` counts these by their table."""
    lacking = {index: what for index, what in waiting.items()
               if any(table.startswith(what.tables) for table in unnamed)}
    names = {what.name for what in lacking.values()}
    return list(lacking) if len(names) <= sum(unnamed.values()) else []


def reasons(places: Sequence[Position], missing: Sequence[Missing | None],
            unreadable: Iterable[str], misnamed: Sequence[int]) -> list[bool]:
    """For each fault whether it has a reason of its own. `unreadable` names tables of which nothing
    is known; `misnamed` counts for each fault the entries that have the names of others."""
    tables = _Tables()
    own = [tables.cause(place) for place in places]
    waiting = {index: what for index, what in enumerate(missing) if what is not None}
    shown = [what is None for what in missing]
    causes = [_Cause(table, None) for table in unreadable]
    causes += [cause for cause, what in zip(own, missing) if what is None]
    done: set[_Cause] = set()
    unnamed: dict[str, int] = {}
    for cause, count in zip(own, misnamed):
        if count:
            unnamed[cause.table] = unnamed.get(cause.table, 0) + count
    while causes or waiting:
        if not causes and unnamed:
            for index in _names_of(unnamed, waiting):
                del waiting[index]
                causes.append(own[index])
            unnamed = {}
            continue
        if not causes:
            # The rest explain each other in a circle, so the first of them counts as a reason:
            # preferably one in a table that lacks a name rather than in one that refers to it.
            first = next((index for index, what in waiting.items()
                          if own[index].table.startswith(what.tables)), next(iter(waiting)))
            del waiting[first]
            shown[first] = True
            causes.append(own[first])
        cause = causes.pop()
        if cause in done:
            continue
        done.add(cause)
        for index, what in list(waiting.items()):
            if own[index] != cause and tables.explains(cause, what):
                del waiting[index]
                causes.append(own[index])
    return shown
