"""Tries statements in Python: on every value of their inputs where these are few, else on edge
values and random ones."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from ..expr import representation
from ..expr.cases import edge_values
from ..expr.types import Type
from .statement import NO_FLUSH, Bound, Flush, Input, Statement
from .values import Concrete, Domain, infinity_bits

HALF = 16
Given = dict[str, list[int]]
Compare = Callable[[Statement, int, int, Given, int, Concrete], bool]


@dataclass(frozen=True)
class Effort:
    """Up to how many bits of inputs every value is tried, with how many values else, and how many
    are drawn at most until the conditions of a statement hold."""

    every_value_bits: int = 9
    tries: int = 60
    draws: int = 400


@dataclass(frozen=True)
class Verdict:
    """`outcome` is "exhausted", "tried", "wrong", "never" where no inputs satisfy the conditions,
    or "untried" where none were found that do. What is wrong has its counterexample."""

    outcome: str
    given: Mapping[str, list[int]] | None = None
    found: int = 0
    made: int = 0
    flushes: Flush = NO_FLUSH


def attempt(statement: Statement, effort: Effort) -> Verdict:
    """Tries a statement on inputs that its conditions allow, on all of them where it has few."""
    every = statement.bits <= effort.every_value_bits and statement.freedom.bound is None
    verdict = of_values(statement, _every_value(statement) if every else
                        _drawn_values(statement, effort))
    bound = statement.freedom.bound
    if bound is not None and bound.keeps_special and verdict.outcome == "tried":
        special = of_values(statement, _special_values(statement, effort), _alike)
        return special if special.outcome == "wrong" else verdict
    if not every:
        return verdict
    return replace(verdict, outcome={"tried": "exhausted", "untried": "never"}.get(
        verdict.outcome, verdict.outcome))


def of_values(statement: Statement, given: Iterable[Given],
              same: Compare | None = None) -> Verdict:
    """Tries a statement on inputs that its conditions allow."""
    tried = 0
    domain = Concrete()
    for values in given:
        for flushes in statement.modes:
            domain.forget()
            found, made = statement.sides(domain, values, flushes)
            if (statement.freedom.nan and domain.saw_nan) or \
                    (statement.freedom.infinity and domain.saw_infinity):
                continue
            tried += 1
            for component in range(max(len(found), len(made))):
                left, right = _at(found, component), _at(made, component)
                if not (same or _same)(statement, left, right, values, component, domain):
                    return Verdict("wrong", values, left, right, flushes)
    return Verdict("tried" if tried else "untried")


def holds(statement: Statement, values: Given) -> bool:
    domain: Domain[int] = Concrete()
    held: Iterable[int] = statement.conditions(domain, values)
    return all(held)


def _every_value(statement: Statement) -> Iterator[Given]:
    choices = [each.allowed or range(1 << each.type.width)
               for each in statement.inputs for _ in range(each.count)]
    for chosen in itertools.product(*choices):
        rest = iter(chosen)
        values = {each.name: list(itertools.islice(rest, each.count))
                  for each in statement.inputs}
        if holds(statement, values):
            yield values


def _drawn_values(statement: Statement, effort: Effort) -> Iterator[Given]:
    """Values drawn by a generator that the statement's name begins, so that each run has the
    same."""
    source = random.Random(f"{statement.name} {statement.widths}")
    for number in range(effort.tries):
        for _ in range(effort.draws):
            values: Given = {}
            for each in statement.inputs:
                same = [values[other.name] for other in statement.inputs
                        if other.name in values and other.type == each.type and
                        other.count == each.count]
                values[each.name] = source.choice(same) if same and source.randrange(5) == 0 else \
                    _input(source, each, statement.freedom.bound, number)
            if holds(statement, values):
                yield values
                break
        else:
            return


_SPECIAL = (0.0, -0.0, math.inf, -math.inf, math.nan)
_ORDINARY = (0.5, -0.5, 1.0, -1.0, 1.75, -2.25, 2.0, -2.0, 3.0, -3.0, 7.0)


def _special_values(statement: Statement, effort: Effort) -> Iterator[Given]:
    """Zeros, infinities and NaNs among numbers that are far from the largest. Nothing is asked of
    halves, whose intermediate results are soon infinite."""
    source = random.Random(statement.name)
    for _ in range(4 * effort.tries if statement.result.width > HALF else 0):
        values = {each.name: _special_input(source, each) for each in statement.inputs}
        if holds(statement, values):
            yield values


def _special_input(source: random.Random, each: Input) -> list[int]:
    if each.type.kind != "float":
        return _input(source, each, None, 0)
    return [representation.store(source.choice(source.choice((_SPECIAL, _ORDINARY))), each.type)
            for _ in range(each.count)]


def _alike(statement: Statement, found: int, made: int, given: Given, component: int,
           domain: Concrete) -> bool:
    """Whether results are special alike, or neither is. A result that is too large or too small is
    no special one: it comes of no zero and no infinity."""
    if found == made or not statement.freedom.compares_as_float:
        return True
    width = statement.result.width
    nans = [_is_nan(bits, width) for bits in (found, made)]
    if any(nans):
        return all(nans) or _came_of_numbers(statement, given, domain)
    infinity = infinity_bits(width)
    magnitudes = [bits & ((1 << (width - 1)) - 1) for bits in (found, made)]
    if infinity in magnitudes:
        return _came_of_numbers(statement, given, domain)
    return any(magnitudes) or statement.freedom.signed_zero


def _came_of_numbers(statement: Statement, given: Given, domain: Concrete) -> bool:
    """Whether an infinity on the way can only be a number that grew too large."""
    return domain.saw_infinity and all(
        0 < bits & ((1 << (each.type.width - 1)) - 1) < infinity_bits(each.type.width)
        for each in statement.inputs if each.type.kind == "float" for bits in given[each.name])


def _input(source: random.Random, each: Input, bound: Bound | None, number: int) -> list[int]:
    alike = each.is_constant and source.randrange(4) != 0
    parts: list[int] = []
    for _ in range(each.count):
        if parts and alike:
            parts.append(parts[0])
        elif each.allowed:
            parts.append(source.choice(each.allowed))
        elif bound is not None and each.type.kind == "float":
            # Conditions often ask for constants that are whole.
            is_whole = number % 4 == 3 or (each.is_constant and source.randrange(2) == 0)
            parts.append(_between(source, each.type, bound, is_whole))
        else:
            parts.append(_drawn(source, each.type))
    return parts


def _between(source: random.Random, kind: Type, bound: Bound, whole: bool) -> int:
    value = source.uniform(bound.low, bound.high)
    if whole:
        value = min(max(float(round(value)), bound.low), bound.high)
    if bound.either_sign and source.randrange(2):
        value = -value
    return representation.store(value, kind)


def _drawn(source: random.Random, kind: Type) -> int:
    mask = (1 << kind.width) - 1
    edge = source.choice(edges(kind))
    chance = source.randrange(8)
    if chance < 4:
        return edge
    if chance == 4:
        return (edge + source.randrange(-2, 3)) & mask
    if chance < 7:
        if kind.kind == "float":
            return representation.store(source.uniform(-4.0, 4.0), kind)
        return source.randrange(34) & mask
    return source.getrandbits(kind.width)


@lru_cache(maxsize=None)
def edges(kind: Type) -> tuple[int, ...]:
    """Values where the meaning of opcodes bends: floats of both signs, and integers next to every
    power of two."""
    values = edge_values(kind)
    if kind.kind == "float":
        sign = 1 << (kind.width - 1)
        return tuple(dict.fromkeys(bits for value in values for bits in (value, value ^ sign)))
    mask = (1 << kind.width) - 1
    near = [power + offset for bit in range(kind.width) for power in (1 << bit, -1 << bit)
            for offset in (-1, 0, 1)]
    return tuple(dict.fromkeys((*values, *(value & mask for value in near))))


def _at(parts: list[int], component: int) -> int:
    return parts[0 if len(parts) == 1 else component]


def _same(statement: Statement, found: int, made: int, given: Given, component: int,
          domain: Concrete) -> bool:
    if found == made:
        return True
    freedom, width = statement.freedom, statement.result.width
    if not freedom.compares_as_float:
        return False
    if _is_nan(found, width) and _is_nan(made, width):
        return True
    units = abs(_ordered(found, width) - _ordered(made, width))
    if units == 0 and freedom.signed_zero:
        return True
    if freedom.bound is None:
        return False
    step = _at(given[freedom.bound.off_by], component) if freedom.bound.off_by else 0
    return units <= freedom.bound.tolerance or \
        _is_close(statement.result, freedom.bound, found, made, step, domain)


def _is_close(kind: Type, bound: Bound, found: int, made: int, step: int,
              domain: Concrete) -> bool:
    """Within the part of the result that a statement which rounds otherwise may be off by, or
    within that of a step more or less, as a remainder may be where nothing remains."""
    wanted, given, offset = (float(representation.load(bits, kind)) for bits in (found, made, step))
    scale = max(1.0, abs(wanted), domain.largest() if bound.of_largest else 0.0)
    allowed = bound.absolute * scale
    ways = (0.0, offset, -offset) if min(abs(wanted), abs(given)) <= allowed else (0.0,)
    return bound.absolute > 0 and any(abs(wanted - given + way) <= allowed for way in ways)


def _is_nan(bits: int, width: int) -> bool:
    return width >= 16 and bits & ((1 << (width - 1)) - 1) > infinity_bits(width)


def _ordered(bits: int, width: int) -> int:
    """Floats of one sign are ordered like their bits."""
    magnitude = bits & ((1 << (width - 1)) - 1)
    return -magnitude if bits >> (width - 1) else magnitude
