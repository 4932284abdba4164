"""The typed form of numbers and of inf and nan."""

from __future__ import annotations

from fractions import Fraction

from . import parser as syntax
from .scope import LOOSE, Faults, Loose, Value
from .tree import Constant
from .types import Type


def special(faults: Faults, node: syntax.Syntax, name: str,
            wanted: Type | None) -> Value | Loose | None:
    if wanted is None:
        return LOOSE
    if wanted.kind != "float":
        faults.error("E208", node, f"{name} is not a value of {wanted}")
        return None
    return Value(wanted, (Constant(wanted, name),))


def number(faults: Faults, node: syntax.Number, wanted: Type | None,
           negative: bool) -> Value | Loose | None:
    if wanted is None:
        return LOOSE
    sign = "-" if negative else ""
    if wanted.kind == "bool":
        faults.error("E208", node, f"{sign}{node.text} is not a bool",
                     ["the bools are true and false"])
        return None
    if wanted.kind == "float":
        exact = Fraction(int(node.text, 0)) if not node.is_float else Fraction(node.text)
        if negative and exact == 0:
            return Value(wanted, (Constant(wanted, "-0"),))
        return Value(wanted, (Constant(wanted, -exact if negative else exact),))
    if node.is_float:
        faults.error("E208", node, f"{sign}{node.text} is a float literal, but {wanted} is "
                     "needed here")
        return None
    value = int(node.text, 0) * (-1 if negative else 1)
    width = wanted.width or 64
    if not -(1 << (width - 1)) <= value < (1 << width):
        faults.error("E208", node, f"{sign}{node.text} does not fit {wanted}")
        return None
    return Value(wanted, (Constant(wanted, value),))
