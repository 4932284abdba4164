"""The entries of the ir3 tables as the loader reads them."""

from __future__ import annotations

from typing import Any

from ...schema import (EXPRESSION, FLAG, INTEGER, MNEMONIC, NAME, NODE, TEXT, Integer, Kind, Record,
                       Text, choice, either, key, list_of, mapping_of, record, text)
from ...source import Mapping, Scalar, Sequence

RANGES: Kind = text("a quoted bit range such as \"63:61\" or \"53,48:41\"",
                    r"[0-9]{1,2}(?::[0-9]{1,2})?(?:,[0-9]{1,2}(?::[0-9]{1,2})?)*")
BITS: Kind = mapping_of(NODE, RANGES)
MACHINE: Kind = mapping_of(EXPRESSION, NAME)
KINDS = {
    "gpr": "a register",
    "constant": "a component of the constant file",
    "immediate": "a number",
    "table_immediate": "a float of the hardware's table",
    "relative_gpr": "a register relative to a0.x",
    "relative_constant": "a constant relative to a0.x",
}
# Types of a field, beside the enumerations.
FIELD_TYPES = ("flag", "uint", "int", "offset", "target", "components")
SOURCE_KINDS = {
    "gpr": "a register",
    "constant": "the constant file",
    "immediate": "a number",
    "relative": "relative to a0.x",
    "shared": "a register of the whole wave",
}
MODIFIERS = {
    "negate": "(neg) changes the sign",
    "absolute": "(abs) takes the magnitude",
    "invert": "(neg) inverts every bit",
}


# Facts about an opcode that the compiler and the emulator ask for; OpcodeInfo has a bit for each.
PROPERTIES = {
    "comparison": "The result is 1 or 0 by the field `condition`, which ends the mnemonic.",
    "copy": "The result is the source.",
    "sign_change": "The result is the source after its modifiers.",
    "predicate_logic": "May write a predicate on machines with `predicate_logic`.",
    "reads_varying": "Reads varying storage.",
    "counts_bits": "Takes 32-bit sources on machines with `wide_bit_count` alone.",
    "no_saturate": "The bit of (sat) has no effect, or a wrong one.",
    "one_constant": "The constant file is read through one port.",
    "no_last_relative": "The last source is not relative with an offset of 0.",
    "sample_index": "The coordinates end in the index of a sample.",
    "gradients": "Derivatives are after the coordinates.",
    "fine": "Differs between the two rows or columns of a quad.",
    "level_bias": "The level in src1 is added to the one that the derivatives give.",
    "own_level": "The level in src1 takes the place of the one that the derivatives give.",
    "along_x": "A difference between columns.",
    "wide_types": "The field `atomic_type` tells the type of its data.",
    "byte_index": "What is added to an address counts bytes, not words of 32 bits.",
    "unknown_flow": "Goes on where the word alone does not say.",
    "reads_destination": "Reads its destination, too: of a vector all but the first register, "
                         "which alone is written.",
}
# An operand has as many registers as a field of the word, or the machine, tells.
VECTORS = {
    "size": "As many as the field `size` says.",
    "size_vec4": "Four times as many as the field `size` says.",
    "type_size": "As many as the field `type_size` says.",
    "dimensions": "As many as there are coordinates.",
    "place": "As many as there are coordinates of an image; one of a buffer.",
    "address": "Those of an address.",
}
# The number 0 is for an operand that is ignored.
LENGTHS = ("0", "1", "2", "3", "4", *VECTORS)
# The actions of opcodes in the emulator, beside those that have semantics.
ACTIONS = {
    "nothing": "Goes on.",
    "convert": "Moves and conversions.",
    "move_many": "Several moves at once.",
    "lane_mask": "The mask of the active lanes.",
    "varying": "A read of a varying.",
    "varying_load": "A load from varying storage.",
    "sample": "Texture lookups and queries.",
    "derivative": "A difference between lanes of a quad.",
    "quad_shuffle": "A value of another lane of the quad.",
    "constant_load": "A load from a uniform buffer.",
    "constant_load_many": "A load from a uniform buffer into the constant file.",
    "constant_store": "A store to the constant file.",
    "shared_constant_store": "A copy from the shared push constants to the constant file.",
    "memory_load": "A load from memory by address.",
    "memory_store": "A store to memory by address.",
    "memory_atomic": "A read, change and write of memory by address.",
    "descriptor_load": "A load through a descriptor.",
    "descriptor_store": "A store through a descriptor.",
    "descriptor_atomic": "A read, change and write through a descriptor.",
    "slot_load": "A load from a slot, with its place in bytes.",
    "slot_store": "A store to a slot, with its place in bytes.",
    "slot_atomic": "A read, change and write in a slot, with its place in bytes.",
    "descriptor_size": "The size of what a descriptor names.",
    "lane_number": "The number of the lane.",
    "shuffle": "A value of a lane that is computed.",
    "lane_value": "The value of one lane, for all.",
    "broadcast_cluster": "A value of the lower half of a cluster of lanes for its upper half.",
    "alias": "Lets a later instruction read something else in place of a register.",
    "sample_position": "Where a sample lies within its pixel.",
    "barrier": "Waits for the other waves of the workgroup.",
    "fence": "Orders accesses to memory.",
    "preamble": "Goes on elsewhere, but in the wave that runs the preamble.",
    "kill": "Ends lanes.",
    "end": "Ends the wave.",
    "jump": "Goes on elsewhere.",
    "branch": "Branches lane by lane on a predicate.",
    "branch_or": "Branches lane by lane where one of two predicates holds.",
    "branch_and": "Branches lane by lane where both of two predicates hold.",
    "branch_any": "Branches as a wave if the predicate holds in any lane.",
    "branch_all": "Branches as a wave if the predicate holds in all lanes.",
    "elect_one": "One lane goes on.",
    "elect_last": "Lanes of the first cluster jump, but for its last one.",
    "predicate_true": "Only lanes with p0.x set write.",
    "predicate_false": "Only lanes with p0.x clear write.",
    "predicate_end": "All lanes write.",
}


