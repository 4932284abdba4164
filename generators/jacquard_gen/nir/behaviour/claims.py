"""Claims that only one intrinsic may make: the variables of a semantic, the accesses to
variables of a space, the barycentric coordinates of a location, the interpolation of a variable
there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...diagnostics import Diagnostics
from ...source import Position
from .entry import Intrinsic
from .load import BehaviourRow
from .records import MemoryAccess, Provided, SystemValue, VariableAccess


def check_claims(rows: Iterable[tuple[Intrinsic, BehaviourRow]],
                 diagnostics: Diagnostics) -> None:
    first: dict[tuple[str, ...], Intrinsic] = {}
    in_order = sorted(rows, key=lambda row: (row[0].node.source.name, row[0].node.line,
                                             str(row[0].op)))
    for entry, behaviour in in_order:
        for claim, position, text in _claims(behaviour):
            other = first.setdefault(claim, entry)
            if other is not entry:
                code = "E314" if claim[0] == "semantic" else "E322"
                diagnostics.error(code, position, text, [(other.op.position, f"by '{other.op}'")])


def _claims(behaviour: BehaviourRow) -> Iterator[tuple[tuple[str, ...], Position, str]]:
    entry = behaviour.entry
    if isinstance(entry, SystemValue) and entry.variable is not None:
        yield (("semantic", str(entry.variable)), entry.variable.position,
               f"variables of the semantic '{entry.variable}' are loaded by another intrinsic")
    if isinstance(entry, MemoryAccess) and entry.variables is not None:
        swap = "with comparison" if entry.compare is not None else ""
        yield (("variables", str(entry.space), str(entry.action), swap, str(entry.variables)),
               entry.variables.position,
               f"another intrinsic stands for the {entry.action} of variables in '{entry.space}'")
    if isinstance(entry, Provided) and entry.barycentric is not None:
        yield (("barycentric", str(entry.barycentric)), entry.barycentric.position,
               f"another intrinsic gives the barycentric coordinates of '{entry.barycentric}'")
    if isinstance(entry, VariableAccess) and entry.at is not None:
        yield (("at", str(entry.at)), entry.at.position,
               f"another intrinsic interpolates variables at '{entry.at}'")
