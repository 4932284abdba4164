"""Conditions and small computations over the fields of an instruction.

    full == dst_convert        repeat != 0 && !full        type in half        2 << cluster

C's operators, and `x in set` for the named sets of an enumeration. A name is resolved by the
scope: a field, a parameter, an operand (true where it is there) or a part such as `src0.repeat`.
Beside a field of an enumeration stand the names of its values.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from ..diagnostics import Diagnostics
from ..source import Position, Scalar


class Symbol(NamedTuple):
    """What a name means: its C++ form, and the enumeration it has values of (or '')."""

    cpp: str
    enum: str = ""
    boolean: bool = False


class Value(NamedTuple):
    """A compiled expression: C++ text and how tightly it binds (C's levels, higher is tighter)."""

    cpp: str
    level: int
    boolean: bool
    enum: str = ""


class EnumNames(NamedTuple):
    """What conditions need of an enumeration."""

    cpp: str
    values: dict[str, int]
    enumerators: dict[str, str]
    sets: dict[str, int]


Scope = Callable[[str], Symbol | None]
Place = Callable[[int, int], Position]

_TOKEN = re.compile(r"\s*(?:(0x[0-9a-fA-F]+|[0-9]+)|([A-Za-z_][A-Za-z0-9_]*(?:\.[a-z_]+)?)|"
                    r"(\|\||&&|==|!=|<=|>=|<<|>>|[-+*!()<>&]))")
_LEVELS = {"||": 1, "&&": 2, "==": 6, "!=": 6, "in": 6, "<": 7, ">": 7, "<=": 7, ">=": 7,
           "<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10}
_BOOLEAN = {"||", "&&", "==", "!=", "in", "<", ">", "<=", ">="}


class ConditionError(Exception):
    """A fault in a condition at an offset of its text."""

    def __init__(self, offset: int, length: int, message: str, near: str = "",
                 known: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.offset, self.length, self.message = offset, length, message
        self.near, self.known = near, known


class _Compiler:
    def __init__(self, text: str, scope: Scope, enums: dict[str, EnumNames]) -> None:
        self.text = text
        self.scope = scope
        self.enums = enums
        self.tokens: list[tuple[str, str, int]] = []
        self.next = 0
        at = 0
        while text[at:].strip():
            found = _TOKEN.match(text, at)
            if not found:
                at += len(text[at:]) - len(text[at:].lstrip())
                raise ConditionError(at, 1, f"'{text[at]}' cannot stand in a condition")
            number, name, sign = found.groups()
            kind = "number" if number else "name" if name else "sign"
            word = number or name or sign
            self.tokens.append((kind, word, found.end() - len(word)))
            at = found.end()

    def compile(self) -> Value:
        value = self.binary(1)
        if self.next < len(self.tokens):
            _, word, at = self.tokens[self.next]
            raise ConditionError(at, len(word), f"'{word}' is not expected here")
        return value

    def peek(self) -> str:
        return self.tokens[self.next][1] if self.next < len(self.tokens) else ""

    def binary(self, level: int) -> Value:
        left = self.unary()
        while True:
            operator = self.peek()
            binding = _LEVELS.get(operator, 0)
            if binding < level:
                return left
            _, _, at = self.tokens[self.next]
            self.next += 1
            if operator == "in":
                left = self.membership(left, at)
                continue
            right = self.operand_of(left, operator, binding, at)
            left = _join(left, operator, binding, right)

    def operand_of(self, left: Value, operator: str, binding: int, at: int) -> Value:
        """The right operand; beside an enumeration the name of one of its values."""
        if left.enum and operator in ("==", "!=") and self.next < len(self.tokens):
            kind, word, place = self.tokens[self.next]
            names = self.enums[left.enum]
            if kind == "name" and self.scope(word) is None:
                self.next += 1
                if word not in names.values:
                    raise ConditionError(place, len(word), f"'{word}' is no value of {left.enum}",
                                         word, tuple(names.values))
                return Value(f"{names.cpp}::{names.enumerators[word]}", 11, False)
        return self.binary(binding + 1)

    def membership(self, left: Value, at: int) -> Value:
        if not left.enum:
            raise ConditionError(at, 2, "'in' needs a field of an enumeration on its left")
        if self.next >= len(self.tokens) or self.tokens[self.next][0] != "name":
            raise ConditionError(at, 2, "the name of a set is expected after 'in'")
        _, word, place = self.tokens[self.next]
        self.next += 1
        sets = self.enums[left.enum].sets
        if word not in sets:
            raise ConditionError(place, len(word), f"{left.enum} has no set '{word}'", word,
                                 tuple(sets))
        return Value(f"in_set({left.cpp}, {sets[word]:#x})", 11, True)

    def unary(self) -> Value:
        if self.next >= len(self.tokens):
            raise ConditionError(max(len(self.text) - 1, 0), 1, "the condition ends too early")
        kind, word, at = self.tokens[self.next]
        self.next += 1
        if kind == "number":
            return Value(str(int(word, 0)), 11, False)
        if word == "!":
            value = self.unary()
            return Value("!" + _wrapped(value, 11), 11, True)
        if word == "-":
            value = self.unary()
            return Value("-" + _wrapped(value, 11), 10, False)
        if word == "(":
            value = self.binary(1)
            if self.peek() != ")":
                raise ConditionError(at, 1, "this parenthesis is not closed")
            self.next += 1
            return value
        if kind == "name" and word != "in":
            symbol = self.scope(word)
            if symbol is None:
                raise ConditionError(at, len(word), f"there is no '{word}' here", word)
            return Value(symbol.cpp, 11, symbol.boolean, symbol.enum)
        raise ConditionError(at, len(word), f"'{word}' is not expected here")


def _wrapped(value: Value, level: int) -> str:
    return value.cpp if value.level >= level else f"({value.cpp})"


def _join(left: Value, operator: str, level: int, right: Value) -> Value:
    # && inside || and shifts inside sums are put into parentheses, as compilers ask for.
    careful = level + 1 if operator in ("||",) else level
    text_left = _wrapped(left, careful if left.level != level else level)
    if operator in ("<<", ">>"):
        text_left = f"static_cast<unsigned>({left.cpp})"
        right_text = f"({right.cpp})" if right.level < 11 else right.cpp
        return Value(f"{text_left} {operator} {right_text}", level, False)
    text_right = _wrapped(right, level + 1)
    if operator == "||":
        text_left = f"({left.cpp})" if left.level == 2 else text_left
        text_right = f"({right.cpp})" if right.level == 2 else text_right
    return Value(f"{text_left} {operator} {text_right}", level, operator in _BOOLEAN)


def compile_condition(text: str, place: Place, scope: Scope, enums: dict[str, EnumNames],
                      diagnostics: Diagnostics, code: str = "E510",
                      known: Iterable[str] = ()) -> Value | None:
    """The C++ of a condition, None after reporting a fault in it; `known` are names of the scope
    that may have been meant."""
    try:
        return _Compiler(text, scope, enums).compile()
    except ConditionError as error:
        diagnostics.error(code, place(error.offset, error.length), error.message,
                          near=error.near, known=error.known or known)
        return None


def node_place(node: Scalar) -> Place:
    return lambda offset, length: node.at(offset, length)
