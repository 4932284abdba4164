"""The form of what a table of operators spells: C++ and NIR with places for the arguments.

    spelling = [ "-" | "+" | "~" | "!" ] term { operator term } | term "?" term ":" term
    term     = place | number | word [ "<" width ">" ] "(" [ spelling { "," spelling } ] ")"
    place    = "{0}" …
    width    = "{width}" | "{width0}" … | number

A spelling of NIR has only terms, and a name without arguments takes all of them in order.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from .lexer import MAXIMUM_LENGTH

_TOKEN = re.compile(r"\s*(?:(?P<place>\{[0-9]\})|(?P<width>\{(?:width|type)[0-9]?\})"
                    r"|(?P<word>[A-Za-z_](?:[A-Za-z0-9_]|::(?=[A-Za-z_])|\{width\})*)"
                    r"|(?P<number>[0-9]+(?:\.[0-9]+)?)"
                    r"|(?P<sign>&&|\|\||<<|>>|[<>=!]=|[-+*/%<>!~&|^?:(),])|(?P<bad>\S))")
_INFIX = ("&&", "||", "<<", ">>", "<=", ">=", "==", "!=", "<", ">", "+", "-", "*", "/", "%", "&",
          "|", "^")
_PREFIX = ("-", "+", "~", "!")
MAXIMUM_DEPTH = 8


class Wrong(NamedTuple):
    """A fault of a spelling, at an offset of it."""

    offset: int
    length: int
    message: str


class _Stop(Exception):
    def __init__(self, wrong: Wrong) -> None:
        super().__init__(wrong.message)
        self.wrong = wrong


class _Token(NamedTuple):
    kind: str
    text: str
    offset: int


def check(text: str, count: int, is_nir: bool) -> Wrong | None:
    """Returns the fault of a spelling for so many arguments, or None."""
    if len(text) > MAXIMUM_LENGTH:
        return Wrong(0, 1, f"at most {MAXIMUM_LENGTH} characters")
    try:
        _Parser(text, count, is_nir).whole()
    except _Stop as stopped:
        return stopped.wrong
    return None


class _Parser:
    def __init__(self, text: str, count: int, is_nir: bool) -> None:
        self.count = count
        self.is_nir = is_nir
        self.tokens = [_Token(str(found.lastgroup), found.group().strip(),
                              found.start(str(found.lastgroup)))
                       for found in _TOKEN.finditer(text)]
        self.tokens.append(_Token("end", "", max(0, len(text) - 1)))
        self.next = 0

    @property
    def token(self) -> _Token:
        return self.tokens[self.next]

    def fail(self, message: str) -> _Stop:
        token = self.token
        return _Stop(Wrong(token.offset, max(1, len(token.text)), message))

    def take(self, *texts: str) -> bool:
        """Returns true if the next token is one of some signs, which is passed over."""
        if self.token.kind == "sign" and self.token.text in texts:
            self.next += 1
            return True
        return False

    def expect(self, text: str) -> None:
        if not self.take(text):
            raise self.fail(f"'{text}' is expected here")

    def whole(self) -> None:
        if self.is_nir:
            if self.token.kind not in ("place", "word"):
                raise self.fail("the name of an opcode, or an argument, is expected here")
            self.term(0)
        else:
            self.spelling(0)
        if self.token.kind != "end":
            raise self.fail(f"'{self.token.text}' is not expected here")

    def spelling(self, depth: int) -> None:
        self.take(*_PREFIX)
        self.term(depth)
        if self.take("?"):
            self.term(depth)
            self.expect(":")
            self.term(depth)
        while self.take(*_INFIX):
            self.term(depth)

    def term(self, depth: int) -> None:
        kind, text, _ = self.token
        if depth > MAXIMUM_DEPTH:
            raise self.fail("nested too deeply")
        if kind == "place":
            if int(text[1:-1]) >= self.count:
                raise self.fail(f"there are {self.count} arguments, the first is {{0}}")
            self.next += 1
        elif kind == "number":
            self.next += 1
        elif kind == "word":
            self.next += 1
            self.call(text, depth)
        else:
            raise self.fail(f"'{text}' is not expected here" if text else "it ends too early")

    def call(self, word: str, depth: int) -> None:
        if "{" in word and not self.is_nir:
            self.next -= 1
            raise self.fail("a width must be in < >")
        if not self.is_nir and self.take("<"):
            self.width()
            self.expect(">")
        if self.is_nir and not (self.token.kind == "sign" and self.token.text == "("):
            return
        self.expect("(")
        if self.take(")"):
            return
        while True:
            if self.is_nir:
                self.term(depth + 1)
            else:
                self.spelling(depth + 1)
            if not self.take(","):
                break
        self.expect(")")

    def width(self) -> None:
        kind, text, _ = self.token
        digits = text.strip("{}widthype")
        if kind not in ("width", "number") or (kind == "width" and digits and
                                               int(digits) >= self.count):
            raise self.fail("{width}, or that of an argument, is expected here")
        self.next += 1
