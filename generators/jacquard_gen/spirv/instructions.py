"""Instructions: `defs/spirv/opcodes/*.yaml`, and extended ones: `defs/spirv/extended/*.yaml`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import takewhile
from pathlib import PurePosixPath
from ..diagnostics import Diagnostics
from ..groups import Context
from ..nir.parts import all_atomics, all_intrinsics, all_opcodes, texture_table
from ..schema import (EXPRESSION, INTEGER, NAME, TEXT, Integer, Record, Text, check_unique, choice,
                      key, list_of, load_entries, record)
from ..source import Scalar
from .enums import Enumeration, capability_names, check_capabilities
from .handlings import FLAGS, HANDLINGS
from .operands import ID_KINDS, OPERANDS, OperandSpec, check_operands, specs_of
from .origins import EXTENSIONS, VERSION

FOLDER = "spirv/opcodes"
EXTENDED_FOLDER = "spirv/extended"

VALUE_TYPES = {
    "float": "A float of any width.", "int": "An integer, taken as signed.",
    "uint": "An integer, taken as unsigned.", "bool": "A truth.", "any": "Any bits.",
    "float32": "A 32-bit float.",
    "int32": "An integer, made 32 bits wide; what is too large or too small becomes the limit.",
    "uint32": "A count of bits, made 32 bits wide; what does not fit may become any count.",
}
CONVERSIONS = {
    "f2u": "Float to unsigned integer.", "f2i": "Float to signed integer.",
    "u2f": "Unsigned integer to float.", "i2f": "Signed integer to float.",
    "u2u": "Unsigned integer to integer.", "i2i": "Signed integer to integer.",
    "f2f": "Float to float.",
}
_WAYS = ("each", "alu", "handling", "unsupported")
_FACTS = ("alu", "intrinsic", "texture", "atomic", "convert", "computes")
_MOST_COMPUTED = 0xff  # the largest number of an instruction that another one computes


class WidthFormula(Record):
    """The formula of an instruction at some widths, which replaces that of the others."""

    widths: list[int] = key(list_of(INTEGER, low=1, or_one=True),
                            "Widths of the operands without one of their own.", required=True)
    expression: Scalar = key(EXPRESSION, "The formula of a component.", required=True, name="as")


class Instruction(Record):
    """An instruction, or an extended one."""

    op: Text = key(NAME, "Its name, without Op.", required=True)
    number: int = key(Integer(0, 0xffff), "Its number.", required=True)
    doc: Text | None = key(TEXT, "A sentence for the reference page.")
    aliases: list[Text] = key(list_of(NAME), "Other names of the same.", default=[])
    operands: list[Text] = key(OPERANDS, "What its words are.", default=[])
    capabilities: list[Text] = key(list_of(NAME), "It needs one of these.", default=[])
    version: Text | None = VERSION
    extensions: list[Text] = EXTENSIONS
    dst: Text | None = key(choice(VALUE_TYPES), "The type of the result, of a formula or opcode.")
    srcs: list[Text] = key(list_of(choice(VALUE_TYPES), high=4), "Types of the operands.",
                           default=[])
    each: Scalar | None = key(EXPRESSION, "The formula of a component.")
    widths: list[int] = key(list_of(INTEGER, low=1, or_one=True), "Widths that the specification "
                            "gives the operands without one of their own, where it does not give "
                            "them all.", default=[])
    at_widths: list[WidthFormula] = key(
        list_of(record(WidthFormula), low=1, or_one=True), "Formulas for widths at which `each` or "
        "the opcode is none, or of all widths where there is neither. Operands of widths that "
        "nothing takes are refused.", default=[])
    alu: Text | None = key(NAME, "The NIR opcode that it is, or that its handling asks for.")
    handling: Text | None = key(choice({name: each.doc for name, each in HANDLINGS.items()}),
                                "How it is translated, where it is no formula.")
    intrinsic: Text | None = key(NAME, "The NIR intrinsic of its handling.")
    texture: Text | None = key(NAME, "The NIR texture operation of its handling.")
    atomic: Text | None = key(NAME, "What an atomic does to memory, as NIR calls it.")
    convert: Text | None = key(choice(CONVERSIONS), "Between what it converts.")
    computes: list[Text] = key(list_of(NAME, low=2, high=2), "The instructions of its set whose "
                               "results are its own and what it stores.", default=[])
    flags: list[Text] = key(list_of(choice(FLAGS)), "What else its handling is to know.",
                            default=[])
    unsupported: Text | None = key(TEXT, "What it is part of that is not supported.")

    @property
    def specs(self) -> tuple[OperandSpec, ...]:
        return specs_of(self.operands)

    @property
    def num_leading_ids(self) -> int:
        """Operands in front that are always there and one id each."""
        return sum(1 for _ in takewhile(
            lambda spec: spec.quantity == "one" and spec.kind in ID_KINDS, self.specs))

    @property
    def has_type(self) -> bool:
        return self.specs[:1] == (OperandSpec("type", "one"),)

    @property
    def has_result(self) -> bool:
        return OperandSpec("result", "one") in self.specs[:2]

    @property
    def is_type(self) -> bool:
        """Instructions that define or announce types have names that begin this way."""
        return self.op.startswith("Type")

    @property
    def way(self) -> str:
        """The key that says what it means; `handling` before the opcode that is its fact."""
        given = [name for name in _WAYS if self.has(name)]
        if not given and self.at_widths:
            return "each"
        return "handling" if "handling" in given else given[0]


def set_name(table: str) -> str:
    """`spirv/extended/GLSL.std.450.yaml` is the set GLSL.std.450."""
    return PurePosixPath(table).name.removesuffix(".yaml")


def load_instructions(context: Context, enums: dict[str, Enumeration]) -> list[Instruction]:
    loaded = [entry for tree in context.tables(FOLDER)
              for entry in load_entries(Instruction, tree, context.diagnostics)]
    return _checked(loaded, context, enums)


def load_extended(context: Context, table: str,
                  enums: dict[str, Enumeration]) -> list[Instruction]:
    """The instructions of one extended set."""
    return _checked(extended_entries(context, table), context, enums)


def extended_entries(context: Context, table: str) -> list[Instruction]:
    """The same, unchecked."""
    return context.once(
        f"entries of {table}",
        lambda here: load_entries(Instruction, here.table(table), here.diagnostics))


def _checked(loaded: list[Instruction], context: Context,
             enums: dict[str, Enumeration]) -> list[Instruction]:
    diagnostics = context.diagnostics
    by_name = check_unique(loaded, lambda entry: entry.op, diagnostics)
    names: dict[str, Text] = {str(name): entry.op for name, entry in by_name.items()}
    numbers: dict[int, Instruction] = {}
    capabilities = capability_names(enums)
    for entry in by_name.values():
        first = numbers.setdefault(entry.number, entry)
        if first is not entry:
            diagnostics.error("E703", entry.where("number"),
                              f"{entry.op} and {first.op} have the number {entry.number}",
                              [(first.where("number"), "it is given here, too")])
        for alias in entry.aliases:
            taken = names.setdefault(str(alias), alias)
            if taken is not alias:
                diagnostics.error("E704", alias.position,
                                  f"'{alias}' stands for two instructions",
                                  [(taken.position, "it is here, too")])
        check_operands(entry.operands, enums, diagnostics)
        check_capabilities(entry.capabilities, capabilities, diagnostics)
        _check_meaning(entry, diagnostics)
        _check_computed(entry, by_name, diagnostics)
        _check_nir(entry, context)
    return sorted(by_name.values(), key=lambda entry: entry.number)


def _check_meaning(entry: Instruction, diagnostics: Diagnostics) -> None:
    ways = [name for name in _WAYS if entry.has(name)]
    if "handling" in ways and "alu" in ways:
        ways.remove("alu")
    if not ways and entry.at_widths:
        ways.append("each")
    if len(ways) != 1:
        what = f"'{ways[0]}' and '{ways[1]}' both say" if ways else "nothing says"
        diagnostics.error("E701", entry.where(ways[1]) if ways else entry.position,
                          f"{what} what {entry.op} means",
                          [(None, "give one of each, alu, handling and unsupported")])
        return
    _check_facts(entry, diagnostics)
    computed = entry.way in ("each", "alu")
    if computed and (entry.dst is None or not entry.srcs):
        diagnostics.error("E708", entry.position,
                          f"{entry.op} is computed, so it needs 'dst' and 'srcs'")
    elif not computed and (entry.dst is not None or entry.srcs or entry.at_widths or
                           entry.widths):
        key_ = next(name for name in ("dst", "srcs", "at_widths", "widths") if entry.has(name))
        diagnostics.error("E708", entry.where(key_),
                          f"{entry.op} is not computed by a formula or an opcode")
    elif computed:
        count = sum(spec.kind == "id" for spec in entry.specs)
        if count != len(entry.srcs):
            diagnostics.error("E708", entry.where("srcs"),
                              f"{entry.op} has {count} operands, and {len(entry.srcs)} types "
                              "are given")


def _check_facts(entry: Instruction, diagnostics: Diagnostics) -> None:
    handling = HANDLINGS[str(entry.handling)] if entry.handling is not None else None
    wanted = "alu" if entry.way == "alu" else handling.fact if handling is not None else ""
    for name in _FACTS:
        if entry.has(name) and name != wanted:
            diagnostics.error("E702", entry.where(name), f"nothing asks for '{name}' here")
    if wanted and not entry.has(wanted):
        diagnostics.error("E702", entry.where("handling"),
                          f"the handling '{entry.handling}' asks for '{wanted}'")
    for flag in entry.flags:
        if handling is None or flag not in handling.flags:
            diagnostics.error("E702", flag.position,
                              f"the flag '{flag}' means nothing to {entry.op}")


def _check_computed(entry: Instruction, by_name: Mapping[str, Instruction],
                    diagnostics: Diagnostics) -> None:
    """Checks that what an instruction computes are formulas of its set, with numbers of a byte."""
    for name in entry.computes:
        computed = by_name.get(name)
        if (computed is None or computed.way not in ("each", "alu") or
                computed.number > _MOST_COMPUTED):
            diagnostics.error("E702", name.position,
                              f"{entry.op} computes no formula '{name}' of its set", near=name,
                              known={str(each) for each in by_name}, within="the set")


def _check_nir(entry: Instruction, context: Context) -> None:
    table = texture_table(context)
    operations = [] if table is None else table.operations
    # The sets are made where there is something to look for.
    known: tuple[tuple[Text | None, str, Callable[[], set[str]], str], ...] = (
        (entry.alu, "opcode", lambda: {each.name for each in all_opcodes(context)}, "nir/alu"),
        (entry.intrinsic, "intrinsic",
         lambda: {each.name for each in all_intrinsics(context).intrinsics}, "nir/intrinsics"),
        (entry.texture, "texture operation", lambda: {str(each.op) for each in operations},
         "nir/texture.yaml"),
        (entry.atomic, "atomic", lambda: set(all_atomics(context)), "nir/atomics.yaml"),
    )
    for given, what, names_of, within in known:
        names = names_of() if given is not None else set()
        if given is not None and given not in names:
            context.diagnostics.error("E706", given.position, f"NIR has no {what} '{given}'",
                                      near=given, known=names, within=within)
