"""The constant evaluator: C++ made from the fold expressions, one file for each table of opcodes.

An opcode becomes one function that switches on the width of its unsized operands and loops over
components. A file holds the opcodes of one table, so that an edited expression rebuilds one file.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from ..expr import Environment, Language, Tree, cpp
from ..expr.types import Type
from ..groups import Context, Output, list_tables
from .alu import Alu
from .properties import refute

WIDTHS = (1, 8, 16, 32, 64)
WIDTH = "W"
"""The template parameter of the generated functions that work at several widths."""
TRUTH = "T"
"""That of functions whose result is a truth: its width, in which forms of one opcode differ."""


@dataclass(frozen=True)
class Function:
    """The C++ of one opcode. `loads` and `statements` come before `values`, the bits of each
    component of the result, of which there is one where the opcode works per component."""

    opcode: Alu
    tree: Tree
    loads: list[str]
    statements: list[str]
    values: list[str]

    @property
    def code(self) -> tuple[object, ...]:
        """What opcodes agree in that share a function."""
        return (*parameters(self.opcode), self.loops, self.opcode.replicated, *self.loads, 0,
                *self.statements, 0, *self.values)

    @property
    def loops(self) -> bool:
        """Whether the values are computed anew for each component."""
        return self.opcode.dest.components == 0 and not self.opcode.replicated


@dataclass(frozen=True)
class Table:
    """One file of opcodes."""

    name: str
    functions: list[Function]

    @property
    def written(self) -> list[Function]:
        """The functions, those that several opcodes share once."""
        return first_of_each(self.functions)

    @property
    def rows(self) -> list[list[str]]:
        return rows(self.functions)


class Shared(Protocol):
    """A function that opcodes with the same code share."""

    @property
    def opcode(self) -> Alu: ...

    @property
    def code(self) -> tuple[object, ...]: ...


S = TypeVar("S", bound=Shared)


def parameters(opcode: Alu) -> list[str]:
    """Of the template that computes an opcode; empty where it is none."""
    return [*([WIDTH] if opcode.widths else []), *([TRUTH] if has_truth(opcode) else [])]


def has_truth(opcode: Alu) -> bool:
    return opcode.dest.kind == "bool" and opcode.dest.width != 0


def first_of_each(functions: Iterable[S]) -> list[S]:
    found: dict[tuple[object, ...], S] = {}
    for function in functions:
        found.setdefault(function.code, function)
    return list(found.values())


def rows(functions: Iterable[Shared]) -> list[list[str]]:
    """Each function at each of WIDTHS, as C++."""
    names: dict[tuple[object, ...], str] = {}
    made = []
    for function in functions:
        opcode = function.opcode
        name = names.setdefault(function.code, f"{opcode.name}_at")
        truth = [str(opcode.dest.width)] if has_truth(opcode) else []
        made.append([_instance(name, [str(width)] if opcode.widths else [], truth)
                     if not opcode.widths or width in opcode.widths else "nullptr"
                     for width in WIDTHS])
    return made


def _instance(name: str, *arguments: list[str]) -> str:
    given = [each for some in arguments for each in some]
    return f"{name}<{', '.join(given)}>" if given else name


def load(context: Context, opcodes: list[Alu]) -> list[Table] | None:
    language: Language | None = context.model("expr")
    if language is None:
        return None
    functions: dict[str, list[Function]] = {
        Path(name).stem: [] for name in context.names("nir/alu")}
    for opcode in opcodes:
        environment = Environment({f"src{number}": kind
                                   for number, kind in enumerate(opcode.sources)})
        tree = language.compile(opcode.entry.fold, environment, context.diagnostics,
                                result=opcode.dest)
        if tree is not None:
            functions[opcode.table].append(_function(opcode, tree))
    refute(((function.opcode, function.tree) for members in functions.values()
            for function in members), context.diagnostics)
    return [Table(name, members) for name, members in functions.items()]


def _function(opcode: Alu, tree: Tree) -> Function:
    bits: int | str = WIDTH if opcode.widths else 0
    loads: list[str] = []
    operands: dict[str, str | list[str]] = {}
    for number, kind in enumerate(opcode.sources):
        name = f"src{number}"
        if kind.components == 0:
            if tree.reads(name):
                loads.append(f"const {cpp.type_name(kind, bits)} {name} = "
                             f"{cpp.load(kind, f'sources[{number}][i].u64', bits)};")
            operands[name] = name
        else:
            if tree.reads(name):
                loads.append(load_vector(name, kind, f"sources[{number}][c].u64", bits))
            operands[name] = [f"{name}[{c}]" for c in range(kind.components)]
    code = cpp.emit(tree, operands, bits)
    values = [stored(opcode, value, bits) for value in code.values]
    return Function(opcode, tree, loads, list(code.statements), values)


def stored(opcode: Alu, value: str, bits: int | str) -> str:
    """The bits of a component of the result."""
    text = cpp.store(opcode.dest.scalar, value, bits)
    fixed = f"store_bool<{opcode.dest.width}>("
    if has_truth(opcode):
        assert text.startswith(fixed), text
        return f"store_bool<{TRUTH}>(" + text.removeprefix(fixed)
    return text


def load_vector(name: str, kind: Type, component: str, bits: int | str) -> str:
    """A local array of the components of an operand, each read from `component`, the C++ of the
    place of component `c`."""
    return (f"const auto {name} = vector<{kind.components}>([&](unsigned c) {{ return "
            f"{cpp.load(kind.scalar, component, bits)}; }});")


def outputs(tables: list[Table]) -> list[Output]:
    made = [Output(f"jacquard/nir/evaluate_{table.name}.cpp", "nir/evaluate.cpp.j2",
                   {"table": table, "parameters": parameters}) for table in tables]
    return made + [
        Output("jacquard/nir/constant_evaluator.cpp", "nir/constant_evaluator.cpp.j2",
               {"places": places(tables)}),
        Output("jacquard/nir/evaluators.h", "nir/evaluators.h.j2", {"tables": tables}),
    ]


def places(tables: list[Table]) -> list[tuple[str, int]]:
    """For each opcode, in the order of their names, its table and its number there."""
    found = {function.opcode.name: (table.name, number) for table in tables
             for number, function in enumerate(table.functions)}
    return [found[name] for name in sorted(found)]


def table_names(tables_dir: Path) -> list[str]:
    return [Path(name).stem for name in list_tables(tables_dir, "nir/alu")]


def output_names(tables_dir: Path) -> list[str]:
    return [f"jacquard/nir/evaluate_{name}.cpp" for name in table_names(tables_dir)] + [
        "jacquard/nir/constant_evaluator.cpp", "jacquard/nir/evaluators.h"]
