"""Helpers of several tests: a kind of table of their own, and contexts with made-up tables."""

from __future__ import annotations

import contextlib
import gc
import io
import os
import re
import shutil
import unittest
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

from jacquard_gen import cli, groups, schema
from jacquard_gen.beside import ContextBeside, TracingContext
from jacquard_gen.diagnostics import Diagnostics
from jacquard_gen.expr import Environment, Language, nir_builder, parse_type
from jacquard_gen.groups import Context, list_all_tables
from jacquard_gen.machines import context as machine_context
from jacquard_gen.nir import new_op
from jacquard_gen.reading import parse, read_file
from jacquard_gen.schema import (BITS, BIT_RANGE, EXPRESSION, FLAG, NAME, TEXT,
                                 Integer, Record, Text, choice, key, list_of, mapping_of)
from jacquard_gen.source import Node, Scalar, Sequence

GENERATORS = Path(__file__).resolve().parent.parent
ROOT = GENERATORS.parent
DEFS = ROOT / "defs"
BAD = Path(__file__).resolve().parent / "bad"


# Texts that try to be more than text where C++ is made of them.
HOSTILE = [
    "\n#include <evil>", "\\", "\\ \n", "??/\n", "???/", '"', '"; evil(); "', "*/ evil(); /*",
    "// ", 'R"(', ')"', "\0", "\x01\x7f\x1b[0m", "\r#error", "\x85\u2028#error",
    "\u202e\u2066 evil",
    "{{ evil }}{% evil %}", "'", "\\u000a#error", "\\x41", "%s%n", "\u03c0 \u00b7 \U0001f9f5",
    "\ud800", "word " * 2000, "x" * 9000, "", " ", "\\" * 99, "?" * 99, "/*" * 99, "#",
    "\n@evil\nevil",
]
_TOKEN = re.compile(r'''
    (?P<blank> \s+ | //[^\n]* | /\*.*?\*/ )
    | (?P<raw> R"\(.*?\)" ) | (?P<string> "(?:[^"\\\n]|\\.)*"(?:sv)? )
    | '(?:[^'\\\n]|\\.)*' | \#[^\n]* | [A-Za-z_0-9]+ | .
    ''', re.VERBOSE | re.DOTALL)


def cpp_tokens(text: str, with_strings: bool = False) -> list[str]:
    """The tokens of C++ as a compiler sees them, without comments; neighbouring strings are one,
    and all strings are alike unless they are asked for."""
    for trigraph, character in (("??/", "\\"), ("??=", "#")):
        text = text.replace(trigraph, character)
    text = re.sub(r"\\[ \t]*\n", "", text)
    tokens: list[str] = []
    for found in _TOKEN.finditer(text):
        if found.group("string") or found.group("raw"):
            if with_strings:
                tokens.append(found.group())
            elif tokens[-1:] != ["string"]:
                tokens.append("string")
        elif not found.group("blank"):
            tokens.append(found.group())
    return tokens


def compiler(test: unittest.TestCase) -> list[str]:
    """The C++ compiler with the warnings of the build, as errors; skips the test without one."""
    found = os.environ.get("JACQUARD_CXX") or shutil.which("c++") or shutil.which("g++")
    if not found:
        test.skipTest("there is no C++ compiler")
    return [found, "-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Wtrigraphs", "-Werror"]


def run(*arguments: str) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of a command in this process."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = cli.main(list(arguments))
    return code, out.getvalue(), err.getvalue()


class Part(Record):
    """A part of a specimen."""

    size: int = key(Integer(low=0), "Its size.", required=True)


class Specimen(Record):
    """A kind of entry that uses every kind of field."""

    op: Text = key(NAME, "The name.", required=True)
    doc: Text | None = key(TEXT, "A sentence.")
    count: int = key(Integer(1, 16), "How many.", default=1)
    exact: bool = key(FLAG, "Whether it is exact.", default=False)
    colour: Text | None = key(choice({"red": "Like a rose.", "green": "Like grass."}), "Colour.")
    items: list[Text] = key(list_of(TEXT, 1, 3), "Some words.", default=[])
    part: Part | None = key(schema.record(Part), "A part.")
    pattern: Text | None = key(BITS, "Bits.")
    fields: dict[Text, Text] = key(mapping_of(TEXT, BIT_RANGE), "Fields by bits.", default={})
    expression: Scalar | None = key(EXPRESSION, "What it computes.")
    result: Text | None = key(TEXT, "The type of the expression.")
    nir: bool = key(FLAG, "Whether the expression is translated to NIR.", default=False)


OPERANDS = {"src0": "float", "src1": "float", "i": "int", "j": "int", "u": "uint", "v": "float[4]",
            "w": "float[3]", "c": "bool1", "h": "float16", "b8": "uint8", "s": "uint32"}
_TEXTS: dict[str, Any] = {"v": ["v0", "v1", "v2", "v3"], "w": ["w0", "w1", "w2"]}


