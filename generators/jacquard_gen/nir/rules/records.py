"""The entries of the tables of rewrite rules and of their groups."""

from __future__ import annotations

from ...schema import (EXPRESSION, FLAG, NAME, TEXT, Integer, Number, Record, Text, choice, key,
                       list_of)
from ...source import Scalar

SPECIAL = {
    "signed_zero": "The sign of a zero may differ.",
    "nan": "Differs where an operand or an intermediate result is a NaN.",
    "inf": "Differs where an operand or an intermediate result is infinite.",
    "flush": "Leaves a denormal result that the shader wants flushed to zero, or flushes one less.",
}


class GroupEntry(Record):
    """A group of rules: those that one pass applies."""

    group: Text = key(NAME, "Name of the group and of its pass.", required=True)
    doc: Text = key(TEXT, "What the pass does, for its list.", required=True)


class RuleEntry(Record):
    """A rewrite rule: what it finds, what it puts in its place, and when."""

    rule: Text = key(NAME, "Name of the rule; the members of a family may share it.",
                     required=True)
    doc: Text | None = key(TEXT, "Why the rule holds or is of use, where it is not plain.")
    group: Text = key(NAME, "The group whose pass applies it.", default=None)
    find: Scalar = key(EXPRESSION, "The instructions that are replaced: (opcode source ...). "
                       "Sources are names, constants (#c), numbers or patterns; @W fixes a width, "
                       "name=(…) names what a pattern found.", required=True)
    replace: Scalar = key(EXPRESSION, "What takes their place; {expression} computes a constant.",
                          required=True)
    when: list[Scalar] = key(list_of(EXPRESSION, or_one=True), "Conditions that must all hold: "
                             "expressions over constants, used_once(name), used_often(name), "
                             "read_alike(name), not_constant(name), never_negative(name), "
                             "uniform(name), not_uniform(name).",
                             default=[])
    inexact: bool = key(FLAG, "Rounds otherwise; exact instructions are left alone.",
                        default=False)
    unless: list[Text] = key(list_of(choice(SPECIAL), or_one=True), "What must not be asked to "
                             "be preserved, by the shader or by an exact instruction.", default=[])
    domain: list[float] | None = key(list_of(Number(-3.4e38, 3.4e38), 2, 2),
                                     "Smallest and largest value of the float operands an "
                                     "inexact rule is tried with.")
    either_sign: bool = key(FLAG, "Whether the float operands are tried with both signs.",
                            default=False)
    tolerance: int | None = key(Integer(0, 65535), "By how many units in the last place an "
                                "inexact rule may differ there.")
    absolute: float | None = key(Number(0, 65535), "Or by how much: of results below 1 that, of "
                                 "larger ones that part of them. For sums that may cancel out.")
