"""Words that say everything that a revision's instructions may say, and words next to them that
are none."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from .items import Item, Items, Target

_TRIES = 40
"""Random words for an item, before it counts as one that conditions rule out."""
_WORD = (1 << 64) - 1


class Vector(NamedTuple):
    """A word, its text, and what it is there for."""

    word: int
    text: str
    reason: str


class Words:
    """Words of one revision; the same seed gives the same ones."""

    def __init__(self, items: Items, seed: int) -> None:
        self.items = items
        self.random = random.Random(seed)
        self.covered: set[Item] = set()
        self.unreached: list[Item] = []
        self.given: set[int] = set()

    def vectors(self, count: int) -> Iterator[Vector]:
        """Items first, by turns of the opcodes, then neighbours, then more words at random; no
        word twice."""
        made = 0
        for vector in self._all():
            if made == count:
                return
            if vector.word not in self.given:
                self.given.add(vector.word)
                made += 1
                yield vector

    def _all(self) -> Iterator[Vector]:
        yield from self._turns([self._of_items(each) for each in self.items.encodings])
        yield from self._turns([self._neighbours(each) for each in self.items.encodings])
        while True:
            encoding = self.random.choice(self.items.encodings)
            word = self._random_word(encoding)
            yield self._vector(word, "random")

    @staticmethod
    def _turns(sources: list[Iterator[Vector]]) -> Iterator[Vector]:
        while sources:
            left = []
            for source in sources:
                vector = next(source, None)
                if vector is not None:
                    left.append(source)
                    yield vector
            sources = left

    def _of_items(self, encoding: Any) -> Iterator[Vector]:
        for target in self.items.targets(encoding):
            if target.item in self.covered:
                continue
            word = self._word_of(encoding, target)
            if word is None:
                self.unreached.append(target.item)
                continue
            self.covered |= self._said(word)
            yield self._vector(word, f"{target.item.subject} {target.item.value}")

    def _word_of(self, encoding: Any, target: Target) -> int | None:
        """A word of the encoding that says the item."""
        mask = target.mask & ~encoding.mask
        for _ in range(_TRIES):
            word = int((self._random_word(encoding) & ~mask) | (target.match & mask))
            if target.item in self._said(word):
                return word
        return None

    def _neighbours(self, encoding: Any) -> Iterator[Vector]:
        """A bit of the opcode is another one, and that is no instruction."""
        bits = [bit for bit in range(64) if encoding.mask >> bit & 1]
        self.random.shuffle(bits)
        word = self._random_word(encoding)
        for bit in bits:
            if self._decoded(word ^ 1 << bit) is None:
                yield self._vector(word ^ 1 << bit, f"neighbour of {encoding.opcode}")
                return

    def _random_word(self, encoding: Any) -> int:
        """Bits that mean nothing are clear, and half of the words have few others set."""
        drawn = self.random.getrandbits(64)
        if self.random.getrandbits(1):
            drawn &= self.random.getrandbits(64) & self.random.getrandbits(64)
        return int(encoding.match | drawn & _WORD & ~encoding.mask & ~encoding.free)

    def _decoded(self, word: int) -> Any:
        return self.items.made.decoder.decode(word, self.items.revision)

    def _said(self, word: int) -> set[Item]:
        instruction = self._decoded(word)
        return set() if instruction is None else self.items.said(word, instruction)

    def _vector(self, word: int, reason: str) -> Vector:
        instruction = self._decoded(word)
        text = f".word 0x{word:016x}" if instruction is None else str(instruction)
        return Vector(word, text, reason)
