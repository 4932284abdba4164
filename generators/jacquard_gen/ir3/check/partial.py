"""Partial evaluation of expressions when only some of their operands are known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...expr import Tree, representation
from ...expr.functions import FUNCTIONS
from ...expr.tree import Apply, Constant, Expression, Operand
from ..tables.model import Revision


def may_hold(condition: Tree | None, revision: Revision) -> bool | None:
    """Returns true if a condition holds on the parts of a revision: None where some have it, or
    where it asks for more than facts of the machine."""
    if condition is None:
        return True
    found = {partial_value(condition, facts) for facts in revision.facts_of_variants}
    return found.pop() if len(found) == 1 else None


def partial_value(tree: Tree, known: Mapping[str, int | bool]) -> Any:
    """The value of a scalar, None where it depends on an operand that is not known."""
    values = {binding.name: None for binding in tree.bindings}
    for binding in tree.bindings:
        values[binding.name] = _value(binding.value, known, values)
    return _value(tree.values[0], known, values)


def _value(node: Expression, known: Mapping[str, int | bool], values: dict[str, Any]) -> Any:
    if isinstance(node, Constant):
        return representation.constant(node.value, node.type)
    if isinstance(node, Operand):
        return known.get(node.name)
    if not isinstance(node, Apply):
        return values.get(getattr(node, "name"))
    arguments = [_value(argument, known, values) for argument in node.arguments]
    name = node.operation.name
    if name in ("&&", "||") and (name == "||") in arguments:
        return name == "||"
    if name == "?:" and arguments[0] is not None:
        return arguments[1] if arguments[0] else arguments[2]
    if None in arguments:
        return None
    types = representation.Types(node.type, tuple(argument.type for argument in node.arguments))
    return FUNCTIONS[node.operation.python](types, *arguments)
