"""The opcodes: `defs/tgsi/opcodes/*.yaml`."""

from __future__ import annotations

import re
from typing import Any

from ..diagnostics import Diagnostics
from ..groups import Context
from ..identifiers import check_identifiers
from ..schema import (EXPRESSION, FLAG, NAME, TEXT, Integer, Record, Text, check_unique, choice,
                      key, list_of, load_entries, mapping_of, record, text)
from ..source import Scalar
from .names import COMPONENTS, enumerator_of

FOLDER = "tgsi/opcodes"

# Types of operands: how modifiers treat the bits, and the type a formula sees.
VALUE_TYPES = {
    "float": "32-bit floats.",
    "int": "32-bit signed integers.",
    "uint": "32-bit unsigned integers.",
    "untyped": "32-bit values that are moved; modifiers take them for floats.",
    "double": "64-bit floats in pairs of channels.",
    "int64": "64-bit signed integers in pairs of channels.",
    "uint64": "64-bit unsigned integers in pairs of channels.",
}
SOURCE_TYPES = VALUE_TYPES | {
    "sampler": "A register of the file SAMP, which names a texture unit.",
    "view": "A register of the file SVIEW.",
    "resource": "A buffer, image or other memory.",
}
DESTINATION_TYPES = VALUE_TYPES | {"resource": SOURCE_TYPES["resource"]}
WIDE_TYPES = {"double": "float64", "int64": "int64", "uint64": "uint64"}
FORMULA_TYPES = {"float": "float32", "int": "int32", "uint": "uint32",
                 "untyped": "uint32"} | WIDE_TYPES
NARROW_PLACES = {
    "packed": "In x and y.",
    "spread": "In x and z; a result in the first written component of xy and of zw.",
}

FLAGS = {
    "texture": "A texture target follows the operands.",
    "label": "A label may follow.",
    "memory": "Memory qualifiers, a target and a format may follow.",
    "store": "The destination is a resource.",
}
WRITE_MODES = {
    "component": "Each component from the same components of the sources.",
    "replicated": "One scalar in every component.",
    "channels": "Each component has a formula of its own.",
    "other": "In a way of its own.",
    "none": "Nothing is written.",
}
BLOCKS = ("if", "else", "loop", "rep", "for", "switch", "subroutine")
ACTIONS = {
    "nothing": "Has no effect.",
    "end": "The program is over.",
    "discard": "The fragment is discarded.",
    "discard_if_negative": "The fragment is discarded where a component is negative.",
    "fetch_framebuffer": "Reads the target of an output.",
    "demote": "The fragment goes on as a helper.",
    "read_helper": "Whether the fragment is a helper.",
    "interpolate_at_centroid": "Interpolates an input at the centroid.",
    "interpolate_at_sample": "Interpolates an input at a sample.",
    "interpolate_at_offset": "Interpolates an input at an offset from the pixel's centre.",
    "push": "Puts a register on the stack.",
    "pop": "Takes a register from the stack.",
    "emit_vertex": "Ends a vertex of a geometry shader.",
    "end_primitive": "Ends a primitive of a geometry shader.",
    "load_memory": "Reads a resource.",
    "store_memory": "Writes a resource.",
    "atomic_memory": "Reads and changes a resource in one step.",
    "query_memory": "Size of a resource.",
    "order_memory": "Orders accesses to memory.",
    "order_resource": "Orders accesses to a resource.",
    "wait_for_workgroup": "Waits for the whole work group.",
    "read_clock": "Reads the cycle counter.",
    "ballot": "The invocations where the condition holds.",
    "vote": "Asks all invocations with an intrinsic and gives a truth in every component.",
}
JUMPS = {
    "break": "Leaves the innermost loop or switch.",
    "continue": "Begins the innermost loop again.",
    "branch": "Goes to the label.",
    "call": "Runs the subroutine whose number is the label.",
    "return": "Leaves the subroutine, or the program.",
    "case": "The switch comes here when the selector has the value of the source.",
    "default": "The switch comes here when no case has the selector's value.",
}
TEXTURE_OPERATIONS = ("tex", "txb", "txl", "txd", "txf", "txs", "texture_samples", "tg4", "lod")

