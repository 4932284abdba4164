"""Hashes what a statement depends on: while that stays the same, a proof of it holds."""

from __future__ import annotations

import ast
import hashlib
import importlib
import inspect
from collections.abc import Iterator
from functools import lru_cache

from ..expr.functions import FUNCTIONS
from .statement import Statement, Unstated
from .written import TreeTexts, Written

_LENGTH = 20
_PACKAGE = __name__.partition(".")[0]
_PROVER = ("expr.evaluate", "expr.inlining", "expr.representation", "expr.types",
           "expr.smt.abstract", "expr.smt.floats", "expr.smt.terms", "expr.smt.translate",
           "proofs.decide", "proofs.solver", "proofs.statement", "proofs.trial", "proofs.values")
"""The modules that decide, besides those of the functions of the tables. How a statement is put
together is in its text."""


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:_LENGTH]


@lru_cache(maxsize=1)
def prover() -> str:
    """Returns what the modules say that compute, try and prove, without what they say about it."""
    names = {function.__module__ for function in FUNCTIONS.values()}
    names |= {f"{_PACKAGE}.{name}" for name in _PROVER}
    return _hash("\n".join(code_text(inspect.getsource(importlib.import_module(name)))
                           for name in sorted(names)))


def code_text(source: str) -> str:
    """A module without comments, descriptions and layout, the same in every version of Python."""
    module = ast.parse(source)
    for node in ast.walk(module):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [each for each in body if not _is_description(each)]  # type: ignore
        if isinstance(node, ast.JoinedStr):
            node.values = [each for each in node.values if not _is_empty(each)]
    return _node_text(module)


def _is_description(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_empty(node: ast.AST) -> bool:
    """Python 3.12 puts an empty text behind what is replaced."""
    return isinstance(node, ast.Constant) and node.value == ""


def _node_text(node: object) -> str:
    """Fields that have nothing in them are left out, since later versions have more of those."""
    if isinstance(node, list):
        return f"[{' '.join(map(_node_text, node))}]"
    if not isinstance(node, ast.AST):
        return repr(node)
    fields = [f"{name}={_node_text(value)}" for name, value in ast.iter_fields(node)
              if value is not None and value != [] and name not in ("ctx", "kind")]
    return f"{type(node).__name__}({' '.join(fields)})"


class Keys:
    """Makes the keys of statements; what several have in common is made once."""

    def __init__(self) -> None:
        self.trees = TreeTexts()
        # By identity, with the statement, whose identity is no other's as long as it is here.
        self._made: dict[int, tuple[Statement, str]] = {}

    def key(self, statement: Statement) -> str:
        made = self._made.get(id(statement))
        if made is None:
            made = statement, _hash("\n".join(self._parts(statement)))
            self._made[id(statement)] = made
        return made[1]

    def _parts(self, statement: Statement) -> Iterator[str]:
        """Everything that the prover is given, and the prover."""
        yield f"{prover()} {statement.inputs} {statement.result} {statement.freedom}"
        for flushes in statement.modes:
            domain = Written(self.trees)
            given = {each.name: [f"{each.name}.{component}" for component in range(each.count)]
                     for each in statement.inputs}
            try:
                conditions = list(statement.conditions(domain, given))
                found, made = statement.sides(domain, given, flushes)
            except Unstated as why:
                yield f"{domain.text()}\nunstated {why}"
            else:
                yield f"{domain.text()}\n{sorted(flushes)} {conditions} {found} {made}"
