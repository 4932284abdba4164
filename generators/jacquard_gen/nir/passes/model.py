"""Checked passes, for the outputs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import PurePosixPath

from .entries import InvariantEntry, PassEntry


@dataclass(frozen=True)
class Word:
    """A word for a mode or for a value of a choice in texts."""

    word: str
    number: int
    doc: str
    enumerator: str


@dataclass(frozen=True)
class Shortcut:
    name: str
    doc: str
    value: str  # C++


@dataclass(frozen=True)
class Row:
    """A word that a list of passes may give to a pass."""

    name: str
    doc: str
    type: str  # an enumerator of ParameterType
    low: int
    high: int
    shown: str
    words: tuple[Word, ...]
    voids: tuple[str, ...]


# `switch` is a word of C++.
_ROW_TYPES = {"switch": "toggle"}


@dataclass(frozen=True)
class Parameter:
    """A parameter: a member of the options, and a word of lists of passes."""

    name: str
    type: str
    doc: str
    default: str  # C++
    shown: str    # the same in texts; nothing where there is none to show
    note: str = ""
    low: int = 0
    high: int = 0xffffffff
    words: tuple[Word, ...] = ()
    shortcuts: tuple[Shortcut, ...] = ()
    enum: str = ""
    takes: str = ""
    result: str = ""
    voids: tuple[str, ...] = ()

    @property
    def has_range(self) -> bool:
        return (self.low, self.high) != (0, 0xffffffff)

    @property
    def is_in_texts(self) -> bool:
        """A switch that is on by itself has only words to turn it off."""
        return self.type != "callback" and not (self.type == "switch" and self.default == "true")

    @property
    def rows(self) -> list[Row]:
        made = [Row(self.name, self.doc, _ROW_TYPES.get(self.type, self.type), self.low, self.high,
                    self.shown, self.words, self.voids)] if self.is_in_texts else []
        return made + [Row(word.name, word.doc, "toggle", 0, 1, "", (), self.voids)
                       for word in self.shortcuts]

    @property
    def about(self) -> str:
        return f"{self.doc[:1].upper()}{self.doc[1:]}."


@dataclass(frozen=True)
class Pass:
    """A pass; without an entry it is made of lowerings."""

    name: str
    doc: str
    text: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    needs: tuple[str, ...]
    gives: tuple[str, ...]
    settles: bool
    changes_meaning: bool
    provenance: str
    entry: PassEntry | None = None
    parameters: tuple[Parameter, ...] = ()
    loses: tuple[str, ...] = ()

    @property
    def source(self) -> str:
        if self.entry is None:
            return ""
        table = PurePosixPath(self.provenance.rpartition(":")[0]).stem
        return f"runtime/jacquard/passes/{table}/{self.entry.source or self.name + '.cpp'}"

    @property
    def rows(self) -> list[Row]:
        """Returns the parameters that lists of passes may give it."""
        return [row for parameter in self.parameters for row in parameter.rows]

    @property
    def parts(self) -> list[Parameter]:
        return [parameter for parameter in self.parameters if parameter.type == "part"]

    @property
    def has_callbacks(self) -> bool:
        return any(parameter.type == "callback" for parameter in self.parameters)


@dataclass(frozen=True)
class PassTables:
    passes: list[Pass] = field(default_factory=list)          # by name
    invariants: list[InvariantEntry] = field(default_factory=list)

    @cached_property
    def by_name(self) -> dict[str, Pass]:
        return {each.name: each for each in self.passes}

    def written(self) -> Iterable[Pass]:
        """The passes that have a source of their own."""
        return (each for each in self.passes if each.entry is not None)
