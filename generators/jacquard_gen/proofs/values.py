"""The domains in which a statement is computed: bit patterns, and terms of a solver."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

from ..expr import Tree, evaluate, representation, smt
from ..expr.representation import FRACTION_BITS
from ..expr.types import Type

V = TypeVar("V")


def infinity_bits(width: int) -> int:
    fraction = FRACTION_BITS[width]
    return ((1 << (width - 1 - fraction)) - 1) << fraction


class Domain(Protocol[V]):
    """Values as bits. What is computed with denormals flushed gives a zero for each denormal."""

    def number(self, bits: int, width: int) -> V: ...

    def apply(self, tree: Tree, operands: Mapping[str, list[V]], bits: int) -> list[V]:
        """The components of what a tree computes at a width."""

    def flushed(self, values: list[V], width: int) -> list[V]:
        """Floats without denormals."""

    def see(self, values: Sequence[V], width: int) -> None:
        """Takes note of floats that are read or made, which may be NaNs or infinite."""

    def chosen(self, truth: V, yes: int, no: int, width: int) -> V:
        """One of two numbers, by a truth of 1 bit."""

    def is_set(self, value: V, width: int) -> V:
        """Whether any bit is set, in 1 bit."""

    def is_negative(self, value: V, width: int) -> V:
        """Whether a float is below zero, in 1 bit."""

    def is_nan(self, value: V, width: int) -> V:
        """Whether a float is a NaN, in 1 bit."""

    def masked(self, value: V, mask: int, width: int) -> V:
        """The bits of a value that a mask has."""


class Concrete:
    """Bit patterns in Python. `seen` has the floats that were read or made, with their widths."""

    def __init__(self) -> None:
        self.saw_nan = False
        self.saw_infinity = False
        self.seen: list[tuple[int, int]] = []

    def forget(self) -> None:
        self.saw_nan = self.saw_infinity = False
        self.seen.clear()

    def largest(self) -> float:
        """The largest magnitude of the floats that were seen."""
        return max((abs(float(representation.load(bits, Type("float", width))))
                    for bits, width in self.seen), default=0.0)

    def number(self, bits: int, width: int) -> int:
        return bits

    def apply(self, tree: Tree, operands: Mapping[str, list[int]], bits: int) -> list[int]:
        return evaluate.evaluate(tree, operands, bits)

    def flushed(self, values: list[int], width: int) -> list[int]:
        sign, fraction = 1 << (width - 1), FRACTION_BITS[width]
        return [value & sign if (value & (sign - 1)) >> fraction == 0 else value
                for value in values]

    def see(self, values: Sequence[int], width: int) -> None:
        infinity = infinity_bits(width)
        for value in values:
            magnitude = value & ((1 << (width - 1)) - 1)
            if magnitude >= infinity:
                self.saw_infinity |= magnitude == infinity
                self.saw_nan |= magnitude > infinity
            self.seen.append((value, width))

    def chosen(self, truth: int, yes: int, no: int, width: int) -> int:
        return yes if truth else no

    def is_set(self, value: int, width: int) -> int:
        return int(value != 0)

    def is_negative(self, value: int, width: int) -> int:
        magnitude = value & ((1 << (width - 1)) - 1)
        return int(value >> (width - 1) == 1 and 0 < magnitude <= infinity_bits(width))

    def is_nan(self, value: int, width: int) -> int:
        return int(value & ((1 << (width - 1)) - 1) > infinity_bits(width))

    def masked(self, value: int, mask: int, width: int) -> int:
        return value & mask


class Symbolic:
    """Terms of the solver, abstract ones where that is asked for; see `smt.terms`. `nans` and
    `infinities` say of each float that was seen whether it is one."""

    def __init__(self, is_abstract: bool = False) -> None:
        self.is_abstract = is_abstract
        self.nans: list[Any] = []
        self.infinities: list[Any] = []

    def number(self, bits: int, width: int) -> Any:
        return smt.number(bits, width)

    def apply(self, tree: Tree, operands: Mapping[str, list[Any]], bits: int) -> list[Any]:
        return smt.terms(tree, operands, bits, self.is_abstract)

    def flushed(self, values: list[Any], width: int) -> list[Any]:
        z3, sign = smt.z3(), smt.number(1 << (width - 1), width)
        least = smt.number(1 << FRACTION_BITS[width], width)
        return [value if smt.is_stored_whole(value) else
                z3.If(z3.ULT(value & ~sign, least), value & sign, value) for value in values]

    def see(self, values: Sequence[Any], width: int) -> None:
        infinity = smt.number(infinity_bits(width), width)
        mask = smt.number((1 << (width - 1)) - 1, width)
        for value in values:
            self.nans.append(smt.z3().UGT(value & mask, infinity))
            self.infinities.append((value & mask) == infinity)

    def chosen(self, truth: Any, yes: int, no: int, width: int) -> Any:
        return smt.z3().If(truth == smt.number(1, 1), smt.number(yes, width),
                           smt.number(no, width))

    def is_set(self, value: Any, width: int) -> Any:
        return smt.z3().If(value != smt.number(0, width), smt.number(1, 1), smt.number(0, 1))

    def is_negative(self, value: Any, width: int) -> Any:
        z3, sign = smt.z3(), smt.number(1 << (width - 1), width)
        magnitude = value & ~sign
        below = z3.And(value & sign != 0, magnitude != 0,
                       z3.ULE(magnitude, smt.number(infinity_bits(width), width)))
        return z3.If(below, smt.number(1, 1), smt.number(0, 1))

    def is_nan(self, value: Any, width: int) -> Any:
        mask = smt.number((1 << (width - 1)) - 1, width)
        above = smt.z3().UGT(value & mask, smt.number(infinity_bits(width), width))
        return smt.z3().If(above, smt.number(1, 1), smt.number(0, 1))

    def masked(self, value: Any, mask: int, width: int) -> Any:
        return value & smt.number(mask, width)