_WAYS = ("each", "scalar", "channels", "texture", "action", "intrinsic", "jump", "later")

_MNEMONIC = text("a mnemonic", r"[A-Z][A-Z0-9_]*")
_SOURCE_COMPONENT = text("a component of a source such as 'src0.w'", r"src[0-4]\.[xyzw]")
_SOURCE = Integer(0, 4)


class TextureFacts(Record):
    """Describes which NIR texture operation an opcode is and where its arguments are."""

    operation: Text = key(choice(TEXTURE_OPERATIONS), "The operation.", required=True)
    sampler: int | None = key(_SOURCE, "The source that names the unit, or only its sampler.")
    view: int | None = key(_SOURCE, "The source that names the texture, where the sampler does "
                                    "not.")
    projector: Text | None = key(_SOURCE_COMPONENT, "What coordinates are divided by.")
    bias: Text | None = key(_SOURCE_COMPONENT, "What is added to the level.")
    level: Text | None = key(text("'zero' or a component of a source",
                                  r"zero|src[0-4]\.[xyzw]"), "The level.")
    sample: Text | None = key(_SOURCE_COMPONENT,
                              "The number of the sample, where texels have several.")
    comparator: Text | None = key(_SOURCE_COMPONENT,
                                  "The comparator that does not fit into the first source.")
    ddx: int | None = key(_SOURCE, "The source of derivatives relative to x.")
    ddy: int | None = key(_SOURCE, "The source of derivatives relative to y.")
    gathered: int | None = key(_SOURCE, "The immediate, or swizzle of a sampler, that says what "
                                        "is gathered.")


class Opcode(Record):
    """An opcode of the text form."""

    op: Text = key(_MNEMONIC, "The mnemonic.", required=True)
    title: Text = key(TEXT, "Its name in words.", required=True)
    doc: Text | None = key(TEXT, "A sentence for the reference page.")
    legacy: bool = key(FLAG, "Known to older texts only.", default=False)
    aliases: list[Text] = key(list_of(_MNEMONIC), "Other spellings, which mean the same.",
                              default=[])
    dst: Text | None = key(choice(DESTINATION_TYPES), "Type of the destination, if there is one.")
    srcs: list[Text] = key(list_of(choice(SOURCE_TYPES), high=5), "Types of the sources.",
                           default=[])
    optional_sources: int = key(Integer(0, 5), "How many of the last sources may be left out.",
                                default=0)
    flags: list[Text] = key(list_of(choice(FLAGS)), "What may follow, and the like.", default=[])
    write: Text | None = key(choice(WRITE_MODES), "How results are written, without a formula.")
    opens: Text | None = key(choice(BLOCKS), "The block of control flow that begins here.")
    closes: list[Text] = key(list_of(choice(BLOCKS)), "The blocks that may end here.", default=[])
    within: list[Text] = key(list_of(choice(BLOCKS)), "One of these must be open.", default=[])
    each: Scalar | None = key(EXPRESSION, "The formula of a component; sources are scalars.")
    scalar: Scalar | None = key(EXPRESSION, "The formula of the one result; sources are vectors.")
    channels: dict[Text, Scalar] | None = key(mapping_of(EXPRESSION, choice(COMPONENTS)),
                                              "A formula for each component.")
    narrow: Text | None = key(choice(NARROW_PLACES), "Where the 32-bit operands of a 64-bit "
                                                     "opcode are.")
    common: dict[Text, Scalar] = key(mapping_of(EXPRESSION, NAME),
                                     "Values that several channels use.", default={})
    texture: TextureFacts | None = key(record(TextureFacts), "A texture instruction.")
    intrinsic: Text | None = key(NAME, "A NIR intrinsic applied to each component, or the one "
                                       "that the action asks.")
    atomic: Text | None = key(NAME, "What an atomic does to memory, as NIR calls it.")
    counter: Text | None = key(NAME, "The NIR intrinsic that does the same to an atomic counter.")
    action: Text | None = key(choice(ACTIONS), "Something other than computing a value.")
    jump: Text | None = key(choice(JUMPS), "Where control goes, or comes from.")
    condition: Scalar | None = key(EXPRESSION, "What control flow depends on; sources are "
                                               "vectors.")
    stages: list[Text] = key(list_of(NAME), "The stages that know the opcode; none: all.",
                             default=[])
    later: Text | None = key(TEXT, "What is not supported yet, for the message.")

    @property
    def cpp(self) -> str:
        return enumerator_of(self.op)

    @property
    def write_mode(self) -> str:
        if self.write is not None:
            return str(self.write)
        if self.each is not None or self.translation == "intrinsic":
            return "component"
        if self.scalar is not None:
            return "replicated"
        if self.channels is not None:
            return "channels"
        return "other" if self.dst is not None else "none"

    @property
    def translation(self) -> str:
        """The key that says how the opcode is translated."""
        for name in _WAYS:
            if self.has(name):
                return name
        return "flow" if self.opens is not None or self.closes else ""

    @property
    def is_wide(self) -> bool:
        """Returns true if it computes on pairs of channels."""
        return any(given in WIDE_TYPES for given in (self.dst, *self.srcs))

    @property
    def has_wide_result(self) -> bool:
        return self.dst in WIDE_TYPES

    @property
    def is_control_flow(self) -> bool:
        return self.translation in ("flow", "jump")

    @property
    def formula_text(self) -> str:
        """The formula for people, one line per component where they differ."""
        if self.each is not None or self.scalar is not None:
            only = self.each if self.each is not None else self.scalar
            assert only is not None
            return " ".join(only.value.split())
        lines = [f"{name} = {' '.join(value.value.split())}"
                 for name, value in self.common.items()]
        lines += [f"dst.{name} = {' '.join(value.value.split())}"
                  for name, value in (self.channels or {}).items()]
        return "\n".join(lines)


