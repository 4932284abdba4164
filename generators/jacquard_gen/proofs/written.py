"""The domain in which a statement is computed as text, of which its key is made.

Whatever a side of a statement computes goes through the operations of a domain, so that the text
has all that its truth depends on: what opcodes compute at which widths, with the functions that
they call, the conditions, the meaning of machine instructions, numbers, flushing. Each line is what
one operation makes of earlier ones; equal lines are one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from ..expr.inlining import primitive
from ..expr.tree import Apply, Constant, Expression, Local, Operand, Tree
from ..expr.types import Type


class TreeTexts:
    """The texts of trees, each made once."""

    def __init__(self) -> None:
        self.known: dict[int, tuple[Tree, str]] = {}

    def of(self, tree: Tree) -> str:
        """A hash of a tree's text. The tree is kept, as it is known by its identity."""
        if id(tree) not in self.known:
            text = hashlib.sha256(tree_text(tree).encode()).hexdigest()
            self.known[id(tree)] = (tree, text)
        return self.known[id(tree)][1]


class Written:
    """Names of lines; `lines` has what they stand for."""

    def __init__(self, trees: TreeTexts) -> None:
        self.trees = trees
        self.lines: dict[str, str] = {}

    def text(self) -> str:
        return "\n".join(self.lines)

    def line(self, *parts: object) -> str:
        """The name of a line, which is new where there is none like it."""
        return self.lines.setdefault(" ".join(map(str, parts)), f"%{len(self.lines)}")

    def number(self, bits: int, width: int) -> str:
        return self.line("number", bits, width)

    def apply(self, tree: Tree, operands: Mapping[str, list[str]], bits: int) -> list[str]:
        given = [f"{name}={','.join(parts)}" for name, parts in operands.items()]
        made = self.line("apply", self.trees.of(tree), bits, *given)
        return [f"{made}.{component}" for component in range(len(tree.values))]

    def flushed(self, values: list[str], width: int) -> list[str]:
        return [self.line("flushed", value, width) for value in values]

    def see(self, values: Sequence[str], width: int) -> None:
        self.line("see", *values, width)

    def chosen(self, truth: str, yes: int, no: int, width: int) -> str:
        return self.line("chosen", truth, yes, no, width)

    def is_set(self, value: str, width: int) -> str:
        return self.line("is_set", value, width)

    def is_negative(self, value: str, width: int) -> str:
        return self.line("is_negative", value, width)

    def is_nan(self, value: str, width: int) -> str:
        return self.line("is_nan", value, width)

    def masked(self, value: str, mask: int, width: int) -> str:
        return self.line("masked", value, mask, width)


def tree_text(tree: Tree) -> str:
    """A computation without the names of its functions' definitions and places of its text."""
    tree = primitive(tree)
    parts = [f"{binding.name}={expression_text(binding.value)};" for binding in tree.bindings]
    return f"{_type_text(tree.type)} {''.join(parts)}{','.join(map(expression_text, tree.values))}"


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
