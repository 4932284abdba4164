"""Formulas of facts: the conditions of findings, and estimates of what their mend gains."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..groups import Context
from ..schema import Text

_BINARY: dict[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
_COMPARED: dict[type[ast.cmpop], str] = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
                                         ast.Eq: "==", ast.NotEq: "!="}


class Term(NamedTuple):
    """A part of a formula in C++: `facts` names those that it reads, in their order."""

    code: str
    facts: tuple[str, ...]
    is_truth: bool


class Formula(NamedTuple):
    code: str
    facts: tuple[str, ...]


class _Fault(Exception):
    pass


def read_condition(text: Text, facts: Sequence[str], context: Context) -> Formula:
    """The condition of a text; a fault is reported, and gives a formula without facts."""
    return _read(text, facts, context, _truth)


def read_estimate(text: Text, facts: Sequence[str], context: Context) -> Formula:
    """The same of a number."""
    return _read(text, facts, context, _number)


def _read(text: Text, facts: Sequence[str], context: Context,
          read: Callable[[ast.expr], Term]) -> Formula:
    try:
        tree = ast.parse(str(text).strip(), mode="eval").body
        term = read(tree)
    except (SyntaxError, ValueError, RecursionError, _Fault) as fault:
        what = str(fault) if isinstance(fault, _Fault) else "it cannot be read"
        context.diagnostics.error("V001", text.position, f"this is no formula of facts: {what}")
        return Formula("0", ())
    for name in dict.fromkeys(term.facts):
        if name not in facts:
            context.diagnostics.error("V002", text.position, f"there is no fact '{name}' here",
                                      near=name, known=facts, within="advice/sites.yaml")
    return Formula(term.code, term.facts)


def _term(tree: ast.expr) -> Term:
    if isinstance(tree, ast.Constant) and isinstance(tree.value, (int, float)) \
            and not isinstance(tree.value, bool):
        return Term(repr(float(tree.value)), (), False)
    if isinstance(tree, ast.Name):
        return Term(f"of(facts, Fact::{tree.id})", (tree.id,), False)
    if isinstance(tree, ast.BinOp) and type(tree.op) in _BINARY:
        left, right = _number(tree.left), _number(tree.right)
        return Term(f"({left.code} {_BINARY[type(tree.op)]} {right.code})",
                    left.facts + right.facts, False)
    if isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.Not):
        inner = _truth(tree.operand)
        return Term(f"!{inner.code}", inner.facts, True)
    if isinstance(tree, ast.BoolOp):
        parts = [_truth(part) for part in tree.values]
        join = " && " if isinstance(tree.op, ast.And) else " || "
        return Term(f"({join.join(part.code for part in parts)})",
                    tuple(name for part in parts for name in part.facts), True)
    if isinstance(tree, ast.Compare) and len(tree.ops) == 1 and type(tree.ops[0]) in _COMPARED:
        left, right = _number(tree.left), _number(tree.comparators[0])
        return Term(f"({left.code} {_COMPARED[type(tree.ops[0])]} {right.code})",
                    left.facts + right.facts, True)
    raise _Fault(f"'{ast.unparse(tree)}' is none of what formulas are made of")


def _number(tree: ast.expr) -> Term:
    term = _term(tree)
    if term.is_truth:
        raise _Fault(f"'{ast.unparse(tree)}' is a condition, and a number is expected")
    return term


def _truth(tree: ast.expr) -> Term:
    """A condition; a fact alone holds where it is not 0."""
    term = _term(tree)
    return term if term.is_truth else Term(f"({term.code} != 0.0)", term.facts, True)
