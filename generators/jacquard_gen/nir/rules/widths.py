"""Widths and component counts of the values of a rule, inferred from its opcodes.

Values whose widths must be equal share a class. A class has a domain: the widths (bit n for 2^n)
that the opcodes, numbers and notes such as `@32` allow. All widths of a replacement must follow
from those of what was found.
"""

from __future__ import annotations

from .numbers import domain, is_float
from .patterns import Faults, Node

ALL = 0x79
ANY_COUNT = 0


def bit_of(width: int) -> int:
    return 1 << (width.bit_length() - 1)


def widths_of(mask: int) -> list[int]:
    return [1 << n for n in range(7) if mask >> n & 1]


class Classes:
    """Union-find over width classes."""

    def __init__(self) -> None:
        self.parent: list[int] = []
        self.domains: list[int] = []

    def new(self, mask: int = ALL) -> int:
        self.parent.append(len(self.parent))
        self.domains.append(mask)
        return len(self.parent) - 1

    def root(self, klass: int) -> int:
        while self.parent[klass] != klass:
            klass = self.parent[klass]
        return klass

    def domain(self, klass: int) -> int:
        return self.domains[self.root(klass)]

    def join(self, a: int, b: int) -> bool:
        """Makes two classes one; False where no width is left."""
        a, b = self.root(a), self.root(b)
        if a != b:
            self.parent[b] = a
            self.domains[a] &= self.domains[b]
        return self.domains[a] != 0

    def restrict(self, klass: int, mask: int) -> bool:
        klass = self.root(klass)
        self.domains[klass] &= mask
        return self.domains[klass] != 0


class Shapes:
    """The facts known of the values of one rule."""

    def __init__(self) -> None:
        self.classes = Classes()
        self.names: dict[str, int] = {}
        self.counts: dict[str, int] = {}
        self.result_class = -1
        self.result_count = ANY_COUNT
        self.own_count = ANY_COUNT  # what "as many as the instruction has" is, where it is fixed
        self.found_roots: list[tuple[int, int]] = []

    def find(self, root: Node, faults: Faults) -> None:
        assert root.alu is not None
        self.result_count = root.alu.dest.components
        self.result_class = self._visit(root, self.result_count, faults, False)
        seen = dict.fromkeys(self.classes.root(k) for k in range(len(self.classes.parent)))
        self.found_roots = [(k, self.classes.domains[k]) for k in seen]

    def replace(self, root: Node, faults: Faults) -> None:
        first = len(self.classes.parent)
        klass = self._visit(root, self.result_count, faults, True)
        if not faults.failed and not self.classes.join(self.result_class, klass):
            faults.report("E333", root, "the replacement cannot be as wide as what it replaces")
        if faults.failed:
            return
        self._check_found(root, faults)
        found = {self.classes.root(k) for k, _ in self.found_roots}
        for node in root.walk():
            if node.klass >= first and self.classes.root(node.klass) not in found and \
                    len(widths_of(self.classes.domain(node.klass))) != 1 and not faults.failed:
                faults.report("E333", node, "nothing that was found gives this its width",
                              ("write it as opcode@32 or number@32",))

    def _check_found(self, root: Node, faults: Faults) -> None:
        """Two widths that were free of each other must stay so."""
        merged: dict[int, int] = {}
        for klass, before in self.found_roots:
            now = self.classes.root(klass)
            one = len(widths_of(self.classes.domains[now])) == 1
            if merged.setdefault(now, klass) != klass and not one and not faults.failed:
                faults.report("E333", root, "the replacement needs two widths to be equal that "
                              "may differ in what is found", ("fix them with name@32",))

    def _visit(self, node: Node, count: int, faults: Faults, replacement: bool) -> int:
        classes = self.classes
        if node.klass >= 0:
            return node.klass
        node.count = count
        if node.kind == "op":
            return self._operation(node, count, faults, replacement)
        if node.kind in ("number", "computed"):
            node.klass = classes.new(domain(node.text) if node.kind == "number" else ALL)
        else:
            self._name(node, count, faults, replacement)
        if node.width and not classes.restrict(node.klass, bit_of(node.width)):
            faults.report("E333", node, f"this cannot be {node.width} bits wide")
        return node.klass

    def _name(self, node: Node, count: int, faults: Faults, replacement: bool) -> None:
        if node.text not in self.names:
            self.names[node.text] = self.classes.new()
            self.counts[node.text] = count
        node.klass = self.names[node.text]
        have = self._resolved(self.counts[node.text])
        want = self._resolved(count)
        if node.component >= 0:
            if have == ANY_COUNT or node.component >= have:
                faults.report("E334", node, f"'{node.text}' has no component "
                              f"{'xyzw'[node.component]} here that is always there")
        elif have != want and not (replacement and have == 1):
            faults.report("E334", node, f"'{node.text}' has {self._count_text(have)} elsewhere "
                          f"and {self._count_text(want)} here")

    def _count_text(self, count: int) -> str:
        if count == ANY_COUNT:
            return "the instruction's components"
        return f"{count} component{'s' if count > 1 else ''}"

    def _resolved(self, count: int) -> int:
        return self.own_count if count == ANY_COUNT else count

    def _operation(self, node: Node, count: int, faults: Faults, replacement: bool) -> int:
        alu, classes = node.alu, self.classes
        assert alu is not None
        made = alu.dest.components
        if made > 1 and self._resolved(count) != made:
            if count == ANY_COUNT and self.own_count == ANY_COUNT and not replacement:
                self.own_count = made
            else:
                faults.report("E334", node, f"'{node.text}' makes {made} components, and "
                              f"{self._count_text(self._resolved(count))} are needed here")
        own = -1
        if alu.width_mask:
            own = classes.new(node.allowed or alu.width_mask)
            if node.width and not classes.restrict(own, bit_of(node.width)):
                faults.report("E333", node, f"'{node.text}' does not exist at {node.width} bits")
        for kind, child in zip(alu.sources, node.children):
            inner = self._visit(child, kind.components or count, faults, replacement)
            wanted = own if kind.width == 0 else classes.new(bit_of(kind.width))
            if child.kind == "number" and is_float(child.text) != (kind.kind == "float") and \
                    alu.name not in ("mov", "bcsel") and kind.kind == "float":
                faults.report("E342", child, f"'{node.text}' takes floats: write {child.text}.0")
            if not classes.join(wanted, inner):
                of = f"{kind.width} bits wide" if kind.width else "as wide as the others"
                faults.report("E333", child, f"this source of '{node.text}' must be {of}")
        node.klass = own if alu.dest.width == 0 else classes.new(bit_of(alu.dest.width))
        if node.label and not replacement:
            self.names[node.label] = node.klass
            self.counts[node.label] = count if made == 0 else made
        return node.klass
