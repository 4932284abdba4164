"""Proofs about the encodings of each revision, made before anything is generated."""

from __future__ import annotations

from ...diagnostics import Diagnostics, listed
from ...schema import Text
from ...source import Position
from ..tables.conditions import Symbol
from ..tables.model import Encoding, Model, OpcodeFacts, Revision
from .operand_rules import OperandRules
from ..tables.records import FIELD_TYPES, FieldEntry, Overlap
from ..codec.tree import Guarded


# Enumerations, and sets of their values, that instruction selection and machine facts read.
_RELIED_ON: dict[str, tuple[str, ...]] = {"condition": (), "round": (), "type": ("half",)}


def check_relied_on(model: Model, table: Position, diagnostics: Diagnostics) -> None:
    """Reports what C++ takes from the enumerations and is not there; `table` is their place."""
    for name, sets in _RELIED_ON.items():
        enum = model.enums.get(name)
        if enum is None:
            diagnostics.error("E506", table, f"the enumeration '{name}' is missing", near=name,
                              known=model.enums, within="ir3/isa/enums")
            continue
        for needed in sets:
            if needed not in enum.sets:
                diagnostics.error("E506", enum.entry.where("sets"),
                                  f"the set '{needed}' of {name} is missing", near=needed,
                                  known=enum.sets)


