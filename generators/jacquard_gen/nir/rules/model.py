"""Checked rules: trees with widths, names with slots, conditions, the orders to try."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ...expr.representation import FRACTION_BITS
from ...expr.types import Type
from ...source import Position, Scalar
from ..alu import Alu
from .conditions import Condition
from .patterns import Node
from .widths import Shapes, widths_of

MAXIMUM_NAMES = 12
MAXIMUM_ORDERS = 6
MAXIMUM_STEPS = 48
DEFAULT_GROUP = "algebraic"


@dataclass(frozen=True)
class Bound:
    """Describes how closely the sides agree of a rule that rounds otherwise, and for floats of
    which magnitudes: within `tolerance` units in the last place, or within `absolute` of results
    below 1 and that part of larger ones. With `off_by` they may differ by the name of that
    number, too, once; those of a rule are numbered from 1. With `either_sign` floats of both signs
    are tried."""

    low: float
    high: float
    tolerance: int = 0
    absolute: float = 0.0
    off_by: int = 0
    either_sign: bool = False

    def allows_anything(self, widths: Iterable[int]) -> bool:
        """Returns true if a result of one of the widths may be twice what it is to be."""
        return self.absolute >= 0.5 or any(self.tolerance >> FRACTION_BITS[width]
                                           for width in widths if width in FRACTION_BITS)


@dataclass(frozen=True)
class Origin:
    """The entry that a rule comes from."""

    name: str
    provenance: str
    member: str
    find: Scalar
    replace: Scalar
    inexact: bool = False            # exact instructions are left alone
    unless: tuple[str, ...] = ()
    bound: Bound | None = None
    doc: str = ""
    flushes: bool = False            # otherwise than what it finds, and applies all the same


@dataclass
class Rule:
    """One member of a written rule."""

    origin: Origin
    group: str
    find: Node
    replace: Node
    shapes: Shapes
    names: dict[str, Node]
    conditions: list[Condition] = field(default_factory=list)
    computed: dict[int, Condition] = field(default_factory=dict)  # by offset in the replacement
    orders: dict[int, int] = field(default_factory=dict)          # offset of a node → its bit
    number: int = 0
    truths: tuple[Alu, int] | None = None  # of a lowering of truths in another form: the opcode
    #                                        itself, and the width of what has none of its own

    @property
    def name(self) -> str:
        return self.origin.name

    @property
    def provenance(self) -> str:
        return self.origin.provenance

    @property
    def member(self) -> str:
        return self.origin.member

    @property
    def found_at(self) -> Position:
        return self.origin.find.at(self.find.offset, self.find.length)

    @property
    def replaced_at(self) -> Position:
        return self.origin.replace.at(self.replace.offset, self.replace.length)

    @property
    def of_truths(self) -> bool:
        return self.truths is not None

    @property
    def has_sizes(self) -> bool:
        """Returns true if it finds instructions that read or make a number of components of their
        own."""
        return any(kind.components != 0 for node in self.find.walk() if node.alu is not None
                   for kind in (node.alu.dest, *node.alu.sources))

    @property
    def used_once_depth(self) -> int:
        """Returns how far below its root the deepest name stands that must be used once; 0: none
        must."""
        asked = {slot for condition in self.conditions if condition.kind == "used_once"
                 for slot in condition.slots}
        return max((depth for node, depth in _with_depths(self.find, 0) if node.name in asked),
                   default=0)

    def widths(self, klass: int) -> list[int]:
        return widths_of(self.shapes.classes.domain(klass))

    def is_float(self) -> bool:
        """Returns true if a float is read or made by anything in it."""
        return any(node.alu is not None and _touches_float(node.alu)
                   for tree in (self.find, self.replace) for node in tree.walk())


def _with_depths(node: Node, depth: int) -> Iterator[tuple[Node, int]]:
    """The node and everything below it, each with how far that is below the root."""
    yield node, depth
    for child in node.children:
        yield from _with_depths(child, depth + 1)


def _touches_float(alu: Alu) -> bool:
    return alu.dest.kind == "float" or any(kind.kind == "float" for kind in alu.sources)


def kinds_of_names(find: Node) -> dict[str, str]:
    """Returns how each name is read at its first place: float, int, uint or bool."""
    kinds: dict[str, str] = {}
    for node in find.walk():
        if node.alu is None:
            continue
        if node.label:
            kinds.setdefault(node.label, node.alu.dest.kind)
        for kind, child in zip(node.alu.sources, node.children):
            if child.kind in ("variable", "constant"):
                kinds.setdefault(child.text, kind.kind)
    return kinds


def types_of_names(find: Node, shapes: Shapes) -> dict[str, Type]:
    """For expressions: the type of each name, without a width where it may have several."""
    types: dict[str, Type] = {}
    for name, kind in kinds_of_names(find).items():
        widths = widths_of(shapes.classes.domain(shapes.names[name]))
        types[name] = Type(kind, widths[0] if len(widths) == 1 else 0)
    return types


def orders_to_try(find: Node, conditions: list[Condition]) -> dict[int, int]:
    """The commutative nodes whose other order may match where the written one does not."""
    seen: dict[str, int] = {}
    for node in find.walk():
        if node.name:
            seen[node.name] = seen.get(node.name, 0) + 1
    asked = {name: {condition.kind if condition.function is None else (name, condition.text)
                    for condition in conditions if name in condition.slots} for name in seen}

    def alike(first: Node, second: Node) -> bool:
        """Returns true if it is all the same which of two values is which."""
        return all(child.kind == "variable" and seen[child.text] == 1 and not child.width
                   for child in (first, second)) and asked[first.text] == asked[second.text]

    orders: dict[int, int] = {}
    for node in find.walk():
        if not node.commutes:
            continue
        first, second = node.children[:2]
        same = alike(first, second) or \
            (first.kind == "variable" and second.kind == "variable" and first.text == second.text)
        if not same:
            orders[node.offset] = len(orders)
    return orders
