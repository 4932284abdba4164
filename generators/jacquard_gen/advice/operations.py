"""Operations that take many instructions: `defs/advice/operations.yaml`."""

from __future__ import annotations

from ..groups import Context
from ..identifiers import check_identifiers
from ..nir.parts import all_opcodes
from ..schema import NAME, TEXT, Record, Text, check_unique, key, list_of, load_entries
from ..spirv.instructions import extended_entries

TABLE = "advice/operations.yaml"
_SET = "spirv/extended/GLSL.std.450.yaml"


class Operation(Record):
    """Opcodes of one kind, and a cheap one that stands for what would do instead."""

    operation: Text = key(NAME, "Its name.", required=True)
    doc: Text = key(TEXT, "What it is, as findings call it.", required=True)
    ops: list[Text] = key(list_of(NAME), "Its opcodes in NIR.", required=True)
    functions: list[Text] = key(list_of(NAME), "Its instructions in GLSL.std.450, where front ends "
                                "make it of others.", default=[])
    instead: Text = key(NAME, "The opcode that takes their place when it is tried; of functions, "
                        "an instruction of SPIR-V with two operands.", required=True)
    mend: Text = key(TEXT, "What to do, as findings say it.", required=True)

    numbers: list[int]
    """Those of its functions."""


def load_operations(context: Context) -> list[Operation]:
    diagnostics = context.diagnostics
    loaded = load_entries(Operation, context.table(TABLE), diagnostics)
    check_unique(loaded, lambda entry: entry.operation, diagnostics)
    taken: dict[str, Text] = {}
    for op in (op for entry in loaded for op in (*entry.ops, *entry.functions)):
        if op in taken:
            diagnostics.error("E118", op.position, f"'{op}' has an operation already",
                              [(taken[op].position, "it is here")])
        taken.setdefault(op, op)
    check_identifiers((entry.operation for entry in loaded), diagnostics)
    known = {opcode.name: len(opcode.sources) for opcode in all_opcodes(context)}
    set_entries = extended_entries(context, _SET)
    functions = {name: entry.number for entry in set_entries for name in (entry.op, *entry.aliases)}
    for entry in loaded:
        if bool(entry.ops) == bool(entry.functions):
            diagnostics.error("V007", entry.operation.position, f"'{entry.operation}' has neither "
                              "opcodes nor functions, or both")
        for op in (*entry.ops, *([] if entry.functions else [entry.instead])):
            if op not in known:
                diagnostics.error("V006", op.position, f"there is no opcode '{op}'", near=op,
                                  known=known, within="nir/alu")
        for function in entry.functions:
            if function not in functions:
                diagnostics.error("V008", function.position, f"there is no function '{function}'",
                                  near=function, known=functions, within=_SET)
        entry.numbers = [functions.get(function, 0) for function in entry.functions]
    return loaded
