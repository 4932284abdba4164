"""Bit ranges and what a format says of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from ...diagnostics import Diagnostics
from ...source import Mapping, Node, Position, Scalar, Sequence


class Range(NamedTuple):
    """Bits of a word, as (highest, lowest) segments of which the first holds the highest bits."""

    segments: tuple[tuple[int, int], ...]

    @property
    def width(self) -> int:
        return sum(high - low + 1 for high, low in self.segments)

    @property
    def mask(self) -> int:
        return sum(((1 << (high - low + 1)) - 1) << low for high, low in self.segments)

    def scatter(self, value: int) -> int:
        """The word with the value in these bits."""
        word = 0
        left = self.width
        for high, low in self.segments:
            count = high - low + 1
            left -= count
            word |= ((value >> left) & ((1 << count) - 1)) << low
        return word

    def gather(self, word: int) -> int:
        value = 0
        for high, low in self.segments:
            count = high - low + 1
            value = value << count | ((word >> low) & ((1 << count) - 1))
        return value

    def part(self, high: int, low: int) -> Range:
        """Bits high:low of the value these bits hold."""
        places = [bit for top, bottom in self.segments for bit in range(top, bottom - 1, -1)]
        places.reverse()
        chosen = places[low:high + 1]
        segments: list[tuple[int, int]] = []
        for bit in reversed(chosen):
            if segments and segments[-1][1] == bit + 1:
                segments[-1] = (segments[-1][0], bit)
            else:
                segments.append((bit, bit))
        return Range(tuple(segments))

    def __str__(self) -> str:
        return ",".join(f"{high}:{low}" if high != low else str(high)
                        for high, low in self.segments)


@dataclass(frozen=True)
class Entry:
    """One meaning of some bits. `kind` is one of

    fixed (pattern), free, expect (pattern), field (name), part (operand.name, `equals`),
    operand (name, form), number (name), choice (choices of condition and entries), group (entries).
    """

    kind: str
    bits: Range
    name: str = ""
    pattern: str = ""
    fixed: bool = False
    signed: bool = False
    plus: int = 0
    at: int = -1
    form: str = ""
    attribute: str = ""
    expressions: tuple[tuple[str, str], ...] = ()
    choices: tuple[tuple[str, tuple[Entry, ...]], ...] = ()
    places: dict[str, Scalar] = field(default_factory=dict, compare=False, hash=False, repr=False)
    position: Position | None = field(default=None, compare=False, hash=False, repr=False)

    def leaves(self) -> list[Entry]:
        """The entry itself, or those of every alternative."""
        if self.kind != "choice":
            return [self]
        return [leaf for _, entries in self.choices for entry in entries
                for leaf in entry.leaves()]


def parse_range(key: Scalar, width: int, diagnostics: Diagnostics) -> Range | None:
    segments = []
    seen = 0
    for piece in key.value.split(","):
        ends = [int(end) for end in piece.split(":")]
        high, low = ends[0], ends[-1]
        if high < low or high >= width:
            diagnostics.error("E501", key.position(),
                              f"bits {piece} do not lie in {width - 1}:0, highest first")
            return None
        segments.append((high, low))
        mask = Range((segments[-1],)).mask
        if seen & mask:
            diagnostics.error("E501", key.position(), f"bits {piece} are named twice")
            return None
        seen |= mask
    return Range(tuple(segments))


_SHAPE = "a pattern, a field, 'free', a part such as src0.repeat, or a mapping with one of " \
         "number, expect, field, operand, part, split, or a list of them"


class EntryParser:
    """Reads the `bits` of formats and forms."""

    def __init__(self, diagnostics: Diagnostics) -> None:
        self.diagnostics = diagnostics

    def parse(self, bits: Range, node: Node) -> Entry | None:
        if isinstance(node, Scalar):
            return self._word(bits, node)
        if isinstance(node, Mapping):
            return self._mapping(bits, node)
        assert isinstance(node, Sequence)
        return self._choice(bits, node)

    def _fault(self, node: Node, message: str = "") -> None:
        self.diagnostics.error("E502", node.position(), message or f"expected is {_SHAPE}")

    def _word(self, bits: Range, node: Scalar) -> Entry | None:
        value = node.value
        if value and not set(value) - set("01"):
            if node.plain:
                self.diagnostics.error("E113", node.position(), "a bit pattern must be quoted",
                                       [(None, f'write it in quotes: "{value}"')])
                return None
            return self._pattern("fixed", bits, node)
        if value == "free":
            return Entry("free", bits, position=node.position())
        if "." in value:
            operand, attribute = value.split(".", 1)
            return Entry("part", bits, name=operand, attribute=attribute,
                         position=node.position())
        return Entry("field", bits, name=value, position=node.position())

    def _pattern(self, kind: str, bits: Range, node: Scalar) -> Entry | None:
        if len(node.value) != bits.width or set(node.value) - set("01"):
            self.diagnostics.error("E505", node.position(),
                                   f"the pattern must have {bits.width} bits of 0 and 1, "
                                   f"and '{node.value}' has not")
            return None
        return Entry(kind, bits, pattern=node.value, position=node.position())

    def _mapping(self, bits: Range, node: Mapping) -> Entry | None:
        values: dict[str, Scalar] = {}
        for name, (key, value) in node.entries.items():
            if name == "split":
                continue
            if not isinstance(value, Scalar):
                self._fault(value)
                return None
            values[name] = value
        if "split" in node.entries:
            return self._split(bits, node)
        kinds = [name for name in ("number", "expect", "operand", "part", "field")
                 if name in values]
        if len(kinds) != 1:
            self._fault(node)
            return None
        kind = kinds[0]
        head = values.pop(kind)
        values.pop("when", None)
        position = node.position()
        if kind == "expect":
            return self._pattern("expect", bits, head)
        pattern = ""
        if "is" in values:
            fixed = self._pattern("fixed", bits, values.pop("is"))
            if fixed is None:
                return None
            pattern = fixed.pattern
        if kind == "number":
            return self._done(Entry(kind, bits, name=head.value, position=position,
                                    places={"": head}), values, ())
        if kind == "part":
            operand, _, attribute = head.value.partition(".")
            equals = values.pop("equals", None)
            expressions = (("equals", equals.value),) if equals else ()
            places = {"": head} | ({"equals": equals} if equals else {})
            return self._done(Entry("part", bits, name=operand, attribute=attribute,
                                    expressions=expressions, places=places,
                                    position=position), values, ())
        if kind == "field":
            signed = values.pop("signed", None)
            plus = self._small(values.pop("plus", None))
            at = self._small(values.pop("at", None), -1)
            return self._done(Entry("field", bits, name=head.value, pattern=pattern,
                                    fixed=bool(pattern), plus=plus, at=at, places={"": head},
                                    signed=signed is not None and signed.value == "true",
                                    position=position), values, ())
        form = values.pop("form", None)
        if form is None:
            self._fault(node, "an operand needs its form")
            return None
        expressions = tuple(sorted((name, scalar.value) for name, scalar in values.items()))
        return Entry("operand", bits, name=head.value, form=form.value, pattern=pattern,
                     fixed=bool(pattern), expressions=expressions,
                     places=values | {"": head, "form": form}, position=position)

    def _small(self, node: Scalar | None, default: int = 0) -> int:
        if node is None:
            return default
        if not node.value.isdigit() or len(node.value) > 2:
            self._fault(node, f"a small number is expected here, not '{node.value}'")
            return default
        return int(node.value)

    def _done(self, entry: Entry, left: dict[str, Scalar], known: tuple[str, ...]) -> Entry | None:
        for name, scalar in left.items():
            self._fault(scalar, f"'{name}' has no meaning here")
            return None
        return entry

    def _split(self, bits: Range, node: Mapping) -> Entry | None:
        parts = node.get("split")
        if not isinstance(parts, Mapping):
            self._fault(node)
            return None
        entries = []
        seen = 0
        for key, value in parts.entries.values():
            part = parse_range(key, bits.width, self.diagnostics)
            if part is None:
                return None
            if len(part.segments) > 1:
                self._fault(key, "a part of a split is one range of bits")
                return None
            if seen & part.mask:
                self.diagnostics.error("E503", key.position(), f"bits {part} are owned twice")
                return None
            seen |= part.mask
            high, low = part.segments[0]
            entry = self.parse(bits.part(high, low), value)
            if entry is None:
                return None
            entries.append(entry)
        missing = ((1 << bits.width) - 1) & ~seen
        if missing:
            self.diagnostics.error("E504", parts.position(),
                                   f"the split leaves bits {missing:#x} of its {bits.width} "
                                   "without a meaning")
            return None
        return Entry("choice", bits, choices=(("", tuple(entries)),), position=node.position())

    def _choice(self, bits: Range, node: Sequence) -> Entry | None:
        choices: list[tuple[str, tuple[Entry, ...]]] = []
        places: dict[str, Scalar] = {}
        for index, item in enumerate(node.items):
            entry = self.parse(bits, item)
            if entry is None:
                return None
            when = item.get("when") if isinstance(item, Mapping) else None
            last = index == len(node.items) - 1
            if (when is None) != last:
                self._fault(item, "every alternative but the last has a condition 'when'")
                return None
            condition = ""
            if isinstance(when, Scalar):
                condition = when.value
                places[condition] = when
            if entry.kind == "choice":
                choices.append((condition, entry.choices[0][1]))
            else:
                choices.append((condition, (entry,)))
        return Entry("choice", bits, choices=tuple(choices), places=places,
                     position=node.position())


def bit_runs(bits: int) -> str:
    """Bits of a word as tables write them, highest first."""
    runs: list[str] = []
    high = 63
    while high >= 0:
        if bits >> high & 1:
            low = high
            while low and bits >> (low - 1) & 1:
                low -= 1
            runs.append(f"{high}:{low}" if high != low else str(high))
            high = low
        high -= 1
    return ", ".join(runs)
