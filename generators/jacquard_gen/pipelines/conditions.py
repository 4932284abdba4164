"""Conditions of steps: names joined by `and`, `or`, `not` and parentheses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..diagnostics import Diagnostics
from ..source import Scalar

_TOKEN = re.compile(r"\s*(?:(?P<name>[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)?)"
                    r"|(?P<sign>[()]))")
_WORDS = ("and", "or", "not")
_DEEPEST = 32


@dataclass(frozen=True)
class Condition:
    """A name, or `and`, `or`, `not` of conditions."""

    kind: str  # "name", "and", "or", "not"
    name: str = ""
    parts: tuple[Condition, ...] = ()

    def names(self) -> Iterator[str]:
        if self.kind == "name":
            yield self.name
        for part in self.parts:
            yield from part.names()

    def text(self) -> str:
        return self._joined(lambda name: name, " and ", " or ", "not ")

    def code(self, of: Callable[[str], str]) -> str:
        return self._joined(of, " && ", " || ", "!")

    def _joined(self, of: Callable[[str], str], both: str, either: str, negated: str) -> str:
        if self.kind == "name":
            return of(self.name)
        if self.kind == "not":
            return negated + self._inner(self.parts[0], of, both, either, negated)
        sign = both if self.kind == "and" else either
        return sign.join(self._inner(part, of, both, either, negated) for part in self.parts)

    @staticmethod
    def _inner(part: Condition, of: Callable[[str], str], both: str, either: str,
               negated: str) -> str:
        inner = part._joined(of, both, either, negated)
        return f"({inner})" if part.kind in ("and", "or") else inner

    def negated(self) -> Condition:
        return self.parts[0] if self.kind == "not" else Condition("not", parts=(self,))

    def possible(self, of: Callable[[str], str], positive: bool = True) -> str:
        """C++ that is false where the condition cannot hold, whatever names are that `of` has no
        C++ for; "true" where it says nothing."""
        if self.kind == "name":
            code = of(self.name)
            return "true" if not code else code if positive else f"!{code}"
        if self.kind == "not":
            return self.parts[0].possible(of, not positive)
        each = [part.possible(of, positive) for part in self.parts]
        if (self.kind == "and") == positive:
            each = [code for code in each if code != "true"]
            return " && ".join(f"({code})" if " || " in code else code for code in each) or "true"
        return "true" if "true" in each else " || ".join(
            f"({code})" if " && " in code else code for code in each)


def parse(node: Scalar, diagnostics: Diagnostics) -> tuple[Condition | None, dict[str, int]]:
    """The condition and where in the text each of its names stands; None after a fault."""
    parser = _Parser(node, diagnostics)
    return parser.run(), parser.offsets


class _Broken(Exception):
    pass


class _Parser:
    def __init__(self, node: Scalar, diagnostics: Diagnostics) -> None:
        self.node = node
        self.diagnostics = diagnostics
        self.tokens: list[tuple[str, int]] = []
        self.at = 0
        self.depth = 0
        self.offsets: dict[str, int] = {}

    def run(self) -> Condition | None:
        try:
            self._split()
            made = self._either()
            if self.at < len(self.tokens):
                self._fault("'and', 'or' or the end of the condition is expected here")
            return made
        except _Broken:
            return None

    def _split(self) -> None:
        text, at = self.node.value, 0
        while text[at:].strip():
            found = _TOKEN.match(text, at)
            if found is None:
                at += len(text[at:]) - len(text[at:].lstrip())
                self.diagnostics.error("E002", self.node.at(at), f"'{text[at]}' has no meaning in "
                                       "a condition, which is made of names, 'and', 'or', 'not' "
                                       "and parentheses")
                raise _Broken
            name = found.group("name") or found.group("sign")
            self.tokens.append((name, found.end() - len(name)))
            at = found.end()

    def _fault(self, message: str) -> None:
        at = self.tokens[self.at][1] if self.at < len(self.tokens) else \
            max(len(self.node.value) - 1, 0)
        self.diagnostics.error("E002", self.node.at(at), message)
        raise _Broken

    def _next(self) -> str:
        return self.tokens[self.at][0] if self.at < len(self.tokens) else ""

    def _either(self) -> Condition:
        return self._chain("or", self._both)

    def _both(self) -> Condition:
        return self._chain("and", self._one)

    def _chain(self, word: str, part: Callable[[], Condition]) -> Condition:
        parts = [part()]
        while self._next() == word:
            self.at += 1
            parts.append(part())
        return parts[0] if len(parts) == 1 else Condition(word, parts=tuple(parts))

    def _one(self) -> Condition:
        token = self._next()
        self.depth += 1
        if self.depth > _DEEPEST:
            self._fault("the condition is nested too deeply")
        if token == "not":
            self.at += 1
            made = self._one().negated()
        elif token == "(":
            self.at += 1
            made = self._either()
            if self._next() != ")":
                self._fault("')' is expected here")
            self.at += 1
        elif not token or token == ")" or token in _WORDS:
            self._fault("a name, 'not' or '(' is expected here")
        else:
            self.offsets.setdefault(token, self.tokens[self.at][1])
            self.at += 1
            made = Condition("name", token)
        self.depth -= 1
        return made
