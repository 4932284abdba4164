"""ALU opcodes: types, properties and fold expressions."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from ..diagnostics import Diagnostics
from ..expr import parse_type
from ..expr.types import KINDS, WIDTHS, Type, all_type_names
from ..groups import Context
from ..identifiers import check_identifiers
from ..schema import (EXPRESSION, FLAG, NAME, NATURAL, TEXT, Record, Text, check_unique, choice,
                      key, list_of, load_entries, record, spelt)
from ..source import Scalar
from .lowering_entries import LoweringEntry

COUNTS = (1, 2, 3, 4, 5, 8, 16)
MAXIMUM_SOURCES = 16
_TYPE = spelt(f"(?:{'|'.join(all_type_names())})(?:\\[[0-9]+\\])?")
MAXIMUM_PARAMETERS = 5
"""Sources that a builder's method takes one by one."""
PROPERTIES = {
    "commutative": "The first two sources may be swapped.",
    "associative": "op(op(a, b), c) is op(a, op(b, c)).",
    "rounded_associative": "Associative but for rounding: only inexact rewrites may use it.",
    "selection": "The result is the second or the third source, chosen by the first.",
    "copy": "Each component of the result is a component of a source, bit for bit.",
    "conversion": "Changes type or width and nothing else.",
    "width_dependent": "Computed with extended integers, its lower bits may differ.",
    "wrapping_count": "The second source is a count that is taken modulo the width.",
}
NEVER_NEGATIVE = {
    "always": "Whatever the sources are.",
    "if_all": "Where no float source is.",
    "if_constant": "Where one of the float sources is a constant that is not.",
}


class Reduction(Record):
    """Describes how a result comes from the components of the sources."""

    each: Text = key(NAME, "The opcode applied to each component; none: the component itself.",
                     default=None)
    combine: Text = key(NAME, "The opcode that joins two results, from left to right.",
                        required=True)
    backward: bool = key(FLAG, "Whether the last component comes first.", default=False)


class AluOpcode(Record):
    """An ALU opcode: a function of its sources and nothing else."""

    op: Text = key(NAME, "Name of the opcode.", required=True)
    aliases: list[Text] = key(list_of(NAME, low=1, or_one=True), "Names that it had before: texts "
                              "and commands take them, nothing writes them.", default=[])
    former_width: int = key(NATURAL, "The width that its operands had before they took "
                            "the instruction's: what 0 bits mean to a command.", default=0)
    doc: Text = key(TEXT, "A sentence for the reference page.", required=True)
    dest: Text = key(_TYPE, "Type of the result; without a count it works per component.",
                     required=True)
    srcs: list[Text] = key(list_of(_TYPE, low=1, high=MAXIMUM_SOURCES), "Types of the sources.",
                           required=True)
    core: bool = key(FLAG, "Whether passes of all kinds make or look for it. What names no other "
                     "opcodes is not compiled again where one is added.", default=False)
    replicated: bool = key(FLAG, "The one value computed goes to every component of the result.",
                           default=False)
    properties: list[Text] = key(list_of(choice(PROPERTIES)), "What rewrites may assume.",
                                 default=[])
    reduce: Reduction | None = key(
        record(Reduction), "For a result of one component made from all those of the sources: "
        "which scalar opcodes make it.")
    rounds: bool = key(FLAG, "Whether the result is rounded as the shader's float controls say.",
                       default=False)
    in_single: Text | None = key(NAME, "For a result of float16 that rounds: the opcode that "
                                 "computes it in float32, from which it is rounded.")
    identity: Scalar | None = key(EXPRESSION, "The value that leaves the other source as it is, "
                                  "on whichever side: what combining no values gives.")
    never_negative: Text | None = key(choice(NEVER_NEGATIVE), "That a float result is never less "
                                      "than zero; a NaN or a negative zero it may be.")
    fold: Scalar = key(EXPRESSION, "The value computed.", required=True)
    lower: list[LoweringEntry] = key(
        list_of(record(LoweringEntry), low=1, or_one=True), "How it is computed by other opcodes "
        "where a target lacks it; of several in one group the first that applies.", default=[])