def load_opcodes(context: Context) -> dict[str, Opcode]:
    diagnostics = context.diagnostics
    loaded = [opcode for tree in context.tables(FOLDER)
              for opcode in load_entries(Opcode, tree, diagnostics)]
    opcodes = check_unique(loaded, lambda opcode: opcode.op, diagnostics)
    check_identifiers([opcode.op for opcode in opcodes.values()], diagnostics, enumerator_of)
    spellings: dict[str, Opcode] = dict(opcodes)
    for opcode in opcodes.values():
        for alias in opcode.aliases:
            first = spellings.setdefault(alias, opcode)
            if first is not opcode or alias == opcode.op:
                diagnostics.error("E404", alias.position,
                                  f"the mnemonic '{alias}' is taken",
                                  [(first.position, "by this opcode")])
        _check(opcode, diagnostics)
    return opcodes


def _check(opcode: Opcode, diagnostics: Diagnostics) -> None:
    ways = [name for name in _WAYS if opcode.has(name)]
    if opcode.has("action") and "intrinsic" in ways:
        ways.remove("intrinsic")
    if len(ways) > 1 or opcode.translation == "":
        what = f"'{ways[0]}' and '{ways[1]}' both say" if ways else "nothing says"
        diagnostics.error("E401", opcode.where(ways[1]) if ways else opcode.position,
                          f"{what} how {opcode.op} is translated",
                          [(None, "give one of each, scalar, channels, texture, intrinsic, "
                                  "action, jump and later")])
        return
    _check_types(opcode, diagnostics)
    if opcode.common and opcode.channels is None:
        diagnostics.error("E402", opcode.where("common"),
                          "values in 'common' are for 'channels'; use 'let' in a single formula")
    if opcode.channels is not None and list(opcode.channels) != list(COMPONENTS):
        diagnostics.error("E408", opcode.where("channels"),
                          "the channels are x, y, z and w, in this order")
    if opcode.optional_sources > len(opcode.srcs):
        diagnostics.error("E408", opcode.where("optional_sources"),
                          f"{opcode.op} has only {len(opcode.srcs)} sources")
    _check_control_flow(opcode, diagnostics)
    if opcode.texture is not None:
        _check_texture(opcode, opcode.texture, diagnostics)


