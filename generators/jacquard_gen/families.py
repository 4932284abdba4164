"""Families: one entry written once, expanded for every value of its variables.

`for: {W: [16, 32, 64]}` makes one entry per value, and per combination where there are several
variables; `for: [{T: float, P: f}, {T: int, P: i}]` lists the combinations. `{W}` in any text
of the entry is replaced, keys included; `{W*2}`, `{W/2}`, `{N-1}` and `{N+1}` compute. Variables
are upper-case, so that `{name}` in a text format stays what it is.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator

from . import limits
from .diagnostics import Diagnostics
from .source import ExpandedScalar, Mapping, Node, Scalar, Sequence

KEY = "for"
_NAME = re.compile(r"[A-Z][A-Z0-9_]*\Z")
_USE = re.compile(r"\{([A-Z][A-Z0-9_]*)(?:([-+*/])([0-9]+))?\}")

Binding = dict[str, str]


class Room:
    """The entries and characters that a table may still have. Both are counted before a family
    is expanded."""

    def __init__(self) -> None:
        self.entries = limits.ENTRIES
        self.characters = limits.EXPANDED

    def take(self, entry: Mapping, members: int, diagnostics: Diagnostics) -> bool:
        """Returns true if there is room for an entry; one for which there is none is reported."""
        characters = members * _weight(entry)
        if members <= self.entries and characters <= self.characters:
            self.entries -= members
            self.characters -= characters
            return True
        written = entry.get(KEY)
        limit = f"{limits.ENTRIES:,} entries" if members > self.entries else \
            f"{limits.EXPANDED:,} characters"
        family = f": this family has {members:,} members" if written is not None else ""
        diagnostics.error("E123", (written or entry).position(),
                          f"a table has at most {limit}, its families expanded{family}")
        return False


def _weight(node: Node) -> int:
    """At most how many characters a member has."""
    if isinstance(node, Scalar):
        return 50 + len(node.value) + limits.FAMILY_VALUE * node.value.count("{")
    if isinstance(node, Sequence):
        return 50 + sum(map(_weight, node.items))
    assert isinstance(node, Mapping)
    return 50 + sum(_weight(key) + _weight(value) for key, value in node.entries.values())


def expand(entry: Mapping, diagnostics: Diagnostics, room: Room) -> Iterator[Mapping]:
    """The members of an entry: itself where it has no `for`; none where there is no room."""
    written = entry.get(KEY)
    if not room.take(entry, _count(written), diagnostics):
        return
    if written is None:
        substitution = _Substitution({}, "", diagnostics, set())
        substitution.check(entry)
        if not substitution.failed:
            yield entry
        return
    bindings = _bindings(written, diagnostics)
    if not bindings:
        return
    used: set[str] = set()
    before = len(diagnostics)
    members: dict[tuple[str, ...], Mapping] = {}
    for binding in bindings:
        member = ", ".join(f"{name} = {value}" for name, value in binding.items())
        substitution = _Substitution(binding, member, diagnostics, used)
        expanded = substitution.mapping(entry, skip=KEY)
        if not substitution.failed:
            # Members that differ in what is used nowhere would only repeat each other.
            members.setdefault(tuple(binding[name] for name in sorted(used)), expanded)
    if len(diagnostics) == before:
        for name, place in _declarations(written):
            if name not in used:
                diagnostics.error("E122", place.position(),
                                  f"the family variable '{name}' is used nowhere in the entry")
    yield from members.values()


def _count(written: Node | None) -> int:
    """Returns how many members a `for` makes, if it is well-formed."""
    if isinstance(written, Mapping):
        return math.prod(len(values.items) for _, values in written.entries.values()
                         if isinstance(values, Sequence))
    return len(written.items) if isinstance(written, Sequence) else 1


def _declarations(written: Node) -> Iterator[tuple[str, Scalar]]:
    if isinstance(written, Mapping):
        first = written
    elif isinstance(written, Sequence) and isinstance(written.items[0], Mapping):
        first = written.items[0]
    else:
        return
    for name, (key, _) in first.entries.items():
        yield name, key


def _bindings(written: Node, diagnostics: Diagnostics) -> list[Binding]:
    if isinstance(written, Mapping):
        return _product(written, diagnostics)
    if isinstance(written, Sequence) and written.items:
        result = []
        names: list[str] = []
        for item in written.items:
            if not isinstance(item, Mapping):
                diagnostics.error("E120", item.position(),
                                  "a mapping from family variables to values is expected here")
                return []
            binding = _one(item, diagnostics)
            if binding is None:
                return []
            if names and sorted(binding) != names:
                diagnostics.error("E120", item.position(),
                                  "every combination must give the same family variables")
                return []
            names = sorted(binding)
            result.append(binding)
        return result
    diagnostics.error("E120", written.position(),
                      "'for' is a mapping of variables to lists, or a list of combinations")
    return []


def _variable(key: Scalar, diagnostics: Diagnostics) -> bool:
    if _NAME.match(key.value):
        return True
    diagnostics.error("E120", key.position(),
                      f"a family variable is written in upper case, not '{key.value}'")
    return False


def _one(item: Mapping, diagnostics: Diagnostics) -> Binding | None:
    binding: Binding = {}
    for name, (key, value) in item.entries.items():
        if not _variable(key, diagnostics):
            return None
        if not isinstance(value, Scalar):
            diagnostics.error("E120", value.position(),
                              f"one value of the family variable '{name}' is expected here")
            return None
        if not _fits(value, diagnostics):
            return None
        binding[name] = value.value
    return binding


def _fits(value: Scalar, diagnostics: Diagnostics) -> bool:
    if len(value.value) <= limits.FAMILY_VALUE:
        return True
    diagnostics.error("E120", value.position(), f"a value of a family variable has at most "
                      f"{limits.FAMILY_VALUE} characters, and this has {len(value.value)}")
    return False


def _product(written: Mapping, diagnostics: Diagnostics) -> list[Binding]:
    choices: list[list[tuple[str, str]]] = []
    for name, (key, values) in written.entries.items():
        if not _variable(key, diagnostics):
            return []
        if not isinstance(values, Sequence) or not values.items:
            diagnostics.error("E120", values.position(),
                              f"a list of values of the family variable '{name}' is expected here")
            return []
        seen: set[str] = set()
        column: list[tuple[str, str]] = []
        for value in values.items:
            if not isinstance(value, Scalar):
                diagnostics.error("E120", value.position(),
                                  "a value of a family variable is text or a number")
                return []
            if not _fits(value, diagnostics):
                return []
            if value.value in seen:
                diagnostics.error("E120", value.position(),
                                  f"the value '{value.value}' is listed twice")
                return []
            seen.add(value.value)
            column.append((name, value.value))
        choices.append(column)
    return [dict(combination) for combination in itertools.product(*choices)] if choices else []


class _Substitution:
    def __init__(self, binding: Binding, member: str, diagnostics: Diagnostics,
                 used: set[str]) -> None:
        self.binding = binding
        self.member = member
        self.diagnostics = diagnostics
        self.used = used
        self.failed = False
        self.unknown: set[str] = set()

    def check(self, node: Node) -> None:
        """Reports `{X}` in an entry that is no family."""
        if isinstance(node, Scalar):
            if "{" in node.value:
                self.scalar(node)
        elif isinstance(node, Sequence):
            for item in node.items:
                self.check(item)
        elif isinstance(node, Mapping):
            for key, value in node.entries.values():
                self.check(key)
                self.check(value)

    def node(self, node: Node) -> Node:
        if isinstance(node, Scalar):
            return self.scalar(node)
        if isinstance(node, Sequence):
            return Sequence(node.source, node.line, node.column,
                            [self.node(item) for item in node.items], self.member)
        assert isinstance(node, Mapping)
        return self.mapping(node)

    def mapping(self, node: Mapping, skip: str = "") -> Mapping:
        entries: dict[str, tuple[Scalar, Node]] = {}
        for name, (key, value) in node.entries.items():
            if name == skip:
                continue
            new_key = self.scalar(key)
            if new_key.value in entries:
                self.diagnostics.error(
                    "E104", new_key.position(),
                    f"the key '{new_key.value}' is given twice",
                    [(entries[new_key.value][0].position(), "it was given here first")])
            entries[new_key.value] = (new_key, self.node(value))
        return Mapping(node.source, node.line, node.column, entries, self.member)

    def scalar(self, node: Scalar) -> Scalar:
        if "{" not in node.value:
            return node.with_member(self.member)
        pieces: list[str] = []
        segments: list[tuple[int, int, int, int]] = []
        end = 0
        length = 0
        for use in _USE.finditer(node.value):
            text = self._value(node, use)
            if text is None:
                continue
            pieces.append(node.value[end:use.start()])
            length += use.start() - end
            segments.append((length, len(text), use.start(), use.end() - use.start()))
            pieces.append(text)
            length += len(text)
            end = use.end()
        if not segments:
            return node.with_member(self.member)
        pieces.append(node.value[end:])
        return ExpandedScalar(node, "".join(pieces), self.member, segments)

    def _error(self, node: Scalar, use: re.Match[str], message: str, near: str = "") -> None:
        self.failed = True
        self.diagnostics.error("E121", node.at(use.start(), use.end() - use.start()), message,
                               near=near, known=self.binding)

    def _value(self, node: Scalar, use: re.Match[str]) -> str | None:
        name, operator, operand = use.groups()
        value = self.binding.get(name)
        if value is None:
            if name not in self.unknown:
                self.unknown.add(name)
                self._error(node, use, f"the entry declares no family variable '{name}'", name)
            return None
        self.used.add(name)
        if operator is None:
            return value
        if not re.fullmatch(r"-?[0-9]{1,9}", value) or len(operand) > 9:
            self._error(node, use, f"'{name}' is '{value}', which is not a number to compute with")
            return None
        left, right = int(value), int(operand)
        if operator == "/" and (right == 0 or left % right):
            self._error(node, use, f"{left} cannot be divided by {right} without a remainder")
            return None
        return str(left + right if operator == "+" else left - right if operator == "-" else
                   left * right if operator == "*" else left // right)
