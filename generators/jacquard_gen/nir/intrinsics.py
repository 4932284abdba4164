"""Intrinsics, their constant indices, and the memory spaces that stand among them."""

from __future__ import annotations

from dataclasses import dataclass

from ..diagnostics import Diagnostics
from ..escape import identifier
from ..expr import Language
from ..groups import Context
from ..schema import (NAME, TEXT, Integer, Record, Text, check_unique, entries, key, load_entries,
                      load_record)
from .alu import Alu
from .behaviour import records
from .behaviour.atomics import AtomicRow
from .behaviour.checks import Known
from .behaviour.claims import check_claims
from .behaviour.entry import Intrinsic, LoweredValue
from .behaviour.load import BehaviourRow, Loader
from .behaviour.spaces import MemorySpace, SpaceRow, checked
from .enums import EnumType

WIDTHS = (1, 8, 16, 32, 64)
ANY = -1
PER_INSTRUCTION = 0
BUILT_IN_TYPES = {
    "int": "std::int64_t",
    "uint": "std::uint32_t",
    "bool": "bool",
    "type": "AluType",
    "opcode": "Opcode",
    "io_semantics": "IoSemantics",
    "transform_feedback": "IoTransformFeedback",
    "cooperative_matrix": "CooperativeMatrix",
}
PACKED_TYPES = ("io_semantics", "transform_feedback", "cooperative_matrix")


class Index(Record):
    """A constant index: an integer that is part of an intrinsic instruction."""

    index: Text = key(NAME, "Name of the index.", required=True)
    doc: Text = key(TEXT, "A sentence for the reference page.", required=True)
    type: Text = key(NAME, "int, uint, bool, type, opcode, io_semantics, transform_feedback, "
                     "cooperative_matrix or an enumeration.",
                     required=True)
    most: int = key(Integer(1, 0xffffffff), "The largest number, of a uint.", default=0xffffffff)


@dataclass(frozen=True)
class IndexRow:
    """An index for the templates: `enum` is set where its type is an enumeration."""

    name: str
    doc: str
    type: str
    cpp_type: str
    enum: str
    most: int
    provenance: str

    @property
    def is_packed(self) -> bool:
        """Returns true if the C++ type is a structure as large as the integer."""
        return self.type in PACKED_TYPES


@dataclass(frozen=True)
class IntrinsicRow:
    """An intrinsic for the templates; counts are 0 for the instruction's own, -1 for any."""

    name: str
    doc: str
    source_names: list[str]
    source_components: list[int]
    deref_sources: int
    variables: int
    has_dest: bool
    dest_components: int
    bit_sizes: list[int]
    indices: list[str]
    flags: list[str]
    behaviour: BehaviourRow
    lower: LoweredValue | None
    divergence: str
    provenance: str

    @property
    def system_value(self) -> bool:
        return self.behaviour.kind == "system_value"

    @property
    def semantic(self) -> str:
        """Returns the semantic of variables that stand for the same system value."""
        entry = self.behaviour.entry
        return str(entry.variable or "") if isinstance(entry, records.SystemValue) else ""

    @property
    def takes_component_count(self) -> bool:
        """Returns true if a builder is told the count: nothing but the result has it."""
        return self.has_dest and self.dest_components == PER_INSTRUCTION

    @property
    def counted_source(self) -> int:
        """The source that gives the instruction's component count, or -1."""
        if self.takes_component_count or PER_INSTRUCTION not in self.source_components:
            return -1
        return self.source_components.index(PER_INSTRUCTION)

    @property
    def parameters(self) -> list[str]:
        """Returns the parameters of the builder's method: those that the table leaves open, then
        the sources."""
        made = ["unsigned num_components"] if self.takes_component_count else []
        if self.has_dest and len(self.bit_sizes) != 1:
            made.append("unsigned bit_size")
        made += [f"Variable* variable{number}" for number in range(self.variables)]
        return made + [f"SsaDef* {name}_source" for name in self.source_names]

    @property
    def builder_call(self) -> str:
        """Returns the call in the builder's method: it makes the instruction, then names its
        variables and writes all components of what it stores."""
        count = "num_components" if self.takes_component_count else \
            f"{self.source_names[self.counted_source]}_source->num_components" \
            if self.counted_source >= 0 else "0"
        width = "0" if not self.has_dest else \
            str(self.bit_sizes[0]) if len(self.bit_sizes) == 1 else "bit_size"
        sources = ", ".join(f"{name}_source" for name in self.source_names)
        array = f"{{{sources}}}"
        call = f"self().intrinsic(IntrinsicOp::{identifier(self.name)}, {count}, {width}, {array})"
        if self.variables:
            names = ", ".join(f"variable{number}" for number in range(self.variables))
            call = f"self().naming({call}, {{{names}}})"
        return f"self().writing_all({call})" if self.writes_components else call

    @property
    def writes_components(self) -> bool:
        return "write_mask" in self.indices and self.counted_source >= 0

    @property
    def bit_size_mask(self) -> int:
        """Bit log2 of each allowed width; all where none is given."""
        return sum(1 << (width.bit_length() - 1) for width in self.bit_sizes) or 0x79


