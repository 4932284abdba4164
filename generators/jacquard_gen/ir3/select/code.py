"""The C++ of a rule of instruction selection."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ...diagnostics import Diagnostics
from ...escape import camel
from ...expr import cpp
from ...expr import tree as tree_nodes
from ...nir.rules.numbers import bits_at
from ...nir.rules.patterns import Faults, Node
from ...nir.rules.widths import widths_of
from ..tables.model import enumerator
from .load import PRECISE
from .records import WIDTHS, Line, Operand, Rule, shapes_of


class LineWriter:
    """The C++ statements of lines. A line that is `dst` gives its node back."""

    def __init__(self) -> None:
        self.statements: list[str] = []

    def emit(self, line: Line) -> None:
        operands = ", ".join(self.operand(operand, half)
                             for operand, half in zip(line.operands, line.halves))
        call = (f"selection.emit(Opcode::{enumerator(line.op)}, {self.half(line.half)}, "
                f"{'true' if line.saturate else 'false'}, {{{operands}}})")
        if line.target == "dst" and not (line.round or line.condition or line.type or
                                         line.fields):
            self.statements.append(f"return {call};")
            return
        name = "result" if line.target == "dst" else line.target
        self.statements.append(f"Node* {name} = {call};")
        if line.round:
            self.statements.append(f"{name}->round = RoundMode::{line.round};")
        if line.condition:
            self.statements.append(f"{name}->condition = Condition::{line.condition};")
        for field, value in line.fields.items():
            self.statements.append(f"{name}->{field} = {camel(field)}::{value};")
        if line.type:
            self.statements.append(f"{name}->source_type = DataType::{line.source_type};")
            self.statements.append(f"{name}->type = DataType::{line.type};")
        if line.target == "dst":
            self.statements.append("return result;")

    def half(self, told: str) -> str:
        if told in ("true", "false"):
            return told
        return f"Selection::is_half({'n0' if told == 'result' else told})"

    def operand(self, operand: Operand, half: str) -> str:
        value = f"selection.use({operand.name})" if operand.name else \
            self.number(operand.number, half)
        if operand.negate or operand.absolute:
            value = (f"modified({value}, {'true' if operand.negate else 'false'}, "
                     f"{'true' if operand.absolute else 'false'})")
        return value

    def number(self, text: str, half: str) -> str:
        full, short = bits_at(text, 32), bits_at(text, 16)
        if half == "false":
            return f"selection.immediate({full:#x})"
        if half == "true":
            return f"selection.immediate({short:#x}, true)"
        is_half = self.half(half)
        return f"selection.immediate({is_half} ? {short:#x} : {full:#x}, {is_half})"


@dataclass(frozen=True)
class Statement:
    """A statement of C++. One with a name does nothing but bind it; one with a test returns false
    where that does not hold."""

    text: str
    name: str = ""
    test: str = ""


class RuleWriter(LineWriter):
    """The C++ of one rule, for one order of the sources that may be exchanged. It fits where `test`
    holds and a function of the statements `conditions` returns true, each empty where it is not
    needed; `statements` make its nodes."""

    def __init__(self, rule: Rule, order: int, facts: dict[str, str]) -> None:
        super().__init__()
        self.rule = rule
        self.order = order
        self.facts = facts          # C++ of each fact of the machine
        self.bound: set[str] = set()
        self.nodes: dict[int, str] = {}     # of the ops found, by place in the pattern

        self.found: list[Statement] = []
        self._find()
        conditions = _needed(self.found)
        is_test = len(conditions) == 1 and conditions[0].test
        self.test = conditions[0].test if is_test else ""
        self.conditions = [] if is_test else _ended(conditions)
        self._make()
        bindings = [one for one in self.found if one.name]
        self.statements = [one.text for one in
                           _needed([*bindings, *map(Statement, self.statements)])]

    def _find(self) -> None:
        self.match(self.rule.find, "n0")
        self.widths()
        if self.rule.entry.inexact:
            for name in self.nodes.values():
                self.unless(f"!{name}.alu->exact")
        self.condition()

    def _make(self) -> None:
        if self.rule.alias:
            self.statements.append(f"return selection.node({self.rule.alias});")
        for line in self.rule.lines:
            self.emit(line)

    def unless(self, condition: str) -> None:
        self.found.append(Statement(f"if (!({condition})) return false;", test=condition))

    # ---- what is found ---------------------------------------------------------------------------

    def match(self, node: Node, name: str) -> None:
        self.nodes[node.offset] = name
        children = list(enumerate(node.children))
        if node.offset in self.rule.orders and self.order >> self.rule.orders[node.offset] & 1:
            children = [(1, node.children[0]), (0, node.children[1]), *children[2:]]
        for index, child in children:
            if child.kind == "op":
                inner = f"n{len(self.nodes)}"
                self.found.append(Statement(
                    f"const AluScalar {inner} = selection.producer({name}, {index}, "
                    f"nir::Opcode::{enumerator(child.text)});", inner))
                self.unless(f"{inner}.alu != nullptr")
                self.match(child, inner)
                if child.label:
                    self.bind(child.label, f"selection.source({name}, {index})")
                continue
            value = f"selection.source({name}, {index})"
            if child.kind == "number":
                self.unless(self.is_number(value, child))
                continue
            self.bind(child.text, value)
            if child.kind == "constant":
                self.unless(f"selection.is_constant({child.text})")

    def bind(self, name: str, value: str) -> None:
        if name in self.bound:
            self.unless(f"{name} == {value}")
            return
        self.found.append(Statement(f"const ScalarValue {name} = {value};", name))
        self.bound.add(name)

    def is_number(self, value: str, number: Node) -> str:
        tests = [f"selection.is_constant({value}, {width}, {bits_at(number.text, width):#x})"
                 for width in self.rule.widths(number.klass)]
        return " || ".join(tests)

    def widths(self) -> None:
        """Tests of widths that the opcodes leave open and the rule does not."""
        classes = self.rule.shapes.classes
        done: set[int] = set()
        for node, free in zip(self.rule.find.walk(), _free_widths(self.rule)):
            allowed = self.rule.widths(node.klass)
            root = classes.root(node.klass)
            if root in done or node.kind == "number" or set(free) <= set(allowed):
                continue
            done.add(root)
            value = self.nodes[node.offset] if node.kind == "op" else node.text
            self.unless(" || ".join(f"SelectionView::bit_size({value}) == {width}"
                                    for width in allowed))

    def condition(self) -> None:
        tree = self.rule.condition
        if tree is None:
            return
        operands = {**self.facts, PRECISE: "!selection.approximate()"}
        for node in tree.expressions():
            if isinstance(node, tree_nodes.Operand) and node.name in self.rule.names:
                bits = f"selection.constant_bits({node.name})"
                operands[node.name] = cpp.load(node.type, bits)
        code = cpp.emit(tree, {name: operands[name] for name, _ in tree.uses()}, 32)
        self.found += map(Statement, code.statements)
        self.unless(code.value)


def _needed(statements: list[Statement]) -> list[Statement]:
    """Returns the statements without the bindings of names that none of the later ones reads."""
    kept: list[Statement] = []
    for statement in reversed(statements):
        read = re.compile(rf"\b{re.escape(statement.name)}\b")
        if not statement.name or any(read.search(later.text) for later in kept):
            kept.append(statement)
    return kept[::-1]


def _ended(conditions: list[Statement]) -> list[str]:
    """Returns the statements of a function that returns true where all conditions hold."""
    texts = [statement.text for statement in conditions]
    return [*texts[:-1], f"return {conditions[-1].test};"] if texts else []


def _free_widths(rule: Rule) -> list[list[int]]:
    """Returns for each part of a pattern the widths that its opcodes and numbers allow, in the
    order of a walk."""
    bare = _without_widths(rule.find)
    shapes = shapes_of(bare, Faults(rule.entry.select, Diagnostics()), True)
    return [[width for width in widths_of(shapes.classes.domain(node.klass)) if width in WIDTHS]
            for node in bare.walk()]


def _without_widths(node: Node) -> Node:
    made = Node(node.kind, node.text, node.offset, node.length,
                node.width if node.kind == "number" else 0, label=node.label, alu=node.alu)
    made.children = [_without_widths(child) for child in node.children]
    return made
