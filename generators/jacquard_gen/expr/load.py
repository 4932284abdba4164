"""Reads the tables of operators, casts, functions and constructs (`defs/expr/*.yaml`)."""

from __future__ import annotations

import re
from typing import TypeVar

from ..diagnostics import Diagnostics
from ..groups import Context
from ..schema import Text, entries, load_record
from ..source import Scalar
from . import soundness
from .functions import FUNCTIONS
from .operations import (FOLDER, KIND_GROUPS, Argument, ConstructEntry, Definition, Operation,
                         OperationEntry, Operations)
from .parser import BINARY, CHOICE, UNARY
from .types import Type, parse_type

T = TypeVar("T")

# The tables that there must be.
TABLES = tuple(f"{FOLDER}/{kind}.yaml" for kind in ("casts", "constructs", "functions",
                                                    "operators"))


def load(context: Context) -> Operations:
    """The entries that have no faults."""
    diagnostics = context.diagnostics
    result = Operations({}, {}, {}, {})
    for name in sorted({*context.names(FOLDER), *TABLES}):
        for node in entries(context.table(name), diagnostics):
            if "construct" in node.entries:
                construct = load_record(ConstructEntry, node, diagnostics)
                if construct is not None:
                    result.constructs[str(construct.construct)] = construct
                continue
            entry = load_record(OperationEntry, node, diagnostics)
            operation = _operation(entry, diagnostics) if entry is not None else None
            if operation is None or not soundness.check(operation, diagnostics):
                continue
            table = {"operator": result.operators, "cast": result.casts,
                     "function": result.functions}[operation.form]
            first = table.setdefault(operation.name, operation)
            if first is not operation:
                diagnostics.error("E118", operation.entry.where(operation.form),
                                  f"there is another entry named '{operation.name}'",
                                  [(first.entry.where(operation.form), "it is here")])
    for construct in result.constructs.values():
        if construct.combine is not None and str(construct.combine) not in BINARY:
            diagnostics.error("E213", construct.combine.position,
                              f"a reduction cannot apply '{construct.combine}', which is no "
                              "operator of two values")
    _check_complete(result, context)
    return result


def _check_complete(operations: Operations, context: Context) -> None:
    """Reports operators that the syntax has and the tables do not say anything of."""
    for name in [*BINARY, *UNARY, CHOICE]:
        if name not in operations.operators:
            place = context.place(TABLES[-1])
            context.diagnostics.error("E213", place, f"no entry says what the operator '{name}' "
                                      "does", within=FOLDER, called=name)


def _argument(written: str) -> Argument | None:
    if len(written) == 1:
        return Argument(variable=written)
    found = re.fullmatch(r"(float|int|uint)\(([A-Z])\)", written)
    if found:
        return Argument(kind=found.group(1), variable=found.group(2))
    type_ = parse_type(written)
    return Argument(kind=type_.kind, width=type_.width) if type_ else None


def _spellings(written: dict[Text, Text] | Text | None) -> dict[str, str]:
    if written is None or isinstance(written, Text):
        return {} if written is None else {"": str(written)}
    return {kind: str(spelling) for kind, spelling in _by_kind(written).items()}


def _by_kind(written: dict[Text, T]) -> dict[str, T]:
    return {kind: value for kinds, value in written.items() for kind in KIND_GROUPS[str(kinds)]}


def _definition(entry: OperationEntry, form: str, diagnostics: Diagnostics) -> Definition | None:
    """Reads the `as` of an entry; faults of its form are reported."""
    written = entry.definition
    if written is None:
        for name in ("cpp", "python"):
            if not entry.has(name):
                diagnostics.error("E111", entry.position, f"the key '{name}' is missing",
                                  [(None, "a function may be defined by an expression with 'as' "
                                          "instead")] if form == "function" else None)
        return None
    for name in ("cpp", "python"):
        if entry.has(name):
            diagnostics.error("E213", entry.where(name), f"a function that an expression defines "
                              f"has no '{name}'", [(entry.where("as"), "it is defined here")])
    if form != "function":
        diagnostics.error("E213", entry.where("as"), "only a function is defined by an expression")
    if not isinstance(entry.args, dict):
        diagnostics.error("E213", entry.where("args"), "the expression must know what the "
                          "arguments are called",
                          [(None, "name them, as in args: {x: T, low: T}")])
        return None
    plain = {str(written) for written in [*entry.args.values(), entry.result]}
    for variable in entry.types:
        if variable not in plain:
            diagnostics.error("E213", variable.position, f"neither an argument nor the result is "
                              f"'{variable}' itself, so its width is not known")
    texts = {"": written} if isinstance(written, Scalar) else _by_kind(written)
    return Definition(tuple(str(name) for name in entry.args), texts)


def _operation(entry: OperationEntry, diagnostics: Diagnostics) -> Operation | None:
    names = [(form, getattr(entry, form)) for form in ("operator", "cast", "function")
             if getattr(entry, form) is not None]
    if len(names) != 1:
        diagnostics.error("E213", entry.position,
                          "an entry has one of the keys operator, cast and function")
        return None
    form, name = names[0]
    good = True
    arguments: list[Argument] = []
    types_written = entry.args.values() if isinstance(entry.args, dict) else entry.args
    for written in [*types_written, entry.result]:
        argument = _argument(str(written))
        if argument is None:
            diagnostics.error("E211", written.position, f"there is no type '{written}'")
            good = False
        elif argument.variable and argument.variable not in entry.types:
            diagnostics.error("E213", written.position,
                              f"'types' does not say what '{argument.variable}' may be")
            good = False
        else:
            arguments.append(argument)
    defaults: dict[str, Type] = {}
    for variable, default in entry.defaults.items():
        type_ = parse_type(str(default))
        if type_ is None:
            diagnostics.error("E211", default.position, f"there is no type '{default}'")
            good = False
        else:
            defaults[str(variable)] = type_
    before = len(diagnostics)
    definition = _definition(entry, form, diagnostics)
    good = good and len(diagnostics) == before
    if entry.python is not None and str(entry.python) not in FUNCTIONS:
        diagnostics.error("E213", entry.python.position,
                          f"none of expr/arithmetic.py, elementary.py and integers.py has a "
                          f"function '{entry.python}'", near=str(entry.python), known=FUNCTIONS)
        good = False
    if not good:
        return None
    types = {str(variable): tuple(kind for group in groups for kind in KIND_GROUPS[str(group)])
             for variable, groups in entry.types.items()}
    return Operation(str(name), form, types, defaults, tuple(arguments[:-1]), arguments[-1],
                     _spellings(entry.cpp), _spellings(entry.nir), str(entry.python or ""),
                     definition, entry)
