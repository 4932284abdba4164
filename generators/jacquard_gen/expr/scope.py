"""The scope gives names their meanings while an expression is checked, and collects its faults."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Union

from ..diagnostics import Diagnostics
from ..source import Written
from . import parser as syntax
from .fault import Fault
from .tree import Expression
from .types import Type


@dataclass(frozen=True)
class Value:
    """Typed: one expression per component. `vector` is 0 for a scalar."""

    type: Type
    parts: tuple[Expression, ...]
    vector: int = 0

    def __str__(self) -> str:
        return str(self.type._replace(components=self.vector))


@dataclass(frozen=True)
class Loose:
    """An expression whose type only its surroundings can give."""


@dataclass(frozen=True)
class IndexVariable:
    value: int


@dataclass
class Bound:
    value: Value | Loose
    syntax: syntax.Syntax
    scope: dict[str, Entry]
    used: bool = False


Entry = Union[Value, IndexVariable, Bound]
LOOSE = Loose()


class Faults:
    """Reports the faults of one expression."""

    def __init__(self, text: Written, diagnostics: Diagnostics) -> None:
        self.text = text
        self.diagnostics = diagnostics
        self.failed = False

    def error(self, code: str, node: syntax.Syntax | tuple[int, int], message: str,
              notes: Sequence[str] = (), near: str = "", known: Sequence[str] = (),
              within: str | tuple[str, ...] = (), called: str = "") -> None:
        start, end = node if isinstance(node, tuple) else (node.start, node.end)
        self.failed = True
        Fault(code, start, end, message, notes, near, known, within, called).report(
            self.text, self.diagnostics)


def cast_note(found: Type, wanted: Type) -> list[str]:
    return [] if found.fits(wanted) else [f"nothing is converted silently; write {wanted}(…)"]
