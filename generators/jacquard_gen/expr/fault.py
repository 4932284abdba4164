"""A fault inside an expression, placed by offsets in its text."""

from __future__ import annotations

from collections.abc import Iterable

from ..diagnostics import Diagnostics
from ..source import Position, Written


class Fault(Exception):
    def __init__(self, code: str, start: int, end: int, message: str, notes: Iterable[str] = (),
                 near: str = "", known: Iterable[str] = (),
                 within: str | tuple[str, ...] = (), called: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.start = start
        self.end = end
        self.message = message
        self.notes = list(notes)
        self.near = near
        self.known = list(known)
        self.within = within
        self.called = called

    def report(self, text: Written, diagnostics: Diagnostics) -> None:
        place: Position = text.at(self.start, max(1, self.end - self.start))
        notes: list[tuple[Position | None, str]] = [(None, note) for note in self.notes]
        diagnostics.error(self.code, place, self.message, notes, near=self.near, known=self.known,
                          within=self.within, called=self.called)
