"""Constants at the edges of their types, folded."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from .package import Package

_FLOATS = {16: (10, 5), 32: (23, 8), 64: (52, 11)}
"""Bits of the fraction and of the exponent."""


def edges(kind: str, width: int) -> dict[str, int]:
    """A value of each class, as bits."""
    ones = (1 << width) - 1
    if kind == "bool":
        return {"false": 0, "true": ones}
    if kind != "float":
        top = 1 << (width - 1)
        return {"zero": 0, "one": 1, "all_ones": ones, "top_bit": top, "below_top_bit": top - 1}
    fraction, exponent = _FLOATS[width]
    sign = 1 << (width - 1)
    infinity = ((1 << exponent) - 1) << fraction
    one = ((1 << (exponent - 1)) - 1) << fraction
    return {"zero": 0, "negative_zero": sign, "one": one, "negative_one": one | sign,
            "half": one - (1 << fraction), "infinity": infinity,
            "negative_infinity": infinity | sign, "nan": infinity | 1 << (fraction - 1),
            "least_denormal": 1, "greatest_denormal": (1 << fraction) - 1,
            "least_normal": 1 << fraction, "greatest": infinity - 1,
            "negative_greatest": (infinity - 1) | sign}


def class_of(kind: str, width: int, bits: int) -> str:
    """The first class, where a value is in several since its type is narrow."""
    return next((name for name, value in edges(kind, width).items() if value == bits), "other")


class Folds:
    """Rows of constants; the same seed gives the same ones."""

    def __init__(self, made: Package, seed: int) -> None:
        self.made = made
        self.random = random.Random(seed)

    def widths(self, opcode: Any) -> list[int]:
        return opcode.widths or [0]

    def rows(self, count: int) -> Iterator[str]:
        """Opcodes take turns, widths within them; each edge stands in each source before values
        are at random."""
        turns = [self._of_opcode(name, width) for name, opcode in
                 self.made.fold_tables.OPCODES.items() for width in self.widths(opcode)]
        made = 0
        while turns:
            left = []
            for turn in turns:
                row = next(turn, None)
                if row is None:
                    continue
                if made == count:
                    return
                left.append(turn)
                made += 1
                yield row
            turns = left

    def _of_opcode(self, name: str, width: int) -> Iterator[str]:
        opcode = self.made.fold_tables.OPCODES[name]
        types = [self.made.numbers.type_of(text, width) for text in opcode.sources]
        known = [list(edges(each.kind, each.width).values()) for each in types]
        seen: set[str] = set()
        repeats = 0
        for number in range(max(map(len, known))):
            # Sources are at different edges in a row, so that each meets several of the others'.
            for shift in range(len(types)):
                row = self._row(name, width, types, [
                    values[(number + shift * each) % len(values)]
                    for each, values in enumerate(known)])
                if row not in seen:
                    seen.add(row)
                    yield row
        while repeats < 100:
            row = self._row(name, width, types,
                            [self._drawn(each, values) for each, values in zip(types, known)])
            repeats = repeats + 1 if row in seen else 0
            if row not in seen:
                seen.add(row)
                yield row

    def _drawn(self, type_: Any, known: list[int]) -> int:
        if type_.kind == "bool" or self.random.getrandbits(1):
            return self.random.choice(known)
        return self.random.getrandbits(type_.width)

    def _row(self, name: str, width: int, types: list[Any], first: list[int]) -> str:
        """A row whose sources begin with given components."""
        sources = [[bits, *(self._drawn(each, list(edges(each.kind, each.width).values()))
                            for _ in range(max(1, each.components) - 1))]
                   for each, bits in zip(types, first)]
        result = self.made.fold.fold(name, width, sources)
        cells = [self._cell(source, each.width) for source, each in zip(sources, types)]
        opcode = self.made.fold_tables.OPCODES[name]
        made = self._cell(result, self.made.numbers.type_of(opcode.result, width).width)
        return "\t".join([name, str(width), "1", *cells, "=>", made])

    @staticmethod
    def _cell(values: list[int], width: int) -> str:
        return ",".join(f"{bits:0{(width + 3) // 4}x}" for bits in values)
