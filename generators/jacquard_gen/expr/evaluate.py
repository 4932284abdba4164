"""Evaluates a typed tree in Python; operands and results are bit patterns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from . import representation
from .functions import FUNCTIONS
from .inlining import primitive
from .tree import Apply, Constant, Expression, Local, Operand, Tree


Environment = tuple[Mapping[str, int | Sequence[int]], dict[str, Any]]
"""The operands, and the values of the bindings so far."""
Computation = Callable[[Environment], Any]


def evaluate(tree: Tree, operands: Mapping[str, int | Sequence[int]], bits: int) -> list[int]:
    """The bits of each component of the result, for an instruction of width `bits`. An operand is
    its bits, or a list with the bits of each component."""
    if bits not in tree.computations:
        tree.computations[bits] = _Compiler(bits).compiled(primitive(tree))
    result: list[int] = tree.computations[bits](operands)
    return result


class _Compiler:
    """Makes functions of expressions, so that a tree is walked once for all values."""

    def __init__(self, bits: int) -> None:
        self.bits = bits

    def compiled(self, tree: Tree) -> Callable[[Mapping[str, int | Sequence[int]]], list[int]]:
        bindings = [(binding.name, self.function(binding.value)) for binding in tree.bindings]
        values = [self.function(value) for value in tree.values]
        type_ = tree.type.scalar.sized(self.bits)

        def run(operands: Mapping[str, int | Sequence[int]]) -> list[int]:
            known: dict[str, Any] = {}
            environment = (operands, known)
            for name, binding in bindings:
                known[name] = binding(environment)
            return [representation.store(value(environment), type_) for value in values]

        return run

    def function(self, expression: Expression) -> Computation:
        if isinstance(expression, Constant):
            constant = representation.constant(expression.value, expression.type.sized(self.bits))
            return lambda environment: constant
        if isinstance(expression, Operand):
            return self.operand(expression)
        if isinstance(expression, Local):
            local = expression.name
            return lambda environment: environment[1][local]
        assert isinstance(expression, Apply)
        types = representation.Types(expression.type.sized(self.bits),
                                     tuple(argument.type.sized(self.bits)
                                           for argument in expression.arguments))
        arguments = [self.function(argument) for argument in expression.arguments]
        apply = FUNCTIONS[expression.operation.python]
        return lambda environment: apply(types, *[argument(environment) for argument in arguments])

    def operand(self, expression: Operand) -> Computation:
        name, component = expression.name, expression.component or 0
        type_ = expression.type.sized(self.bits)

        def load(environment: Environment) -> Any:
            given = environment[0][name]
            return representation.load(given if isinstance(given, int) else given[component],
                                       type_)

        return load
