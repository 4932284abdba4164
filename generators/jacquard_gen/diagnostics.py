"""Collects the faults of a run and prints them sorted, with the line, a caret and notes."""

from __future__ import annotations

import difflib
import functools
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple, TextIO

from .consequences import Missing, reasons
from .source import Position

Note = tuple[Position | None, str]
# The most places that miss a name which an error lists beside the first.
_MOST_PLACES = 3
_MOST_ALIKE = 20
_MOST_SETS_OF_NAMES = 64


class Diagnostic(NamedTuple):
    code: str
    position: Position
    message: str
    notes: tuple[Note, ...]
    missing: Missing | None = None
    misnamed: bool = False


class Diagnostics:
    """Everything found wrong in one run; the order of reporting does not matter.

    A fault in a family, or in a text that several formats share, is found once per member: it is
    kept once, with a note that names the members. A fault that only follows from another is
    counted, and not shown.
    """

    def __init__(self) -> None:
        self._found: dict[tuple[str, str, int, int, str], tuple[Diagnostic, list[str]]] = {}
        self._reports = 0
        self._unreadable: set[str] = set()
        self._circumstances: list[tuple[Position, str]] = []

    def unreadable(self, table: str) -> None:
        """Notes that nothing is known of a table (`nir/alu/float.yaml`), which was reported."""
        self._unreadable.add(table)

    @contextmanager
    def noting(self, circumstance: tuple[Position, str] | None) -> Iterator[None]:
        """Adds a note to the faults that are found meanwhile in other files than its place's."""
        if circumstance is not None:
            self._circumstances.append(circumstance)
        try:
            yield
        finally:
            if circumstance is not None:
                self._circumstances.pop()

    def error(self, code: str, position: Position, message: str,
              notes: Iterable[Note] | None = None, *, near: str = "", known: Iterable[str] = (),
              within: str | tuple[str, ...] = (), called: str = "",
              misnamed: bool = False) -> None:
        """Reports a fault. `near` and `known` add "did you mean" where a known name is close.
        `within` says which tables would give a name that is missing, by how their names begin
        (`nir/alu`); the name is `called`, or else `near`. `misnamed` says that an entry has the
        name of another, so that its own is missing."""
        self._reports += 1
        all_notes = list(notes or ())
        if near:
            suggestion = closest(near, known)
            if suggestion:
                all_notes.append((None, f"did you mean '{suggestion}'?"))
        all_notes += [(place, text) for place, text in self._circumstances
                      if place.source.name != position.source.name]
        # Members of a family differ in the message; the same place and code is the same fault.
        key = (code, position.source.name, position.line, position.column,
               "" if position.member else message)
        if key in self._found:
            self._found[key][1].append(position.member)
        else:
            tables = (within,) if isinstance(within, str) else within
            missing = Missing(called or near, tables) if any(tables) else None
            diagnostic = Diagnostic(code, position, message, tuple(all_notes), missing, misnamed)
            self._found[key] = (diagnostic, [position.member])

    def __len__(self) -> int:
        """Returns how often something was reported: it grows with each report."""
        return self._reports

    @property
    def failed(self) -> bool:
        return bool(self._found)

    def sorted(self) -> list[Diagnostic]:
        """The faults that do not follow from others, by file, line, column and code. What misses
        one name in several places is one fault, with notes that name the other places."""
        result = []
        found = [diagnostic for diagnostic, _ in self._found.values()]
        shown = reasons([diagnostic.position for diagnostic in found],
                        [diagnostic.missing for diagnostic in found], self._unreadable,
                        [len(members) if diagnostic.misnamed else 0
                         for diagnostic, members in self._found.values()])
        for (diagnostic, members), is_shown in zip(self._found.values(), shown):
            if not is_shown:
                continue
            named = list(dict.fromkeys(member for member in members if member))
            if named:
                rest = f", and in {len(named) - 1} more" if len(named) > 1 else ""
                family = "the family member with " if " = " in named[0] else ""
                note: Note = (None, f"in {family}{named[0]}{rest}")
                diagnostic = diagnostic._replace(notes=diagnostic.notes + (note,))
            result.append(diagnostic)
        result.sort(key=lambda d: (d.position.source.name, d.position.line, d.position.column,
                                   d.code, d.message))
        return _folded(result)

    def print(self, stream: TextIO | None = None) -> None:
        stream = stream or sys.stderr
        colour = stream.isatty() and not os.environ.get("NO_COLOR")
        shown = self.sorted()
        for diagnostic in shown:
            stream.write(render(diagnostic, colour))
        more = len(self._found) - len(shown)
        if shown:
            stream.write(f"{len(shown)} error{'s' if len(shown) > 1 else ''}" +
                         (f"; {more} more may follow from {'these' if len(shown) > 1 else 'it'}"
                          if more else "") + "\n")


