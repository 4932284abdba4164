"""Evaluates a typed tree in Python; operands and results are bit patterns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from . import representation
from .functions import FUNCTIONS
from .inlining import primitive
from .tree import Apply, Constant, Expression, Local, Operand, Tree
from .types import Type


def evaluate(tree: Tree, operands: Mapping[str, int | Sequence[int]], bits: int) -> list[int]:
    """The bits of each component of the result, for an instruction of width `bits`. An operand is
    its bits, or a list with the bits of each component."""
    tree = primitive(tree)
    run = _Run(operands, bits)
    for binding in tree.bindings:
        run.locals[binding.name] = run.value(binding.value)
    type_ = tree.type.scalar.sized(bits)
    return [representation.store(run.value(value), type_) for value in tree.values]


class _Run:
    def __init__(self, operands: Mapping[str, int | Sequence[int]], bits: int) -> None:
        self.operands = operands
        self.bits = bits
        self.locals: dict[str, Any] = {}

    def sized(self, type_: Type) -> Type:
        return type_.sized(self.bits)

    def value(self, expression: Expression) -> Any:
        if isinstance(expression, Constant):
            return representation.constant(expression.value, self.sized(expression.type))
        if isinstance(expression, Operand):
            given = self.operands[expression.name]
            if not isinstance(given, int):
                given = given[expression.component or 0]
            return representation.load(given, self.sized(expression.type))
        if isinstance(expression, Local):
            return self.locals[expression.name]
        assert isinstance(expression, Apply)
        types = representation.Types(self.sized(expression.type),
                                     tuple(self.sized(argument.type)
                                           for argument in expression.arguments))
        arguments = [self.value(argument) for argument in expression.arguments]
        return FUNCTIONS[expression.operation.python](types, *arguments)