def load_indices(context: Context, enums: dict[str, EnumType]) -> dict[str, IndexRow]:
    diagnostics = context.diagnostics
    written = load_entries(Index, context.table("nir/indices.yaml"), diagnostics)
    result: dict[str, IndexRow] = {}
    for name, entry in check_unique(written, lambda entry: entry.index, diagnostics).items():
        kind = str(entry.type)
        enum = kind if kind in enums else ""
        if not enum and kind not in BUILT_IN_TYPES:
            diagnostics.error("E307", entry.type.position, f"there is no type '{kind}'",
                              near=kind, known=[*BUILT_IN_TYPES, *enums],
                              within=("nir/enums.yaml", "nir/texture.yaml"))
            continue
        if entry.has("most") and kind != "uint":
            diagnostics.error("E110", entry.where("most"),
                              f"an index of type {kind} has no 'most'")
        result[name] = IndexRow(name, str(entry.doc), kind, BUILT_IN_TYPES.get(kind, kind), enum,
                                entry.most, entry.provenance)
    return result


@dataclass(frozen=True)
class Tables:
    """The intrinsics and the memory spaces, by their names' order."""

    intrinsics: list[IntrinsicRow]
    spaces: dict[str, SpaceRow]


def load(context: Context, indices: dict[str, IndexRow], enums: dict[str, EnumType],
         opcodes: list[Alu], atomics: dict[str, AtomicRow]) -> Tables:
    diagnostics = context.diagnostics
    language: Language | None = context.model("expr")
    operations, spaces = _entries(context)
    by_name = check_unique(operations, lambda entry: entry.op, diagnostics)
    rows = checked(check_unique(spaces, lambda entry: entry.space, diagnostics).values(), enums,
                   diagnostics)
    semantics = [value.word for value in enums["Semantic"].values] if "Semantic" in enums else []
    comparisons = [opcode.name for opcode in opcodes
                   if opcode.dest.kind == "bool" and len(opcode.sources) == 2]
    if language is None:
        return Tables([], rows)
    loader = Loader(Known(rows, atomics, comparisons, semantics),
                    {name: row.type for name, row in indices.items()}, language, diagnostics)
    made = sorted((_row(entry, indices, loader, diagnostics) for entry in by_name.values()),
                  key=lambda row: row.name)
    check_claims([(by_name[row.name], row.behaviour) for row in made], diagnostics)
    return Tables(made, rows)


def _entries(context: Context) -> tuple[list[Intrinsic], list[MemorySpace]]:
    """A table of intrinsics may hold memory spaces, beside the intrinsics that access them."""
    operations: list[Intrinsic] = []
    spaces: list[MemorySpace] = []
    for tree in context.tables("nir/intrinsics"):
        for node in entries(tree, context.diagnostics):
            if "space" in node.entries and "op" not in node.entries:
                space = load_record(MemorySpace, node, context.diagnostics)
                spaces += [space] if space is not None else []
            else:
                operation = load_record(Intrinsic, node, context.diagnostics)
                operations += [operation] if operation is not None else []
    return operations, spaces


def _count(written: Text) -> int:
    if written == "n":
        return PER_INSTRUCTION
    if written == "deref[1]":
        return 1
    return ANY if written in ("any", "deref") else int(written)


def count_word(count: int) -> str:
    """A row's count of components, as the tables write it."""
    return {PER_INSTRUCTION: "n", ANY: "any"}.get(count, str(count))


def _row(entry: Intrinsic, indices: dict[str, IndexRow], loader: Loader,
         diagnostics: Diagnostics) -> IntrinsicRow:
    for name in entry.indices:
        if name not in indices:
            diagnostics.error("E306", name.position, f"there is no constant index '{name}'",
                              near=name, known=indices, within="nir/indices.yaml")
    for width in entry.bit_sizes:
        if width not in WIDTHS:
            diagnostics.error("E311", entry.where("bit_sizes"),
                              f"a value cannot be {width} bits wide")
    counts = [_count(count) for count in entry.srcs.values()]
    dest = _count(entry.dest) if entry.dest is not None else 0
    if entry.dest is not None and (dest == ANY or entry.dest.startswith("deref")):
        diagnostics.error("E310", entry.dest.position,
                          "the result has a count or takes the instruction's ('n')")
    behaviour, flags = loader.load(entry)
    return IntrinsicRow(
        str(entry.op), str(entry.doc), [str(name) for name in entry.srcs], counts,
        sum(1 << at for at, count in enumerate(entry.srcs.values())
            if count.startswith("deref")),
        entry.variables, entry.dest is not None, dest,
        [width for width in entry.bit_sizes if width in WIDTHS],
        [str(name) for name in entry.indices if name in indices],
        flags, behaviour, entry.lower, str(entry.divergence), entry.provenance)
