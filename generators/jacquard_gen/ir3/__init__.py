"""The ir3 tables: encodings of the Adreno instruction set, its timing and its semantics."""

from __future__ import annotations

from pathlib import Path

from ..groups import Context, Output
from ..schema import Json, document_schema, table_schema
from . import outputs as generated
from . import machine, records, select, timing
from .checks import Checker
from .code import CodeGenerator
from .codes import CODES
from .load import Tables
from .model import Model
from .resolve import Resolver

__all__ = ["CODES", "Model", "explain", "load", "output_names", "outputs", "schemas"]


def load(context: Context) -> Model | None:
    """The checked model, None where a fault keeps it from being built."""
    before = len(context.diagnostics)
    tables = Tables(context)
    model = Resolver(tables).model()
    model.timing = timing.load(context)
    model.ordered = Checker(model, context.diagnostics).run()
    model.form_code, model.layout_code = CodeGenerator(model, context.diagnostics).run()
    if len(context.diagnostics) == before:
        model.machine = machine.load(context, model)
        model.selection = select.load(context, model)
    if len(context.diagnostics) > before:
        return None
    return model


def outputs(model: Model) -> list[Output]:
    result = generated.outputs(model)
    if model.timing is not None:
        result += timing.outputs(model.timing)
    if model.machine is not None:
        result += machine.outputs(model.machine)
    if model.selection is not None:
        result += select.outputs(model.selection)
    return result


def output_names(tables_dir: Path) -> list[str]:
    return (generated.OUTPUT_NAMES + timing.OUTPUT_NAMES + machine.OUTPUT_NAMES +
            select.OUTPUT_NAMES)


def explain(model: Model, name: str) -> str | None:
    opcode = model.opcode(name)
    if opcode is None:
        return None
    return f"{opcode.name}: {opcode.entry.doc}\n{opcode.provenance}\n"


def schemas() -> dict[str, Json]:
    result = {
        "ir3/revisions": table_schema("Revisions", records.RevisionEntry),
        "ir3/enums": table_schema("Enumerated fields", records.EnumEntry),
        "ir3/fields": table_schema("Instruction fields", records.FieldEntry),
        "ir3/operands": table_schema("Operand forms", records.FormEntry),
        "ir3/formats": table_schema("Instruction formats", records.FormatEntry),
        "ir3/overlay": document_schema("A revision", records.OverlayEntry),
    }
    for category in range(8):
        result[f"ir3/cat{category}"] = table_schema(f"Category {category}", records.OpcodeEntry)
    return result | timing.schemas() | machine.schemas() | select.schemas()
