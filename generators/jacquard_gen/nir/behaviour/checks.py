"""Checks of the behaviour that intrinsics declare.

Each source plays one part, a kind of behaviour has the parts that it needs and no others, and what
it is about exists.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any

from ...diagnostics import Diagnostics, listed
from ...schema import Text
from ...source import Position
from .atomics import AtomicRow
from .records import (Behaviour, Combine, Derivative, Effect, Exchange, ImageAccess, MaskQuestion,
                      MemoryAccess, RegisterAccess, SystemValue, VariableAccess, Vote)
from .spaces import SpaceRow, unknown_space


@dataclass(frozen=True)
class Known:
    """The names that behaviours refer to."""

    spaces: dict[str, SpaceRow]
    atomics: dict[str, AtomicRow]
    comparisons: Collection[str]
    semantics: Collection[str]


@dataclass(frozen=True)
class Subject:
    """The intrinsic whose behaviour is checked."""

    name: str
    sources: dict[Text, Text]
    has_dest: bool
    indices: Collection[str]
    variables: int
    known: Known
    diagnostics: Diagnostics

    def refuse(self, position: Position, message: str,
               notes: Iterable[tuple[Position | None, str]] = ()) -> None:
        self.diagnostics.error("E318", position, message, notes)

    def needs(self, behaviour: Behaviour, keys: Iterable[str], why: str) -> None:
        for name in keys:
            if not behaviour.has(name):
                self.refuse(behaviour.position, f"{why} needs '{name}'",
                            [(None, behaviour.keys[name].doc)])

    def lacks(self, behaviour: Behaviour, keys: Iterable[str], why: str) -> None:
        for name in keys:
            if behaviour.has(name):
                self.refuse(behaviour.where(name), f"{why} has no '{name}'")

    def only(self, behaviour: Behaviour, needed: Iterable[str], allowed: Iterable[str],
             why: str) -> None:
        """Checks that only some keys are given beside those that the kind always has."""
        needed = list(needed)
        self.needs(behaviour, needed, why)
        always = {name for name, described in behaviour.keys.items() if described.required}
        self.lacks(behaviour, [name for name in behaviour.node.entries
                               if name not in {*needed, *allowed, *always}], why)

    def result(self, position: Position, wanted: bool, why: str) -> None:
        if wanted != self.has_dest:
            self.refuse(position, f"{why} has {'a' if wanted else 'no'} result, but "
                        f"'{self.name}' has {'none' if wanted else 'one'}")

    def index(self, position: Position, names: Iterable[str], why: str) -> None:
        for name in names:
            if name not in self.indices:
                self.refuse(position, f"{why} needs the constant index '{name}'")


def check_sources(subject: Subject, behaviour: Behaviour | None, position: Position,
                  others: Collection[str] = ()) -> None:
    """Each source is named in one role; `others` are those that a formula reads."""
    first: dict[str, tuple[str, Text]] = {}
    is_known = True
    for role, source in behaviour.roles() if behaviour is not None else ():
        if source not in subject.sources:
            names = listed(subject.sources, joined="and")
            subject.diagnostics.error(
                "E317", source.position, f"'{subject.name}' has no source '{source}'",
                [(None, f"its sources are {names}" if names else "it has no sources")],
                near=str(source), known=subject.sources)
            is_known = False
        elif str(source) in first:
            other, where = first[str(source)]
            subject.diagnostics.error("E317", source.position,
                                      f"the source '{source}' is '{other}' already",
                                      [(where.position, "it is here")])
        else:
            first[str(source)] = role, source
    for source in subject.sources if is_known else ():
        if str(source) not in first and str(source) not in others:
            subject.diagnostics.error("E317", source.position,
                                      f"nothing says what the source '{source}' is for",
                                      [(position, "by what the intrinsic does, which is here")])


def check_memory(subject: Subject, access: MemoryAccess) -> None:
    space = subject.known.spaces.get(str(access.space))
    if space is None:
        unknown_space(access.space, subject.known.spaces, subject.diagnostics)
        return
    why = f"a {access.action} of the space '{space.name}'"
    if access.action in ("atomic",):
        why = f"an atomic on the space '{space.name}'"
    subject.result(access.where("action"), access.action in ("load", "atomic", "size"), why)
    needed, allowed = _places(access, space)
    if access.action == "store":
        needed.append("value")
    elif access.action == "atomic":
        allowed += ["data", "operand", "compare", "operation", "result"]
        _check_operation(subject, access, why)
    elif access.action == "copy":
        needed.append("to")
        subject.index(access.where("action"), ("base", "range"), why)
        if access.to is not None and access.to not in subject.known.spaces:
            unknown_space(access.to, subject.known.spaces, subject.diagnostics)
    elif access.action == "load":
        allowed += ["bound"] if "address" in needed else []
        allowed += ["barycentric"] if space.entry.addressed_by == "slot" else []
    if access.action in ("load", "store", "atomic"):
        allowed.append("variables")
    subject.only(access, needed, allowed, why)
    if space.entry.written == "never" and access.action in ("store", "atomic"):
        subject.refuse(access.where("action"), f"nothing writes the space '{space.name}'",
                       [(space.entry.where("written"), "says its entry")])
    if space.entry.addressed_by == "slot" and access.action not in ("load", "store"):
        subject.refuse(access.where("action"),
                       f"the slots of '{space.name}' are loaded and stored only")
    if space.entry.addressed_by == "value":
        subject.refuse(access.space.position, f"'{space.name}' is not accessed as memory")


def _places(access: MemoryAccess, space: SpaceRow) -> tuple[list[str], list[str]]:
    """The keys that must and that may say where an access is."""
    addressed_by = space.entry.addressed_by
    needed: list[str] = []
    if addressed_by == "buffer" or (addressed_by == "slot" and space.entry.parts is not None):
        needed.append("resource")
    if access.action == "size":
        return needed, []
    allowed = ["counts", "offset_in_elements"]
    if addressed_by == "address":
        needed.append("address")
        allowed.append("offset")
    elif addressed_by == "component":
        allowed.append("offset")
    else:
        needed.append("offset")
    if not access.has("offset"):
        allowed = [name for name in allowed if name == "offset"]
    return needed, allowed


def _check_operation(subject: Subject, access: MemoryAccess, why: str) -> None:
    if access.operation is None:
        subject.index(access.where("action"), ("atomic_op",), f"{why} without 'operation'")
    elif access.operation not in subject.known.atomics:
        subject.diagnostics.error("E321", access.operation.position,
                                  f"there is no atomic operation '{access.operation}'",
                                  near=str(access.operation), known=subject.known.atomics,
                                  within="nir/atomics.yaml")
    else:
        reads = subject.known.atomics[str(access.operation)].reads_compare
        if reads != (access.compare is not None):
            subject.refuse(access.operation.position,
                           f"the operation '{access.operation}' "
                           f"{'needs' if reads else 'has no'} 'compare'")
    if access.has("data") == access.has("operand"):
        subject.refuse(access.position, f"{why} needs 'data' or 'operand', one of them")


_VARIABLE_KEYS: dict[str, tuple[tuple[str, ...], tuple[str, ...], bool]] = {
    "load": ((), ("deref",), True),
    "store": (("value",), ("deref",), False),
    "copy": ((), ("deref", "from"), False),
    "copy_bytes": (("deref", "from", "size"), (), False),
    "atomic": (("deref", "data"), ("compare",), True),
    "interpolate": (("deref", "at"), ("place",), True),
    "is_in_modes": (("deref",), (), True),
    "length": (("deref",), (), True),
    "parameter": ((), (), True),
}


def check_variable(subject: Subject, access: VariableAccess) -> None:
    needed, allowed, has_result = _VARIABLE_KEYS[access.action]
    why = f"the action '{access.action}'"
    subject.only(access, needed, allowed, why)
    subject.result(access.where("action"), has_result, why)
    named = {"load": 1, "store": 1, "copy": 2}.get(access.action, 0)
    by_name = access.deref is None and access.source is None
    if subject.variables != (named if by_name else 0):
        subject.refuse(access.where("action"),
                       f"{why} {'without' if by_name else 'with'} a dereference is of "
                       f"{named if by_name else 0} named variables, and '{subject.name}' has "
                       f"{subject.variables}")
    for role in ("deref", "from"):
        source = access.deref if role == "deref" else access.source
        if source in subject.sources and \
                not subject.sources[_key(subject.sources, source)].startswith("deref"):
            subject.refuse(access.where(role), f"the source '{source}' is not a dereference")
    if access.action == "copy" and not by_name:
        subject.needs(access, ("deref", "from"), f"{why} by dereference")
    if access.action == "interpolate" and access.at is not None:
        if (access.at == "centroid") == access.has("place"):
            subject.refuse(access.where("at"), f"'{access.at}' "
                           f"{'has no' if access.at == 'centroid' else 'needs'} 'place'")


def _key(sources: dict[Text, Text], name: Text | None) -> Text:
    return next(source for source in sources if source == name)


_IMAGE_KEYS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "load": (("coordinate",), ("sample", "level", "sparse")),
    "store": (("coordinate", "value"), ("sample", "level")),
    "atomic": (("coordinate", "data"), ("sample", "level", "compare")),
    "size": (("level",), ()),
    "samples_identical": (("coordinate",), ()),
    "texel_address": (("coordinate",), ("sample",)),
}


def check_image(subject: Subject, access: ImageAccess) -> None:
    needed, allowed = _IMAGE_KEYS.get(access.action, ((), ()))
    why = f"the action '{access.action}'"
    subject.only(access, needed, allowed, why)
    subject.result(access.where("action"), access.action != "store", why)
    if access.action == "atomic":
        subject.index(access.where("action"), ("atomic_op",), why)


def check_register(subject: Subject, access: RegisterAccess) -> None:
    why = f"the action '{access.action}'"
    keys = {"declare": ((), ()), "load": (("register",), ("index",)),
            "store": (("register", "value"), ("index",))}[access.action]
    subject.only(access, *keys, why)
    subject.result(access.where("action"), access.action != "store", why)
    subject.index(access.where("action"),
                  ("num_components", "num_array_elems", "bit_size")
                  if access.action == "declare" else ("base",), why)


def check_system_value(subject: Subject, value: SystemValue) -> None:
    if value.variable is not None and value.variable not in subject.known.semantics:
        subject.diagnostics.error("E314", value.variable.position,
                                  f"there is no semantic '{value.variable}'",
                                  near=str(value.variable), known=subject.known.semantics,
                                  within="nir/enums.yaml")
    if value.invocations is not None and value.otherwise is not None:
        subject.refuse(value.where("otherwise"),
                       "what has a bit for each of some invocations is not given otherwise")


def check_exchange(subject: Subject, exchange: Exchange) -> None:
    if exchange.has("from") == exchange.has("where"):
        subject.refuse(exchange.position, "'from' or 'where' says which invocation is read, one "
                       "of them")


def check_vote(subject: Subject, vote: Vote) -> None:
    if vote.has("condition"):
        subject.only(vote, ("condition", "holds"), ("within",), "a vote on a condition")
        return
    subject.only(vote, ("value", "equal"), ("within",), "a vote on a value")
    if vote.equal is not None and vote.equal not in subject.known.comparisons:
        subject.diagnostics.error(
            "E318", vote.equal.position,
            f"'{vote.equal}' is not an ALU opcode that compares two values",
            near=str(vote.equal), known=subject.known.comparisons,
            within="nir/alu")


def check_mask(subject: Subject, question: MaskQuestion) -> None:
    if (question.gives == "bit") != question.has("invocation"):
        subject.refuse(question.where("gives"), f"'{question.gives}' "
                       f"{'needs' if question.gives == 'bit' else 'has no'} 'invocation'")
    if question.of != "all" and question.gives != "count":
        subject.refuse(question.where("of"), "only bits that are counted are those of some "
                       "invocations")


def check_combine(subject: Subject, combine: Combine) -> None:
    subject.index(combine.position, ("reduction_op",), "what combines values")


def check_effect(subject: Subject, effect: Effect) -> None:
    why = f"the effect '{effect.kind}'"
    if effect.kind == "barrier":
        subject.index(effect.where("kind"), ("execution_scope", "memory_modes"), why)
    if effect.kind not in ("terminate", "demote"):
        subject.lacks(effect, ("condition",), why)
    subject.result(effect.where("kind"), effect.kind == "read_clock", why)


def check_derivative(subject: Subject, derivative: Derivative) -> None:
    subject.result(derivative.position, True, "a derivative")


CHECKS: dict[str, Callable[[Subject, Any], None]] = {
    "memory": check_memory, "variable": check_variable, "image": check_image,
    "register": check_register, "system_value": check_system_value, "exchange": check_exchange,
    "vote": check_vote, "mask": check_mask, "combine": check_combine, "effect": check_effect,
    "derivative": check_derivative,
}
"""For each kind that has keys of its own what checks them."""
WITH_RESULT = ("system_value", "provided", "computes", "exchange", "vote", "ballot", "mask",
               "combine")
