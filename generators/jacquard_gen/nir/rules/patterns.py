"""Patterns of rewrite rules: text to trees.

    term     = name | name "." component | "#" name | number | "{" expression "}" | list
    list     = [ name "=" ] "(" opcode { term } ")"

A name, a constant and an opcode may end in `@W`, their width.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ...diagnostics import Diagnostics
from ...source import Scalar
from ..alu import Alu

WIDTHS = (1, 8, 16, 32, 64)
MAXIMUM_DEPTH = 12

_TOKEN = re.compile(r"\s*(?:(?P<label>[a-z_][a-z0-9_]*)=(?=\()|(?P<open>\()|(?P<close>\))|"
                    r"(?P<computed>\{[^{}]*\}(?:@[0-9]+)?)|(?P<atom>[^\s(){}]+)|(?P<bad>\S))")
_NAME = re.compile(r"(#?)([a-z_][a-z0-9_]*)(?:\.([xyzw]))?(?:@([0-9]+))?\Z")
_NUMBER = re.compile(r"(-?(?:inf|(?:0x[0-9a-fA-F]+)|[0-9]+(?:\.[0-9]+(?:e-?[0-9]+)?)?)|nan|true|"
                     r"false)(?:@([0-9]+))?\Z")
_OPCODE = re.compile(r"([a-z][a-z0-9_]*)(?:@([0-9]+))?\Z")


@dataclass
class Node:
    """A part of a pattern.

    kind: "op", "variable", "constant" (any constant, bound to a name), "number" or "computed".
    `text` is the opcode, the name, the number as it is written, or the expression. `width` is 0
    where none is written. `component` selects one of a variable's, else -1. `allowed` is a mask
    of the widths that an opcode's operands without one may have here; 0 for all it exists at.
    Patterns are trees; what lowerings put in place may share nodes.
    """

    kind: str
    text: str
    offset: int
    length: int
    width: int = 0
    component: int = -1
    label: str = ""
    alu: Alu | None = None
    children: list[Node] = field(default_factory=list)
    klass: int = -1       # of its width, see `widths`
    count: int = 0        # components; 0: as many as the instruction has
    commutes: bool = False
    below: list[Node] | None = None
    allowed: int = 0

    @property
    def name(self) -> str:
        """Returns the name that the node binds or reads, or an empty string."""
        return self.text if self.kind in ("variable", "constant") else self.label

    def walk(self) -> list[Node]:
        """The node and everything below it, each once, parents first. Nodes do not change once
        walked."""
        if self.below is None:
            found = {id(self): self}
            for child in self.children:
                for node in child.walk():
                    found.setdefault(id(node), node)
            self.below = list(found.values())
        return self.below

    def size(self) -> int:
        return sum(1 for node in self.walk() if node.kind == "op")


class Faults:
    """Reports faults at offsets of one text."""

    def __init__(self, text: Scalar, diagnostics: Diagnostics) -> None:
        self.text = text
        self.diagnostics = diagnostics
        self.failed = False

    def report(self, code: str, node: Node | tuple[int, int], message: str,
               notes: tuple[str, ...] = (), near: str = "",
               known: dict[str, Alu] | list[str] | tuple[str, ...] = (),
               within: str | tuple[str, ...] = ()) -> None:
        offset, length = (node.offset, node.length) if isinstance(node, Node) else node
        self.failed = True
        self.diagnostics.error(code, self.text.at(offset, length), message,
                               [(None, note) for note in notes], near=near, known=known,
                               within=within)


class Parser:
    def __init__(self, opcodes: dict[str, Alu], diagnostics: Diagnostics) -> None:
        self.opcodes = opcodes
        self.commuting = {name for name, opcode in opcodes.items()
                          if "commutative" in opcode.properties}
        self.diagnostics = diagnostics

    def parse(self, text: Scalar, replacement: bool) -> Node | None:
        """The tree of a pattern, None after its faults were reported."""
        faults = Faults(text, self.diagnostics)
        value = text.value
        stack: list[tuple[Node, bool]] = []
        done: list[Node] = []
        position = 0
        label = ""
        while True:
            found = _TOKEN.match(value, position)
            if found is None:
                break
            kind = str(found.lastgroup)
            token = found.group(kind)
            start = found.start(kind)
            position = found.end()
            place = (start, len(token))
            if kind == "label":
                label = token
                continue
            if kind == "open":
                if len(stack) >= MAXIMUM_DEPTH:
                    faults.report("E330", place, f"nested more than {MAXIMUM_DEPTH} deep")
                    return None
                if label and replacement:
                    faults.report("E330", place, "only what is found can be named")
                stack.append((Node("op", "", start, 1, label=label), False))
                label = ""
                continue
            node: Node | None
            if kind == "close":
                if not stack or not stack[-1][1]:
                    faults.report("E330", place, "a pattern is (opcode source ...)")
                    return None
                node = stack.pop()[0]
                self._arity(node, faults)
            elif stack and not stack[-1][1]:
                if not self._opcode(stack[-1][0], kind, token, start, faults):
                    return None
                stack[-1] = (stack[-1][0], True)
                continue
            else:
                node = self._leaf(kind, token, start, replacement, faults)
                if node is None:
                    return None
            (stack[-1][0].children if stack else done).append(node)
        if stack or len(done) != 1 or label:
            notes = ("in YAML a # after a space begins a comment: write the pattern in quotes",) \
                if stack and text.plain else ()
            faults.report("E330", (0, len(value)),
                          "a pattern is one (opcode source ...) with matching parentheses", notes)
            return None
        root = done[0]
        if not replacement and root.kind != "op":
            faults.report("E330", root, "what is found is an instruction: (opcode source ...)")
        return None if faults.failed else root

    def _opcode(self, node: Node, kind: str, token: str, start: int, faults: Faults) -> bool:
        found = _OPCODE.match(token) if kind == "atom" else None
        if found is None:
            faults.report("E330", (start, len(token)), f"'{token}' is not a name of an opcode")
            return False
        node.text, node.offset, node.length = found.group(1), start, len(token)
        node.width = int(found.group(2) or 0)
        node.alu = self.opcodes.get(node.text)
        node.commutes = node.text in self.commuting
        if node.alu is None:
            faults.report("E331", node, f"there is no opcode '{node.text}'", near=node.text,
                          known=self.opcodes, within="nir/alu")
            return False
        return self._width(node, faults)

    def _width(self, node: Node, faults: Faults) -> bool:
        if node.width and node.width not in WIDTHS:
            faults.report("E333", node, f"a value cannot be {node.width} bits wide")
            return False
        return True

    def _arity(self, node: Node, faults: Faults) -> None:
        assert node.alu is not None
        wanted, given = len(node.alu.sources), len(node.children)
        if wanted != given:
            faults.report("E332", node, f"'{node.text}' has {wanted} source"
                          f"{'s' if wanted > 1 else ''}, and the pattern gives it {given}",
                          near=node.text, within="nir/alu")

    def _leaf(self, kind: str, token: str, start: int, replacement: bool,
              faults: Faults) -> Node | None:
        length = len(token)
        if kind == "computed":
            expression, _, width = token.partition("@")
            if not replacement:
                faults.report("E330", (start, length), "only a replacement computes constants")
                return None
            return Node("computed", expression[1:-1], start, length, int(width or 0))
        number = _NUMBER.match(token)
        if number is not None:
            node = Node("number", number.group(1), start, length, int(number.group(2) or 0))
            return node if self._width(node, faults) else None
        name = _NAME.match(token) if kind == "atom" else None
        if name is None:
            faults.report("E330", (start, length),
                          f"'{token}' is not a name, a number or a pattern")
            return None
        if name.group(1) and replacement:
            faults.report("E330", (start, length), "a replacement reads a constant by its name, "
                          "without #")
            return None
        if name.group(3) and not replacement:
            faults.report("E330", (start, length), "only a replacement selects components")
            return None
        component = "xyzw".index(name.group(3)) if name.group(3) else -1
        node = Node("constant" if name.group(1) else "variable", name.group(2), start, length,
                    int(name.group(4) or 0), component)
        return node if self._width(node, faults) else None
