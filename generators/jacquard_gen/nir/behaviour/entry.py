"""The entry of an intrinsic: its sources, its result, its indices, and what it does."""

from __future__ import annotations

from ...schema import (EXPRESSION, FLAG, INTEGER, NAME, TEXT, Integer, Record, Text, choice, either,
                       key, list_of, mapping_of, record)
from ...source import Scalar
from . import records
from .records import KINDS

COUNTS = (1, 2, 3, 4, 5, 8, 16)

COUNT = choice({"n": "As many as the instruction says.", "any": "Not checked.",
                "deref": "The value of a dereference.",
                "deref[1]": "The value of a dereference, which must be one component."} |
               {str(count): "" for count in COUNTS})
FLAGS = {
    "can_eliminate": "Only its result matters: unused, it may go.",
    "can_reorder": "May move across anything.",
    "can_speculate": "May be done where the program would not have done it.",
}
DIVERGENCE = {
    "sources": "Differs between invocations where a source does.",
    "always": "May differ between invocations whatever the sources are.",
    "never": "All invocations that do it together get the same.",
}


class LoweredValue(Record):
    """Describes how a system value is computed from others."""

    group: Text = key(NAME, "The lowerings that are asked for together: an option of the pass "
                      "lower_system_values.", required=True)
    expression: Scalar = key(EXPRESSION, "What is computed instead: a formula of the names of "
                             "other system values, in the width of the result.", required=True,
                             name="as")


class Intrinsic(Record):
    """An intrinsic: what is done beside computing."""

    op: Text = key(NAME, "Name of the intrinsic.", required=True)
    doc: Text = key(TEXT, "A sentence for the reference page.", required=True)
    srcs: dict[Text, Text] = key(
        mapping_of(COUNT, NAME), "Names of the sources and their components; n: as many as the "
        "instruction says, any: not checked, deref: a dereference.", default={})
    variables: int = key(Integer(0, 2), "How many variables it names beside its sources.",
                         default=0)
    dest: Text | None = key(COUNT, "Components of the result, where there is one.")
    bit_sizes: list[int] = key(list_of(INTEGER), "Widths the result may have; none: any.",
                               default=[])
    indices: list[Text] = key(list_of(NAME), "Its constant indices.", default=[])
    flags: list[Text] = key(list_of(choice(FLAGS)), "What optimisation may assume; none: what "
                            "follows from what it does.", default=[])
    memory: records.MemoryAccess | None = key(record(records.MemoryAccess), KINDS["memory"])
    variable: records.VariableAccess | None = key(record(records.VariableAccess),
                                                  KINDS["variable"])
    image: records.ImageAccess | None = key(record(records.ImageAccess), KINDS["image"])
    register: records.RegisterAccess | None = key(record(records.RegisterAccess),
                                                  KINDS["register"])
    system_value: bool | records.SystemValue = key(either(FLAG, record(records.SystemValue)),
                                                   KINDS["system_value"], default=False)
    provided: bool | records.Provided = key(either(FLAG, record(records.Provided)),
                                            KINDS["provided"], default=False)
    computes: Scalar | None = key(EXPRESSION, KINDS["computes"])
    exchange: records.Exchange | None = key(record(records.Exchange), KINDS["exchange"])
    vote: records.Vote | None = key(record(records.Vote), KINDS["vote"])
    ballot: records.Ballot | None = key(record(records.Ballot), KINDS["ballot"])
    mask: records.MaskQuestion | None = key(record(records.MaskQuestion), KINDS["mask"])
    combine: records.Combine | None = key(record(records.Combine), KINDS["combine"])
    derivative: records.Derivative | None = key(record(records.Derivative), KINDS["derivative"])
    effect: records.Effect | None = key(record(records.Effect), KINDS["effect"])
    opaque: Text | None = key(TEXT, KINDS["opaque"])
    lower: LoweredValue | None = key(record(LoweredValue), "For a system value: how it is computed "
                                     "where the target does not give it.")
    divergence: Text = key(choice(DIVERGENCE), "When invocations get different results.",
                           default=Text("sources"))
