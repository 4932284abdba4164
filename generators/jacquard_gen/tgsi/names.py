"""The names of the text form that are no opcodes: `defs/tgsi/names.yaml`."""

from __future__ import annotations

import re

from ..diagnostics import Diagnostics
from ..escape import RESERVED
from ..escape import name as name_in_cpp
from ..groups import Context
from ..identifiers import check_identifiers
from ..schema import (FLAG, NAME, TEXT, Integer, Record, Text, check_unique, choice, key, list_of,
                      load_entries, record, text)

TABLE = "tgsi/names.yaml"
COMPONENTS = {"x": 0, "y": 1, "z": 2, "w": 3}

_NAME = text("a name of the text form", r"[A-Za-z0-9_]+")

# Types that the C++ of the names has besides.
_TAKEN = ("RegisterDimension", "RegisterFileInfo", "TextureTargetInfo")


def enumerator_of(name: str) -> str:
    """The C++ enumerator of a name that gives none: lower case, kept apart from C++'s words."""
    lower = name.lower()
    if lower[0].isdigit():
        return "dim_" + lower
    return lower + "_" if lower in RESERVED else lower


def type_name(kind: str) -> str:
    """The C++ enumeration of a set of names."""
    return name_in_cpp("".join(part.capitalize() for part in kind.split("_")))


class FileFacts(Record):
    """The operations that the registers of a file allow."""

    read: bool = key(FLAG, "Instructions read it.", default=False)
    write: bool = key(FLAG, "Instructions write it.", default=False)
    relative: bool = key(FLAG, "A register may choose the index.", default=False)
    address: bool = key(FLAG, "Holds integers that choose indices.", default=False)
    resource: bool = key(FLAG, "Names memory, a texture or a sampler.", default=False)
    typed: bool = key(FLAG, "Declared with a texture target.", default=False)
    semantic: bool = key(FLAG, "Declared with a semantic.", default=False)
    undeclared: bool = key(FLAG, "Needs no declaration.", default=False)
    memory: Text | None = key(NAME, "How the MEMORY is declared that a register without a number "
                                    "stands for.")
    dimension: Text | None = key(choice({"buffer": "A buffer.", "vertex": "A vertex."}),
                                 "What the first of two brackets counts.")


class ValueFacts(Record):
    """Describes how a system value is read."""

    intrinsic: Text = key(NAME, "The NIR intrinsic that loads it.", required=True)
    components: int = key(Integer(1, 4), "Components it has; the others are 0.", default=1)
    truth: bool = key(FLAG, "A truth: no bits or all of them.", default=False)
    stages: list[Text] = key(list_of(NAME), "The stages that have it; none: all.", default=[])


class TargetFacts(Record):
    """Describes how coordinates of a texture target lie in the sources."""

    dimension: Text = key(choice(["1d", "2d", "3d", "cube", "rect", "buf"]),
                          "The shape of one layer.", required=True)
    coordinates: int = key(Integer(1, 4), "Components of the coordinate, the layer included.",
                           required=True)
    layer: Text | None = key(choice(COMPONENTS), "The component that holds the layer.")
    comparator: Text | None = key(choice([*COMPONENTS, "next"]),
                                  "The component a shadow lookup compares with.")
    samples: bool = key(FLAG, "Texels have several samples.", default=False)
    level: bool = key(FLAG, "There are levels of detail.", default=True)


class Name(Record):
    """A name and what is known of it."""

    name: Text = key(_NAME, "The name as it is written.", required=True)
    enumerator: Text | None = key(NAME, "Its C++ enumerator, where it is not the name itself.")
    doc: Text | None = key(TEXT, "What it means.")
    values: Text | None = key(NAME, "The kind of name that a value of this property may be.")
    unsupported: bool = key(FLAG, "Shaders that set this property to anything but 0 are refused.",
                            default=False)
    file: FileFacts | None = key(record(FileFacts), "Facts of a register file.")
    target: TargetFacts | None = key(record(TargetFacts), "Facts of a texture target.")
    access: Text | None = key(NAME, "What a memory qualifier says of an access, for NIR.")
    value: ValueFacts | None = key(record(ValueFacts), "Facts of a system value.")

    number: int

    @property
    def memory_cpp(self) -> str | None:
        memory = self.file.memory if self.file is not None else None
        return None if memory is None else enumerator_of(memory)

    @property
    def access_cpp(self) -> str:
        return "nothing" if self.access is None else enumerator_of(self.access)

    @property
    def cpp(self) -> str:
        return str(self.enumerator) if self.enumerator else enumerator_of(self.name)


