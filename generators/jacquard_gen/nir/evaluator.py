"""The fold expressions of ALU opcodes as C++: a class for each opcode, which the constant evaluator
and the lane loops of the interpreter share.

The files follow the tables of opcodes, so that an edited expression rebuilds two.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ..expr import Environment, Language, Tree, cpp
from ..expr.types import Type
from ..groups import Context, Output, list_tables
from .alu import Alu
from .properties import refute

WIDTH = "W"
"""The template parameter of the generated classes that work at several widths."""
TRUTH = "T"
"""That of classes whose result is a truth: its width, in which forms of one opcode differ."""


@dataclass(frozen=True)
class Function:
    """The C++ of one opcode. `parameters` are those of its function, the values of the sources; the
    `statements` come before `values`, one for each component of the result."""

    opcode: Alu
    tree: Tree
    parameters: list[str]
    statements: list[str]
    values: list[str]

    @property
    def code(self) -> tuple[object, ...]:
        """Opcodes with equal code share a class."""
        return (*template_parameters(self.opcode), self.signature, *self.parameters, 0,
                *self.statements, 0, *self.values)

    @property
    def signature(self) -> str:
        """The result and the sources, as types of fold.h."""
        dest = self.opcode.dest
        result = fold_type(dest, TRUTH if has_truth(self.opcode) else "")
        if self.opcode.replicated:
            result = f"Same<{result}>"
        elif dest.components == 1:
            result = f"One<{fold_type(dest.scalar, TRUTH if has_truth(self.opcode) else '')}>"
        return f"{result}({', '.join(fold_type(kind) for kind in self.opcode.sources)})"

    @property
    def result(self) -> str:
        """Returns the expression that the function returns."""
        kind = self.opcode.dest
        if kind.components <= 1 or self.opcode.replicated:
            return self.values[0]
        type_ = cpp.type_name(kind.scalar, WIDTH)
        return f"std::array<{type_}, {kind.components}>{{{', '.join(self.values)}}}"


@dataclass(frozen=True)
class Row:
    """An opcode in the table of functions by width: the class it has, the function of Widths that
    makes the row, and the arguments of that behind the class."""

    made_by: str
    name: str
    arguments: list[int]


@dataclass(frozen=True)
class Table:
    """One file of opcodes."""

    name: str
    functions: list[Function]

    @property
    def written(self) -> list[Function]:
        """The functions, those that several opcodes share once."""
        return list({function.code: function for function in reversed(self.functions)}
                    .values())[::-1]

    @property
    def rows(self) -> list[Row]:
        names: dict[tuple[object, ...], str] = {}
        return [_row(function.opcode, names.setdefault(function.code, function.opcode.name))
                for function in self.functions]


def _row(opcode: Alu, name: str) -> Row:
    truth = [opcode.dest.width] if has_truth(opcode) else []
    if opcode.widths:
        return Row("truth_at" if truth else "at", name, truth + sorted(opcode.widths))
    return Row("fixed", name, truth)


def template_parameters(opcode: Alu) -> list[str]:
    """Returns the template parameters of an opcode's class; empty if it is not a template."""
    return [*([WIDTH] if opcode.widths else []), *([TRUTH] if has_truth(opcode) else [])]


def has_truth(opcode: Alu) -> bool:
    return opcode.dest.kind == "bool" and opcode.dest.width != 0


def fold_type(kind: Type, width: str = "") -> str:
    """A type of fold.h."""
    text = f"{kind.kind[0].upper()}<{width or kind.width or WIDTH}>"
    return f"Vector<{text}, {kind.components}>" if kind.components else text


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
    parameters: list[str] = []
    operands: dict[str, str | list[str]] = {}
    for number, kind in enumerate(opcode.sources):
        name = f"src{number}"
        type_ = cpp.type_name(kind.scalar, bits)
        operands[name] = name
        if kind.components:
            type_ = f"Values<{type_}, {kind.components}>"
            operands[name] = [f"{name}[{c}]" for c in range(kind.components)]
        parameters.append(f"{type_} {name}" if tree.reads(name) else type_)
    code = cpp.emit(tree, operands, bits)
    return Function(opcode, tree, parameters, list(code.statements), code.values)


def outputs(tables: list[Table]) -> list[Output]:
    made = [Output(f"jacquard/generated/nir/{name}_{table.name}.{ending}",
                   f"nir/{name}.{ending}.j2",
                   {"table": table, "parameters": template_parameters})
            for table in tables for name, ending in FILES]
    return made + [
        Output("jacquard/generated/nir/constant_evaluator.cpp", "nir/constant_evaluator.cpp.j2",
               {"tables": tables, "places": places(tables)}),
        Output("jacquard/generated/nir/evaluators.h", "nir/evaluators.h.j2", {"tables": tables}),
    ]


FILES = (("folds", "h"), ("evaluate", "cpp"))
"""Of each table."""


def places(tables: list[Table]) -> list[tuple[str, int]]:
    """For each opcode, in the order of their names, its table and its number there."""
    found = {function.opcode.name: (table.name, number) for table in tables
             for number, function in enumerate(table.functions)}
    return [found[name] for name in sorted(found)]


def table_names(tables_dir: Path) -> list[str]:
    return [Path(name).stem for name in list_tables(tables_dir, "nir/alu")]


def output_names(tables_dir: Path) -> list[str]:
    return [f"jacquard/generated/nir/{name}_{table}.{ending}" for table in table_names(tables_dir)
            for name, ending in FILES] + [
        "jacquard/generated/nir/constant_evaluator.cpp", "jacquard/generated/nir/evaluators.h"]
