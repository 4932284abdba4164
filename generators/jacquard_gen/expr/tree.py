"""The typed tree: scalar expressions without effects, a list of them for a vector result.

Vectors, swizzles and reductions are resolved by the checker, so that an emitter (a scalar
evaluator, a lane loop, NIR) sees only bindings and operations on single values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from .types import Type

if TYPE_CHECKING:
    from ..source import Written
    from .operations import Operation
    from .parser import Syntax


@dataclass(frozen=True)
class Expression:
    type: Type


@dataclass(frozen=True)
class Constant(Expression):
    """A literal: a bool, an integer (taken modulo the width where that is the instruction's),
    an exact fraction, or one of "inf", "-inf", "nan" and "-0"."""

    value: bool | int | Fraction | str


@dataclass(frozen=True)
class NamedConstant(Constant):
    """A value of an enumeration, by its name."""

    enumeration: str
    name: str


@dataclass(frozen=True)
class Operand(Expression):
    """An operand, or one component of a vector operand."""

    name: str
    component: int | None


@dataclass(frozen=True)
class Local(Expression):
    """The value of a binding."""

    name: str


@dataclass(frozen=True)
class Apply(Expression):
    """An operator, function or cast on values. `variant` is the kind of its first argument that
    chose the spelling; see `operations`."""

    operation: Operation
    arguments: tuple[Expression, ...]


@dataclass(frozen=True)
class Membership(Apply):
    """Tells whether a value is in a set, of which bit n tells whether n is in it; as an application
    it is the test of that bit."""

    member: Expression
    mask: int


@dataclass(frozen=True)
class Opcode:
    """A NIR opcode that a table lets expressions call."""

    name: str
    result: Type
    arguments: tuple[Type, ...]


@dataclass(frozen=True)
class Call(Expression):
    """A call of an opcode on values; each argument has one expression per component that is read.
    It is only used to become NIR."""

    opcode: Opcode
    arguments: tuple[tuple[Expression, ...], ...]


@dataclass(frozen=True)
class Binding:
    name: str
    value: Expression


@dataclass(frozen=True)
class Tree:
    """A tree is the computation of an entry. `type` is that of the result, with its component
    count if the result is a vector; `values` has one expression per component (one for a
    scalar)."""

    type: Type
    bindings: tuple[Binding, ...]
    values: tuple[Expression, ...]
    source: Written | None = None
    syntax: Syntax | None = field(default=None, compare=False)
    derived: list[Tree] = field(default_factory=list, compare=False, repr=False)
    """Once it is made: the same without functions that expressions define."""
    computations: dict[int, Callable[..., list[int]]] = field(
        default_factory=dict, compare=False, repr=False)
    """What evaluates it in Python, by the width of the instruction, once it is made."""

    def expressions(self) -> Iterator[Expression]:
        """Every node, bindings first, arguments before their use."""
        for binding in self.bindings:
            yield from walk(binding.value)
        for value in self.values:
            yield from walk(value)

    def uses(self) -> list[tuple[str, int | None]]:
        """The operands and components read, in the order of their first use."""
        return self._uses

    @cached_property
    def _uses(self) -> list[tuple[str, int | None]]:
        return list(dict.fromkeys((node.name, node.component) for node in self.expressions()
                                  if isinstance(node, Operand)))

    def reads(self, name: str) -> bool:
        return any(operand == name for operand, _ in self.uses())


def walk(expression: Expression) -> Iterator[Expression]:
    if isinstance(expression, Apply):
        for argument in expression.arguments:
            yield from walk(argument)
    if isinstance(expression, Call):
        for parts in expression.arguments:
            for part in parts:
                yield from walk(part)
    yield expression
