"""The entries that say how opcodes are lowered, and which passes do it."""

from __future__ import annotations

from ..schema import (EXPRESSION, FLAG, INTEGER, NAME, TEXT, Integer, Number, Record, Text, choice,
                      key, list_of, mapping_of, text)
from ..source import Scalar

TRUTHS = {
    "bool32": "Truths of 32 bits, of which all or none are set.",
    "float32": "Truths that are 1.0 and 0.0.",
}


class LoweringEntry(Record):
    """One way to compute an opcode by others."""

    group: Text = key(NAME, "The group of lowerings it belongs to.", required=True)
    expression: Scalar | None = key(EXPRESSION, "What is computed instead. It may call opcodes "
                                    "like functions. Without it: what `fold` says.", name="as")
    when: list[Scalar] = key(list_of(EXPRESSION, or_one=True), "Conditions that must all hold: "
                             "expressions over sources, which are constants then; "
                             "used_once(src0), not_constant(src0), never_negative(src0).",
                             default=[])
    widths: list[int] = key(list_of(INTEGER, low=1, or_one=True), "Widths of the operands without "
                            "one of their own that it is meant for; all but 1 bit, which is for "
                            "lowerings of truths, unless they are given.", default=[])
    inexact: Text | None = key(TEXT, "Why it rounds otherwise than the opcode.")
    domain: list[float] | None = key(list_of(Number(-3.4e38, 3.4e38), 2, 2),
                                     "Least and largest float operand that an inexact lowering "
                                     "is tried with.")
    either_sign: bool = key(FLAG, "Whether the float operands are tried with both signs.",
                            default=False)
    tolerance: int | None = key(Integer(0, 65535), "By how many units in the last place it may "
                                "differ there.")
    absolute: float | None = key(Number(0, 65535), "Or by how much: of results below 1 that, of "
                                 "larger ones that part of them.")
    off_by: Text | None = key(text("a source, such as src1", "src[0-9]+"), "The source by which, "
                              "added or taken away once, it may differ besides.")
    flush: Text | None = key(TEXT, "Why it computes something else where a shader wants denormals "
                             "flushed to zero.")
    once: Text | None = key(TEXT, "Why it may use its own opcode: what it made itself is told by "
                            "its shape and left alone.")


class GroupEntry(Record):
    """Lowerings that are asked for together."""

    group: Text = key(NAME, "The name.", required=True)
    doc: Text = key(TEXT, "Which opcodes it lowers, for the passes' options.", required=True)
    used_by: list[Text] = key(list_of(NAME, or_one=True), "Passes written in C++ that use it "
                              "besides what else they do.", default=[])
    truths: Text | None = key(choice(TRUTHS), "The form in which operands and results of 1 bit "
                              "are given to the expressions of the group.")


class PassEntry(Record):
    """A pass made of lowerings. With options, those that are named are lowered; all, where none
    is."""

    name: Text = key(NAME, "Name of the pass.", required=True, name="pass")
    doc: Text = key(TEXT, "What the pass does, for its list.", required=True)
    groups: list[Text] = key(list_of(NAME, or_one=True), "Its groups, where it has no options.",
                             default=[])
    options: dict[Text, Text] = key(mapping_of(NAME, NAME), "The group of each option.",
                                    default={})
    bit_sizes: bool = key(FLAG, "Whether there is also an option for the widths.", default=False)
