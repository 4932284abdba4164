"""Passes: `defs/nir/passes/*.yaml` and those made of lowerings → a header for each that is
written, the registry's table and the invariants."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ...groups import Output
from ...schema import Json, table_schema
from .describe import invariant_lines, pass_lines
from .entries import InvariantEntry, PassEntry
from .header import Header
from .load import load, names
from .model import Pass, PassTables

__all__ = ["InvariantEntry", "Pass", "PassTables", "invariant_lines", "load", "output_names",
           "outputs", "pass_lines", "schemas"]

FIXED = ("invariant.h", "pass_table.cpp", "invariant.cpp")


def outputs(model: PassTables) -> list[Output]:
    values = {"passes": model.passes, "invariants": model.invariants}
    made = [Output(f"jacquard/generated/passes/{name}", f"nir/passes/{name}.j2", values)
            for name in FIXED]
    return [*made, *_headers(model)]


def _headers(model: PassTables) -> Iterator[Output]:
    docs = {str(entry.invariant): str(entry.doc) for entry in model.invariants}
    for each in model.written():
        yield Output(f"jacquard/generated/passes/{each.name}.h", "nir/passes/pass.h.j2",
                     {"header": Header(each, docs)})


def output_names(tables_dir: Path) -> list[str]:
    return [f"jacquard/generated/passes/{name}" for name in FIXED] + \
        [f"jacquard/generated/passes/{name}.h" for name in names(tables_dir)]


def schemas() -> dict[str, Json]:
    return {"nir/passes": table_schema("NIR passes, what they need and what they give", PassEntry,
                                       InvariantEntry)}
