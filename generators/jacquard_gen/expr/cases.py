"""Edge values for every operator and function at every width, for the test that runs the C++ and
the Python evaluators on the same values.

The generated program (`outputs` of this group) prints what C++ computes; `results` gives what
Python computes, in the same order.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any, NamedTuple

from . import cpp
from .operations import Operation, Operations
from .tree import Apply, Operand, Tree
from .types import WIDTHS, Type

_FLOATS = {
    16: (0x0000, 0x8000, 0x3c00, 0xbc00, 0x3800, 0xb800, 0x3e00, 0x4100, 0xc100, 0x3555, 0x7bff,
         0xfbff, 0x7c00, 0xfc00, 0x7e00, 0x0001, 0x83ff, 0x0400, 0x5bf8, 0x7800),
    32: (0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x3f000000, 0xbf000000, 0x3fc00000,
         0x40200000, 0xc0200000, 0x3eaaaaab, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000,
         0x7fc00000, 0x00000001, 0x807fffff, 0x00800000, 0x437f0000, 0x4f000000, 0xcf000000,
         0x4f800000, 0x477ff000, 0x42fe8000, 0x38800000, 0x33000000, 0x33000001, 0xbf7fffff),
    64: (0x0000000000000000, 0x8000000000000000, 0x3ff0000000000000, 0xbff0000000000000,
         0x3fe0000000000000, 0xbfe0000000000000, 0x4004000000000000, 0xc004000000000000,
         0x3fd5555555555555, 0x7fefffffffffffff, 0xffefffffffffffff, 0x7ff0000000000000,
         0xfff0000000000000, 0x7ff8000000000000, 0x0000000000000001, 0x800fffffffffffff,
         0x0010000000000000, 0x43e0000000000000, 0xc3e0000000000000, 0x43f0000000000000,
         0x41e0000000000000, 0x41dfffffffc00000, 0x40effc0000000000, 0x3f10000000000000,
         0x47efffffefffffff, 0x47efffffe0000000, 0x40091eb851eb851f),
}
_MOST_VALUES = {1: 40, 2: 16, 3: 8}
_FEWEST_VALUES = 5


class Instance(NamedTuple):
    """An operation at one choice of types."""

    operation: Operation
    arguments: tuple[Type, ...]
    result: Type

    @property
    def name(self) -> str:
        return f"{self.operation.name}({', '.join(map(str, self.arguments))}) -> {self.result}"

    @property
    def tree(self) -> Tree:
        operands = tuple(Operand(type_, f"a{index}", None)
                         for index, type_ in enumerate(self.arguments))
        return Tree(self.result, (), (Apply(self.result, self.operation, operands),))


def edge_values(type_: Type) -> tuple[int, ...]:
    """Bits of values where the meaning of an operation bends."""
    if type_.kind == "bool":
        return (0, (1 << type_.width) - 1)
    if type_.kind == "float":
        return _FLOATS[type_.width]
    mask = (1 << type_.width) - 1
    top = 1 << (type_.width - 1)
    values = (0, 1, mask, top, top - 1, top + 1, 2, 3, mask - 1, 7, 0x80, type_.width,
              type_.width - 1, 0x5555555555555555, 0x123456789abcdef0, 31, 0xff, 0x8000,
              type_.width + 1, 0xffffff)
    return tuple(dict.fromkeys(value & mask for value in values))


def chosen_values(type_: Type, count: int) -> tuple[int, ...]:
    return edge_values(type_)[:_MOST_VALUES.get(count, _FEWEST_VALUES)]


def instances(operation: Operation) -> Iterator[Instance]:
    """Every choice of types of an operation, in a fixed order."""
    choices = []
    for variable, kinds in operation.types.items():
        if variable in operation.defaults:
            types = [operation.defaults[variable], Type("int", 8)]
        else:
            types = [Type(kind, width) for kind in kinds for width in WIDTHS[kind]]
        choices.append([(variable, type_) for type_ in types])
    for combination in itertools.product(*choices):
        bound = dict(combination)
        arguments = tuple(argument.resolve(bound) for argument in operation.arguments)
        if operation.form == "cast":
            results = [Type(operation.name, width) for width in WIDTHS[operation.name]]
        else:
            results = [operation.result.resolve(bound)]
        for result in results:
            if all(type_.width in WIDTHS[type_.kind] for type_ in (*arguments, result)):
                yield Instance(operation, arguments, result)


def all_instances(operations: Operations) -> list[Instance]:
    return [instance for operation in operations.all()
            for instance in instances(operation)]


def argument_tuples(instance: Instance) -> Iterator[tuple[int, ...]]:
    """The bits of the arguments of each run, in the order of the program's output."""
    count = len(instance.arguments)
    return itertools.product(*(chosen_values(type_, count) for type_ in instance.arguments))


def test_program(operations: Operations) -> dict[str, Any]:
    """The values the template of the test program is given."""
    functions = []
    most_arguments = 1
    sets: dict[tuple[str, int, int], list[str]] = {}
    for instance in all_instances(operations):
        count = len(instance.arguments)
        most_arguments = max(most_arguments, count)
        operands = {}
        for index, type_ in enumerate(instance.arguments):
            sets.setdefault((type_.kind, type_.width, count),
                            [f"{value:#x}" for value in chosen_values(type_, count)])
            operands[f"a{index}"] = cpp.load(type_, f"a[{index}]")
        code = cpp.emit(instance.tree, operands, bits=64)
        functions.append({
            "name": instance.name,
            "statements": code.statements,
            "value": cpp.store(instance.result, code.value),
            "sets": [f"k{type_.kind.capitalize()}{type_.width}In{count}"
                     for type_ in instance.arguments],
            "entry": instance.operation.entry,
        })
    return {
        "functions": functions,
        "most_arguments": most_arguments,
        "sets": [{"name": f"k{kind.capitalize()}{width}In{count}", "values": values}
                 for (kind, width, count), values in sorted(sets.items())],
    }
