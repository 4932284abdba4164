"""Hashes what a statement depends on: while that stays the same, a proof of it holds."""

from __future__ import annotations

import ast
import hashlib
import inspect
import sys
from functools import lru_cache

from ..expr import representation
from ..expr.functions import FUNCTIONS
from ..expr.inlining import primitive
from ..expr.tree import Apply, Constant, Expression, Local, Operand, Tree
from ..expr.types import Type
from ..nir.alu import Alu
from ..nir.rules.patterns import Node
from .of_claims import ClaimStatement
from .of_rules import Folds, RuleStatement
from .of_selections import SelectionStatement
from .statement import Statement

VERSION = 1
"""Grows with each change of this folder after which an old proof proves nothing."""

_LENGTH = 20


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:_LENGTH]


@lru_cache(maxsize=1)
def _language() -> str:
    """The meaning of the functions that trees apply, without what the files say about it."""
    texts = []
    for name in sorted({function.__module__ for function in FUNCTIONS.values()} |
                       {representation.__name__}):
        module = ast.parse(inspect.getsource(sys.modules[name]))
        for node in ast.walk(module):
            body = getattr(node, "body", None)
            if isinstance(body, list) and body and isinstance(body[0], ast.Expr) and \
                    isinstance(body[0].value, ast.Constant):
                del body[0]
        texts.append(ast.dump(module))
    return _hash("".join(texts))


class Keys:
    """Makes the keys of statements; what several have in common is hashed once."""

    def __init__(self, folds: Folds) -> None:
        self.folds = folds
        self.opcodes: dict[str, str] = {}
        self.rules: dict[int, str] = {}

    def key(self, statement: Statement) -> str:
        """The key of what the statement is about, with its widths."""
        if isinstance(statement, ClaimStatement):
            identity = tree_text(statement.value) if statement.value is not None else ""
            return _hash(f"{VERSION} {_language()} {self.opcode(statement.alu)} {statement.facts} "
                         f"{identity}")
        if isinstance(statement, SelectionStatement):
            return self._key_of_selection(statement)
        assert isinstance(statement, RuleStatement)
        rule = statement.rule
        known = self.rules.get(id(rule))
        if known is None:
            shared: dict[int, str] = {}
            conditions = [f"{each.kind} {' '.join(each.slots)} " +
                          (tree_text(each.tree) if each.tree is not None else "")
                          for each in rule.conditions]
            computed = {offset: tree_text(each.tree) for offset, each in rule.computed.items()
                        if each.tree is not None}
            known = "\n".join([
                f"{VERSION} {_language()} {statement.freedom}",
                self.node_text(rule.find, {}, shared), self.node_text(rule.replace, computed, {}),
                *conditions, f"{rule.truths[0].name} {rule.truths[1]}" if rule.truths else ""])
            self.rules[id(rule)] = known
        return _hash(f"{known}\n{sorted(statement.chosen.items())}")

    def _key_of_selection(self, statement: SelectionStatement) -> str:
        found = self.node_text(statement.rule.find, {}, {})
        return _hash("\n".join([f"{VERSION} {_language()}", found, *statement.key_parts()]))

    def opcode(self, alu: Alu) -> str:
        """Returns the hash of what an opcode computes. One whose truths have another form is that
        of their own form, with its types."""
        types = " ".join(map(str, (alu.dest, *alu.sources, alu.replicated)))
        known = f"{alu.name} {types}"
        if known not in self.opcodes:
            tree = self.folds.tree(self.folds.opcodes[alu.name])
            self.opcodes[known] = _hash(f"{types} {tree_text(tree)}")
        return self.opcodes[known]

    def node_text(self, node: Node, computed: dict[int, str], shared: dict[int, str]) -> str:
        """A pattern with what its opcodes compute. What lowerings share is written once."""
        if id(node) in shared:
            return shared[id(node)]
        if node.kind == "computed":
            text = f"{{{computed[node.offset]}}}.{node.klass}"
        elif node.alu is None:
            text = f"{node.kind} {node.text}.{node.component}.{node.klass}.{node.count}"
        else:
            inner = " ".join(self.node_text(child, computed, shared) for child in node.children)
            text = f"({self.opcode(node.alu)} {node.label}.{node.klass}.{node.count} {inner})"
        shared[id(node)] = f"#{len(shared)}"
        return text


def tree_text(tree: Tree) -> str:
    """A computation without the names of its functions' definitions and places of its text."""
    tree = primitive(tree)
    parts = [f"{binding.name}={expression_text(binding.value)};" for binding in tree.bindings]
    return "".join(parts) + ",".join(map(expression_text, tree.values))


def expression_text(node: Expression) -> str:
    if isinstance(node, Constant):
        return f"{node.value!r}:{_type_text(node.type)}"
    if isinstance(node, Operand):
        return f"{node.name}.{node.component}:{_type_text(node.type)}"
    if isinstance(node, Local):
        return f"{node.name}:{_type_text(node.type)}"
    assert isinstance(node, Apply)
    arguments = ",".join(map(expression_text, node.arguments))
    return f"{node.operation.python}:{_type_text(node.type)}({arguments})"


def _type_text(kind: Type) -> str:
    return f"{kind.kind}{kind.width}.{kind.components}"
