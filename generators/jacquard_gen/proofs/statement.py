"""A statement is to be proven: that two computations over the same inputs have the same result."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from ..expr.types import Type
from ..source import Position
from .values import Domain

V = TypeVar("V")

Flush = frozenset[int]
"""The widths at which a shader wants denormal results flushed to zero."""
NO_FLUSH: Flush = frozenset()


class Unstated(Exception):
    """A side has something in it whose meaning is not in the tables; the text says what."""


@dataclass(frozen=True)
class Input:
    """A value that both sides read; `count` is that of its components. Where values are allowed,
    it has no others."""

    name: str
    type: Type
    count: int
    is_constant: bool
    allowed: tuple[int, ...] = ()

    @property
    def bits(self) -> int:
        return self.count * (1 if self.allowed else self.type.width)


@dataclass(frozen=True)
class Freedom:
    """How the sides may differ: in special values, in units in the last place, where they round
    otherwise, and where denormals are flushed."""

    signed_zero: bool = False
    nan: bool = False
    infinity: bool = False
    flush: bool = False
    compares_as_float: bool = False
    bound: Bound | None = None


@dataclass(frozen=True)
class Bound:
    """For inputs from `low` to `high` the sides differ by at most `tolerance` units in the last
    place, or by `absolute` of what is larger of 1 and the result, and once by the input `off_by`
    besides, where one side is near zero. With `either_sign` inputs are below zero as well, of these
    magnitudes; with `of_largest` the largest float on the way counts like the result. With
    `keeps_special` results are NaNs, infinities and zeros of a sign on both sides alike, for zeros,
    infinities and NaNs as inputs, too."""

    low: float
    high: float
    tolerance: int
    absolute: float
    off_by: str = ""
    either_sign: bool = False
    of_largest: bool = False
    keeps_special: bool = False


class Statement(ABC):
    """A rule or lowering at one choice of widths."""

    kind: str           # "rule", "lowering", …, as reports name it
    name: str
    provenance: str
    member: str         # of a family, else empty
    position: Position
    widths: str         # as reports name them: "16 and 32 bits"
    inputs: tuple[Input, ...]
    result: Type
    freedom: Freedom

    @abstractmethod
    def sides(self, domain: Domain[V], given: dict[str, list[V]],
              flushes: Flush) -> tuple[list[V], list[V]]:
        """Computes what is found and what takes its place, with `given` for the inputs."""

    @abstractmethod
    def conditions(self, domain: Domain[V], given: dict[str, list[V]]) -> Iterable[V]:
        """Yields what must hold of the inputs: truths of 1 bit."""

    @property
    def bits(self) -> int:
        """How many bits the inputs have together."""
        return sum(each.bits for each in self.inputs)

    @property
    def modes(self) -> tuple[Flush, ...]:
        """Every choice of widths at which denormals may be flushed where it has to hold."""
        return (NO_FLUSH,)
