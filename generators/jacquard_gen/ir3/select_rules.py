"""The rules of instruction selection once they are read."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..schema import FLAG, TEXT, Record, Text, key, list_of


class SelectEntry(Record):
    """How a NIR instruction is computed by machine instructions."""

    select: Text = key(TEXT, "The NIR instructions that are replaced.", required=True)
    doc: Text | None = key(TEXT, "Why the rule is as it is.")
    when: list[Text] = key(list_of(TEXT, or_one=True), "Conditions that must all hold.",
                           default=[])
    either_order: bool = key(FLAG, "The two sources may also stand the other way round.",
                             default=False)
    emit: list[Text] = key(list_of(TEXT, low=1, or_one=True), "The machine instructions.",
                           required=True)


class Leaf(NamedTuple):
    """A source that is not looked into: a name, or a constant when `value` is given."""

    name: str
    constant: bool
    value: str


class Pattern(NamedTuple):
    op: str
    sources: list[Any]


class Operand(NamedTuple):
    name: str
    number: str
    negate: bool
    absolute: bool


class Line(NamedTuple):
    target: str
    opcode: str
    condition: str
    source_type: str
    type: str
    half: bool
    saturate: bool
    round: str
    operands: list[Operand]


class Rule(NamedTuple):
    entry: SelectEntry
    pattern: Pattern
    conditions: list[str]
    lines: list[Line]
    alias: str
