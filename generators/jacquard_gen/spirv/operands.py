"""The words of an instruction: kinds of operands and how often each may occur."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from ..diagnostics import Diagnostics
from ..schema import Text, list_of, text

# Kinds that are no enumeration.
PLAIN_KINDS = {
    "type": "The id of the result's type.",
    "result": "The id that the instruction defines.",
    "id": "An id.",
    "scope_id": "The id of a constant that is a scope.",
    "semantics_id": "The id of a constant that is a mask of memory semantics.",
    "integer": "A word.",
    "text": "Characters that end with a zero, in as many words as they take.",
    "number": "A number as wide as its type.",
    "instruction": "The number of an extended instruction.",
    "opcode": "The number of an instruction whose operands follow.",
    "integer_id_pair": "A number as wide as the selector, and an id.",
    "id_integer_pair": "An id and a word.",
    "id_id_pair": "Two ids.",
}
# The kinds of operand that are one id.
ID_KINDS = ("type", "result", "id", "scope_id", "semantics_id")
QUANTITIES = {"": "one", "?": "optional", "*": "any"}

OPERANDS = list_of(text("a kind of operand, with ? or * after it where it may be missing or "
                        "repeated", r"[a-z0-9_]+[?*]?"))


class OperandSpec(NamedTuple):
    kind: str
    quantity: str


def spec_of(written: str) -> OperandSpec:
    name = written.rstrip("?*")
    return OperandSpec(name, QUANTITIES[written[len(name):]])


def specs_of(written: Sequence[Text]) -> tuple[OperandSpec, ...]:
    return tuple(spec_of(each) for each in written)


def check_operands(written: Sequence[Text], enumerations: Collection[str],
                   diagnostics: Diagnostics) -> None:
    known = [*PLAIN_KINDS, *enumerations]
    may_be_missing: Text | None = None
    for each in written:
        spec = spec_of(each)
        if spec.kind not in known:
            diagnostics.error("E705", each.position, f"there is no operand '{spec.kind}'",
                              near=spec.kind, known=known, within="spirv/enums")
        if may_be_missing is not None and spec.quantity == "one":
            diagnostics.error("E707", each.position,
                              "an operand that must be there is after one that may be missing",
                              [(may_be_missing.position, "this one")])
        if spec.quantity != "one":
            may_be_missing = each


class OperandPool:
    """Lists of operands, each stored once; a list is found by where it begins."""

    def __init__(self) -> None:
        self.items: list[OperandSpec] = []
        self._places: dict[tuple[OperandSpec, ...], int] = {(): 0}

    def place(self, specs: tuple[OperandSpec, ...]) -> int:
        if specs not in self._places:
            self._places[specs] = len(self.items)
            self.items.extend(specs)
        return self._places[specs]


class CapabilityPool:
    """The same of lists of capabilities."""

    def __init__(self) -> None:
        self.items: list[str] = []
        self._places: dict[tuple[str, ...], int] = {(): 0}

    def place(self, names: Sequence[str]) -> int:
        wanted = tuple(str(name) for name in names)
        if wanted not in self._places:
            self._places[wanted] = len(self.items)
            self.items.extend(wanted)
        return self._places[wanted]
