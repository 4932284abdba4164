"""Statements of what opcodes claim of themselves: that sources may be swapped or grouped
otherwise, what leaves the other source as it is, that a count is taken modulo the width, that a
result is never below zero."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..diagnostics import Diagnostics
from ..expr import Environment, Tree
from ..expr.types import Type
from ..nir.alu import Alu
from ..source import Position
from .of_rules import Folds
from .statement import Flush, Freedom, Input, Statement, V
from .values import Domain

STATED = ("commutative", "associative", "wrapping_count", "identity", "never_negative")
"""The claims that have statements. The others say of what kind an opcode is, and the tests of those
who rely on that hold them."""


class _Claim(NamedTuple):
    """A claim has a place, and a source that it is about, if it is about one."""

    claim: str
    position: Position
    source: int = 0

    @property
    def text(self) -> str:
        """The claim as reports name it; one about a source names that."""
        return f"{self.claim}.src{self.source}" if self.claim in ("identity", "if_constant") else \
            self.claim


def statements(folds: Folds, alu: Alu) -> list[Statement]:
    """All claims of an opcode, at all its widths."""
    return [ClaimStatement(folds, alu, claim, width)
            for claim in _claims(alu) for width in alu.widths or [0]]


def _claims(alu: Alu) -> Iterator[_Claim]:
    for written in alu.entry.properties:
        if str(written) in ("commutative", "wrapping_count") or \
                (str(written) == "associative" and len(alu.sources) == 2 and
                 not alu.dest.components):
            yield _Claim(str(written), written.position)
    if alu.entry.identity is not None:
        for source in (0, 1):
            yield _Claim("identity", alu.entry.identity.position(), source)
    claim = alu.entry.never_negative
    if claim is not None and str(claim) == "if_constant":
        for number, kind in enumerate(alu.sources):
            if kind.kind == "float":
                yield _Claim("if_constant", claim.position, number)
    elif claim is not None:
        yield _Claim("never_negative", claim.position)


class ClaimStatement(Statement):
    kind = "claim"

    def __init__(self, folds: Folds, alu: Alu, claim: _Claim, width: int) -> None:
        self.folds = folds
        self.alu = alu
        self.claim = claim
        self.bit_size = width
        self.name = f"{alu.name}:{claim.text}"
        self.provenance = f"{alu.provenance} {claim.text}"
        self.member = ""
        self.position = claim.position
        sizes = dict.fromkeys(kind.sized(width).width for kind in (*alu.sources, alu.dest))
        self.widths = " and ".join(map(str, sizes)) + " bits"
        self.inputs = tuple(self._inputs())
        self.is_about_sign = claim.claim in ("never_negative", "if_constant")
        self.result = Type("bool", 1) if self.is_about_sign else alu.dest.scalar.sized(width)
        is_float = self.result.kind == "float"
        self.freedom = Freedom(nan=claim.claim == "identity" and is_float, flush=True,
                               compares_as_float=is_float)
        self.value = self._identity()

    def sides(self, domain: Domain[V], given: dict[str, list[V]],
              flushes: Flush) -> tuple[list[V], list[V]]:
        sources = [given[each.name] for each in self.inputs]
        claim = self.claim.claim
        if claim == "commutative":
            return (self._made(domain, sources),
                    self._made(domain, [sources[1], sources[0], *sources[2:]]))
        if claim == "associative":
            first, second, third = sources
            return (self._made(domain, [self._made(domain, [first, second]), third]),
                    self._made(domain, [first, self._made(domain, [second, third])]))
        if claim == "wrapping_count":
            kind = self.inputs[1].type
            width = self.inputs[0].type.width
            count = [domain.masked(part, width - 1, kind.width) for part in sources[1]]
            return (self._made(domain, sources),
                    self._made(domain, [sources[0], count, *sources[2:]]))
        if claim == "identity":
            assert self.value is not None
            other = domain.apply(self.value, {}, self.bit_size)
            if self.result.kind == "float":
                domain.see(sources[0], self.result.width)
            return (self._made(domain, [sources[0], other] if self.claim.source == 0 else
                               [other, sources[0]]), sources[0])
        width = self.alu.dest.sized(self.bit_size).width
        negative = [domain.is_negative(part, width) for part in self._made(domain, sources)]
        return negative, [domain.number(0, 1)]

    def conditions(self, domain: Domain[V], given: dict[str, list[V]]) -> Iterable[V]:
        """Sources that are not below zero, where the claim is about such."""
        if not self.is_about_sign or str(self.alu.entry.never_negative) == "always":
            return
        for number, each in enumerate(self.inputs):
            wanted = self.claim.claim == "never_negative" or number == self.claim.source
            if each.type.kind != "float" or not wanted:
                continue
            for part in given[each.name]:
                yield domain.chosen(domain.is_negative(part, each.type.width), 0, 1, 1)
                if self.claim.claim == "if_constant":
                    yield domain.chosen(domain.is_nan(part, each.type.width), 0, 1, 1)

    def _inputs(self) -> Iterator[Input]:
        kinds = self.alu.sources
        if self.claim.claim == "identity":
            kinds = kinds[:1]
        elif self.claim.claim == "associative":
            kinds = [kinds[0]] * 3
        for number, kind in enumerate(kinds):
            sized = kind.scalar.sized(self.bit_size)
            allowed = (0, (1 << sized.width) - 1) if sized.kind == "bool" else ()
            yield Input(f"src{number}", sized, kind.components or 1,
                        self.claim.claim == "if_constant" and number == self.claim.source, allowed)

    def _identity(self) -> Tree | None:
        written = self.alu.entry.identity
        if written is None or self.claim.claim != "identity":
            return None
        return self.folds.language.compile(written, Environment({}), Diagnostics(),
                                           result=self.alu.dest)

    def _made(self, domain: Domain[V], sources: list[list[V]]) -> list[V]:
        return domain.apply(self.folds.tree(self.alu), {
            f"src{number}": source for number, source in enumerate(sources)}, self.bit_size)
