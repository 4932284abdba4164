"""Checks that a revision has each instruction that something needs of it, in the needed form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...diagnostics import Diagnostics
from ...source import Position
from ..tables.model import Encoding, Model, OpcodeFacts, Revision

_MODIFIERS = {"negate": "(neg)", "absolute": "(abs)"}


class _Missing(NamedTuple):
    place: Position
    revisions: list[str]
    needs: dict[str, Position]


class Needed:
    """Looks up instructions for those who need them; `report` says which are missing."""

    def __init__(self, model: Model) -> None:
        self.model = model
        # The missing items, by where they are missing, each with those who need it and the places
        # that say so.
        self.missing: dict[tuple[str, str, str], _Missing] = {}

    def opcode(self, revision: Revision, op: str, who: str, where: Position, *,
               operands: Sequence[str] = (), fields: Sequence[str] = (),
               modifiers: Sequence[str] = ()) -> OpcodeFacts | None:
        """Returns the facts about an opcode on a revision; None after noting that it is missing,
        or lacks an operand, field or modifier. `who` and `where` tell what needs it."""
        opcode = self.model.opcode(op)
        assert opcode is not None, op
        facts = opcode.on(revision.name)
        if facts is None:
            dropped = revision.version.dropped.get(("op", op))
            self._miss(dropped.position if dropped is not None else where, revision, op, "", who,
                       where)
            return None
        lacks = self._lacks(facts, operands, fields, modifiers)
        if not lacks:
            return facts
        own = facts is not opcode.facts[0]
        self._miss(facts.position if own else where, revision, op, lacks, who, where)
        return None

    @staticmethod
    def _lacks(facts: OpcodeFacts, operands: Sequence[str], fields: Sequence[str],
               modifiers: Sequence[str]) -> str:
        for name in modifiers:
            if name not in [str(known) for known in facts.entry.modifiers]:
                return _MODIFIERS.get(name, name)
        for kind, names in (("operand", operands), ("field", fields)):
            have = [_names(encoding, kind) for encoding in facts.encodings]
            # Without encodings its entry is at fault, which is told there.
            if have and not any(set(names) <= known for known in have):
                best: set[str] = max(have, key=lambda known: len(known & set(names)))
                return next(f"'{name}'" for name in names if name not in best)
        return ""

    def _miss(self, place: Position, revision: Revision, op: str, lacks: str, who: str,
              where: Position) -> None:
        found = self.missing.setdefault((place.provenance, op, lacks), _Missing(place, [], {}))
        if revision.name not in found.revisions:
            found.revisions.append(revision.name)
        found.needs.setdefault(who, where)

    def report(self, diagnostics: Diagnostics) -> None:
        for (_, op, lacks), found in self.missing.items():
            (who, where), *others = found.needs.items()
            of = f"'{found.revisions[0]}'"
            if found.revisions[1:]:
                of += f" and {len(found.revisions) - 1} more"
            what = f"'{op}' of {of} has no {lacks}" if lacks else f"there is no '{op}' on {of}"
            notes = [(where, "it is needed here")] \
                if where.provenance != found.place.provenance else []
            notes += [(place, f"{other} needs it too") for other, place in others]
            # If no overlay drops it, its own entry may be at fault.
            lost = not lacks and found.place.provenance == where.provenance
            diagnostics.error("E660", found.place, f"{what}, which {who} needs", notes,
                              within=("ir3/isa", "ir3/revisions") if lost else (), called=op)


def parts_of(facts: OpcodeFacts) -> set[str]:
    """Returns the attributes of an opcode's operands that their own bits do not give, such as
    dst.half."""
    return {f"{leaf.name}.{leaf.attribute}" for encoding in facts.encodings
            for entry in encoding.format.entries for leaf in entry.leaves()
            if leaf.kind == "part" and not leaf.fixed}


def _names(encoding: Encoding, kind: str) -> set[str]:
    return {leaf.name for entry in encoding.format.entries for leaf in entry.leaves()
            if leaf.kind == kind and not leaf.fixed}
