"""Facts for the reading of a layout's text: its fields and operands, and which of them the text
gives."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ...diagnostics import Diagnostics
from ...escape import c_string
from ...source import Position
from .forms import ReadForm
from ..tables.conditions import Scope, Symbol, written
from ..codec.cpp_text import indented
from ..codec.layouts import LayoutCompiler
from ..codec.members import operand_names
from ..tables.model import Layout, Model

NAMES = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*")
EQUALS = re.compile(r"([a-z_0-9]+) (==|!=) ([a-z_0-9]+)\Z")
IN_SET = re.compile(r"([a-z_0-9]+) in ([a-z_0-9]+)\Z")


REQUIRED = re.compile(r"if \(!([^\n{}]+)\) return false;")
"""What must come next in the text."""


def attempt(body: list[str]) -> str:
    """An expression: whether the text could be read; else nothing was taken."""
    steps = [REQUIRED.fullmatch(line) for line in body]
    if body and all(steps):
        read = " && ".join(step.group(1) for step in steps if step is not None)
        return f"attempt(in, [&] {{ return {read}; }})"
    return "\n".join(["attempt(in, [&] {"] + indented(body) + ["    return true;", "})"])


def bool_text(value: bool) -> str:
    return "true" if value else "false"


class Undetermined(Exception):
    """A condition that asks for fields which the text before it does not tell."""

    def __init__(self, fields: list[str]) -> None:
        super().__init__(", ".join(fields))
        self.fields = fields


@dataclass
class State:
    """The state of knowledge at a position of the text."""

    known: set[str]
    used_operands: set[str] = field(default_factory=set)
    used_types: set[str] = field(default_factory=set)
    # Fields of which a mark in the text tells one value, such as .rck, and that value.
    marked: dict[str, str] = field(default_factory=dict)


class LayoutFacts:
    """One layout, and the C++ of its conditions and assignments."""

    def __init__(self, model: Model, layout: Layout, forms: dict[str, ReadForm],
                 compiler: LayoutCompiler) -> None:
        self.model = model
        self.layout = layout
        self.forms = forms
        self.compiler = compiler
        self.base_scope = compiler.scope_of(layout)
        self.leaves = [leaf for entry in layout.format.entries for leaf in entry.leaves()]
        self.fields = {leaf.name: leaf for leaf in self.leaves if leaf.kind == "field"}
        self.operands = {leaf.name: leaf for leaf in self.leaves if leaf.kind == "operand"}
        self.presence = self._presences()
        self.numbers = operand_names(model)
        self.diagnostics = Diagnostics()

    def _presences(self) -> dict[str, str]:
        """Returns for each operand that only some words have the condition under which a word
        has it."""
        found: dict[str, str] = {}
        for entry in self.layout.format.entries:
            if entry.kind != "choice":
                continue
            before: list[str] = []
            for condition, entries in entry.choices:
                for leaf in entries:
                    if leaf.kind == "operand":
                        terms = [f"!({other})" for other in before]
                        terms += [f"({condition})"] if condition else []
                        found[leaf.name] = " && ".join(terms)
                before.append(condition)
        return found

    def unknown(self, text: str, state: State) -> list[str]:
        """The names of an expression that the text so far does not tell."""
        result: list[str] = []
        for word in NAMES.findall(text):
            head = word.split(".")[0]
            if word in self.operands:
                if word in self.presence:
                    result += self.unknown(self.presence[word], state)
            elif head in self.operands:
                result.append(word)
            elif word in self.fields and word not in state.known:
                result.append(word)
        return result

    def scope(self, state: State) -> Scope:
        def scope(word: str) -> Symbol | None:
            if word in self.operands:
                if word not in self.presence:
                    return Symbol("true", boolean=True)
                return Symbol(f"({self.cpp(self.presence[word], state)})", boolean=True)
            return self.base_scope(word)

        return scope

    def cpp(self, text: str, state: State, boolean: bool = True) -> str:
        """A condition or number, all of whose names are known."""
        value = self.model.conditions.compile(written(text, self.place), self.scope(state),
                                              self.diagnostics, boolean)
        assert value is not None, text
        return value.cpp

    def place(self, offset: int, length: int) -> Position:
        return self.layout.position

    def assign(self, name: str, value: str) -> str:
        kind = str(self.model.fields[name].type)
        if kind == "flag":
            test = bool_text(value != "0") if value.isdigit() else f"({value}) != 0"
            return f"instruction.{name} = {test};"
        cpp = self.compiler.types[name]
        return f"instruction.{name} = static_cast<{cpp}>({value});"

    def option(self, name: str) -> str:
        """Returns the test that the text of a flag is here; a part of a mnemonic must not go on."""
        text = str(self.model.fields[name].text)
        call = "suffix" if text.startswith(".") else "option"
        return f"in.{call}({c_string(text)})"

    def enum_of(self, name: str) -> str:
        entry = self.model.fields[name]
        kind = str(entry.type)
        enum = kind if kind in self.model.enums else str(entry.names or "")
        return self.model.enums[enum].cpp if enum else ""

    def halves(self) -> dict[str, str]:
        return {name: dict(leaf.expressions)["half"] for name, leaf in self.operands.items()
                if "half" in dict(leaf.expressions)}

    def width_fields(self) -> set[str]:
        """Fields that say how wide an operand is."""
        return {match.group(1) for half in self.halves().values()
                if (match := IN_SET.match(half)) and match.group(1) in self.fields}
