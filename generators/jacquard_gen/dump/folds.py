"""The computations of NIR opcodes as trees of a few functions."""

from __future__ import annotations

from decimal import Context as Decimals, Decimal, Inexact
from fractions import Fraction
from typing import Any

from ..expr.inlining import primitive
from ..expr.tree import Apply, Constant, Expression, Local, Operand, Tree
from ..nir import Model
from ..nir.alu import Alu

Json = dict[str, Any]
_EXACT = Decimals(prec=2000, Emax=99999, Emin=-99999, traps=[Inexact])


def folds(model: Model, applied: dict[str, Json]) -> Json:
    """The opcodes, and the functions that their trees and others apply."""
    trees = {function.opcode.name: function for table in model.evaluators
             for function in table.functions}
    opcodes = {name: _opcode(trees[name].opcode, primitive(trees[name].tree), applied)
               for name in sorted(trees)}
    return {"opcodes": opcodes, "functions": dict(sorted(applied.items()))}


def _opcode(opcode: Alu, tree: Tree, applied: dict[str, Json]) -> Json:
    return {
        "place": opcode.provenance, "aliases": [str(name) for name in opcode.entry.aliases],
        "result": str(opcode.dest), "sources": [str(kind) for kind in opcode.sources],
        "replicated": opcode.replicated, "widths": sorted(opcode.widths),
        "former_width": opcode.entry.former_width,
        "bindings": [{"name": binding.name, "value": value_tree(binding.value, applied)}
                     for binding in tree.bindings],
        "values": [value_tree(value, applied) for value in tree.values],
    }


def value_tree(node: Expression, applied: dict[str, Json]) -> Json:
    """A value with its type. Of machine instructions, operands may be fields of the word."""
    if isinstance(node, Constant):
        return {"kind": "constant", "type": str(node.type), "value": _constant(node)}
    if isinstance(node, Operand) and not node.name.startswith("src"):
        return {"kind": "field", "type": str(node.type), "name": node.name}
    if isinstance(node, Operand):
        return {"kind": "source", "type": str(node.type),
                "source": int(node.name.removeprefix("src")), "component": node.component}
    if isinstance(node, Local):
        return {"kind": "binding", "type": str(node.type), "name": node.name}
    assert isinstance(node, Apply)
    operation = node.operation
    applied.setdefault(operation.python, {
        "called": operation.signature, "doc": str(operation.entry.doc),
        "edges": str(operation.entry.edges)})
    return {"kind": "apply", "type": str(node.type), "function": operation.python,
            "arguments": [value_tree(argument, applied) for argument in node.arguments]}


def _constant(node: Constant) -> int | bool | str:
    """A truth, a whole number, or a float as a decimal number that is exactly it."""
    value = node.value
    if node.type.kind == "bool":
        return bool(value)
    if node.type.kind != "float":
        assert isinstance(value, int)
        return value
    if isinstance(value, str):
        return value
    exact = Fraction(value)
    made = _EXACT.divide(Decimal(exact.numerator), Decimal(exact.denominator))
    return str(made.normalize(_EXACT)).lower()
