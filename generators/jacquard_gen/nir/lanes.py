"""The lane evaluator: the fold expressions as loops over the lanes of a wave.

An opcode becomes one function for each width. Each component of an operand is an array of lanes of
its own, so that the C++ compiler can make vector code of the loop. A file holds the opcodes of one
table.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ..expr import cpp
from ..expr.types import Type
from ..groups import Output
from .alu import Alu
from .evaluator import (TRUTH, WIDTH, Function, Table, first_of_each, has_truth, load_vector,
                        parameters, places, rows, stored, table_names)

UNROLLED = 4
"""Components that have a local each, for the sake of vector code; more are an array."""


@dataclass(frozen=True)
class Pointer:
    """One array of lanes: its name, the place of its address, and the width of its lanes."""

    name: str
    place: str
    width: int | str


@dataclass(frozen=True)
class LaneFunction:
    """The C++ of one opcode. In each lane `loads` and `statements` come before `stores`."""

    opcode: Alu
    operands: list[Pointer]
    results: list[Pointer]
    loads: list[str]
    statements: list[str]
    stores: list[str]

    @property
    def reads(self) -> bool:
        return bool(self.loads)

    @property
    def code(self) -> tuple[object, ...]:
        """What opcodes agree in that share a function."""
        return (*parameters(self.opcode), *self.operands, *self.results, *self.loads, 0,
                *self.statements, 0, *self.stores)


@dataclass(frozen=True)
class LaneTable:
    name: str
    functions: list[LaneFunction]

    @property
    def written(self) -> list[LaneFunction]:
        """The functions, those that several opcodes share once."""
        return first_of_each(self.functions)

    @property
    def rows(self) -> list[list[str]]:
        return rows(self.functions)


def _function(function: Function) -> LaneFunction:
    opcode, tree = function.opcode, function.tree
    bits: int | str = WIDTH if opcode.widths else 0
    pointers: list[Pointer] = []
    loads: list[str] = []
    operands: dict[str, str | list[str]] = {}

    def read(kind: Type, local: str, place: int, is_read: bool) -> str:
        if is_read:
            pointer = Pointer(f"operand{place}", f"operands[{place}]", kind.width or bits)
            pointers.append(pointer)
            loads.append(f"const {cpp.type_name(kind, bits)} {local} = "
                         f"{cpp.load(kind, f'{pointer.name}[i]', bits)};")
        return local

    place = 0
    for number, kind in enumerate(opcode.sources):
        name = f"src{number}"
        if kind.components == 0:
            operands[name] = read(kind, name, place, tree.reads(name))
            place += 1
            continue
        if kind.components > UNROLLED:
            if tree.reads(name):
                width = kind.width or bits
                loads.append(load_vector(name, kind,
                                         f"lane_words<{width}>(operands[{place} + c])[i]", bits))
            operands[name] = [f"{name}[{c}]" for c in range(kind.components)]
            place += kind.components
            continue
        texts = []
        for component in range(kind.components):
            texts.append(read(kind.scalar, f"{name}_{component}", place,
                              (name, component) in tree.uses()))
            place += 1
        operands[name] = texts
    code = cpp.emit(tree, operands, bits)
    width = TRUTH if has_truth(opcode) else opcode.dest.width or bits
    results = [Pointer(f"result{number}", f"results[{number}]", width)
               for number in range(len(code.values))]
    stores = [f"{result.name}[i] = static_cast<LaneBits<{width}>>("
              f"{stored(opcode, value, bits)});"
              for result, value in zip(results, code.values)]
    return LaneFunction(opcode, pointers, results, loads,
                        list(code.statements), stores)


def outputs(tables: list[Table]) -> list[Output]:
    made = [LaneTable(table.name, [_function(function) for function in table.functions])
            for table in tables]
    return [Output(f"{FOLDER}/lanes_{table.name}.cpp", "nir/lanes.cpp.j2",
                   {"table": table, "parameters": parameters})
            for table in made] + [
        Output(f"{FOLDER}/lane_functions.cpp", "nir/lane_functions.cpp.j2",
               {"places": places(tables)}),
        Output(f"{FOLDER}/lane_tables.h", "nir/lane_tables.h.j2", {"tables": tables}),
    ]


FOLDER = "jacquard/nir/interpreter"


def output_names(tables_dir: Path) -> list[str]:
    return [f"{FOLDER}/lanes_{name}.cpp" for name in table_names(tables_dir)] + [
        f"{FOLDER}/lane_functions.cpp", f"{FOLDER}/lane_tables.h"]