def _check_control_flow(opcode: Opcode, diagnostics: Diagnostics) -> None:
    if opcode.opens == "if" and opcode.condition is None:
        diagnostics.error("E402", opcode.where("opens"),
                          f"{opcode.op} opens an if and needs a 'condition'")
    if opcode.condition is not None and not opcode.is_control_flow and opcode.action is None:
        diagnostics.error("E402", opcode.where("condition"),
                          f"a condition is for control flow and actions, and {opcode.op} is "
                          "neither")
    if (opcode.action == "atomic_memory") != (opcode.atomic is not None):
        diagnostics.error("E402", opcode.where("action" if opcode.atomic is None else "atomic"),
                          "the action 'atomic_memory' and the key 'atomic' go together")
    if opcode.jump == "call" and "label" not in opcode.flags:
        diagnostics.error("E402", opcode.where("jump"),
                          f"{opcode.op} calls what a label names and needs the flag 'label'")


def _check_types(opcode: Opcode, diagnostics: Diagnostics) -> None:
    computed = opcode.translation in ("each", "scalar", "channels", "intrinsic")
    if computed and opcode.dst is None:
        diagnostics.error("E402", opcode.position, f"{opcode.op} has a formula and no 'dst'")
    if not computed:
        return
    for given in [*opcode.srcs, *([opcode.dst] if opcode.dst else [])]:
        if given not in FORMULA_TYPES:
            diagnostics.error("E407", given.position,
                              f"a formula has no operands of type '{given}'")
    if opcode.is_wide and opcode.translation != "each":
        diagnostics.error("E407", opcode.where(opcode.translation),
                          "a formula of 64-bit operands is one for 'each'")
    has_narrow = any(given not in WIDE_TYPES for given in (opcode.dst, *opcode.srcs))
    if (opcode.narrow is not None) != (opcode.is_wide and has_narrow):
        diagnostics.error("E402", opcode.where("narrow") if opcode.narrow else opcode.position,
                          "'narrow' says where the 32-bit operands of a 64-bit opcode are")
    if opcode.intrinsic is not None and not opcode.srcs:
        diagnostics.error("E408", opcode.where("intrinsic"),
                          "an opcode that is an intrinsic of each component has a source")


def _check_texture(opcode: Opcode, facts: TextureFacts, diagnostics: Diagnostics) -> None:
    count = len(opcode.srcs)
    for name, value in (("sampler", facts.sampler), ("view", facts.view), ("ddx", facts.ddx),
                        ("ddy", facts.ddy), ("gathered", facts.gathered)):
        if value is not None and value >= count:
            diagnostics.error("E405", facts.where(name),
                              f"there is no source {value}; {opcode.op} has {count}")
    if facts.sampler is None and facts.view is None:
        diagnostics.error("E402", opcode.where("texture"),
                          f"nothing says which texture {opcode.op} reads")
    for name, value in (("sampler", facts.sampler), ("view", facts.view)):
        if value is not None and value < count and opcode.srcs[value] != name:
            diagnostics.error("E407", facts.where(name),
                              f"source {value} of {opcode.op} is no {name}")
    for written in (facts.projector, facts.bias, facts.level, facts.sample, facts.comparator):
        if written is not None and written != "zero" and source_component(written)[0] >= count:
            diagnostics.error("E405", written.position,
                              f"there is no source {written[3]}; {opcode.op} has {count}")


def source_component(written: str) -> tuple[int, int]:
    """`src1.w` as (1, 3)."""
    match = re.fullmatch(r"src([0-4])\.([xyzw])", written)
    assert match is not None
    return int(match[1]), COMPONENTS[match[2]]


def texture_values(facts: TextureFacts) -> dict[str, Any]:
    """The facts as numbers for the template; -1 where there is none."""
    def packed(value: Text | None) -> int:
        if value is None or value == "zero":
            return -1
        source, component = source_component(value)
        return source * 4 + component

    def plain(value: int | None) -> int:
        return -1 if value is None else value

    return {
        "operation": str(facts.operation), "sampler": plain(facts.sampler),
        "view": plain(facts.view),
        "projector": packed(facts.projector), "bias": packed(facts.bias),
        "level": packed(facts.level), "level_zero": facts.level == "zero",
        "sample": packed(facts.sample), "comparator": packed(facts.comparator),
        "ddx": plain(facts.ddx), "ddy": plain(facts.ddy), "gathered": plain(facts.gathered),
    }