@dataclass
class Alu:
    """A checked opcode."""

    name: str
    entry: AluOpcode
    dest: Type
    sources: list[Type]
    table: str
    widths: list[int]
    # Claims of the entry that do not hold, which was reported.
    refuted: set[str] = field(default_factory=set)

    @property
    def replicated(self) -> bool:
        return self.entry.replicated

    @property
    def core(self) -> bool:
        return self.entry.core

    @property
    def parameters(self) -> list[str]:
        """Returns the parameters of a builder's method in C++, in which In is const Operand&."""
        count = len(self.sources)
        operands = [f"In src{number}" for number in range(count)] \
            if count <= MAXIMUM_PARAMETERS else [f"std::span<const Operand, {count}> operands"]
        return ["unsigned num_components", *operands] if self.replicated else operands

    @property
    def arguments(self) -> str:
        """Returns the arguments from which a builder's method makes the opcode."""
        if len(self.sources) > MAXIMUM_PARAMETERS:
            return "operands"
        operands = ", ".join(f"src{number}" for number in range(len(self.sources)))
        if self.replicated:
            return f"std::array<Operand, {len(self.sources)}>{{{operands}}}, num_components, 0"
        return f"{{{operands}}}"

    @property
    def doc(self) -> str:
        return str(self.entry.doc)

    @property
    def provenance(self) -> str:
        return self.entry.provenance

    @property
    def properties(self) -> list[str]:
        """The names of the flags in C++."""
        return [name for name in PROPERTIES
                if name in self.entry.properties and name not in self.refuted]

    @property
    def unsized(self) -> list[Type]:
        return [kind for kind in [*self.sources, self.dest] if kind.width == 0]

    @cached_property
    def width_mask(self) -> int:
        """Bit log2 of every width the unsized operands may have; 0 where all have one."""
        return sum(1 << (width.bit_length() - 1) for width in self.widths)

    @property
    def width_source(self) -> int:
        """The source that gives the instruction's width, or -1."""
        for number, kind in enumerate(self.sources):
            if kind.width == 0:
                return number
        return -1


def load(context: Context) -> list[Alu]:
    """All opcodes by name. Faults are reported; a faulty opcode is left out."""
    diagnostics = context.diagnostics
    entries = [entry for tree in context.tables("nir/alu")
               for entry in load_entries(AluOpcode, tree, diagnostics)]
    by_name = check_unique(entries, lambda entry: entry.op, diagnostics)
    check_identifiers([entry.op for entry in by_name.values()], diagnostics)
    _check_aliases(by_name, diagnostics)
    for entry in by_name.values():
        _check_reduction(entry, by_name, diagnostics)
        _check_rounding(entry, by_name, diagnostics)
    checked = [_check(entry, diagnostics) for entry in by_name.values()]
    return sorted((alu for alu in checked if alu is not None), key=lambda alu: alu.name)


def _check_aliases(by_name: dict[str, AluOpcode], diagnostics: Diagnostics) -> None:
    """A name must mean one opcode."""
    taken = {name: entry.op for name, entry in by_name.items()}
    for entry in by_name.values():
        for alias in entry.aliases:
            if str(alias) in taken:
                other = taken[str(alias)]
                diagnostics.error("E118", alias.position, f"there is another entry named '{alias}'",
                                  [(other.position, "it is here")], misnamed=True)
            taken[str(alias)] = alias


def _type(written: Text, diagnostics: Diagnostics) -> Type | None:
    parsed = parse_type(str(written))
    if parsed is None:
        near = str(written).split("[", 1)[0]
        diagnostics.error("E301", written.position, f"there is no type '{written}'",
                          [(None, f"a type is one of {', '.join(KINDS)}, with a width and a count "
                                  "where they are fixed: float, uint8, float32[4]")],
                          near=near, known=all_type_names())
        return None
    if parsed.components and parsed.components not in COUNTS:
        diagnostics.error("E305", written.position,
                          f"a value cannot have {parsed.components} components, only 1 to 5, "
                          "8 or 16")
        return None
    return parsed


def _check_reduction(entry: AluOpcode, known: dict[str, AluOpcode],
                     diagnostics: Diagnostics) -> None:
    if entry.reduce is None:
        return
    wanted = [(entry.reduce.combine, 2)]
    if entry.reduce.each is not None:
        wanted.append((entry.reduce.each, len(entry.srcs)))
    for name, count in wanted:
        other = known.get(str(name))
        if other is None:
            diagnostics.error("E312", name.position, f"there is no opcode '{name}'",
                              near=str(name), known=known, within="nir/alu")
        elif len(other.srcs) != count:
            diagnostics.error("E312", name.position,
                              f"'{name}' has {len(other.srcs)} sources, but {count} are needed "
                              "here", [(other.op.position, "it is here")])


