"""The lane evaluator: the fold expressions as loops over the lanes of a wave.

Each component of an operand is an array of lanes of its own, so that the C++ compiler can make
vector code of the loop. A file holds the opcodes of one table.
"""

from __future__ import annotations

from pathlib import Path

from ..groups import Output
from .evaluator import Table, places, table_names


def outputs(tables: list[Table]) -> list[Output]:
    return [Output(f"{FOLDER}/lanes_{table.name}.cpp", "nir/interpreter/lanes.cpp.j2",
                   {"table": table}) for table in tables] + [
        Output(f"{FOLDER}/lane_functions.cpp", "nir/interpreter/lane_functions.cpp.j2",
               {"tables": tables, "places": places(tables)}),
        Output(f"{FOLDER}/lane_tables.h", "nir/interpreter/lane_tables.h.j2", {"tables": tables}),
    ]


FOLDER = "jacquard/generated/nir/interpreter"


def output_names(tables_dir: Path) -> list[str]:
    return [f"{FOLDER}/lanes_{name}.cpp" for name in table_names(tables_dir)] + [
        f"{FOLDER}/lane_functions.cpp", f"{FOLDER}/lane_tables.h"]
