"""Conditions of rules and the constants they compute, in the expression language of the tables."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from ...expr import BOOL, Environment, Language, Tree, Type, cpp
from ...expr.tree import Apply, Expression, Operand
from ...source import Scalar
from ..evaluator import WIDTH, fold_type
from .patterns import Faults, Node
from .widths import Shapes, widths_of

STRUCTURAL = ("used_once", "used_often", "read_alike", "not_constant", "never_negative", "uniform",
              "not_uniform")
_STRUCTURAL = re.compile(rf"({'|'.join(STRUCTURAL)})\(\s*([a-z_][a-z0-9_]*)\s*\)\s*\Z")


class Function(NamedTuple):
    """C++ over the bits of up to four constants. Two rules that say the same share one."""

    result: Type
    signature: str              # as a type of fold.h
    parameters: tuple[str, ...]
    statements: tuple[str, ...]
    value: str
    widths: tuple[int, ...]


@dataclass
class Condition:
    """A condition of a rule: `kind` is one of STRUCTURAL or expression; `slots` are the names it
    reads, `width_of` the name that gives the width of the types without one."""

    kind: str
    slots: list[str]
    width_of: str = ""
    function: Function | None = None
    tree: Tree | None = None
    text: str = ""


class Compiler:
    """Compiles expressions; equal texts over equal types once."""

    MAXIMUM_OPERANDS = 4

    def __init__(self, language: Language) -> None:
        self.language = language
        self.cache: dict[tuple[str, Type, tuple[tuple[str, Type], ...]], Tree] = {}

    def condition(self, text: Scalar, names: dict[str, Node], types: dict[str, Type],
                  shapes: Shapes, faults: Faults) -> Condition | None:
        structural = _STRUCTURAL.match(text.value)
        if structural is None:
            return self.expression(text, BOOL, names, types, shapes, faults)
        kind, name = structural.groups()
        if name not in names:
            faults.report("E335", (structural.start(2), len(name)), "the pattern has no name "
                          f"'{name}'", near=name, known=list(names))
            return None
        if kind == "not_constant" and names[name].kind != "variable":
            faults.report("E335", (structural.start(2), len(name)),
                          f"'{name}' is {'always' if names[name].kind == 'constant' else 'never'} "
                          "a constant")
            return None
        if kind == "never_negative" and types[name].kind != "float":
            faults.report("E335", (structural.start(2), len(name)), f"'{name}' is not a float",
                          ("of integers, unsigned ones alone are never negative",))
            return None
        return Condition(kind, [name], text=text.value)

    def expression(self, text: Scalar, result: Type, names: dict[str, Node],
                   types: dict[str, Type], shapes: Shapes, faults: Faults) -> Condition | None:
        key = (text.value, result, tuple(types.items()))
        tree = self.cache.get(key)
        if tree is None:
            tree = self.language.compile(text, Environment(types), faults.diagnostics, result)
            if tree is None:
                faults.failed = True
                return None
            self.cache[key] = tree
        used = list(dict.fromkeys(name for name, _ in tree.uses()))
        if not self._reads_constants(tree, used, names, faults):
            return None
        free = [name for name in used if types[name].width == 0]
        classes = {shapes.classes.root(shapes.names[name]) for name in free}
        if len(classes) > 1:
            faults.report("E335", (0, len(text.value)), "the constants here may differ in width",
                          ("fix a width with #name@32",))
            return None
        if not free and result.width == 0:
            faults.report("E335", (0, len(text.value)), "nothing here gives the width of the "
                          "result", ("cast it, as in uint32(…)",))
            return None
        widths = widths_of(shapes.classes.domain(shapes.names[free[0]])) if free else [0]
        needed = [types[name] for name in free] + ([result] if result.width == 0 else [])
        if any(kind.kind == "float" for kind in needed):
            widths = [width for width in widths if width in (16, 32, 64)]
        function = _function(tree, used, types, result, tuple(widths))
        return Condition("expression", used, free[0] if free else "", function, tree, text.value)

    def _reads_constants(self, tree: Tree, used: list[str], names: dict[str, Node],
                         faults: Faults) -> bool:
        """A condition may read only the width of a value that is not a constant."""
        if len(used) > self.MAXIMUM_OPERANDS:
            faults.report("E335", (0, len(faults.text.value)),
                          f"an expression reads at most {self.MAXIMUM_OPERANDS} constants")
            return False
        for name in sorted(constants_read(tree)):
            if names[name].kind != "constant":
                faults.report("E335", (0, len(faults.text.value)),
                              f"'{name}' is not known to be a constant",
                              (f"write #{name} in the pattern, or ask only for width({name})",))
                return False
        return True


def constants_read(tree: Tree) -> set[str]:
    """The operands of a condition whose values it looks at, not only their widths."""
    known: set[str] = set()

    def visit(expression: Expression) -> None:
        if isinstance(expression, Operand):
            known.add(expression.name)
        elif isinstance(expression, Apply) and expression.operation.name != "width":
            for argument in expression.arguments:
                visit(argument)

    for binding in tree.bindings:
        visit(binding.value)
    for value in tree.values:
        visit(value)
    return known


def _function(tree: Tree, used: list[str], types: dict[str, Type], result: Type,
              widths: tuple[int, ...]) -> Function:
    bits: int | str = WIDTH if widths != (0,) else 0
    operands = {name: f"v{number}" for number, name in enumerate(used)}
    code = cpp.emit(tree, operands, bits)
    parameters = tuple(f"{cpp.type_name(types[name], bits)} {operands[name]}"
                       if tree.reads(name) else cpp.type_name(types[name], bits) for name in used)
    signature = f"{fold_type(result)}({', '.join(fold_type(types[name]) for name in used)})"
    return Function(result, signature, parameters, tuple(code.statements), code.value, widths)
