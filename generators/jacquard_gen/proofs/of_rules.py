"""Statements of rewrite rules and lowerings: what is found and what takes its place compute the
same.

Both are made of the fold expressions of their opcodes. A rule has one statement for each choice of
widths for its operands.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Generic

from ..diagnostics import Diagnostics
from ..expr import Environment, Language, Tree
from ..expr.types import Type
from ..nir.alu import Alu
from ..nir.rules.model import Rule, types_of_names
from ..nir.rules.numbers import bits_at
from ..nir.rules.patterns import Node
from ..nir.rules.widths import widths_of
from ..source import Position, Written
from .statement import NO_FLUSH, Bound, Flush, Freedom, Input, Statement, V
from .values import Domain

Widths = dict[int, int]


class _Text:
    """A text that is in no table, and has no fault that would have a place."""

    def __init__(self, value: str) -> None:
        self.value = value

    def at(self, offset: int, length: int = 1) -> Position:
        raise AssertionError(self.value)

    def position(self) -> Position:
        raise AssertionError(self.value)


class Folds:
    """The computations of opcodes, each compiled once."""

    def __init__(self, language: Language, opcodes: Iterable[Alu]) -> None:
        self.language = language
        self.opcodes = {opcode.name: opcode for opcode in opcodes}
        self.trees: dict[str, Tree] = {}
        self.formulas: dict[tuple[str, Type, tuple[tuple[str, Type], ...]], Tree] = {}

    def tree(self, opcode: Alu) -> Tree:
        if opcode.name not in self.trees:
            environment = Environment({f"src{number}": kind
                                       for number, kind in enumerate(opcode.sources)})
            tree = self.language.compile(opcode.entry.fold, environment, Diagnostics(),
                                         result=opcode.dest)
            assert tree is not None
            self.trees[opcode.name] = tree
        return self.trees[opcode.name]

    def formula(self, text: str, result: Type, types: tuple[tuple[str, Type], ...]) -> Tree:
        """An expression that no table has, over values of these names and types."""
        return self.compiled(_Text(text), result, dict(types))

    def compiled(self, text: Written, result: Type, types: dict[str, Type]) -> Tree:
        """An expression of a table, whose faults were told when that was read."""
        key = (text.value, result, tuple(types.items()))
        if key not in self.formulas:
            tree = self.language.compile(text, Environment(types), Diagnostics(), result=result)
            assert tree is not None, text.value
            self.formulas[key] = tree
        return self.formulas[key]


def choices_of_widths(rule: Rule) -> Iterator[Widths]:
    """Every choice of a width for each class of the rule."""
    classes = rule.shapes.classes
    roots = list(dict.fromkeys(classes.root(node.klass) for node in rule.find.walk()))
    for chosen in itertools.product(*(widths_of(classes.domain(root)) for root in roots)):
        yield dict(zip(roots, chosen))


def statements(folds: Folds, rule: Rule, kind: str) -> list[Statement]:
    """One statement for each choice of widths; `kind` is "rule" or "lowering"."""
    return [RuleStatement(folds, rule, widths, kind) for widths in choices_of_widths(rule)]


class RuleStatement(Statement):
    def __init__(self, folds: Folds, rule: Rule, widths: Widths, kind: str) -> None:
        assert rule.find.alu is not None
        self.folds = folds
        self.rule = rule
        self.chosen = widths
        self.kind = kind
        self.name = rule.name
        self.provenance = rule.provenance
        self.member = rule.member
        self.position = rule.found_at
        self.types = types_of_names(rule.find, rule.shapes)
        self.widths = self._widths_text()
        self.result = Type(rule.find.alu.dest.kind, self.width(rule.find))
        self.inputs = tuple(self._inputs())
        self.freedom = self._freedom()

    def sides(self, domain: Domain[V], given: dict[str, list[V]],
              flushes: Flush) -> tuple[list[V], list[V]]:
        walk = _Walk(self, domain, given, flushes)
        found = walk.truths() if self.rule.of_truths else \
            walk.node(self.rule.find, self.rule.shapes.result_count)
        return found, walk.node(self.rule.replace, self.rule.shapes.result_count)

    def conditions(self, domain: Domain[V], given: dict[str, list[V]]) -> Iterable[V]:
        walk = _Walk(self, domain, given, NO_FLUSH)
        for condition in self.rule.conditions:
            if condition.kind == "expression":
                yield from walk.expression(condition.tree, 0)
            elif condition.kind == "never_negative":
                name = condition.slots[0]
                width = self.width(self.rule.names[name])
                for part in given[name]:
                    negative = domain.is_negative(part, width)
                    yield domain.chosen(negative, 0, 1, 1)

    @property
    def modes(self) -> tuple[Flush, ...]:
        """Every choice of the widths at which it makes floats, unless a rule is none for shaders
        that flush denormals."""
        if self.freedom.bound is not None or self.freedom.flush:
            return (NO_FLUSH,)
        widths = sorted({node.alu.dest.width or self.width(node)
                         for side in (self.rule.find, self.rule.replace) for node in side.walk()
                         if node.alu is not None and node.alu.dest.kind == "float"})
        return tuple(frozenset(chosen) for count in range(len(widths) + 1)
                     for chosen in itertools.combinations(widths, count))

    def width(self, node: Node) -> int:
        classes = self.rule.shapes.classes
        root = classes.root(node.klass)
        return self.chosen[root] if root in self.chosen else widths_of(classes.domain(root))[0]

    def count(self, count: int) -> int:
        return count or self.rule.shapes.own_count or 1

    def width_of_name(self, name: str) -> int:
        classes = self.rule.shapes.classes
        return self.chosen[classes.root(self.rule.shapes.names[name])]

    def _widths_text(self) -> str:
        texts = dict.fromkeys(self.width_of_name(name) for name in self.rule.names)
        return " and ".join(str(width) for width in texts) + " bits"

    def _inputs(self) -> Iterator[Input]:
        kinds: dict[str, Type] = {}
        self._read_as(self.rule.find, self.result, kinds)
        for name, node in self.rule.names.items():
            if node.kind != "op":
                yield Input(name, kinds[name], self.count(self.rule.shapes.counts[name]),
                            node.kind == "constant", self._allowed(name, kinds[name]))

    def _allowed(self, name: str, kind: Type) -> tuple[int, ...]:
        """The two values that a truth has."""
        if self.rule.truths is not None and self.rule.find.alu is not None:
            number = int(name.removeprefix("src"))
            shaped = self.rule.find.alu.sources[number]
            if shaped != self.rule.truths[0].sources[number]:
                return _form_bits(shaped)[::-1]
        return (0, (1 << kind.width) - 1) if kind.kind == "bool" else ()

    def _read_as(self, node: Node, kind: Type, kinds: dict[str, Type]) -> None:
        """Finds as what each name is read at its first place. A source that is only copied is read
        as its copy is."""
        if node.kind in ("variable", "constant"):
            kinds.setdefault(node.text, kind)
        if node.alu is None:
            return
        copies = "copy" in node.alu.properties
        selects = "selection" in node.alu.properties
        for number, (source, child) in enumerate(zip(node.alu.sources, node.children)):
            copied = copies or (selects and number != 0)
            read = kind.kind if copied and source.kind != "bool" else source.kind
            self._read_as(child, Type(read, self.width(child)), kinds)

    def _freedom(self) -> Freedom:
        origin = self.rule.origin
        bound = None
        if origin.bound is not None:
            given = origin.bound
            off_by = f"src{given.off_by - 1}" if given.off_by else ""
            bound = Bound(given.low, given.high, given.tolerance, given.absolute, off_by,
                          given.either_sign, keeps_special=self.kind == "rule")
        loses_sign = "signed_zero" in origin.unless
        replaces = self.rule.replace.alu
        # A copy of a value that may be a float is compared as one where floats take its place.
        is_float = self.result.kind == "float" or (self.result.kind != "bool" and (
            loses_sign or (replaces is not None and replaces.dest.kind == "float")))
        return Freedom(loses_sign, "nan" in origin.unless, "inf" in origin.unless,
                       "flush" in origin.unless or origin.flushes, is_float, bound)


class _Walk(Generic[V]):
    """Computes the parts of a statement over one choice of inputs."""

    def __init__(self, statement: RuleStatement, domain: Domain[V], given: dict[str, list[V]],
                 flushes: Flush) -> None:
        self.statement = statement
        self.rule = statement.rule
        self.domain = domain
        self.names = dict(given)
        self.flushes = flushes
        self.made: dict[tuple[int, int], list[V]] = {}

    def node(self, node: Node, count: int) -> list[V]:
        """The bits of each component, one where all are the same."""
        if (id(node), count) not in self.made:
            self.made[id(node), count] = self._node(node, count)
        return self.made[id(node), count]

    def _node(self, node: Node, count: int) -> list[V]:
        width = self.statement.width(node)
        if node.kind == "number":
            return [self.domain.number(bits_at(node.text, width) or 0, width)]
        if node.kind == "computed":
            return self.expression(self.rule.computed[node.offset].tree, width)
        if node.kind in ("variable", "constant"):
            parts = self.names[node.text]
            return [parts[node.component]] if node.component >= 0 else parts
        assert node.alu is not None
        if node.label and node.label in self.names:
            return self.names[node.label]
        result = self._computed(node, node.alu, count)
        if node.label:
            self.names[node.label] = result
        return result

    def _computed(self, node: Node, alu: Alu, count: int) -> list[V]:
        sources = [self.node(child, kind.components or count)
                   for kind, child in zip(alu.sources, node.children)]
        bits = next((self.statement.width(child)
                     for kind, child in zip(alu.sources, node.children) if kind.width == 0), 0)
        for kind, source in zip(alu.sources, sources):
            if kind.kind == "float":
                self.domain.see(source, kind.width or bits)
        return self._applied(alu, sources, bits)

    def _applied(self, alu: Alu, sources: list[list[V]], bits: int) -> list[V]:
        tree = self.statement.folds.tree(alu)
        result: list[V] = []
        if alu.dest.components == 0 and not alu.replicated:
            for component in range(max(len(source) for source in sources)):
                result += self.domain.apply(tree, {
                    f"src{number}": _at(source, component)
                    for number, source in enumerate(sources)}, bits)
        else:
            result = self.domain.apply(tree, {
                f"src{number}": spread(source, kind.components)
                for number, (kind, source) in enumerate(zip(alu.sources, sources))}, bits)
        if alu.dest.kind == "float":
            width = alu.dest.width or bits
            if width in self.flushes:
                result = self.domain.flushed(result, width)
            self.domain.see(result, width)
        return result

    def expression(self, tree: Tree | None, bits: int) -> list[V]:
        """The value of a tree over constants, for each component of those."""
        assert tree is not None
        used = [name for name, _ in tree.uses()]
        for name in used:
            if self.statement.types[name].width == 0:
                bits = self.statement.width_of_name(name)
        parts = {name: self.names[name] for name in used}
        made: list[V] = []
        for component in range(max((len(part) for part in parts.values()), default=1)):
            made += self.domain.apply(tree, {name: _at(part, component)
                                             for name, part in parts.items()}, bits)
        return made

    def truths(self) -> list[V]:
        """Returns what an opcode computes whose truths have another form in this lowering: it is
        computed with truths of 1 bit, and they take the form that the lowering is given."""
        assert self.rule.truths is not None and self.rule.find.alu is not None
        opcode, width = self.rule.truths
        shaped = self.rule.find.alu
        sources: list[list[V]] = []
        for number, (own, other) in enumerate(zip(opcode.sources, shaped.sources)):
            parts = self.names[f"src{number}"]
            sources.append(parts if own == other else
                           [self._as_truth(part, other) for part in parts])
        result = self._applied(opcode, sources, width)
        if shaped.dest == opcode.dest:
            return result
        yes, no = _form_bits(shaped.dest)
        return [self.domain.chosen(part, yes, no, shaped.dest.width) for part in result]

    def _as_truth(self, value: V, form: Type) -> V:
        """One bit, for an input that is a truth in a form and has no other values."""
        return self.domain.is_set(value, form.width)


def _form_bits(form: Type) -> tuple[int, int]:
    return ((1 << form.width) - 1, 0) if form.kind == "bool" else (0x3f800000, 0)


def _at(parts: list[V], component: int) -> list[V]:
    return [parts[0 if len(parts) == 1 else component]]


def spread(parts: list[V], count: int) -> list[V]:
    """As many components as are asked for."""
    return parts * count if len(parts) == 1 else parts
