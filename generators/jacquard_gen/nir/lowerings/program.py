"""Expressions as the replacement of a rule: opcodes, names and numbers."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ...expr import representation
from ...expr.instructions import Instruction, Number, Source, Value, instructions
from ...expr.tree import Tree
from ...expr.types import Type
from ..alu import Alu
from ..rules.patterns import Faults, Node


class Opcodes:
    """The opcodes by name, and those that convert and join values."""

    def __init__(self, opcodes: list[Alu]) -> None:
        self.by_name = {opcode.name: opcode for opcode in opcodes}
        self.of_truths = {opcode.dest: opcode for opcode in opcodes
                          if "conversion" in opcode.properties and
                          opcode.sources[0] == Type("bool")}
        self.vectors = {opcode.dest.components: opcode for opcode in opcodes
                        if "copy" in opcode.properties and opcode.dest.components > 1}


class Program:
    """Builds the nodes for one opcode at one width. `find` is what a rule finds of it."""

    def __init__(self, opcodes: Opcodes, alu: Alu, tree: Tree, width: int, faults: Faults) -> None:
        self.opcodes = opcodes
        self.alu = alu
        self.width = width
        self.faults = faults
        self.place = (0, len(faults.text.value))
        self.nodes: dict[int, Node] = {}
        self.made = instructions(tree, width, without=alu.name)
        self.tree = tree

    def build(self) -> Node | None:
        """The replacement; None after its faults were reported."""
        for name in dict.fromkeys(self.made.missing):
            self.faults.report("E353", self.place, f"{name} has no NIR opcode")
        if self.faults.failed:
            return None
        dest = self.alu.dest
        made = self.tree.type.scalar.sized(self.width)
        is_truth = made.kind == "bool" or made.width == 1
        wanted = dest.scalar.sized(self.width)
        parts = [self.truth(value, wanted) if is_truth and wanted.width != 1 else self.node(value)
                 for value in self.made.values]
        if dest.components > 1:
            return self.joined(parts)
        return None if self.faults.failed else parts[0]

    def leaf(self, kind: str, text: str, component: int = -1) -> Node:
        return Node(kind, text, *self.place, component=component)

    def operation(self, alu: Alu, children: list[Node]) -> Node:
        node = self.leaf("op", alu.name)
        node.alu = alu
        node.children = children
        if len(children) != len(alu.sources):
            self.faults.report("E353", self.place, f"'{alu.name}' has {len(alu.sources)} sources, "
                               f"and {len(children)} are there for it")
        return node

    def truth(self, value: Value, wanted: Type) -> Node:
        """A truth as a value of another type; those that are computed have 1 bit."""
        have = value.type.scalar if isinstance(value, Source) else Type("bool", 1)
        node = self.node(value)
        if have == wanted:
            return node
        alu = self.opcodes.of_truths.get(wanted)
        if alu is None:
            return self.missing(f"no opcode makes {wanted} of a truth",
                                f"b2{wanted.kind[0]}{wanted.width}")
        return self.operation(alu, [node])

    def joined(self, parts: list[Node]) -> Node:
        alu = self.opcodes.vectors.get(len(parts))
        if alu is None:
            return self.missing(f"no opcode makes a vector of {len(parts)}", f"vec{len(parts)}")
        return self.operation(alu, parts)

    def missing(self, message: str, name: str) -> Node:
        """A place in a program that cannot be; the name is what the opcode would be called."""
        self.faults.report("E353", self.place, message, near=name,
                           known=list(self.opcodes.by_name), within="nir/alu")
        return self.leaf("number", "0")

    def node(self, value: Value) -> Node:
        # A number may be as wide as the operands at one place and of a fixed width at another.
        if isinstance(value, Number):
            return self.leaf("number", number_text(value))
        if id(value) not in self.nodes:
            self.nodes[id(value)] = self.new_node(value)
        return self.nodes[id(value)]

    def new_node(self, value: Value) -> Node:
        if isinstance(value, Source):
            declared = self.alu.sources[int(value.name.removeprefix("src"))]
            component = value.component if declared.components > 1 else None
            return self.leaf("variable", value.name, -1 if component is None else component)
        assert isinstance(value, Instruction)
        alu = self.opcodes.by_name.get(value.opcode)
        if alu is None:
            return self.missing(f"there is no opcode '{value.opcode}'", value.opcode)
        children = [self.argument(argument, kind)
                    for argument, kind in zip(value.arguments, alu.sources)]
        return self.operation(alu, children)

    def argument(self, argument: Value | tuple[Value, ...], kind: Type) -> Node:
        if isinstance(argument, tuple):
            return self.vector(argument)
        if isinstance(argument, Source) and argument.type.kind == "bool" and kind.width:
            return self.truth(argument, Type("bool", kind.width))
        return self.node(argument)

    def vector(self, parts: tuple[Value, ...]) -> Node:
        """A vector that is an operand as it stands, or one of its own."""
        first = parts[0]
        if isinstance(first, Source):
            declared = self.alu.sources[int(first.name.removeprefix("src"))]
            whole = all(isinstance(part, Source) and part.name == first.name and
                        part.component == number for number, part in enumerate(parts))
            if whole and declared.components == len(parts):
                return self.leaf("variable", first.name)
        if len(set(map(id, parts))) == 1:
            return self.node(first)
        return self.joined([self.node(part) for part in parts])


def number_text(number: Number) -> str:
    """A number as patterns have it. Integers are signed, so that all bits are -1 at every
    width."""
    if number.type.kind == "bool":
        return "true" if number.value else "false"
    if number.type.is_integer:
        return str(representation.constant(number.value, number.type._replace(kind="int")))
    if isinstance(number.value, str):
        return {"-0": "-0.0"}.get(number.value, number.value)
    assert isinstance(number.value, (int, Fraction))
    text = repr(representation.constant(Fraction(number.value), Type("float", 64)))
    mantissa, e, exponent = text.partition("e")
    return (mantissa if "." in mantissa else mantissa + ".0") + \
        (f"e{int(exponent)}" if e else "")


def signature(root: Node) -> str:
    """A text that is equal for nodes that compute the same."""
    numbers: dict[int, int] = {}
    lines = []

    def visit(node: Node) -> int:
        if id(node) not in numbers:
            children = [visit(child) for child in node.children]
            lines.append(f"{node.kind} {node.text} {node.component} {children}")
            numbers[id(node)] = len(numbers)
        return numbers[id(node)]

    visit(root)
    return "\n".join(lines)


def tree_size(root: Node) -> int:
    """Returns how many opcodes there are when nothing is shared."""
    sizes: dict[int, int] = {}
    for node in reversed(_sources_last(root)):
        sizes[id(node)] = sum(sizes[id(child)] for child in node.children) + \
            (1 if node.kind == "op" else 0)
    return sizes[id(root)]


def _sources_last(root: Node) -> list[Node]:
    """Every node before those that it reads."""
    done: list[Node] = []
    seen: set[int] = set()

    def visit(node: Node) -> None:
        if id(node) not in seen:
            seen.add(id(node))
            for child in node.children:
                visit(child)
            done.append(node)

    visit(root)
    return done[::-1]


def copied(root: Node) -> Node:
    """The same nodes as a pattern: nothing is shared, and widths are yet to be inferred."""
    made = Node(root.kind, root.text, root.offset, root.length, root.width, root.component)
    made.alu = root.alu
    made.children = [copied(child) for child in root.children]
    return made


def environment(alu: Alu) -> Mapping[str, Type]:
    """Returns the operands of an opcode that an expression may read."""
    return {f"src{number}": kind for number, kind in enumerate(alu.sources)}
