"""The parts of texts, for the assembler."""

from __future__ import annotations

from typing import NamedTuple, Tuple, Union


class Text(NamedTuple):
    text: str


class Mnemonic(NamedTuple):
    """The name of the opcode."""


class FieldText(NamedTuple):
    name: str


class OperandText(NamedTuple):
    name: str


class PieceText(NamedTuple):
    """Something of the operand itself, such as its number."""

    name: str


class Computed(NamedTuple):
    """A number that follows from the rest."""


class Optionally(NamedTuple):
    """Parts that are there on a condition, which the printed text shows to hold."""

    parts: Tuple[Part, ...]


Part = Union[Text, Mnemonic, FieldText, OperandText, PieceText, Computed, Optionally]