# The memory that an opcode reaches by address.
MEMORIES = {
    "global_memory": "Memory of the whole machine.",
    "local_memory": "Memory of a workgroup.",
    "stage_memory": "Memory by which stages before the rasteriser hand on what they make.",
    "private_memory": "Memory of one lane.",
}
# The meanings of the top three bits of a word, in the order of their values.
CATEGORIES = {
    "flow": "Flow control.",
    "move": "Moves and conversions.",
    "two_sources": "Arithmetic of one or two sources.",
    "three_sources": "Arithmetic of three sources.",
    "special": "Special functions.",
    "texture": "Textures.",
    "memory": "Memory.",
    "barrier": "Barriers and caches.",
}
# The kinds of access that opcodes of the texture unit make to a texture. Queries take no
# coordinates.
LOOKUPS = {
    "filter": "A texel, filtered.",
    "fetch": "A texel by whole-number coordinates.",
    "gather": "One component of four texels; `variant` is its number.",
    "level_of_detail": "The level that a filtered lookup would take.",
    "size_query": "The size of a level, the number of layers last.",
    "buffer_query": "The size of a buffer of texels.",
    "level_query": "The number of levels in the third component, and of samples.",
}
QUERIES = ("size_query", "buffer_query", "level_query")
# Each atomic operation computes this from the old value and its operand.
OPERATIONS = {
    "add": "Their sum.",
    "subtract": "Their difference.",
    "exchange": "The operand.",
    "increment": "The old value and 1; 0 once the operand is reached.",
    "decrement": "The old value less 1; the operand below 0 and above the operand.",
    "compare_exchange": "The operand where the old value is what is expected.",
    "minimum": "The smaller one, by the type's sign.",
    "maximum": "The larger one, by the type's sign.",
    "bit_and": "The bits that both have.",
    "bit_or": "The bits that one of them has.",
    "bit_xor": "The bits that only one of them has.",
}


