"""Conditions and small computations over the fields of an instruction, as C++.

    full == dst_convert        repeat != 0 && !full        type in half        2 << cluster

They are written in the language of all tables (`jacquard_gen.expr`). A name is resolved by the
scope: a field, a parameter, an operand (true where it is there) or a part such as `src0.repeat`.
A flag is a bool, every number an int32, and beside a field of an enumeration stand the names of its
values and sets.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ...diagnostics import Diagnostics
from ...expr import BOOL, Enumerated, Environment, Language, Type
from ...expr.tree import Apply, Constant, Expression, Local, Membership, NamedConstant, Operand
from ...source import Position, Written


class Symbol(NamedTuple):
    """The meaning of a name: its C++ form, and the enumeration it has values of (or '')."""

    cpp: str
    enum: str = ""
    boolean: bool = False
    known: bool = True  # whether its type is; that it is not was reported where it is given


class Value(NamedTuple):
    """A compiled expression: C++ text and how tightly it binds (C's levels, higher is tighter)."""

    cpp: str
    level: int = 11


class EnumNames(NamedTuple):
    """The facts about an enumeration that conditions need."""

    cpp: str
    values: dict[str, int]
    enumerators: dict[str, str]
    sets: dict[str, int]


Scope = Callable[[str], "Symbol | None"]
Place = Callable[[int, int], Position]

TRUE = Value("true")
FALSE = Value("false")

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)?")
_NUMBER = Type("int", 32)
_LEVELS = {"||": 1, "&&": 2, "==": 6, "!=": 6, "<": 7, ">": 7, "<=": 7, ">=": 7, "<<": 8, ">>": 8,
           "+": 9, "-": 9, "*": 10}
_OPERATORS = (*_LEVELS, "!x", "-x")


@dataclass(frozen=True)
class _Piece:

    value: str
    place: Place

    def at(self, offset: int, length: int = 1) -> Position:
        return self.place(offset, length)

    def position(self) -> Position:
        return self.place(0, len(self.value))


def written(text: str, place: Place) -> Written:
    """A condition inside a longer text, and where its characters are."""
    return _Piece(text, place)


@dataclass(frozen=True)
class Conditions:
    """The language with the enumerations of the ir3 tables."""

    language: Language
    enums: Mapping[str, EnumNames]

    def compile(self, text: Written, scope: Scope, diagnostics: Diagnostics,
                boolean: bool = True, known: Iterable[str] = ()) -> Value | None:
        """The C++ of a condition, or of a number; None after its faults were reported. `known` are
        names of the scope that may have been meant."""
        symbols = _symbols(text, scope, known)
        tree = self.tree(text, scope, diagnostics, boolean, known)
        return None if tree is None else self._cpp(tree, symbols)

    def tree(self, text: Written, scope: Scope, diagnostics: Diagnostics, boolean: bool = True,
             known: Iterable[str] = ()) -> Expression | None:
        """The same with types: operators of C on names of the scope and constants."""
        symbols = _symbols(text, scope, known)
        if not all(symbols[name].known for name in _NAME.findall(text.value) if name in symbols):
            return None
        types = {name: BOOL if symbol.boolean else _NUMBER for name, symbol in symbols.items()}
        enumerated = {name: Enumerated(symbol.enum, self.enums[symbol.enum].values,
                                       self.enums[symbol.enum].sets)
                      for name, symbol in symbols.items() if symbol.enum}
        environment = Environment(types, enumerated, "ir3/")
        tree = self.language.compile(text, environment, diagnostics,
                                     BOOL if boolean else _NUMBER)
        if tree is None:
            return None
        refused = _refused(tree.values[0])
        if refused:
            diagnostics.error("E510", text.position(), f"{refused} cannot stand here",
                              [(None, "these can: in " + " ".join(_OPERATORS).replace("x", ""))])
            return None
        return tree.values[0]

    def _cpp(self, node: Expression, symbols: dict[str, Symbol]) -> Value:
        if isinstance(node, Operand):
            return Value(symbols[node.name].cpp)
        if isinstance(node, NamedConstant):
            names = self.enums[node.enumeration]
            return Value(f"{names.cpp}::{names.enumerators[node.name]}")
        if isinstance(node, Constant):
            return Value(str(node.value).lower())
        if isinstance(node, Membership):
            return Value(f"in_set({self._cpp(node.member, symbols).cpp}, {node.mask:#x})")
        assert isinstance(node, Apply)
        name = node.operation.name
        values = [self._cpp(argument, symbols) for argument in node.arguments]
        if name in ("!x", "-x"):
            return Value(name[0] + _wrapped(values[0], 11), 11 if name == "!x" else 10)
        return _joined(values[0], name, values[1])


def _symbols(text: Written, scope: Scope, known: Iterable[str]) -> dict[str, Symbol]:
    """The names of a text, and those that may have been meant, of which the scope knows."""
    found = {name: scope(name) for name in [*_NAME.findall(text.value), *known]}
    return {name: symbol for name, symbol in found.items() if symbol is not None}


def _refused(node: Expression) -> str:
    """Names the part of an expression that cannot be written in C++ for the fields of an
    instruction."""
    if isinstance(node, Local):
        return f"the binding '{node.name}'"
    if isinstance(node, Membership):
        return _refused(node.member)
    if not isinstance(node, Apply):
        return ""
    if node.operation.name not in _OPERATORS:
        return f"'{node.operation.name}'"
    return next(filter(None, map(_refused, node.arguments)), "")


def _wrapped(value: Value, level: int) -> str:
    return value.cpp if value.level >= level else f"({value.cpp})"


def _joined(left: Value, operator: str, right: Value) -> Value:
    level = _LEVELS[operator]
    if operator in ("<<", ">>"):
        return Value(f"static_cast<unsigned>({left.cpp}) {operator} {_wrapped(right, 11)}", level)
    first, second = _wrapped(left, level), _wrapped(right, level + 1)
    if operator == "||":
        # Compilers ask for parentheses around && inside ||.
        first = f"({left.cpp})" if left.level == _LEVELS["&&"] else first
        second = f"({right.cpp})" if right.level == _LEVELS["&&"] else second
    return Value(f"{first} {operator} {second}", level)
