"""Type checkers are told of each function that takes options what the function takes.

Usage: test_stub.py STUB, the file that the generator made.
"""

from __future__ import annotations

import ast
import dataclasses
import inspect
import sys
import unittest
from pathlib import Path

import jacquard

STUB = ast.parse(Path(sys.argv.pop(1)).read_text(encoding="utf-8"))
FUNCTIONS = {each.name: each for each in STUB.body if isinstance(each, ast.FunctionDef)}
TYPES = {"flag": "bool", "number": "int | None", "text": "str | None",
         "specialisations": "Mapping[int, int] | None"}


def told(name: str) -> dict[str, tuple[bool, str, bool]]:
    """By parameter of a function of the stub, in their order: whether it is a keyword alone, its
    type, and whether it has a default."""
    arguments = FUNCTIONS[name].args
    assert arguments.vararg is None and arguments.kwarg is None and not arguments.posonlyargs
    have = len(arguments.args) - len(arguments.defaults)
    found = {each.arg: (False, each.annotation, number >= have)
             for number, each in enumerate(arguments.args)}
    found |= {each.arg: (True, each.annotation, default is not None)
              for each, default in zip(arguments.kwonlyargs, arguments.kw_defaults)}
    return {key: (is_keyword, ast.unparse(kind) if kind is not None else "", has_default)
            for key, (is_keyword, kind, has_default) in found.items()}


def taken(name: str) -> dict[str, tuple[bool, str, bool]]:
    """The same of the function itself, but for its options."""
    parameters = inspect.signature(getattr(jacquard, name)).parameters.values()
    return {each.name: (each.kind is each.KEYWORD_ONLY, str(each.annotation),
                        each.default is not each.empty)
            for each in parameters if each.kind is not each.VAR_KEYWORD}


def options_of(name: str) -> dict[str, tuple[bool, str, bool]]:
    """The same of its options, which the library tells."""
    found = {}
    for option in jacquard.compile_options():
        if option.kind != "part" and (option.interprets or name == "compile"):
            words = ", ".join(repr(word) for word in option.values)
            kind = f"Literal[{words}] | None" if words else TYPES[option.kind]
            found[option.name] = (True, kind, True)
    return found


class Stub(unittest.TestCase):
    def test_it_has_the_parameters_of_the_functions_and_the_options_of_the_library(self) -> None:
        for name in ("compile", "interpret"):
            with self.subTest(name):
                options = options_of(name)
                self.assertGreater(len(options), 2)
                self.assertEqual(told(name), taken(name) | options)
                self.assertEqual([key for key in told(name) if key not in options],
                                 list(taken(name)))
                self.assertEqual([key for key in told(name) if key in options], list(options))

    def test_it_returns_what_the_functions_return(self) -> None:
        for name, function in FUNCTIONS.items():
            returns = function.returns
            self.assertIsNotNone(returns)
            self.assertEqual(ast.unparse(returns) if returns is not None else "",
                             inspect.signature(getattr(jacquard, name)).return_annotation, name)
        self.assertEqual(set(FUNCTIONS), {"compile", "compile_options", "interpret"})

    def test_it_has_the_members_of_an_option(self) -> None:
        made = next(each for each in STUB.body if isinstance(each, ast.ClassDef))
        members = {each.target.id: ast.unparse(each.annotation) for each in made.body
                   if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)}
        self.assertEqual(made.name, "CompileOption")
        self.assertEqual(members, {each.name: each.type
                                   for each in dataclasses.fields(jacquard.CompileOption)})


if __name__ == "__main__":
    unittest.main()
