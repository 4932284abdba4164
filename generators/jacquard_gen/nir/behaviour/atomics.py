"""Atomic operations: what each leaves in memory, as a formula."""

from __future__ import annotations

from dataclasses import dataclass

from ...expr import Environment, Language, Tree, cpp, parse_type
from ...expr.types import WIDTHS
from ...groups import Context
from ...schema import (EXPRESSION, INTEGER, NAME, TEXT, Record, Text, check_unique, choice, key,
                       list_of, load_entries)
from ...source import Scalar
from ..enums import EnumType, EnumValue

TABLE = "nir/atomics.yaml"
OPERANDS = ("old", "data", "compare")


class AtomicOperation(Record):
    """The effect of an atomic on memory."""

    atomic: Text = key(NAME, "Name of the operation.", required=True)
    doc: Text = key(TEXT, "A sentence for the reference page.", required=True)
    type: Text = key(choice(("int", "uint", "float")), "How the bits are read.", required=True)
    widths: list[int] = key(list_of(INTEGER), "Widths that it works at; none: all of the type.",
                            default=[])
    leaves: Scalar = key(EXPRESSION, "What it leaves in memory: a formula of `old`, what was "
                         "there, `data`, and `compare` for an exchange with comparison.",
                         required=True)


@dataclass(frozen=True)
class AtomicRow:
    """An operation for the templates: its C++ at the width W."""

    entry: AtomicOperation
    number: int
    widths: list[int]
    reads: frozenset[str]
    loads: list[str]
    statements: list[str]
    value: str

    @property
    def name(self) -> str:
        return str(self.entry.atomic)

    @property
    def doc(self) -> str:
        return str(self.entry.doc)

    @property
    def parameters(self) -> str:
        """Returns the parameters of its C++ function; those that the formula does not read have
        no name."""
        return ", ".join(f"std::uint64_t {name}_bits" if name in self.reads else "std::uint64_t"
                         for name in OPERANDS)

    @property
    def reads_compare(self) -> bool:
        return "compare" in self.reads

    @property
    def formula(self) -> str:
        return " ".join(self.entry.leaves.value.split())

    @property
    def provenance(self) -> str:
        return self.entry.provenance


def load(context: Context) -> dict[str, AtomicRow]:
    """The operations by name, in the order of the table."""
    diagnostics = context.diagnostics
    entries = check_unique(load_entries(AtomicOperation, context.table(TABLE), diagnostics),
                           lambda entry: entry.atomic, diagnostics)
    language: Language | None = context.model("expr")
    if language is None:
        return {}
    rows: dict[str, AtomicRow] = {}
    for number, (name, entry) in enumerate(entries.items()):
        type_ = parse_type(str(entry.type))
        assert type_ is not None
        possible = [width for width in WIDTHS[type_.kind] if width >= 8]
        for width in entry.widths:
            if width not in possible:
                diagnostics.error("E321", entry.where("widths"),
                                  f"memory holds no {entry.type} of {width} bits")
        tree = language.compile(entry.leaves, Environment(dict.fromkeys(OPERANDS, type_)),
                                diagnostics, result=type_)
        if tree is not None:
            rows[name] = _row(entry, number, tree, sorted(entry.widths) or possible)
    return rows


def _row(entry: AtomicOperation, number: int, tree: Tree, widths: list[int]) -> AtomicRow:
    type_ = tree.type
    loads = [f"const {cpp.type_name(type_, 'W')} {name} = {cpp.load(type_, f'{name}_bits', 'W')};"
             for name in OPERANDS if tree.reads(name)]
    code = cpp.emit(tree, {name: name for name in OPERANDS}, "W")
    reads = frozenset(name for name in OPERANDS if tree.reads(name))
    return AtomicRow(entry, number, widths, reads, loads, list(code.statements),
                     cpp.store(type_, code.value, "W"))


def enumeration(rows: dict[str, AtomicRow]) -> EnumType:
    """The operations as an enumeration, for the index that holds one."""
    values = [EnumValue(row.name, row.name, row.number, row.doc) for row in rows.values()]
    where = next(iter(rows.values())).provenance.partition(":")[0] if rows else f"defs/{TABLE}"
    return EnumType("AtomicOp", "What an atomic does to memory.", False, values, f"{where}:1")
