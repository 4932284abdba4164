"""The files made from what intrinsics do: tables, formulas, and the memory an interpreter is
given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..escape import identifier
from ..groups import Output
from .behaviour import records, spaces
from .behaviour.atomics import AtomicRow
from .behaviour.load import BehaviourRow
from .behaviour.records import (ROLE, Behaviour, Combine, Derivative, Effect, Exchange, ImageAccess,
                                MaskQuestion, MemoryAccess, Provided, RegisterAccess, SystemValue,
                                VariableAccess, Vote)
from .behaviour.spaces import BYTES_OF, SpaceRow
from .identities import Identity
from .intrinsics import IntrinsicRow

FOLDER = "jacquard/generated/nir/"
TABLES = tuple(FOLDER + name for name in (
    "behaviour.h", "behaviour.cpp", "identities.cpp", "interpreter/given_memory.h",
    "interpreter/given_memory.cpp", "interpreter/formulas.cpp", "interpreter/atomics.cpp"))
OUTPUT_NAMES = list(TABLES)


@dataclass(frozen=True)
class Word:
    """An enumerator with its sentence."""

    name: str
    doc: str


@dataclass(frozen=True)
class Enumeration:
    """An enumeration whose words are those of a key."""

    name: str
    doc: str
    words: list[Word]


def _enumeration(name: str, doc: str, words: dict[str, str]) -> Enumeration:
    return Enumeration(name, doc, [Word(word, text) for word, text in words.items()])


ENUMERATIONS = [
    _enumeration("BehaviourKind", "The kind of what an intrinsic does.", records.KINDS),
    _enumeration("Addressing", "How a place in a memory space is named.", spaces.ADDRESSED_BY),
    _enumeration("SharedBy", "Who sees the same memory.", spaces.SHARED_BY),
    _enumeration("Written", "When memory may change.", spaces.WRITTEN),
    _enumeration("MemoryAction", "What is done to memory.", records.MEMORY_ACTIONS),
    _enumeration("VariableAction", "What is done to a variable.", records.VARIABLE_ACTIONS),
    _enumeration("InterpolationPlace", "Where an input is interpolated.",
                 records.INTERPOLATION_PLACES),
    _enumeration("ImageAction", "What is done to an image.", records.IMAGE_ACTIONS),
    _enumeration("RegisterAction", "What is done to a register.", records.REGISTER_ACTIONS),
    _enumeration("BarycentricPlace", "Where barycentric coordinates are.",
                 records.BARYCENTRIC_PLACES),
    _enumeration("InvocationSet", "Invocations of a subgroup, by where this one is.",
                 records.INVOCATION_SETS),
    _enumeration("InvocationGroup", "Invocations that exchange values.", records.GROUPS),
    _enumeration("VoteRule", "For how many a condition must hold.", records.VOTES),
    _enumeration("MaskAnswer", "What a mask of invocations is asked.", records.MASK_ANSWERS),
    _enumeration("InvocationExtent", "How many of a group's invocations count.", records.EXTENTS),
    _enumeration("Axis", "A direction in the picture.", records.AXES),
    _enumeration("EffectKind", "What is done beside computing and accessing memory.",
                 records.EFFECTS),
]


@dataclass(frozen=True)
class TableRow:
    """A row of a table in C++: designated initialisers, in the order of the structure."""

    name: str
    provenance: str
    fields: list[tuple[str, str]]


@dataclass(frozen=True)
class Table:
    """The intrinsics of one kind: the structure that says what they do."""

    kind: str
    structure: str
    function: str
    rows: list[TableRow]


STRUCTURES: dict[str, tuple[str, str]] = {
    "memory": ("MemoryAccess", "memory_access"),
    "variable": ("VariableAccess", "variable_access"),
    "image": ("ImageAccess", "image_access"),
    "register": ("RegisterAccess", "register_access"),
    "system_value": ("SurroundingsValue", "system_value"),
    "provided": ("SurroundingsValue", "provided_value"),
    "exchange": ("LaneExchange", "lane_exchange"),
    "vote": ("LaneVote", "lane_vote"),
    "ballot": ("LaneBallot", "lane_ballot"),
    "mask": ("MaskQuestion", "mask_question"),
    "combine": ("LaneCombination", "lane_combination"),
    "derivative": ("QuadDerivative", "quad_derivative"),
    "effect": ("Effect", "effect_of"),
}
"""For each kind that has keys of its own: the C++ structure and the function that finds it."""


def _fields(row: BehaviourRow, rows: dict[str, SpaceRow]) -> Iterator[tuple[str, str]]:
    """Yields the fields of a row beside the roles of the sources."""
    entry = row.entry
    if isinstance(entry, MemoryAccess):
        yield from _memory_fields(entry, rows)
    elif isinstance(entry, VariableAccess):
        yield "action", f"VariableAction::{entry.action}"
        if entry.at is not None:
            yield "at", f"InterpolationPlace::{entry.at}"
    elif isinstance(entry, ImageAccess):
        yield "action", f"ImageAction::{entry.action}"
        if entry.sparse:
            yield "is_sparse", "true"
    elif isinstance(entry, RegisterAccess):
        yield "action", f"RegisterAction::{entry.action}"
    elif isinstance(entry, SystemValue):
        if entry.invocations is not None:
            yield "has_set", "true"
            yield "set", f"InvocationSet::{entry.invocations}"
    elif isinstance(entry, (Exchange, Vote)):
        yield "within", f"InvocationGroup::{entry.within}"
        if isinstance(entry, Vote) and entry.holds is not None:
            yield "rule", f"VoteRule::{entry.holds}"
        if isinstance(entry, Vote) and entry.equal is not None:
            yield "equal", f"Opcode::{identifier(str(entry.equal))}"
    elif isinstance(entry, MaskQuestion):
        yield "gives", f"MaskAnswer::{entry.gives}"
        yield "extent", f"InvocationExtent::{entry.of}"
    elif isinstance(entry, Combine):
        yield "extent", f"InvocationExtent::{entry.of}"
    elif isinstance(entry, Derivative):
        yield "along", f"Axis::{entry.along}"
        if entry.fine:
            yield "is_fine", "true"
    elif isinstance(entry, Effect):
        yield "kind", f"EffectKind::{entry.kind}"


def _memory_fields(entry: MemoryAccess, rows: dict[str, SpaceRow]) -> Iterator[tuple[str, str]]:
    yield "space", f"MemorySpace::{identifier(str(entry.space))}"
    yield "action", f"MemoryAction::{entry.action}"
    if entry.to is not None:
        yield "target", f"MemorySpace::{identifier(str(entry.to))}"
    unit = rows[str(entry.space)].unit if entry.counts is None else BYTES_OF[entry.counts]
    if unit != 1:
        yield "unit", str(unit)
    if entry.operation is not None:
        yield "has_operation", "true"
        yield "operation", f"AtomicOp::{identifier(str(entry.operation))}"
    if entry.operand is not None:
        yield "operand", str(entry.operand)
    if entry.result == "new":
        yield "gives_new", "true"


def _sources(row: BehaviourRow) -> Iterator[tuple[str, str]]:
    if not isinstance(row.entry, Behaviour):
        return
    for name, described in row.entry.keys.items():
        if described.kind is ROLE and row.source(name) >= 0:
            yield f"{name}_source", str(row.source(name))


def _tables(intrinsics: list[IntrinsicRow], rows: dict[str, SpaceRow]) -> list[Table]:
    made = []
    for kind, (structure, function) in STRUCTURES.items():
        members = [row for row in intrinsics if row.behaviour.kind == kind]
        made.append(Table(kind, structure, function, [
            TableRow(row.name, row.provenance,
                     [*_fields(row.behaviour, rows), *_sources(row.behaviour)])
            for row in members]))
    return made


_LOWERINGS = ("load", "load_unchanging", "store", "atomic", "atomic_swap")


def _variable_accesses(intrinsics: Iterable[IntrinsicRow],
                       rows: dict[str, SpaceRow]) -> dict[str, dict[str, str]]:
    """For each space the intrinsics that accesses to variables in it become. Those of a view stand
    for the space of which it is one."""
    made: dict[str, dict[str, str]] = {name: {} for name in rows}
    for row in intrinsics:
        entry = row.behaviour.entry
        if isinstance(entry, MemoryAccess) and entry.variables is not None:
            action = str(entry.action) + ("_swap" if entry.compare is not None else "") + \
                ("_unchanging" if entry.variables == "unchanging" else "")
            made[rows[str(entry.space)].storage][action] = row.name
    return {space: {action: found[action] for action in _LOWERINGS if action in found}
            for space, found in made.items()}


def outputs(intrinsics: list[IntrinsicRow], space_rows: list[SpaceRow], atomics: list[AtomicRow],
            identities: list[Identity]) -> list[Output]:
    by_name = {row.name: row for row in space_rows}
    tables = _tables(intrinsics, by_name)
    numbers = dict.fromkeys((row.name for row in intrinsics), 0)
    numbers |= {row.name: number for table in tables for number, row in enumerate(table.rows)}
    barycentric = {str(row.behaviour.entry.barycentric): row.name for row in intrinsics
                   if isinstance(row.behaviour.entry, Provided) and
                   row.behaviour.entry.barycentric is not None}
    values = {
        "enumerations": ENUMERATIONS,
        "tables": tables,
        "intrinsics": intrinsics,
        "numbers": numbers,
        "spaces": space_rows,
        "accesses": _variable_accesses(intrinsics, by_name),
        "members": {row.name: row.member for row in space_rows},
        "num_alias_classes": max((row.alias_class for row in space_rows), default=-1) + 1,
        "barycentric": barycentric,
        "barycentric_places": list(records.BARYCENTRIC_PLACES),
        "atomics": atomics,
        "formulas": [row.behaviour.formula for row in intrinsics
                     if row.behaviour.formula is not None],
        "identities": identities,
    }
    return [Output(path, f"nir/{path.removeprefix(FOLDER)}.j2", values)
            for path in TABLES]