class Checker:
    """Finds overlaps between instructions, checks timing, and orders what overlaps on purpose."""

    def __init__(self, model: Model, diagnostics: Diagnostics) -> None:
        self.model = model
        self.diagnostics = diagnostics
        # If a part of the tables could not be read, unneeded declarations cannot be found.
        self.complete = not diagnostics.failed
        # Pairs (winner, loser) that the tables declare, and those that a revision needed.
        self.declared: dict[tuple[str, str], Overlap] = {}
        self.needed: set[tuple[str, str]] = set()
        # Pairs that share a word where it is not declared, with the word and the revisions.
        self.shared: dict[tuple[str, str, int], tuple[Encoding, Encoding, int, list[str]]] = {}

    def run(self) -> dict[str, list[Guarded]]:
        """The encodings of each revision in the order in which they win."""
        for field in self.model.fields.values():
            self._field(field)
        self._declarations()
        guards = {encoding.index: self._guard(encoding) for encoding in self.model.encodings}
        for opcode in self.model.opcodes:
            for facts in opcode.facts:
                self._timing(facts)
        OperandRules(self.model, self.diagnostics).run()
        result: dict[str, list[Guarded]] = {}
        for revision in self.model.revisions:
            beaten = self._overlaps(revision)
            ordered = self._order(revision.encodings, beaten)
            result[revision.name] = [Guarded(encoding, guards[encoding.index])
                                     for encoding in ordered]
        self._report_shared()
        for pair, overlap in self.declared.items():
            if self.complete and pair not in self.needed:
                self.diagnostics.error("E509", overlap.position,
                                       f"'{pair[0]}' and '{pair[1]}' accept no word together in "
                                       "any revision")
        return result

    def _field(self, field: FieldEntry) -> None:
        """Checks that the names which a field refers to exist."""
        kind = str(field.type)
        if kind not in FIELD_TYPES and kind not in self.model.enums:
            self.diagnostics.error("E506", field.type.position, f"there is no type '{kind}'",
                                   near=kind, known=[*FIELD_TYPES, *self.model.enums],
                                   within="ir3/isa/enums")
        if field.names is not None and str(field.names) not in self.model.enums:
            self.diagnostics.error("E506", field.names.position,
                                   f"there is no enumeration '{field.names}'",
                                   near=str(field.names), known=self.model.enums,
                                   within="ir3/isa/enums")
        if field.implied is not None and str(field.implied) not in self.model.fields:
            self.diagnostics.error("E506", field.implied.position,
                                   f"there is no field '{field.implied}'",
                                   near=str(field.implied), known=self.model.fields,
                                   within="ir3/isa/fields")

    def _timing(self, facts: OpcodeFacts) -> None:
        if not facts.timing:
            self.diagnostics.error("E513", facts.position,
                                   f"'{facts.name}' has no timing, nor has its format")
            return
        for revision in self.model.revisions:
            if revision.name not in facts.revisions or revision.timing is None or \
                    facts.timing in revision.timing.classes:
                continue
            place = facts.timing.position if isinstance(facts.timing, Text) else facts.position
            self.diagnostics.error("E513", place,
                                   f"there is no timing class '{facts.timing}'",
                                   near=facts.timing, known=revision.timing.classes,
                                   within=("ir3/timing.yaml", "ir3/revisions"))

    def _declarations(self) -> None:
        names = {opcode.name for opcode in self.model.opcodes}
        declared = {id(overlap): (opcode, overlap) for opcode in self.model.opcodes
                    for facts in opcode.facts for overlap in facts.entry.overlaps}
        for opcode, overlap in declared.values():
            other = overlap.with_ if overlap.with_ is not None else overlap.under
            if other is None or (overlap.with_ is not None and overlap.under is not None):
                self.diagnostics.error("E111", overlap.position,
                                       "an overlap names one opcode, 'with' or 'under'")
                continue
            if str(other) not in names:
                self.diagnostics.error("E506", other.position, f"there is no opcode '{other}'",
                                       near=str(other), known=names,
                                       within=("ir3/isa/cat", "ir3/revisions"))
                continue
            pair = (opcode.name, str(other))
            self._declare(pair if overlap.with_ is not None else pair[::-1], overlap)

    def _declare(self, pair: tuple[str, str], overlap: Overlap) -> None:
        """Takes a pair (winner, loser) down, unless the loser already wins over the winner."""
        path = self._path(pair[1], pair[0])
        if path:
            earlier = self.declared[(path[0], path[1])]
            self.diagnostics.error("E518", overlap.position,
                                   f"'{pair[0]}' cannot come before '{pair[1]}', which comes "
                                   "first: " + " before ".join(path),
                                   [(earlier.position, "it is declared here")])
        else:
            self.declared[pair] = overlap

    def _path(self, start: str, end: str) -> list[str]:
        """Opcodes from `start` to `end`, each declared to win over the next; empty without any."""
        waiting = [[start]]
        seen = {start}
        while waiting:
            path = waiting.pop(0)
            for winner, loser in self.declared:
                if winner == path[-1] and loser == end:
                    return path + [loser]
                if winner == path[-1] and loser not in seen:
                    seen.add(loser)
                    waiting.append(path + [loser])
        return []

    def _guard(self, encoding: Encoding) -> str:
        """The condition of an opcode over the bits of a word."""
        when = encoding.when
        if when is None:
            return ""
        entries = encoding.layout.format.entries
        bits = {entry.name: entry.bits for entry in entries if entry.kind == "field"}

        def scope(word: str) -> Symbol | None:
            if word not in bits or word not in self.model.fields:
                return None
            high, low = bits[word].segments[0]
            kind = str(self.model.fields[word].type)
            cpp = f"bits(word, {low}, {high - low + 1})"
            if kind in self.model.enums:
                cpp = f"static_cast<{self.model.enums[kind].cpp}>({cpp})"
            return Symbol(cpp, kind if kind in self.model.enums else "", kind == "flag")

        value = self.model.conditions.compile(when, scope, self.diagnostics, known=bits)
        return value.cpp if value is not None else ""

    def _overlaps(self, revision: Revision) -> dict[int, set[int]]:
        """For each encoding, the indices of those it must come after."""
        beaten: dict[int, set[int]] = {}
        encodings = revision.encodings
        for index, one in enumerate(encodings):
            mask, match = one.mask, one.match
            for other in encodings[:index]:
                if (match ^ other.match) & mask & other.mask:
                    continue
                if one.name == other.name and one.layout is other.layout:
                    continue
                first, second = (one.name, other.name), (other.name, one.name)
                if first in self.declared:
                    self.needed.add(first)
                    beaten.setdefault(other.index, set()).add(one.index)
                elif second in self.declared:
                    self.needed.add(second)
                    beaten.setdefault(one.index, set()).add(other.index)
                else:
                    witness = one.match | other.match
                    self.shared.setdefault((one.name, other.name, witness),
                                           (one, other, witness, []))[3].append(revision.name)
        return beaten

    def _report_shared(self) -> None:
        digits = (self.model.word_bits + 3) // 4
        for one, other, witness, revisions in self.shared.values():
            self.diagnostics.error(
                "E508", one.opcode.position,
                f"'{one.name}' and '{other.name}' both accept the word "
                f"{witness:#0{digits + 2}x} "
                f"on {listed(revisions, joined='and')}",
                [(other.opcode.position, f"'{other.name}' is here"),
                 (None, "where that is meant, say which comes first and why with 'overlaps'")])

    @staticmethod
    def _order(encodings: list[Encoding], beaten: dict[int, set[int]]) -> list[Encoding]:
        placed: set[int] = set()
        present = {encoding.index for encoding in encodings}
        result: list[Encoding] = []
        waiting = list(encodings)
        while waiting:
            ready = [encoding for encoding in waiting
                     if not (beaten.get(encoding.index, set()) & present) - placed]
            if not ready:
                return result + waiting
            result += ready
            placed |= {encoding.index for encoding in ready}
            waiting = [encoding for encoding in waiting if encoding.index not in placed]
        return result
