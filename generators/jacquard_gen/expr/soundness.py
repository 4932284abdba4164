"""Checks that an entry of the tables of operators is consistent: its types, its spelling in C++ and
NIR, and the Python function it names, which is tried on a few values."""

from __future__ import annotations

import inspect
import itertools
import struct
from collections.abc import Iterator

from ..diagnostics import Diagnostics, listed
from ..kinds import Text
from . import evaluate, spelling
from .cases import edge_values, instances
from .functions import FUNCTIONS
from .operations import Operation
from .parser import BINARY, CHOICE, UNARY
from .types import WIDTHS

_TRIED_VALUES = 4
_MOST_TRIED = 16


def check(operation: Operation, diagnostics: Diagnostics) -> bool:
    """Returns true if nothing is wrong; every fault is reported as E213."""
    before = len(diagnostics)
    _check_form(operation, diagnostics)
    _check_types(operation, diagnostics)
    for is_nir in (False, True):
        for text in _spellings(operation, is_nir):
            wrong = spelling.check(str(text), len(operation.arguments), is_nir)
            if wrong is not None:
                diagnostics.error("E213", text.node.at(wrong.offset, wrong.length),
                                  f"in this {'NIR' if is_nir else 'C++'}: {wrong.message}")
    _check_kinds(operation, diagnostics)
    if len(diagnostics) == before:
        _check_python(operation, diagnostics)
    return len(diagnostics) == before


def _check_form(operation: Operation, diagnostics: Diagnostics) -> None:
    """An operator is one that the syntax has, with as many arguments as it takes there."""
    entry, name, count = operation.entry, operation.name, len(operation.arguments)
    if operation.form == "cast":
        if count != 1 or not operation.arguments[0].variable or operation.arguments[0].kind or \
                operation.result.variable or operation.result.kind != name:
            diagnostics.error("E213", entry.where("args"), "a cast takes one argument of a type "
                              "variable and gives the kind it is named after")
        return
    if operation.form != "operator":
        return
    assert entry.operator is not None
    known = {**dict.fromkeys(BINARY, 2), **dict.fromkeys(UNARY, 1), CHOICE: 3}
    if name not in known:
        diagnostics.error("E213", entry.operator.position, f"the syntax has no operator '{name}'",
                          [(None, f"the operators are {listed(known, 30, 'and')}")])
    elif count != known[name]:
        diagnostics.error("E213", entry.where("args"),
                          f"the operator '{name}' takes {known[name]} arguments, not {count}")


def _check_types(operation: Operation, diagnostics: Diagnostics) -> None:
    entry = operation.entry
    used = {argument.variable for argument in (*operation.arguments, operation.result)}
    for variable in entry.types:
        if str(variable) not in used:
            diagnostics.error("E213", variable.position,
                              f"no argument or result has the type '{variable}'")
    for variable in entry.defaults:
        if str(variable) not in operation.types:
            diagnostics.error("E213", variable.position,
                              f"'types' does not say what '{variable}' may be")
    for written, argument in zip([*entry.args, entry.result],
                                 (*operation.arguments, operation.result)):
        for kind in operation.types.get(argument.variable, ()) if argument.kind else ():
            if not set(WIDTHS[kind]) & set(WIDTHS[argument.kind]):
                diagnostics.error("E213", written.position,
                                  f"no {argument.kind} is as wide as a {kind}")


def _spellings(operation: Operation, is_nir: bool) -> list[Text]:
    given = operation.entry.nir if is_nir else operation.entry.cpp
    if given is None:
        return []
    return [given] if isinstance(given, Text) else list(given.values())


def _check_kinds(operation: Operation, diagnostics: Diagnostics) -> None:
    """C++ must be given for each kind that the first argument may have, where no expression says
    what is computed."""
    if not operation.arguments:
        diagnostics.error("E213", operation.entry.where("args"), "it has no arguments")
        return
    if operation.definition is not None:
        return
    first = operation.arguments[0]
    kinds = (first.kind,) if first.kind else operation.types[first.variable]
    wanted = ("",) if operation.name == CHOICE else kinds
    missing = [kind for kind in wanted if operation.spelling(operation.cpp, kind) is None]
    if missing:
        diagnostics.error("E213", operation.entry.where("cpp"),
                          f"no C++ is given for {listed(missing)}" if missing != [""] else
                          f"'{CHOICE}' has one C++ for all kinds")


def _check_python(operation: Operation, diagnostics: Diagnostics) -> None:
    """The function takes the arguments, and gives values of the result's type."""
    entry = operation.entry
    if entry.python is None:
        return
    count = len(inspect.signature(FUNCTIONS[operation.python]).parameters) - 1
    if count != len(operation.arguments):
        diagnostics.error("E213", entry.python.position,
                          f"the Python function '{operation.python}' takes {count} arguments, "
                          f"not {len(operation.arguments)}")
        return
    for values, message in _failures(operation):
        diagnostics.error("E213", entry.python.position,
                          f"the Python function '{operation.python}' fails for "
                          f"{values}: {message}")
        return


def _failures(operation: Operation) -> Iterator[tuple[str, str]]:
    for instance in instances(operation):
        samples = [edge_values(type_)[:_TRIED_VALUES] for type_ in instance.arguments]
        for bits in itertools.islice(itertools.product(*samples), _MOST_TRIED):
            operands = {f"a{index}": value for index, value in enumerate(bits)}
            try:
                evaluate.evaluate(instance.tree, operands, 32)
            except (ArithmeticError, AttributeError, KeyError, TypeError, ValueError,
                    struct.error) as error:
                yield instance.name, str(error)
