"""The formula of an entry for documentation, made from what was written."""

from __future__ import annotations

import re

from . import parser as syntax
from .operations import Operations
from .tree import Tree

_REDUCTIONS = {"sum": "Σ", "all": "∀", "any": "∃"}


def text(tree: Tree, operations: Operations) -> str:
    """`Σᵢ src0[i] · src1[i]`-like text of one line; bindings follow after "where"."""
    assert tree.syntax is not None
    bindings: list[str] = []
    node = tree.syntax
    while isinstance(node, syntax.Let):
        bindings.append(f"{node.name} = {_text(node.value, operations)}")
        node = node.body
    result = _text(node, operations)
    return result + (" where " + ", ".join(bindings) if bindings else "")


def _atom(node: syntax.Syntax, operations: Operations) -> str:
    result = _text(node, operations)
    if isinstance(node, (syntax.Binary, syntax.Choice, syntax.Unary, syntax.Let,
                         syntax.Membership)):
        return f"({result})"
    return result


def _filled(pattern: str, values: list[str]) -> str:
    return re.sub(r"\{(\d)\}", lambda found: values[int(found.group(1))], pattern)


def _text(node: syntax.Syntax, operations: Operations) -> str:
    if isinstance(node, syntax.Number):
        return node.text
    if isinstance(node, syntax.Name):
        return {"inf": "∞", "nan": "NaN"}.get(node.name, node.name)
    if isinstance(node, syntax.Index):
        return f"{_atom(node.base, operations)}[{_text(node.index, operations)}]"
    if isinstance(node, syntax.Swizzle):
        return f"{_atom(node.base, operations)}.{node.components}"
    if isinstance(node, syntax.Let):
        return f"{_text(node.body, operations)} where {node.name} = " \
               f"{_text(node.value, operations)}"
    if isinstance(node, syntax.Unary):
        entry = operations.operators[node.operator + "x"].entry
        return _filled(entry.formula or node.operator + "{0}", [_atom(node.operand, operations)])
    if isinstance(node, syntax.Binary):
        entry = operations.operators[node.operator].entry
        pattern = entry.formula or f"{{0}} {node.operator} {{1}}"
        return _filled(pattern, [_atom(node.left, operations), _atom(node.right, operations)])
    if isinstance(node, syntax.Choice):
        return f"{_atom(node.condition, operations)} ? {_atom(node.then, operations)} : " \
               f"{_atom(node.otherwise, operations)}"
    if isinstance(node, syntax.Membership):
        return f"{_atom(node.value, operations)} in {node.set.name}"
    assert isinstance(node, syntax.Call)
    if node.name in _REDUCTIONS and isinstance(node.arguments[0], syntax.Name):
        return f"{_REDUCTIONS[node.name]} over {node.arguments[0].name}: " \
               f"{_atom(node.arguments[1], operations)}"
    function = operations.functions.get(node.name)
    if function is not None and function.entry.formula:
        return _filled(function.entry.formula,
                       [_atom(argument, operations) for argument in node.arguments])
    return f"{node.name}({', '.join(_text(argument, operations) for argument in node.arguments)})"
