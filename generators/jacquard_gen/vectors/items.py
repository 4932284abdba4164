"""Items that a word may say: a case of an operand, a class of the values of a field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from .package import Package

_MOST_NAMED = 8
"""Enumerations of more bits than that are numbers here."""


class Item(NamedTuple):
    """`encoding` is the opcode with the layout that it has there."""

    encoding: str
    subject: str
    value: str

    def __str__(self) -> str:
        return f"{self.encoding} {self.subject} {self.value}"


class Target(NamedTuple):
    """An item and bits by which a word may say it: those of `mask` are as in `match`."""

    item: Item
    mask: int
    match: int


class Items:
    """The items of a revision's words."""

    def __init__(self, made: Package, revision: str) -> None:
        self.made = made
        self.revision = revision
        self.encodings = made.isa.REVISIONS[revision]
        self.special = {entry.number: name for name, entry in made.isa.REGISTERS.items()}

    def targets(self, encoding: Any) -> Iterator[Target]:
        """Everything that words of an encoding may say, as far as its bits alone tell."""
        layout = encoding.layout
        for leaf in (*layout.fields, *layout.operands, *layout.parts):
            yield from self._targets_of(encoding, leaf, "")
        for number, choice in enumerate(layout.choices):
            for index, (_, leaves) in enumerate(choice.alternatives):
                place = f"choice{number}.{index}"
                yield Target(_item(encoding, place, "chosen"), 0, 0)
                for leaf in leaves:
                    yield from self._targets_of(encoding, leaf, f"{place}.")

    def said(self, word: int, instruction: Any) -> set[Item]:
        """Returns what a word says."""
        encoding = instruction.encoding
        layout = encoding.layout
        found: set[Item] = set()
        for leaf in (*layout.fields, *layout.operands, *layout.parts):
            found |= self._said_of(encoding, leaf, "", word, instruction)
        for number, choice in enumerate(layout.choices):
            for index, (when, leaves) in enumerate(choice.alternatives):
                if when is None or when(instruction):
                    place = f"choice{number}.{index}"
                    found.add(_item(encoding, place, "chosen"))
                    for leaf in leaves:
                        found |= self._said_of(encoding, leaf, f"{place}.", word, instruction)
                    break
        return found

    def _targets_of(self, encoding: Any, leaf: Any, place: str) -> Iterator[Target]:
        kind = type(leaf).__name__
        if getattr(leaf, "pattern", None) is not None:
            return
        if kind == "FieldBits":
            for raw in self._samples(leaf):
                yield self._target(_item(encoding, place + leaf.name, self._class(leaf, raw)),
                                   leaf.runs, raw)
        elif kind == "PartBits":
            for raw in (0, 1):
                yield self._target(_item(encoding, f"{place}{leaf.operand}.{leaf.name}",
                                         _FLAG[raw]), leaf.runs, raw)
        else:
            yield from self._targets_of_operand(encoding, leaf, place)

    def _targets_of_operand(self, encoding: Any, leaf: Any, place: str) -> Iterator[Target]:
        for index, case in enumerate(self.made.isa.FORMS[leaf.form]):
            subject = f"{place}{leaf.name}"
            yield self._within(_item(encoding, subject, f"{index}:{case.kind}"), leaf, case, (), 0)
            for each in case.bits:
                for raw in self._samples_of_operand(each):
                    item = _item(encoding, f"{subject}[{index}].{each.part}",
                                 self._class_of_operand(each, raw))
                    yield self._within(item, leaf, case, each.runs, raw)

    def _said_of(self, encoding: Any, leaf: Any, place: str, word: int,
                 instruction: Any) -> set[Item]:
        kind = type(leaf).__name__
        if getattr(leaf, "pattern", None) is not None:
            return set()
        raw = self.made.bits.gather(leaf.runs, word)
        if kind == "FieldBits":
            return {_item(encoding, place + leaf.name, self._class(leaf, raw))}
        if kind == "PartBits":
            return {_item(encoding, f"{place}{leaf.operand}.{leaf.name}", _FLAG[raw])}
        given = {name: value(instruction) for name, value in leaf.given.items()}
        operand = instruction.operands[leaf.name]
        subject = f"{place}{leaf.name}"
        for index, case in enumerate(self.made.isa.FORMS[leaf.form]):
            if raw & case.mask == case.match and (case.when is None or case.when(operand, given)):
                return {_item(encoding, subject, f"{index}:{case.kind}"), *(
                    _item(encoding, f"{subject}[{index}].{each.part}",
                          self._class_of_operand(each, self.made.bits.gather(each.runs, raw)))
                    for each in case.bits)}
        return set()

    # ---- classes of values -----------------------------------------------------------------------

    def _names(self, leaf: Any) -> dict[int, str] | None:
        field = self.made.isa.FIELDS[leaf.name]
        found = self.made.isa.ENUMS.get(field.names or field.kind)
        if found is None or self.made.bits.width(leaf.runs) > _MOST_NAMED or leaf.at is not None:
            return None
        return {value: name for name, value in found.values.items()}

    def _samples(self, leaf: Any) -> list[int]:
        width = self.made.bits.width(leaf.runs)
        return list(range(1 << width)) if self._names(leaf) is not None else _edges(width)

    def _class(self, leaf: Any, raw: int) -> str:
        names = self._names(leaf)
        if names is not None:
            return names.get(raw + leaf.plus, "unnamed")
        if self.made.isa.FIELDS[leaf.name].kind == "flag":
            return _FLAG[raw]
        return _class_of_number(raw, self.made.bits.width(leaf.runs))

    def _samples_of_operand(self, each: Any) -> list[int]:
        width = self.made.bits.width(each.runs)
        special = [number for number in self.special if number < 1 << width]
        return _edges(width) + (special if each.part == "number" else [])

    def _class_of_operand(self, each: Any, raw: int) -> str:
        if each.part == "number" and raw in self.special:
            return str(self.special[raw])
        return _class_of_number(raw, self.made.bits.width(each.runs))

    # ---- bits ------------------------------------------------------------------------------------

    def _target(self, item: Item, runs: Any, raw: int) -> Target:
        ones = (1 << self.made.bits.width(runs)) - 1
        return Target(item, self.made.bits.scatter(runs, ones), self.made.bits.scatter(runs, raw))

    def _within(self, item: Item, leaf: Any, case: Any, runs: Any, raw: int) -> Target:
        """A case of an operand with a value in some of its bits."""
        scatter, width = self.made.bits.scatter, self.made.bits.width
        mask = case.mask | scatter(runs, (1 << width(runs)) - 1)
        return Target(item, scatter(leaf.runs, mask),
                      scatter(leaf.runs, case.match | scatter(runs, raw)))


_FLAG = ("clear", "set")


def _item(encoding: Any, subject: str, value: str) -> Item:
    return Item(f"{encoding.opcode}/{encoding.layout.name}", subject, value)


def _edges(width: int) -> list[int]:
    """A value of each class that has that many bits."""
    ones = (1 << width) - 1
    return list(dict.fromkeys([0, 1, 1 << (width - 1), ones, ones // 3]))


def _class_of_number(raw: int, width: int) -> str:
    if width == 1:
        return _FLAG[raw]
    ones = (1 << width) - 1
    return {0: "zero", 1: "one", 1 << (width - 1): "top_bit", ones: "all_ones"}.get(raw, "other")