class PartsEntry(Record):
    """Differences on some parts of a revision."""

    parts: list[int] = key(list_of(Integer(0, 0xffff), low=1), "The parts.", required=True)
    doc: Text = key(TEXT, "A sentence about them.", required=True)
    machine: dict[Text, Scalar] = key(MACHINE, "Facts of the machine that differ.", default={})
    disputed: dict[Text, Text] = key(mapping_of(TEXT, NAME), "Facts of which sources say different "
                                     "things: which ones, and what.", default={})


class RevisionEntry(Record):
    """A revision of the hardware: what it changes of another, and the parts that implement it."""

    revision: Text = key(NAME, "Name of the revision.", required=True)
    doc: Text = key(TEXT, "A sentence about it.", required=True)
    number: int = key(Integer(0, 0xffff), "The hundred its part numbers round down to.",
                      required=True)
    extends: Text | None = key(NAME, "The revision it starts from; the one that the tables of the "
                               "instruction set describe has none.")
    parts: list[int] = key(list_of(Integer(0, 0xffff), low=1), "Part numbers, the usual one first.",
                           required=True)
    machine: dict[Text, Scalar] = key(MACHINE, "Facts of the machine that differ, by name.",
                                      default={})
    some_parts: list[PartsEntry] = key(list_of(record(PartsEntry)),
                                       "What differs on some of the parts.", default=[])
    drop: Sequence | None = key(NODE, "Entries it does not have.")
    change: Sequence | None = key(NODE, "Entries of which it changes the given keys.")
    add: Sequence | None = key(NODE, "Entries it adds.")


class EnumValue(Record):
    """A value of an enumeration."""

    value: int = key(Integer(0, 255), "The number in the word.", required=True)
    text: Text | None = key(TEXT, "What is printed, the name when not given.")
    f32: int | None = key(Integer(0, 0xffffffff),
                          "The bits of the single-precision float it stands for.")
    f16: int | None = key(Integer(0, 0xffff),
                          "The bits of the half-precision float it stands for.")


class EnumEntry(Record):
    """An enumerated field."""

    enum: Text = key(NAME, "Name of the enumeration.", required=True)
    doc: Text = key(TEXT, "A sentence about it.", required=True)
    values: dict[Text, Any] = key(mapping_of(either(record(EnumValue), Integer(0, 255)), NAME),
                                  "Names and their values.", required=True)
    sets: dict[Text, list[Text]] = key(mapping_of(list_of(NAME), NAME),
                                       "Named groups of values for conditions.", default={})


class FieldEntry(Record):
    """A field of the instruction words, a member of the decoded instruction."""

    field: Text = key(NAME, "Name of the field.", required=True)
    doc: Text = key(TEXT, "A sentence about it.", required=True)
    type: Text = key(NAME, "flag, uint, int, offset, components or an enumeration.", required=True)
    text: Text | None = key(TEXT, "What a flag prints when it is set.")
    names: Text | None = key(NAME, "The enumeration whose names a number prints.")
    default: int = key(INTEGER, "Value of the member in a new instruction.", default=0)
    anywhere: bool = key(FLAG, "An assembler reads the flag after the mnemonic as well as before "
                               "it.", default=False)
    implied: Text | None = key(NAME, "For a flag that no text shows: the field that is not 0 where "
                                     "an assembler must set it.")


class WordEntry(Record):
    """The words of an instruction set."""

    word: Text = key(NAME, "What a word is.", required=True)
    doc: Text = key(TEXT, "A sentence about it.", required=True)
    bits: int = key(Integer(8, 64), "How many bits it has.", required=True)
    category: Text | None = key(RANGES, "The bits that tell the category of an instruction, where "
                                        "there are categories.")


