"""Formulas of intrinsics: results that are computed, numbers of invocations, system values.

Every operand is an unsigned integer of 64 bits, and so is the value; what is wider than the result
is cut. A source is read at the component that is computed, or at its first where it has one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from ...diagnostics import Diagnostics
from ...expr import BOOL, Environment, Language, Tree, cpp, parse_type
from ...expr.types import Type
from ...schema import Text
from ...source import Scalar

UINT64 = parse_type("uint64") or Type("uint", 64)
FACTS: dict[str, tuple[Type, str]] = {
    "self": (UINT64, "The number of the invocation in its subgroup."),
    "subgroup_size": (UINT64, "Invocations of a subgroup."),
    "first_active": (UINT64, "The number of the first active invocation of the subgroup."),
    "last_active": (UINT64, "The number of the last active invocation of the subgroup."),
    "lane": (UINT64, "The number of the invocation among those that run together."),
    "lanes": (UINT64, "How many run together."),
    "wave": (UINT64, "The number, in the work group, of those that run together."),
    "waves": (UINT64, "How many of those the work group has."),
    "is_helper": (BOOL, "Whether the invocation is a helper by now."),
    "starts_as_helper": (BOOL, "Whether the invocation is a helper from the start."),
    "component": (UINT64, "The number of the component that is computed."),
}
DEPENDS_ON_OTHERS = ("first_active", "last_active")
CHANGES = ("is_helper", *DEPENDS_ON_OTHERS)
"""What is not the same wherever in the program it is asked."""


@dataclass(frozen=True)
class Formula:
    """A formula for the templates. `loads` and `statements` come before `value`."""

    name: str
    provenance: str
    text: str
    reads: frozenset[str]
    loads: list[str]
    statements: list[str]
    value: str


def compile_formula(name: str, provenance: str, written: Scalar, sources: Collection[Text],
                    indices: Mapping[str, str], language: Language,
                    diagnostics: Diagnostics) -> Formula | None:
    """`indices` are the constant indices that a formula may read, by their types."""
    operands = {fact: type_ for fact, (type_, _) in FACTS.items()}
    operands |= {index: BOOL if type_ == "bool" else UINT64 for index, type_ in indices.items()}
    operands |= {str(source): UINT64 for source in sources}
    tree = language.compile(written, Environment(operands, within="nir/indices.yaml"), diagnostics,
                            result=UINT64)
    if tree is None:
        return None
    places = {fact: f"in.{fact}()" for fact in FACTS}
    places |= {index: f"in.index(IndexKind::{index})" +
               (" != 0" if type_ == "bool" else "") for index, type_ in indices.items()}
    places |= {str(source): f"in.source({number})" for number, source in enumerate(sources)}
    return _formula(name, provenance, tree, operands, places)


def _formula(name: str, provenance: str, tree: Tree, operands: dict[str, Type],
             places: dict[str, str]) -> Formula:
    read = [operand for operand, _ in tree.uses()]
    loads = [f"const {cpp.type_name(operands[operand])} {operand}_read = {places[operand]};"
             for operand in read]
    code = cpp.emit(tree, {operand: f"{operand}_read" for operand in operands}, 64)
    assert tree.source is not None
    return Formula(name, provenance, " ".join(tree.source.value.split()), frozenset(read), loads,
                   list(code.statements), code.value)
