"""Text of the expression language to tokens, each with its offsets in the text."""

from __future__ import annotations

import re
from typing import NamedTuple

from .fault import Fault

MAXIMUM_LENGTH = 20000

# Longest first where one operator is the beginning of another.
OPERATORS = ("<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+", "-", "*", "/", "%", "~", "!",
             "<", ">", "&", "^", "|", "?", ":", "(", ")", "[", "]", ",", ".", "=", ";")

_TOKEN = re.compile(
    r"(?P<space>[ \t\r\n]+)"
    r"|(?P<float>[0-9]+\.[0-9]+(?:[eE][-+]?[0-9]+)?|[0-9]+[eE][-+]?[0-9]+)"
    r"|(?P<int>0[xX][0-9a-fA-F]+|0[bB][01]+|[0-9]+)"
    r"|(?P<name>[A-Za-z_][A-Za-z0-9_]*)"
    r"|(?P<operator>" + "|".join(re.escape(operator) for operator in OPERATORS) + ")")


class Token(NamedTuple):
    kind: str      # "float", "int", "name", "operator" or "end"
    text: str
    start: int
    end: int


def tokens(text: str) -> list[Token]:
    """The tokens and an end token; raises Fault at the first character that begins none."""
    if len(text) > MAXIMUM_LENGTH:
        raise Fault("E215", 0, 1, f"the expression is longer than {MAXIMUM_LENGTH} characters")
    result: list[Token] = []
    position = 0
    while position < len(text):
        found = _TOKEN.match(text, position)
        if found is None:
            raise Fault("E201", position, position + 1,
                        f"the character '{text[position]}' means nothing in an expression")
        kind = found.lastgroup or ""
        end = found.end()
        if kind in ("int", "float"):
            _check_number(text, found, kind)
        if kind != "space":
            result.append(Token(kind, found.group(), position, end))
        position = end
    result.append(Token("end", "", len(text), len(text)))
    return result


def _check_number(text: str, found: re.Match[str], kind: str) -> None:
    start, end = found.span()
    rest = re.compile(r"[A-Za-z0-9_]+|\.(?![xyzw]\b)[0-9]*").match(text, end)
    if rest:
        raise Fault("E201", start, rest.end(),
                    f"'{text[start:rest.end()]}' is not a number",
                    ["numbers are written 1, 1.0, 1.5e-3, 0x7f or 0b101"])
    digits = found.group()
    if kind == "int" and re.match(r"0[0-9]", digits):
        raise Fault("E201", start, end, f"'{digits}' has a leading zero; octal is not known here")
    exponent = re.search(r"[eE][-+]?([0-9]+)", digits) if kind == "float" else None
    if len(digits) > 100 or (exponent and len(exponent.group(1)) > 4):
        raise Fault("E201", start, end, "the number has too many digits")
