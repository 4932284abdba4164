"""The model of the ir3 tables once they are loaded, resolved and expanded for every revision."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ...escape import identifier
from ...source import Position, Scalar
from .bits import Entry
from .conditions import Conditions, EnumNames
from .records import EnumEntry, FieldEntry, FormEntry, FormatEntry, OpcodeEntry, RegisterEntry
from .versions import Version

MOST_BITS = 64
"""Of a word."""


def enumerator(name: str) -> str:
    """The C++ enumerator of a mnemonic or value name."""
    return identifier(name)


def camel(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


def register_constant(name: str) -> str:
    """The C++ constant of registers with a meaning of their own."""
    return f"k{camel(name)}"


@dataclass
class Enumeration:
    entry: EnumEntry
    values: dict[str, int]
    texts: dict[int, str]
    sets: dict[str, int]

    @property
    def name(self) -> str:
        return str(self.entry.enum)

    @property
    def cpp(self) -> str:
        return {"type": "DataType", "round": "RoundMode"}.get(self.name, camel(self.name))

    @property
    def names(self) -> EnumNames:
        return EnumNames(self.cpp, self.values,
                         {name: enumerator(name) for name in self.values}, self.sets)


@dataclass
class Format:
    """A format of one revision with everything it inherits."""

    name: str
    entry: FormatEntry
    entries: list[Entry]
    pieces: dict[str, str]
    text: str | None
    timing: str | None
    # Numbers each opcode gives, and of which kind they are.
    parameters: dict[str, str]
    kinds: dict[str, list[str]]
    places: dict[str, Scalar] = field(default_factory=dict)
    properties: tuple[str, ...] = ()
    action: str = ""
    vectors: dict[str, str] = field(default_factory=dict)
    memory: str = ""
    older: tuple[str, ...] = ()
    marks_count: bool = False
    # Bits of it could not be read, which was reported.
    broken: bool = False

    def key(self) -> tuple[Any, ...]:
        """The code for the format depends on this key alone."""
        entries = sorted(self.entries, key=lambda entry: int(-entry.bits.mask))
        return (tuple(entries), self.text, self.older, self.marks_count,
                tuple(sorted(self.pieces.items())), tuple(self.parameters.items()), self.broken)


@dataclass
class Layout:
    """A format as generated once, for all encodings and revisions that share it."""

    name: str
    format: Format
    position: Position
    # The position in the overlay, if an overlay made it.
    overlay: tuple[Position, str] | None = None

    @property
    def enumerator(self) -> str:
        return enumerator(self.name)


@dataclass
class Encoding:
    """One opcode in one format: what is fixed in its words."""

    opcode: Opcode
    layout: Layout
    mask: int
    match: int
    free: int
    parameters: dict[str, int]
    # The format with everything it inherits, and the table line of each number the opcode gives.
    format: Format
    number_places: dict[str, str]
    # The condition on the fields under which a word is this opcode.
    when: Scalar | None = None
    index: int = -1
    revisions: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.opcode.name


@dataclass
class OpcodeFacts:
    """The facts about an opcode on the revisions that have these entries of it."""

    opcode: Opcode
    entry: OpcodeEntry
    timing: str
    kinds: dict[str, list[str]]
    properties: tuple[str, ...] = ()
    action: str = ""
    vectors: dict[str, str] = field(default_factory=dict)
    memory: str = ""
    encodings: list[Encoding] = field(default_factory=list)
    revisions: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.opcode.name

    @property
    def position(self) -> Position:
        return self.entry.position


@dataclass
class Opcode:
    name: str
    category: int
    # The first are those of the revision that the tables describe, or of the first to have it.
    facts: list[OpcodeFacts] = field(default_factory=list)
    encodings: list[Encoding] = field(default_factory=list)

    def on(self, revision: str) -> OpcodeFacts | None:
        """Returns the facts about it on a revision, or None if that does not have it."""
        return next((facts for facts in self.facts if revision in facts.revisions), None)

    @property
    def entry(self) -> OpcodeEntry:
        return self.facts[0].entry

    @property
    def revisions(self) -> list[str]:
        return [name for facts in self.facts for name in facts.revisions]

    @property
    def unverified(self) -> list[str]:
        """Revisions on which it is not confirmed."""
        return [name for facts in self.facts for name in facts.revisions if facts.entry.unverified]

    @property
    def docs(self) -> dict[str, list[str]]:
        """Returns the descriptions of revisions that differ from the first entry's."""
        found: dict[str, list[str]] = {}
        for facts in self.facts:
            if str(facts.entry.doc) != str(self.entry.doc):
                found.setdefault(str(facts.entry.doc), []).extend(facts.revisions)
        return found

    @property
    def enumerator(self) -> str:
        return enumerator(self.name)

    @property
    def position(self) -> Position:
        return self.entry.position

    @property
    def provenance(self) -> str:
        return self.entry.provenance


@dataclass
class Revision:
    name: str
    doc: str
    number: int
    parts: list[int]
    position: Position
    parts_position: Position
    version: Version
    extends: str = ""
    encodings: list[Encoding] = field(default_factory=list)
    timing: Any = None
    # Facts of the machine by name, and those that some parts have instead.
    machine: dict[str, int | bool] = field(default_factory=dict)
    machine_of_parts: dict[int, dict[str, int | bool]] = field(default_factory=dict)

    @cached_property
    def facts_of_variants(self) -> list[dict[str, int | bool]]:
        """The facts of its machine, and those of each part that has others, as conditions name
        them; asked for once all are known."""
        variants = [self.machine, *({**self.machine, **values}
                                    for values in self.machine_of_parts.values())]
        return [{f"machine.{name}": value for name, value in facts.items()} for facts in variants]


@dataclass
class Model:
    """Everything the ir3 tables say."""

    fields: dict[str, FieldEntry]
    enums: dict[str, Enumeration]
    forms: dict[str, FormEntry]
    revisions: list[Revision]
    opcodes: list[Opcode]
    layouts: list[Layout]
    encodings: list[Encoding]
    registers: dict[str, RegisterEntry]
    conditions: Conditions
    word_bits: int = MOST_BITS
    # The name of a machine in a folder of its own.
    machine_name: str = ""
    ordered: dict[str, list[Any]] = field(default_factory=dict)
    form_code: list[Any] = field(default_factory=list)
    layout_code: list[Any] = field(default_factory=list)
    semantics: Any = None
    machine: Any = None
    # The names of parts, by number.
    named_parts: dict[int, Any] = field(default_factory=dict)
    # Deviations of parts from their documented instructions.
    errata: list[Any] = field(default_factory=list)
    roles: Any = None
    selection: Any = None
    textures: Any = None
    memory: Any = None
    # By revision.
    costs: dict[str, Any] = field(default_factory=dict)

    def opcode(self, name: str) -> Opcode | None:
        return next((opcode for opcode in self.opcodes if opcode.name == name), None)

    def used_forms(self) -> set[str]:
        return {leaf.form for layout in self.layouts for entry in layout.format.entries
                for leaf in entry.leaves() if leaf.kind == "operand"}