class Kind(Record):
    """A set of names; the place of a name in its list is its number."""

    kind: Text = key(NAME, "The set.", required=True)
    doc: Text = key(TEXT, "What the names of the set are.", required=True)
    names: list[Name] = key(list_of(record(Name), low=1), "The names in order.", required=True)

    @property
    def cpp(self) -> str:
        return type_name(self.kind)


# Each kind has these facts.
_FACTS = {"file": "register_file", "target": "texture_target", "value": "semantic",
          "values": "property", "unsupported": "property", "access": "memory_qualifier"}

_RELIED_ON = ("stage", "line_keyword", "instruction_modifier", "declaration_keyword",
              "register_file", "semantic", "texture_target", "property", "return_type",
              "interpolation", "interpolation_location", "immediate_type", "memory_qualifier",
              "access_flag")


def load_names(context: Context) -> dict[str, Kind]:
    diagnostics = context.diagnostics
    kinds = check_unique(load_entries(Kind, context.table(TABLE), diagnostics),
                         lambda kind: kind.kind, diagnostics)
    check_identifiers([kind.kind for kind in kinds.values()], diagnostics, type_name, _TAKEN)
    for kind in kinds.values():
        for number, name in enumerate(kind.names):
            name.number = number
        check_unique(kind.names, lambda name: name.name, diagnostics)
        _check_enumerators(kind, diagnostics)
        for name in kind.names:
            _check_facts(kind, name, kinds, diagnostics)
    return kinds


def check_complete(kinds: dict[str, Kind], context: Context) -> None:
    """Reports kinds that C++ written by hand relies on and the table does not have."""
    for wanted in _RELIED_ON:
        if wanted not in kinds:
            context.diagnostics.error("E402", context.place(TABLE),
                                      f"the kind of names '{wanted}' is missing",
                                      near=wanted, known=kinds, within=TABLE)


def _check_enumerators(kind: Kind, diagnostics: Diagnostics) -> None:
    seen: dict[str, Name] = {}
    for name in kind.names:
        where = name.where("enumerator" if name.enumerator else "name")
        if not re.fullmatch(r"[a-z_][a-z0-9_]*", name.cpp) or name.cpp in RESERVED:
            diagnostics.error("E403", where, f"'{name.cpp}' cannot be a C++ enumerator")
        first = seen.setdefault(name.cpp, name)
        if first is not name:
            diagnostics.error("E403", where, f"the enumerator '{name.cpp}' is taken",
                              [(first.position, "by this name")])


def _check_facts(kind: Kind, name: Name, kinds: dict[str, Kind],
                 diagnostics: Diagnostics) -> None:
    for fact, owner in _FACTS.items():
        if name.has(fact) and kind.kind != owner:
            diagnostics.error("E402", name.where(fact),
                              f"'{fact}' says something about a {owner}, not about a {kind.kind}")
    if kind.kind == "register_file" and name.file is None:
        diagnostics.error("E402", name.position,
                          f"the register file '{name.name}' needs 'file'")
    if name.file is not None and name.file.memory is not None and "access_flag" in kinds:
        flags = {flag.name.lower(): flag for flag in kinds["access_flag"].names}
        if name.file.memory not in flags:
            diagnostics.error("E402", name.file.memory.position,
                              f"there is no access flag called '{name.file.memory}'",
                              near=name.file.memory, known=flags, within=TABLE)
    if name.values is not None and name.values not in kinds:
        diagnostics.error("E406", name.values.position,
                          f"there is no kind of names called '{name.values}'",
                          near=name.values, known=kinds, within=TABLE)
