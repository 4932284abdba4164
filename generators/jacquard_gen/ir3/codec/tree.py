"""The decision tree that finds the encoding of a word, as nested C++ switches."""

from __future__ import annotations

from typing import NamedTuple

from ..tables.bits import Range
from ..tables.model import MOST_BITS, Encoding


FOLDER = "defs/ir3/"
"""Comments leave it out of the places of encodings."""


class Guarded(NamedTuple):
    """An encoding and the C++ condition its word must also meet (or '')."""

    encoding: Encoding
    guard: str


def mask_of(high: int, low: int) -> int:
    return ((1 << (high - low + 1)) - 1) << low


def runs(mask: int) -> list[tuple[int, int]]:
    """The bits of a mask as (high, low) runs, highest first."""
    result = []
    high = 63
    while high >= 0:
        if mask >> high & 1:
            low = high
            while low and mask >> (low - 1) & 1:
                low -= 1
            result.append((high, low))
            high = low
        high -= 1
    return result


class TreeBuilder:
    """Builds the tree of one revision. Candidates stand in the order in which they win."""

    def lines(self, candidates: list[Guarded], known: int) -> list[str]:
        if not candidates:
            return ["return kNoEncoding;"]
        common = (1 << MOST_BITS) - 1
        for candidate in candidates:
            common &= candidate.encoding.mask
        common &= ~known
        if len(candidates) > 1:
            chosen = self._best(candidates, common, known)
            if chosen is not None:
                return self._switch(candidates, known, *chosen)
        return self._chain(candidates, known)

    def _chain(self, candidates: list[Guarded], known: int) -> list[str]:
        """Tests the candidates one after the other."""
        lines: list[str] = []
        last = len(candidates) - 1
        for index, (encoding, guard) in enumerate(candidates):
            left = encoding.mask & ~known
            tests = []
            if left:
                tests.append(f"matches(word, {encoding.index})")
            if guard:
                tests.append(guard)
            test = " && ".join(tests)
            note = f"  // {encoding.name} {encoding.opcode.provenance.removeprefix(FOLDER)}"
            if not tests:
                lines.append(f"return {encoding.index};{note}")
                return lines
            if index == last and not guard:
                lines.append(f"return only(word, {encoding.index});{note}")
            elif index == last:
                lines.append(f"return {test} ? {encoding.index} : kNoEncoding;{note}")
            else:
                lines.append(f"if ({test}) return {encoding.index};{note}")
        return lines

    def _best(self, candidates: list[Guarded], common: int,
              known: int) -> tuple[int, int] | None:
        """The run of bits that tells the candidates apart best."""
        best: tuple[int, int] | None = None
        best_cost = len(candidates) * len(candidates)
        # Bits fixed in every candidate are best: nothing has to be copied into branches.
        differing = 0
        first = candidates[0].encoding.match
        for candidate in candidates[1:]:
            differing |= first ^ candidate.encoding.match
        for high, low in runs(common & differing):
            low = max(low, high - 5)
            cost = self._cost(candidates, high, low)
            if cost < best_cost:
                best, best_cost = (high, low), cost
        if best is not None:
            return best
        union = 0
        for candidate in candidates:
            union |= candidate.encoding.mask
        for high, low in runs(union & ~known):
            for top in range(high, low - 1, -1):
                for bottom in range(top, max(low, top - 5) - 1, -1):
                    cost = self._cost(candidates, top, bottom)
                    if cost < best_cost:
                        best, best_cost = (top, bottom), cost
        return best

    def _cost(self, candidates: list[Guarded], high: int, low: int) -> int:
        """Returns how well the bits tell candidates apart; bits that some fix in part do not."""
        bits = mask_of(high, low)
        counts: dict[int, int] = {}
        loose = 0
        for encoding, _ in candidates:
            covered = encoding.mask & bits
            if covered == bits:
                value = encoding.match & bits
                counts[value] = counts.get(value, 0) + 1
            elif covered:
                return len(candidates) ** 2
            else:
                loose += 1
        worst = max(counts.values(), default=0) + loose
        return worst * worst + loose * len(counts)

    @staticmethod
    def _groups(candidates: list[Guarded], high: int, low: int
                ) -> tuple[dict[int, list[Guarded]], list[Guarded]]:
        """Candidates by value of the bits, and those of every other value."""
        bits = mask_of(high, low)
        values = sorted({(item.encoding.match & bits) >> low for item in candidates
                         if item.encoding.mask & bits})
        groups: dict[int, list[Guarded]] = {value: [] for value in values}
        default: list[Guarded] = []
        for candidate in candidates:
            if candidate.encoding.mask & bits:
                groups[(candidate.encoding.match & bits) >> low].append(candidate)
                continue
            default.append(candidate)
            for group in groups.values():
                group.append(candidate)
        return groups, default

    def _switch(self, candidates: list[Guarded], known: int, high: int, low: int) -> list[str]:
        groups, default = self._groups(candidates, high, low)
        count = high - low + 1
        known |= mask_of(high, low)
        lines = [f"switch (bits(word, {low}, {count})) {{  // {Range(((high, low),))}"]
        rest = self.lines(default, known)
        bodies: list[tuple[list[int], list[str]]] = []
        for value, group in groups.items():
            body = self.lines(group, known)
            if body == rest:
                continue
            same = next((item for item in bodies if item[1] == body), None)
            if same is not None:
                same[0].append(value)
            else:
                bodies.append(([value], body))
        for values, body in bodies:
            lines += [f"case {value:#x}:" for value in values[:-1]]
            lines += _labelled(f"case {values[-1]:#x}:", body)
        return lines + _labelled("default:", rest) + ["}"]


def _labelled(label: str, body: list[str]) -> list[str]:
    if len(body) == 1:
        return [f"{label} {body[0]}"]
    return [label] + ["    " + line for line in body]
