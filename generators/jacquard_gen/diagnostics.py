"""Collects the faults of a run and prints them sorted, with the line, a caret and notes."""

from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TextIO

from .source import Position

Note = tuple[Position | None, str]


class Diagnostic(NamedTuple):
    code: str
    position: Position
    message: str
    notes: tuple[Note, ...]


class Diagnostics:
    """Everything found wrong in one run; the order of reporting does not matter.

    A fault in a family is found once per member: it is kept once, with a note that names the
    members.
    """

    def __init__(self) -> None:
        self._found: dict[tuple[str, str, int, int, str], tuple[Diagnostic, list[str]]] = {}

    def error(self, code: str, position: Position, message: str,
              notes: Iterable[Note] | None = None, *, near: str = "",
              known: Iterable[str] = ()) -> None:
        """Reports a fault. `near` and `known` add "did you mean" where a known name is close."""
        all_notes = list(notes or ())
        if near:
            suggestion = closest(near, known)
            if suggestion:
                all_notes.append((None, f"did you mean '{suggestion}'?"))
        # Members of a family differ in the message; the same place and code is the same fault.
        key = (code, position.source.name, position.line, position.column,
               "" if position.member else message)
        if key in self._found:
            self._found[key][1].append(position.member)
        else:
            diagnostic = Diagnostic(code, position, message, tuple(all_notes))
            self._found[key] = (diagnostic, [position.member])

    def __len__(self) -> int:
        return len(self._found)

    @property
    def failed(self) -> bool:
        return bool(self._found)

    def sorted(self) -> list[Diagnostic]:
        """The faults by file, line, column and code."""
        result = []
        for diagnostic, members in self._found.values():
            named = list(dict.fromkeys(member for member in members if member))
            if named:
                rest = f", and in {len(named) - 1} more" if len(named) > 1 else ""
                note: Note = (None, f"in the family member with {named[0]}{rest}")
                diagnostic = diagnostic._replace(notes=diagnostic.notes + (note,))
            result.append(diagnostic)
        result.sort(key=lambda d: (d.position.source.name, d.position.line, d.position.column,
                                   d.code, d.message))
        return result

    def print(self, stream: TextIO | None = None) -> None:
        stream = stream or sys.stderr
        colour = stream.isatty() and not os.environ.get("NO_COLOR")
        for diagnostic in self.sorted():
            stream.write(render(diagnostic, colour))
        count = len(self._found)
        if count:
            stream.write(f"{count} error{'s' if count > 1 else ''}\n")


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
    candidates: Sequence[str] = sorted(set(known) - {name})
    folded = {candidate.lower(): candidate for candidate in reversed(candidates)}
    if name.lower() in folded:
        return folded[name.lower()]
    found = difflib.get_close_matches(name, candidates, n=1, cutoff=0.6)
    return found[0] if found else ""


def listed(names: Iterable[str], limit: int = 12, joined: str = "or") -> str:
    """`a, b or c` for messages; a long list is cut."""
    every = list(names)
    if len(every) > limit:
        return ", ".join(every[:limit]) + f", … ({len(every)} in all)"
    if len(every) < 2:
        return "".join(every)
    return f"{', '.join(every[:-1])} {joined} {every[-1]}"
