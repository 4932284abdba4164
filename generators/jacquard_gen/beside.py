"""Contexts beside others: the same tables with some texts changed, where what does not depend on
these is made once for all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from .diagnostics import Diagnostics
from .groups import Context
from .source import Node

T = TypeVar("T")


class TracingContext(Context):
    """The tables as they are. It knows which of them each model, and each part of one, was made
    of."""

    def __init__(self, tables_dir: Path) -> None:
        super().__init__(tables_dir)
        self.read: dict[str, set[str]] = {}
        """Of a model or part: the tables, and the folders that it took all tables of."""
        self._making: list[set[str]] = []

    def table(self, name: str) -> Node | None:
        self._note({name})
        return super().table(name)

    def names(self, folder: str) -> list[str]:
        self._note({folder})
        return super().names(folder)

    def model(self, group: str) -> Any:
        return self._made_of(group, lambda: super(TracingContext, self).model(group))

    def once(self, what: str, make: Callable[[Context], T]) -> T:
        made: T = self._made_of(what, lambda: super(TracingContext, self).once(what, make))
        return made

    def _made_of(self, what: str, make: Callable[[], Any]) -> Any:
        known = what in self.read
        self._making.append(set())
        try:
            return make()
        finally:
            read = self._making.pop()
            if not known:
                self.read[what] = read
            self._note(self.read[what])

    def _note(self, read: set[str]) -> None:
        if self._making:
            self._making[-1] |= read


class ContextBeside(Context):
    """A context in which some tables are not those of another one, which has no faults."""

    def __init__(self, real: TracingContext, changed: set[str],
                 instead: Mapping[str, str] | None = None, tables_dir: Path | None = None,
                 diagnostics: Diagnostics | None = None) -> None:
        super().__init__(tables_dir or real.tables_dir, diagnostics, instead)
        self.real = real
        self.groups = {name.partition("/")[0] for name in changed}
        self._changed = {*changed, *(name.rpartition("/")[0] for name in changed)}
        self._taken: set[str] = set()

    def model(self, group: str) -> Any:
        real = self.real.model(group)
        if self._depends(group):
            return super().model(group)
        self._take_files(group)
        return real

    def once(self, what: str, make: Callable[[Context], T]) -> T:
        real = self.real.once(what, make)
        if self._depends(what):
            return super().once(what, make)
        self._take_files(what)
        return real

    def _take_files(self, what: str) -> None:
        """The tables and folders that a part was made of count as read here."""
        if what in self._taken:
            return
        self._taken.add(what)
        for name in self.real.read[what]:
            if name in self.real.files:
                self.files[name] = self.real.files[name]
            else:
                self.listings.setdefault(name, self.real.names(name))

    def _depends(self, what: str) -> bool:
        return not self._changed.isdisjoint(self.real.read[what])
