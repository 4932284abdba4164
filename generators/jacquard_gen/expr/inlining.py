"""Puts what defines a function in the place of its calls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from .operations import Operation
from .tree import Apply, Binding, Call, Constant, Expression, Local, Membership, Operand, Tree

Keeps = Callable[[Operation, str], bool]
"""Whether calls of a function stay, given the kind of its first argument."""


def primitive(tree: Tree) -> Tree:
    """The tree without calls of defined functions."""
    if not tree.derived:
        tree.derived.append(inlined(tree, lambda operation, kind: False))
    return tree.derived[0]


def inlined(tree: Tree, keeps: Keeps) -> Tree:
    """The tree without calls of defined functions, but for those that are kept."""
    if not any(isinstance(node, Apply) and node.operation.definition is not None
               for node in tree.expressions()):
        return tree
    return _Inliner(tree, keeps).inlined()


_MAXIMUM_DEPTH = 16
"""What is nested deeper gets a name, so that functions in functions are not nested further."""


class _Inliner:
    def __init__(self, tree: Tree, keeps: Keeps) -> None:
        self.tree = tree
        self.keeps = keeps
        self.depths: dict[int, tuple[Expression, int]] = {}
        self.bindings: list[Binding] = []
        self.names = {binding.name for binding in tree.bindings}
        self.names |= {name for name, _ in tree.uses()}

    def inlined(self) -> Tree:
        nothing: dict[str, Expression] = {}
        for binding in self.tree.bindings:
            value = self.rewritten(binding.value, nothing, nothing)
            self.bindings.append(Binding(binding.name, value))
        values = tuple(self.rewritten(value, nothing, nothing) for value in self.tree.values)
        return Tree(self.tree.type, tuple(self.bindings), values, self.tree.source,
                    self.tree.syntax)

    def rewritten(self, node: Expression, operands: dict[str, Expression],
                  locals_: dict[str, Expression]) -> Expression:
        """The expression with operands and bindings of a definition replaced."""
        if isinstance(node, Operand):
            return operands.get(node.name, node)
        if isinstance(node, Local):
            return locals_.get(node.name, node)
        if isinstance(node, Call):
            return Call(node.type, node.opcode, tuple(
                tuple(self.rewritten(part, operands, locals_) for part in parts)
                for parts in node.arguments))
        if not isinstance(node, Apply):
            return node
        arguments = tuple(self.rewritten(argument, operands, locals_)
                          for argument in node.arguments)
        operation = node.operation
        kind = arguments[0].type.kind if arguments else ""
        if isinstance(node, Membership):
            return replace(node, arguments=arguments,
                           member=self.rewritten(node.member, operands, locals_))
        if operation.definition is None or self.keeps(operation, kind):
            return Apply(node.type, operation, arguments)
        return self.body(operation, node, arguments)

    def body(self, operation: Operation, call: Apply,
             arguments: tuple[Expression, ...]) -> Expression:
        assert operation.definition is not None
        types = [argument.type for argument in call.arguments]
        tree: Tree = operation.definition.trees[operation.signature_of(call.type, types)]
        uses: dict[str, int] = {}
        for node in tree.expressions():
            if isinstance(node, Operand):
                uses[node.name] = uses.get(node.name, 0) + 1
        operands = {name: self.bound(name, argument)
                    if uses.get(name, 0) > 1 or self.depth(argument) > _MAXIMUM_DEPTH else argument
                    for name, argument in zip(operation.definition.parameters, arguments)}
        locals_: dict[str, Expression] = {}
        for binding in tree.bindings:
            locals_[binding.name] = self.bound(
                binding.name, self.rewritten(binding.value, operands, locals_))
        result = self.rewritten(tree.values[0], operands, locals_)
        return self.bound(operation.name, result) if self.depth(result) > _MAXIMUM_DEPTH else result

    def depth(self, node: Expression) -> int:
        """Returns how deep an expression is nested, but for names in it. It is kept with the
        number, which is found by its identity."""
        if id(node) not in self.depths:
            inner = [self.depth(argument) for argument in node.arguments] \
                if isinstance(node, Apply) else []
            self.depths[id(node)] = (node, 1 + max(inner, default=0))
        return self.depths[id(node)][1]

    def bound(self, name: str, value: Expression) -> Expression:
        """The value under a name of its own, unless it is as short as a name."""
        if isinstance(value, (Constant, Operand, Local)):
            return value
        unique = name
        count = 2
        while unique in self.names:
            unique = f"{name}_{count}"
            count += 1
        self.names.add(unique)
        self.bindings.append(Binding(unique, value))
        return Local(value.type, unique)