class FormCase(Record):
    """One reading of an operand's bits."""

    kind: Text = key(choice(KINDS), "What the operand is.", required=True)
    when: Scalar | None = key(EXPRESSION, "Condition over the form's parameters.")
    register: Text | None = key(NAME, "The register that it is, where no bits say which.")
    bits: dict[Text, Any] = key(BITS, "The bits, from the operand's own bit 0.", required=True)
    text: Text = key(TEXT, "What is printed.", required=True)


class FormEntry(Record):
    """A form of operands."""

    form: Text = key(NAME, "Name of the form.", required=True)
    doc: Text = key(TEXT, "A sentence about it.", required=True)
    width: int = key(Integer(1, 64), "How many bits it has.", required=True)
    parameters: dict[Text, Text] = key(mapping_of(NAME, NAME),
                                       "What the format hands in, and its type.", default={})
    cases: list[FormCase] = key(list_of(record(FormCase), low=1), "Its readings.", required=True)


class RegisterEntry(Record):
    """Registers with a meaning of their own."""

    registers: Text = key(NAME, "What they are.", required=True)
    doc: Text = key(TEXT, "A sentence about them.", required=True)
    first: int = key(Integer(0, 63), "The number of the first (vec4).", required=True)
    count: int = key(Integer(1, 63), "How many there are.", default=1)
    counted_by: Text | None = key(NAME, "The fact of the machine that says how many a revision "
                                  "has; all have them all when not given.")
    components: int = key(Integer(1, 4), "How many components of one register are meant, where "
                          "the fact of the machine counts these.", default=0)
    component: int = key(Integer(0, 3), "The component that it is, of one register.", default=0)
    name: Text | None = key(NAME, "What the text of an instruction calls it.")


class FormatChange(Record):
    """A format, or what a revision changes of one."""

    format: Text = key(NAME, "Name of the format.", required=True)
    doc: Text | None = key(TEXT, "A sentence about it.")
    extends: Text | None = key(NAME, "The format it inherits from.")
    timing: Text | None = key(NAME, "Timing class of its opcodes.")
    parameters: dict[Text, Text] = key(
        mapping_of(choice({"count": "A number.", "flag": "Whether it is so: 0 or 1."}), NAME),
        "Numbers each opcode must give.", default={})
    bits: dict[Text, Any] = key(BITS, "What the bits of the word mean.", default={})
    pieces: dict[Text, Text] = key(mapping_of(TEXT, NAME), "Named pieces of the text.", default={})
    text: Text | None = key(TEXT, "What is printed.")
    older: list[Text] = key(list_of(TEXT), "Texts that were printed before, which an assembler "
                            "reads as well.", default=[])
    marks_count: bool = key(FLAG, "An assembler takes the (r) of sources where nothing repeats for "
                                  "the count in their bits, as it once printed.",
                            default=False)
    kinds: dict[Text, list[Text]] = key(mapping_of(list_of(choice(SOURCE_KINDS)), NAME),
                                        "What each source may be, where that is not all that its "
                                        "bits can say.", default={})
    vectors: dict[Text, Text] = key(mapping_of(choice(LENGTHS), NAME),
                                    "How many registers an operand stands for, where it is not "
                                    "one: a number, or what tells it.", default={})
    properties: list[Text] = key(list_of(choice(PROPERTIES)), "Facts about its opcodes.",
                                 default=[])
    action: Text | None = key(choice(ACTIONS), "What its opcodes make the emulator do.")
    memory: Text | None = key(choice(MEMORIES), "The memory that its opcodes reach by address.")


class FormatEntry(FormatChange):
    """A format of instruction words."""

    doc: Text = key(TEXT, "A sentence about it.", required=True)


class Overlap(Record):
    """Two opcodes that accept a common word on purpose."""

    with_: Text | None = key(MNEMONIC, "The opcode that gives way.", name="with")
    under: Text | None = key(MNEMONIC, "The opcode that comes first.")
    reason: Text = key(TEXT, "Why the tables leave it so.", required=True)