def environment() -> Environment:
    types = {name: parse_type(text) for name, text in OPERANDS.items()}
    return Environment({name: type_ for name, type_ in types.items() if type_ is not None})


@cache
def language() -> Language:
    context = Context(DEFS)
    model = context.model("expr")
    assert isinstance(model, Language), [str(d) for d in context.diagnostics.sorted()]
    return model


def load_specimens(path: Path, context: Context) -> list[Specimen]:
    """Loads a file of specimens and checks their expressions, as a group would."""
    diagnostics = context.diagnostics
    source = read_file(path, path.name, diagnostics)
    if source is None:
        return []
    loaded = schema.load_entries(Specimen, parse(source, diagnostics), diagnostics)
    schema.check_unique(loaded, lambda entry: entry.op, diagnostics)
    for entry in loaded:
        if entry.expression is None:
            continue
        wanted = str(entry.result or "float")
        result = None if wanted == "any" else parse_type(wanted)
        if result is None and wanted != "any":
            assert entry.result is not None
            diagnostics.error("E211", entry.result.position, f"there is no type '{wanted}'")
            continue
        tree = language().compile(entry.expression, environment(), diagnostics, result)
        if tree is not None and entry.nir:
            operands = {name: _TEXTS.get(name, name) for name in OPERANDS}
            nir_builder.emit(tree, operands, 32, diagnostics)
    return loaded


class RealContext(TracingContext):
    """The real tables. What is made of them stays for all tests, and is not looked at when garbage
    is sought."""

    def model(self, group: str) -> Any:
        if group in self._models or not gc.isenabled():
            return super().model(group)
        gc.disable()
        try:
            return super().model(group)
        finally:
            gc.freeze()
            gc.enable()


class ContextBesideReal(ContextBeside):
    """A context in which some tables are not the real ones. What does not depend on these is made
    once for all tests."""

    real = RealContext(DEFS)

    def __init__(self, changed: set[str], instead: Mapping[str, str] | None = None,
                 tables_dir: Path = DEFS, diagnostics: Diagnostics | None = None) -> None:
        super().__init__(ContextBesideReal.real, changed, instead, tables_dir, diagnostics)


class OverlaidContext(ContextBesideReal):
    """The real tables with one file among them or instead of one. With `only`, its folder has no
    other; with `added`, its entries follow those of the real table of that name."""

    def __init__(self, name: str, path: Path, only: bool = False,
                 added: bool = False) -> None:
        super().__init__({name})
        self.name = name
        self.path = path
        self.only = only
        self.added = added

    def names(self, folder: str) -> list[str]:
        inside = self.name.rpartition("/")[0] == folder
        if not inside:
            return super().names(folder)
        return [self.name] if self.only else sorted({*super().names(folder), self.name})

    def table(self, name: str) -> Node | None:
        if name != self.name:
            return self.real.table(name)
        if name not in self._trees:
            source = read_file(self.path, f"defs/{name}", self.diagnostics)
            tree = parse(source, self.diagnostics) if source else None
            real = self.real.table(name) if self.added else None
            if isinstance(real, Sequence) and isinstance(tree, Sequence):
                tree = Sequence(real.source, 1, 1, real.items + tree.items)
            self._trees[name] = tree
        return self._trees[name]


class ChangedContext(ContextBesideReal):
    """The real tables with other texts for some, or new ones."""

    def __init__(self, changed: dict[str, str]) -> None:
        super().__init__(set(changed), changed)
        self.changed = changed

    def table(self, name: str) -> Node | None:
        return super().table(name) if name in self.changed else self.real.table(name)


class CopiedContext(ContextBesideReal):
    """The tables of a folder that is a copy of the real ones, save for some of them. Those that
    are alike in both are the real ones."""

    def __init__(self, tables_dir: Path, diagnostics: Diagnostics | None = None,
                 instead: Mapping[str, str] | None = None) -> None:
        names = {*list_all_tables(tables_dir), *list_all_tables(DEFS)}
        self.alike = {name for name in names - set(instead or {})
                      if _are_alike(tables_dir / name, DEFS / name)}
        super().__init__({*names, *(instead or {})} - self.alike, instead, tables_dir, diagnostics)

    def table(self, name: str) -> Node | None:
        if name not in self.alike:
            return super().table(name)
        tree = self.real.table(name)
        self.files[name] = self.real.files[name]
        return tree


def run_beside_real(*arguments: str) -> tuple[int, str, str]:
    """The same as `run`, where the tables are a copy of the real ones with changes: what does not
    depend on these is made once for all commands of this process."""
    with mock.patch.object(groups, "Context", CopiedContext), \
            mock.patch.object(new_op, "Context", CopiedContext), \
            mock.patch.object(machine_context, "Context", CopiedContext):
        return run(*arguments)


def _are_alike(first: Path, second: Path) -> bool:
    """Returns true for two regular files with the same bytes; nothing else is opened."""
    return first.is_file() and second.is_file() and first.read_bytes() == second.read_bytes()
