"""Functions that expressions of the tables define, checked when they are loaded."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from ..diagnostics import Diagnostics
from .check import Environment
from .check import check as compiled
from .operations import Operation, Operations, Signature
from .parser import MAXIMUM_DEPTH
from .tree import Apply, Constant, Expression, Tree
from .types import WIDTHS, Type

MAXIMUM_OPERATIONS = 2000
"""As many operations a function may come to, those of the functions it calls included."""


class Measure(NamedTuple):
    """Describes how many operations an expression comes to, and how deep they are nested."""

    operations: int
    depth: int


def check(operations: Operations, diagnostics: Diagnostics) -> None:
    """Reports what is wrong with the definitions, at every choice of types. All have their trees
    afterwards; one that has a fault is taken to give zero, so that what calls it can be checked."""
    _Definitions(operations, diagnostics).check_all()


class _Definitions:
    def __init__(self, operations: Operations, diagnostics: Diagnostics) -> None:
        self.operations = operations
        self.diagnostics = diagnostics
        self.defined = [operation for operation in operations.functions.values()
                        if operation.definition is not None]
        self.measures: dict[Operation, Measure] = {}
        self.faulty: set[Operation] = set()

    def check_all(self) -> None:
        for operation in self.defined:
            if not self.compile(operation):
                self.give_up(operation)
        for operation in self.defined:
            self.measure(operation, [])
        for operation in self.faulty:
            self.give_up(operation)

    @staticmethod
    def give_up(operation: Operation) -> None:
        assert operation.definition is not None
        for signature in signatures(operation):
            kind = signature.result.kind
            zero = Constant(signature.result, False if kind == "bool" else
                            Fraction(0) if kind == "float" else 0)
            operation.definition.trees[signature] = Tree(signature.result, (), (zero,))

    def compile(self, operation: Operation) -> bool:
        """Makes the trees of a function."""
        definition = operation.definition
        assert definition is not None
        unread = set(definition.parameters)
        for signature in signatures(operation):
            kind = signature.arguments[0].kind if signature.arguments else ""
            if kind not in definition.texts and "" not in definition.texts:
                self.diagnostics.error("E213", operation.entry.where("as"), f"no expression says "
                                       f"what '{operation.name}' is of {kind}")
                return False
            environment = Environment(dict(zip(definition.parameters, signature.arguments)))
            tree = compiled(definition.text(kind), self.operations, environment,
                            signature.result, self.diagnostics)
            if tree is None:
                return False
            definition.trees[signature] = tree
            unread -= {name for name, _ in tree.uses()}
        for name in operation.entry.args:
            if name in unread:
                self.diagnostics.error("E213", name.position, f"nothing reads '{name}'")
        return not unread

    def measure(self, operation: Operation, above: list[Operation]) -> Measure:
        """Returns how large a function is with those that it calls; reports one that needs itself
        or is too large."""
        if operation in self.measures:
            return self.measures[operation]
        where = operation.entry.where("as")
        if operation in above:
            circle = [*above[above.index(operation):], operation]
            self.diagnostics.error("E216", where, f"'{operation.name}' is defined by itself: "
                                   f"{' → '.join(step.name for step in circle)}")
            return self.without(circle)
        if len(above) > MAXIMUM_DEPTH:
            self.too_deep(above[0])
            return self.without(above)
        definition = operation.definition
        assert definition is not None
        made = Measure(0, 0)
        for tree in definition.trees.values():
            parts = [self.of(part, [*above, operation]) for part in
                     (*(binding.value for binding in tree.bindings), *tree.values)]
            made = Measure(max(made.operations, sum(part.operations for part in parts)),
                           max(made.depth, *(part.depth for part in parts)))
        if operation in self.measures:
            return self.measures[operation]
        if made.operations > MAXIMUM_OPERATIONS:
            self.diagnostics.error("E215", where, f"'{operation.name}' comes to {made.operations} "
                                   f"operations, more than {MAXIMUM_OPERATIONS}")
            return self.without([operation])
        if made.depth > MAXIMUM_DEPTH:
            self.too_deep(operation)
            return self.without([operation])
        self.measures[operation] = made
        return made

    def without(self, faulty: list[Operation]) -> Measure:
        """Goes on as if these were nothing, which was reported."""
        self.faulty.update(faulty)
        self.measures.update((operation, Measure(0, 0)) for operation in faulty)
        return Measure(0, 0)

    def too_deep(self, operation: Operation) -> None:
        self.diagnostics.error("E215", operation.entry.where("as"), f"'{operation.name}' is nested "
                               f"more than {MAXIMUM_DEPTH} deep, with the functions it calls")

    def of(self, node: Expression, above: list[Operation]) -> Measure:
        if not isinstance(node, Apply):
            return Measure(0, 1)
        own = Measure(1, 1) if node.operation.definition is None else \
            self.measure(node.operation, above)
        parts = [self.of(argument, above) for argument in node.arguments]
        return Measure(own.operations + sum(part.operations for part in parts),
                       own.depth + max((part.depth for part in parts), default=0))


def signatures(operation: Operation) -> Iterator[Signature]:
    """Every choice of types of an operation, those without a width included."""
    choices = []
    for variable, kinds in operation.types.items():
        types = [Type(kind, width) for kind in kinds for width in (0, *WIDTHS[kind])]
        choices.append([(variable, type_) for type_ in types])
    for combination in itertools.product(*choices):
        bound = dict(combination)
        result = operation.result.resolve(bound)
        arguments = tuple(argument.resolve(bound) for argument in operation.arguments)
        if all(type_.width in (0, *WIDTHS[type_.kind]) for type_ in (result, *arguments)):
            yield Signature(result, arguments)