def _folded(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The faults with those that miss one name made one, the first of them."""
    groups: dict[tuple[str, str, Missing | int], list[Diagnostic]] = {}
    for number, diagnostic in enumerate(diagnostics):
        key = (diagnostic.code, diagnostic.message, diagnostic.missing or number)
        groups.setdefault(key, []).append(diagnostic)
    result = []
    for first, *others in groups.values():
        notes: list[Note] = [(other.position, "it is used here, too")
                             for other in others[:_MOST_PLACES]]
        if len(others) > _MOST_PLACES:
            notes.append((None, f"and in {len(others) - _MOST_PLACES} more places"))
        result.append(first._replace(notes=first.notes + tuple(notes)))
    return result


def render(diagnostic: Diagnostic, colour: bool = False) -> str:
    bold, red, cyan, plain = ("\x1b[1m", "\x1b[1;31m", "\x1b[1;36m", "\x1b[0m") if colour else \
        ("", "", "", "")
    place = diagnostic.position
    lines = [f"{bold}{place}: {red}error[{diagnostic.code}]:{plain}{bold} "
             f"{diagnostic.message}{plain}"]
    lines += _excerpt(place, red, plain)
    for where, text in diagnostic.notes:
        if where is None:
            lines.append(f"{cyan}  note:{plain} {text}")
        else:
            lines.append(f"{bold}{where}: {cyan}note:{plain} {text}")
            lines += _excerpt(where, cyan, plain)
    return "\n".join(lines) + "\n"


def _excerpt(place: Position, colour: str, plain: str) -> list[str]:
    line = place.source.line(place.line)
    if not line:
        return []
    number = str(place.line)
    before = line[:place.column - 1]
    padding = "".join("\t" if character == "\t" else " " for character in before)
    padding += " " * (place.column - 1 - len(before))
    length = max(1, min(place.length, len(line) - len(before)))
    return [f" {number} | {line}",
            f" {' ' * len(number)} | {padding}{colour}^{'~' * (length - 1)}{plain}"]


def closest(name: str, known: Iterable[str]) -> str:
    """The known name that is near enough to be what was meant, or nothing."""
    return _asked_names(frozenset(known)).closest(name)


class _Names:
    """Remembers what was found: without one table, each use of each of its names is a fault."""

    def __init__(self, known: Iterable[str]) -> None:
        self._candidates = sorted(known)
        self._found: dict[str, str] = {}

    def closest(self, name: str) -> str:
        if name not in self._found:
            self._found[name] = self._search(name)
        return self._found[name]

    def _search(self, name: str) -> str:
        candidates = [candidate for candidate in self._candidates if candidate != name]
        for candidate in candidates:
            if candidate.lower() == name.lower():
                return candidate
        found = difflib.get_close_matches(name, candidates, n=_MOST_ALIKE, cutoff=0.6)

        def likeness(candidate: str) -> tuple[float, int]:
            return (difflib.SequenceMatcher(None, candidate, name).ratio(),
                    len(os.path.commonprefix([candidate, name])))

        # Several names are equally near; prefer the one whose beginning is alike.
        return max(sorted(found), key=likeness, default="")


_asked_names = functools.lru_cache(maxsize=_MOST_SETS_OF_NAMES)(_Names)


def listed(names: Iterable[str], limit: int = 12, joined: str = "or") -> str:
    """`a, b or c` for messages; a long list is cut."""
    every = list(names)
    if len(every) > limit:
        return ", ".join(every[:limit]) + f", … ({len(every)} in all)"
    if len(every) < 2:
        return "".join(every)
    return f"{', '.join(every[:-1])} {joined} {every[-1]}"