class OpcodeChange(Record):
    """An opcode, or what a revision changes of one."""

    op: Text = key(MNEMONIC, "The mnemonic.", required=True)
    doc: Text | None = key(TEXT, "A sentence about it.")
    format: list[Text] | None = key(list_of(NAME, low=1, or_one=True),
                                    "Its format, or several that differ in a fixed field.")
    opc: int | None = key(Integer(0, 0xffff), "The opcode number.")
    parameters: dict[Text, int] = key(mapping_of(Integer(0, 0xffff), NAME),
                                      "Other numbers that the format asks for.", default={})
    bits: dict[Text, Any] = key(BITS, "Bits that differ from the format.", default={})
    pieces: dict[Text, Text] = key(mapping_of(TEXT, NAME), "Pieces of text that differ.",
                                   default={})
    text: Text | None = key(TEXT, "Text that differs from the format.")
    older: list[Text] = key(list_of(TEXT), "Older texts that differ from those of the format.",
                            default=[])
    when: Scalar | None = key(EXPRESSION, "Condition over fields for the word to be this opcode.")
    srcs: list[Text] = key(list_of(TEXT, high=4), "Types of the sources.", default=[])
    dst: Text | None = key(TEXT, "Type of the result.")
    modifiers: list[Text] = key(list_of(choice(MODIFIERS)), "What the sources may carry.",
                                default=[])
    kinds: dict[Text, list[Text]] = key(mapping_of(list_of(choice(SOURCE_KINDS)), NAME),
                                        "What a source may be, where it differs.", default={})
    vectors: dict[Text, Text] = key(mapping_of(choice(LENGTHS), NAME),
                                    "How many registers an operand stands for, where it is not "
                                    "one: a number, or what tells it.", default={})
    commutative: list[Text] = key(list_of(NAME, low=2, high=2), "Sources that may be exchanged.",
                                  default=[])
    semantics: Scalar | None = key(EXPRESSION, "The value computed.")
    saturated: Scalar | None = key(EXPRESSION, "The value computed with (sat), where it is no "
                                   "clamp of the other.")
    halved: Scalar | None = key(EXPRESSION, "The value computed with (ei).")
    timing: Text | None = key(NAME, "Timing class, where it is not that of the format.")
    properties: list[Text] = key(list_of(choice(PROPERTIES)),
                                 "Facts about it, beside those of its format.", default=[])
    action: Text | None = key(choice(ACTIONS), "What it makes the emulator do, where it is not "
                                               "what its format says.")
    memory: Text | None = key(choice(MEMORIES), "The memory that it reaches by address, where it "
                                                "is not what its format says.")
    operation: Text | None = key(choice(OPERATIONS), "What an atomic leaves in memory.")
    lookup: Text | None = key(choice(LOOKUPS), "What it asks of a texture.")
    variant: int = key(Integer(0, 255), "What tells it from others of its action: the component "
                       "that is gathered, or the bits of its number in which another lane of the "
                       "quad differs.", default=0)
    overlaps: list[Overlap] = key(list_of(record(Overlap)), "Words shared on purpose.", default=[])
    unverified: bool = key(FLAG, "Not confirmed on hardware.", default=False)


class OpcodeEntry(OpcodeChange):
    """An opcode."""

    doc: Text = key(TEXT, "A sentence about it.", required=True)
    format: list[Text] = key(list_of(NAME, low=1, or_one=True),
                             "Its format, or several that differ in a fixed field.", required=True)


__all__ = ["ACTIONS", "BITS", "CATEGORIES", "EnumEntry", "EnumValue", "FIELD_TYPES", "FieldEntry",
           "FormatChange", "FormatEntry", "FormCase", "FormEntry", "KINDS", "LOOKUPS", "MEMORIES",
           "MODIFIERS", "Mapping", "OPERATIONS", "OpcodeChange", "OpcodeEntry", "Overlap",
           "PROPERTIES", "PartsEntry", "QUERIES", "RegisterEntry", "RevisionEntry", "SOURCE_KINDS",
           "VECTORS", "WordEntry"]
