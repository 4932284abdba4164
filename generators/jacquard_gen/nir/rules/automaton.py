"""The tree automaton of one group of rules, bottom up.

The state of a value is the set of parts of patterns that it may be the root of. The states of an
opcode's sources pass a filter each, which keeps what that opcode asks about; a table over the
filtered sources gives the state of the result and the rules worth a closer look. States say no less
than what is true: widths, equal names and the components of vectors are for the closer look.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .model import Rule
from .numbers import bits_at
from .patterns import WIDTHS, Node

MINIMUM_USES_OF_A_NUMBER = 3

Key = tuple[object, ...]
ANY: Key = ("*",)
CONSTANT: Key = ("#",)


@dataclass
class Operation:
    """The tables of one opcode. `patterns` are the parts with it at the root."""

    name: str
    commutative: bool
    num_sources: int
    patterns: list[Key] = field(default_factory=list)
    rules: list[list[int]] = field(default_factory=list)   # by pattern: the rules it is all of
    is_inner: list[bool] = field(default_factory=list)
    watched: list[int] = field(default_factory=list)       # by source: mask of parts asked about
    classes: list[dict[int, int]] = field(default_factory=list)
    filters: list[int] = field(default_factory=list)       # rows of Automaton.filters
    base: int = 0
    strides: list[int] = field(default_factory=list)


@dataclass
class Automaton:
    """States 0 (nothing known) and up; `entries` are (state, list of rules) by the filtered
    sources of an opcode."""

    operations: list[Operation]
    num_states: int
    filters: list[list[int]]
    entries: list[tuple[int, int]]
    lists: list[list[int]]
    constants: dict[int, list[tuple[int, int]]]   # by width: (bits, state)
    any_constant: int
    mixed_constant: int


def _relaxed(key: Key) -> Key:
    """The pattern of an opcode of many sources, without what later sources repeat: where two are
    made by one opcode, the first is enough to look closer, and the tables stay small."""
    seen: set[object] = set()
    made: list[object] = [key[0]]
    for child in key[1:]:
        assert isinstance(child, tuple)
        root = child[0]
        made.append(ANY if root not in ("*", "#", "=") and root in seen else child)
        seen.add(root)
    return tuple(made)


class _Builder:
    def __init__(self, rules: list[Rule]) -> None:
        self.rules = rules
        self.numbers = self._frequent_numbers()
        self.bits: dict[Key, int] = {CONSTANT: 0}
        for number in sorted(self.numbers):
            self.bits[("=", number)] = len(self.bits)
        self.operations: dict[str, Operation] = {}
        self.ids: dict[Key, int] = {}

    def _frequent_numbers(self) -> set[tuple[int, ...]]:
        counts: dict[tuple[int, ...], int] = {}
        for rule in self.rules:
            for node in rule.find.walk():
                if node.kind == "number":
                    value = self._number(node)
                    counts[value] = counts.get(value, 0) + 1
        return {value for value, count in counts.items() if count >= MINIMUM_USES_OF_A_NUMBER}

    @staticmethod
    def _number(node: Node) -> tuple[int, ...]:
        found = (bits_at(node.text, width) for width in WIDTHS)
        return tuple(-1 if bits is None else bits for bits in found)

    def key(self, node: Node, root: bool) -> Key:
        if node.kind == "variable":
            return ANY
        if node.kind == "constant":
            return CONSTANT
        if node.kind == "number":
            value = self._number(node)
            return ("=", value) if value in self.numbers else CONSTANT
        made: Key = (node.text, *(self.key(child, False) for child in node.children))
        assert node.alu is not None
        if len(node.children) > 2:
            made = _relaxed(made)
        if node.commutes and repr(made[1]) > repr(made[2]):
            made = (made[0], made[2], made[1], *made[3:])
        operation = self.operations.get(node.text)
        if operation is None:
            operation = Operation(node.text, node.commutes,
                                  len(node.children))
            operation.watched = [0] * len(node.children)
            self.operations[node.text] = operation
        if made not in self.ids:
            self.ids[made] = len(operation.patterns)
            operation.patterns.append(made)
            operation.rules.append([])
            operation.is_inner.append(False)
        if not root:
            number = self.ids[made]
            if not operation.is_inner[number]:
                operation.is_inner[number] = True
                self.bits[made] = len(self.bits)
        return made

    def build(self) -> Automaton:
        for number, rule in enumerate(self.rules):
            made = self.key(rule.find, True)
            self.operations[rule.find.text].rules[self.ids[made]].append(number)
        for operation in self.operations.values():
            for pattern in operation.patterns:
                for index, child in enumerate(pattern[1:]):
                    assert isinstance(child, tuple)
                    if child != ANY:
                        operation.watched[index] |= 1 << self.bits[child]
            if operation.commutative:
                both = operation.watched[0] | operation.watched[1]
                operation.watched[0] = operation.watched[1] = both
        return _Closure(self).run()


class _Closure:
    """Finds every state that values can have."""

    def __init__(self, builder: _Builder) -> None:
        self.builder = builder
        self.states: dict[int, int] = {0: 0}
        self.masks: list[int] = [0]
        self.operations = sorted(builder.operations.values(), key=lambda op: op.name)
        self.satisfied: dict[str, list[dict[int, int]]] = {}
        self.results: dict[str, dict[tuple[int, ...], tuple[int, int]]] = {}

    def state(self, mask: int) -> int:
        found = self.states.get(mask)
        if found is None:
            found = self.states[mask] = len(self.masks)
            self.masks.append(mask)
        return found

    def constants(self) -> tuple[dict[int, list[tuple[int, int]]], int, int]:
        bits = self.builder.bits
        table: dict[int, list[tuple[int, int]]] = {}
        for place, width in enumerate(WIDTHS):
            masks: dict[int, int] = {}
            for number in self.builder.numbers:
                if number[place] >= 0:
                    masks[number[place]] = masks.get(number[place], 1) | 1 << bits["=", number]
            table[width] = [(value, self.state(mask)) for value, mask in sorted(masks.items())]
        every = 1 | sum(1 << bits["=", number] for number in self.builder.numbers)
        return table, self.state(1), self.state(every)

    def run(self) -> Automaton:
        constants, any_constant, mixed = self.constants()
        for operation in self.operations:
            operation.classes = [{0: 0} for _ in operation.watched]
            self.satisfied[operation.name] = [{} for _ in operation.watched]
            self.results[operation.name] = {}
        seen = 0
        while seen < len(self.masks):
            new = self.masks[seen:]
            seen = len(self.masks)
            for operation in self.operations:
                self._grow(operation, new)
        return self._tables(constants, any_constant, mixed)

    def _grow(self, operation: Operation, masks: list[int]) -> None:
        changed = not self.results[operation.name]
        for index, watched in enumerate(operation.watched):
            classes = operation.classes[index]
            for mask in masks:
                if mask & watched not in classes:
                    classes[mask & watched] = len(classes)
                    changed = True
        if not changed:
            return
        for index, classes in enumerate(operation.classes):
            satisfied = self.satisfied[operation.name][index]
            for mask in classes:
                if mask not in satisfied:
                    satisfied[mask] = self._patterns(operation, index, mask)
                    if operation.commutative and index < 2:
                        satisfied[~mask] = self._patterns(operation, 1 - index, mask)
        self._combine(operation)

    def _patterns(self, operation: Operation, index: int, mask: int) -> int:
        """The patterns whose source `index` such a value may be."""
        bits = self.builder.bits
        made = 0
        for number, pattern in enumerate(operation.patterns):
            child = pattern[1 + index]
            assert isinstance(child, tuple)
            if child == ANY or mask >> bits[child] & 1:
                made |= 1 << number
        return made

    def _combine(self, operation: Operation) -> None:
        results = self.results[operation.name]
        satisfied = self.satisfied[operation.name]
        inner = [(number, 1 << self.builder.bits[pattern])
                 for number, pattern in enumerate(operation.patterns)
                 if operation.is_inner[number]]
        cache: dict[int, int] = {}
        swapped = operation.commutative
        tuples: list[tuple[int, ...]] = [()]
        for classes in operation.classes:
            tuples = [(*before, mask) for before in tuples for mask in classes]
        for sources in tuples:
            if sources in results:
                continue
            if swapped:
                a, b = sources[0], sources[1]
                found = satisfied[0][a] & satisfied[1][b] | satisfied[0][~a] & satisfied[1][~b]
                rest = range(2, len(sources))
            else:
                found = -1
                rest = range(len(sources))
            for index in rest:
                found &= satisfied[index][sources[index]]
            mask = cache.get(found)
            if mask is None:
                mask = 0
                for number, bit in inner:
                    if found >> number & 1:
                        mask |= bit
                cache[found] = mask
            results[sources] = (self.state(mask), found)

    def _tables(self, constants: dict[int, list[tuple[int, int]]], any_constant: int,
                mixed: int) -> Automaton:
        filters: dict[tuple[int, ...], int] = {}
        lists: dict[tuple[int, ...], int] = {(): 0}
        entries: list[tuple[int, int]] = []
        for operation in self.operations:
            operation.base = len(entries)
            for watched, classes in zip(operation.watched, operation.classes):
                row = tuple(classes[mask & watched] for mask in self.masks)
                operation.filters.append(filters.setdefault(row, len(filters)))
            sizes = [len(classes) for classes in operation.classes]
            operation.strides = [1] * len(sizes)
            for index in range(len(sizes) - 2, -1, -1):
                operation.strides[index] = operation.strides[index + 1] * sizes[index + 1]
            found_lists: dict[int, int] = {}
            tuples: list[tuple[int, ...]] = [()]
            for classes in operation.classes:
                tuples = [(*before, mask) for before in tuples for mask in classes]
            for sources in tuples:
                state, found = self.results[operation.name][sources]
                number = found_lists.get(found)
                if number is None:
                    rules = sorted(rule for index, some in enumerate(operation.rules)
                                   if found >> index & 1 for rule in some)
                    number = lists.setdefault(tuple(rules), len(lists))
                    found_lists[found] = number
                entries.append((state, number))
        return Automaton(self.operations, len(self.masks), [list(row) for row in filters],
                         entries, [list(some) for some in lists], constants, any_constant, mixed)


def build(rules: list[Rule]) -> Automaton:
    return _Builder(rules).build()
