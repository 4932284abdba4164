"""Checks that each value of a template names the filter for its surroundings.

A place is code, a comment (behind `//` or behind a filter that begins one), or a string literal,
where no value may stand: `c_string` makes whole ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import jinja2
from jinja2 import nodes

from .diagnostics import closest, listed
from .escape import IN_CODE, IN_COMMENT

# Filters whose result is a number whatever they are given.
_NUMBERS = ("length",)
_BEGIN_COMMENT = ("comment", "provenance")
_IN_STRINGS = r"(?:\"[^\"]*\"|'[^']*'|[^\"'])*?"
_PARTS = re.compile(rf"(?P<value> \{{\{{ {_IN_STRINGS} \}}\}} )"
                    rf"| \{{% {_IN_STRINGS} %\}} | \{{\# .*? \#\}}"
                    r"| (?P<newline> \n ) | (?P<comment> // )"
                    r"| (?P<string> \"(?=[^\"\n]*\{[{%]) ) | \" (?: [^\"\\\n] | \\. )* \"",
                    re.VERBOSE | re.DOTALL)


class Finding(NamedTuple):
    """A value without the filter of its place; line and column are 1-based."""

    line: int
    column: int
    message: str
    hint: str


def findings(environment: jinja2.Environment, text: str) -> list[Finding]:
    """Returns the faults of a template whose syntax is right."""
    macros = {macro.name for macro in environment.parse(text).find_all(nodes.Macro)}
    return list(_findings(environment, text, macros))


def _findings(environment: jinja2.Environment, text: str, macros: set[str]) -> Iterator[Finding]:
    place = "code"
    for found in _PARTS.finditer(text):
        if found.group("newline"):
            place = "code"
        elif found.group("comment"):
            place = "comment"
        elif found.group("string") and place == "code":
            place = "string"
        elif found.group("value"):
            expression = _parsed(environment, found.group())
            if not _is_fixed(expression, macros):
                fault = _fault(expression, place)
                if fault:
                    before = text[:found.start()]
                    yield Finding(before.count("\n") + 1, found.start() - before.rfind("\n"),
                                  *fault)
            if isinstance(expression, nodes.Filter) and expression.name in _BEGIN_COMMENT:
                place = "comment"


def _parsed(environment: jinja2.Environment, value: str) -> nodes.Expr:
    output = next(environment.parse(value).find_all(nodes.Output))
    return output.nodes[0]


def _is_fixed(expression: nodes.Expr, macros: set[str]) -> bool:
    """Returns true if a value is text of the template itself, or of a macro of it, whatever is
    given."""
    if isinstance(expression, (nodes.Const, nodes.TemplateData)):
        return True
    if isinstance(expression, nodes.CondExpr):
        return _is_fixed(expression.expr1, macros) and \
            (expression.expr2 is None or _is_fixed(expression.expr2, macros))
    return isinstance(expression, nodes.Call) and isinstance(expression.node, nodes.Name) and \
        expression.node.name in macros


def _fault(expression: nodes.Expr, place: str) -> tuple[str, str] | None:
    """The message and the hint for a value that depends on what is given."""
    if isinstance(expression, nodes.CondExpr):
        first = None if _is_fixed(expression.expr1, set()) else _fault(expression.expr1, place)
        if first or expression.expr2 is None or _is_fixed(expression.expr2, set()):
            return first
        return _fault(expression.expr2, place)
    allowed = [*(IN_COMMENT if place == "comment" else IN_CODE), *_NUMBERS]
    named = expression.name if isinstance(expression, nodes.Filter) else ""
    if place == "string":
        return ("a value is inside a string literal",
                "write the whole literal with `| c_string`")
    if named in allowed:
        return None
    hint = f"in {'a comment' if place == 'comment' else 'code'} the last filter is " \
        f"{listed(allowed, 20)}"
    if not named:
        return "the value does not name the filter of its place", hint
    if named in IN_CODE or named in IN_COMMENT:
        where = "a comment" if place == "comment" else "code"
        return f"the filter '{named}' does not fit a value in {where}", hint
    near = closest(named, allowed)
    return (f"the filter '{named}' does not make a value safe",
            f"did you mean '{near}'?" if near else hint)