def _check_rounding(entry: AluOpcode, known: dict[str, AluOpcode],
                    diagnostics: Diagnostics) -> None:
    wanted = entry.rounds and entry.dest.startswith("float16")
    if entry.in_single is None:
        if wanted:
            diagnostics.error("E313", entry.where("rounds"),
                              f"'{entry.op}' rounds to float16, so 'in_single' must say which "
                              "opcode computes it in float32")
        return
    other = known.get(str(entry.in_single))
    if other is None:
        diagnostics.error("E312", entry.in_single.position,
                          f"there is no opcode '{entry.in_single}'", near=str(entry.in_single),
                          known=known, within="nir/alu")
    elif not wanted:
        diagnostics.error("E313", entry.in_single.position,
                          f"'{entry.op}' does not round to float16")
    elif not other.dest.startswith("float32") or len(other.srcs) != len(entry.srcs):
        diagnostics.error("E313", entry.in_single.position,
                          f"'{other.op}' does not compute a float32 from the same sources",
                          [(other.op.position, "it is here")])


def _check(entry: AluOpcode, diagnostics: Diagnostics) -> Alu | None:
    dest = _type(entry.dest, diagnostics)
    maybe = [_type(source, diagnostics) for source in entry.srcs]
    sources = [kind for kind in maybe if kind is not None]
    if dest is None or len(sources) != len(maybe):
        return None
    table = Path(entry.node.source.name).stem
    alu = Alu(str(entry.op), entry, dest, sources, table, [])
    _check_counts(alu, diagnostics)
    _check_properties(alu, diagnostics)
    _check_sign(alu, diagnostics)
    unsized = alu.unsized
    if unsized:
        widths = set(WIDTHS[unsized[0].kind]).intersection(*(WIDTHS[k.kind] for k in unsized))
        alu.widths = sorted(widths)
        if not widths or (alu.width_source < 0):
            diagnostics.error("E303", entry.where("dest"),
                              f"'{entry.op}' has no width: the result has none and neither has "
                              "a source to take it from")
            return None
    if entry.former_width and entry.former_width not in alu.widths:
        diagnostics.error("E303", entry.where("former_width"),
                          f"'{entry.op}' does not exist with {entry.former_width} bits, so its "
                          "operands never had them")
    return alu


def _check_counts(alu: Alu, diagnostics: Diagnostics) -> None:
    per_component = [source for source in alu.sources if source.components == 0]
    if alu.replicated:
        if alu.dest.components or per_component:
            diagnostics.error("E304", alu.entry.where("replicated"),
                              f"'{alu.name}' can be replicated only with a result without a count "
                              "and sources that have one")
    elif alu.dest.components == 0 and not per_component:
        diagnostics.error("E304", alu.entry.where("dest"),
                          f"'{alu.name}' works per component but none of its sources does",
                          [(None, "give the result a count, as in float[1]")])
    if alu.dest.components != 0 and per_component:
        diagnostics.error("E304", alu.entry.where("srcs"),
                          f"the result of '{alu.name}' has a count, so each source needs one",
                          [(None, "for example float[1]")])


def _check_properties(alu: Alu, diagnostics: Diagnostics) -> None:
    for written in alu.entry.properties:
        reason = _objection(str(written), alu)
        if reason:
            alu.refuted.add(str(written))
            diagnostics.error("E302", written.position,
                              f"'{alu.name}' cannot be {written}: {reason}")


def _check_sign(alu: Alu, diagnostics: Diagnostics) -> None:
    claim = alu.entry.never_negative
    if claim is None:
        return
    floats = [kind for kind in alu.sources if kind.kind == "float"]
    reason = "its result is not a float" if alu.dest.kind != "float" else \
        "it reads no floats" if claim != "always" and not floats else ""
    if reason:
        diagnostics.error("E302", claim.position,
                          f"'{alu.name}' cannot be never_negative {claim}: {reason}")


def _objection(claim: str, alu: Alu) -> str:
    sources = alu.sources
    if claim == "commutative":
        if len(sources) < 2:
            return "it has fewer than two sources"
        if sources[0] != sources[1]:
            return f"its first two sources are {sources[0]} and {sources[1]}"
    if claim in ("associative", "rounded_associative"):
        if len(sources) < 2:
            return "it has fewer than two sources"
        if alu.dest != sources[0] or sources[0] != sources[1]:
            return "its result and first two sources differ in type"
    if claim == "selection":
        if len(sources) != 3:
            return "it has not three sources"
        if sources[1] != sources[2] or sources[1] != alu.dest:
            return "its result and the chosen sources differ in type"
    if claim == "copy" and any(source.scalar != alu.dest.scalar for source in sources):
        return "its result and its sources differ in type"
    if claim == "conversion" and len(sources) != 1:
        return "it has not one source"
    if claim in ("width_dependent", "wrapping_count"):
        if not any(kind.width == 0 and kind.is_integer for kind in sources):
            return "it has no integer source without a width"
        if claim == "wrapping_count" and (len(sources) < 2 or not sources[1].is_integer):
            return "its second source is not an integer"
    return ""
