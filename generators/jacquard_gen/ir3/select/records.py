"""The entries of the tables of instruction selection, and the rules that they become."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from ...expr import Tree
from ...nir.rules.patterns import Faults, Node
from ...nir.rules.widths import Shapes, bit_of, widths_of
from ...schema import (EXPRESSION, FLAG, TEXT, Integer, Number, Record, Text, key, list_of)
from ...source import Scalar
from ..tables.versions import EntryKind, changes_of

# The possible widths of values: a bool is 0 or 1 in a full register. Lowering leaves no others.
WIDTHS = (1, 16, 32)


class SelectEntry(Record):
    """Describes how a NIR instruction is computed by machine instructions."""

    select: Scalar = key(EXPRESSION, "The NIR instructions that are replaced: (opcode source ...). "
                         "Sources are names, constants (#c), numbers or patterns; @W fixes a "
                         "width.", required=True)
    when: Scalar | None = key(EXPRESSION, "What else must hold: an expression over facts of the "
                              "machine (machine.NAME), constants of the pattern and `precise`.")
    doc: Text | None = key(TEXT, "Why the rule is as it is.")
    inexact: bool = key(FLAG, "Rounds otherwise; exact instructions are left alone.",
                        default=False)
    domain: list[float] | None = key(list_of(Number(0, 3.4e38), 2, 2),
                                     "Smallest and largest magnitude of the float operands an "
                                     "inexact rule is tried with.")
    tolerance: int | None = key(Integer(0, 65535), "By how many units in the last place an "
                                "inexact rule may differ there.")
    emit: list[Text] = key(list_of(TEXT, low=1, or_one=True), "The machine instructions.",
                           required=True)


KIND = EntryKind("select", "selection rule", SelectEntry, changes_of(SelectEntry, "select"),
                 ("ir3/select", "ir3/revisions"), also=("when", "inexact"), added_first=True)


class Operand(NamedTuple):
    """A source of an emitted instruction: a name, or a number as it is written."""

    name: str
    number: str
    negate: bool
    absolute: bool
    offset: int


def shapes_of(find: Node, faults: Faults, with_bits: bool = False) -> Shapes:
    """The widths of what a pattern finds. Of the widths of bools, lowering leaves the first. An
    integer of one bit is meant where @1 says so, or anywhere with `with_bits`."""
    shapes = Shapes()
    shapes.find(find, faults)
    for node in find.walk() if not faults.failed else []:
        if node.alu is None:
            continue
        for kind, part in [(node.alu.dest, node), *zip(node.alu.sources, node.children)]:
            if kind.kind == "bool" and not shapes.classes.restrict(part.klass, bit_of(1)):
                faults.report("E333", part, "a bool has one bit when instructions are selected")
    classes = shapes.classes
    for klass in {classes.root(k) for k in range(len(classes.parent))}:
        if not with_bits and classes.domain(klass) != bit_of(1):
            classes.restrict(klass, ~bit_of(1))
    return shapes


@dataclass
class Line:
    """An instruction that a rule emits."""

    text: Text
    offset: int        # of the mnemonic
    target: str        # "dst": the result
    mnemonic: str
    op: str
    condition: str
    source_type: str
    type: str
    saturate: bool
    round: str
    operands: list[Operand]
    # Fields that the mnemonic names, with their values.
    fields: dict[str, str] = field(default_factory=dict)
    # Tells if the result is in a half register: true, false, or as a value or the result is.
    half: str = ""
    # The same for each operand that is a number.
    halves: list[str] = field(default_factory=list)

    def at(self) -> tuple[int, int]:
        return self.offset, len(self.mnemonic)


@dataclass
class Rule:
    """A checked rule; entries that revisions share are loaded once."""

    entry: SelectEntry
    find: Node
    shapes: Shapes
    names: dict[str, Node]
    condition: Tree | None = None
    lines: list[Line] = field(default_factory=list)
    alias: str = ""
    # The bit in the number of an order, for each commutative part whose order matters.
    orders: dict[int, int] = field(default_factory=dict)
    # The revisions that have it and on which its condition may hold.
    revisions: list[str] = field(default_factory=list)
    number: int = -1

    @property
    def pattern(self) -> str:
        return self.entry.select.value

    @property
    def provenance(self) -> str:
        return self.entry.provenance

    def widths(self, klass: int) -> list[int]:
        return [width for width in widths_of(self.shapes.classes.domain(klass))
                if width in WIDTHS]

    def assignments(self) -> list[dict[int, int]]:
        """Every choice of a width for each class of values."""
        result: list[dict[int, int]] = [{}]
        classes = self.shapes.classes
        for klass in dict.fromkeys(classes.root(k) for k in range(len(classes.parent))):
            result = [{**known, klass: width} for known in result
                      for width in self.widths(klass)]
        return result


class Selection(NamedTuple):
    """The rules of every revision in the order in which they are tried."""

    rules: list[Rule]
    order: dict[str, list[Rule]]
