"""Operations that take many instructions: `defs/advice/operations.yaml`."""

from __future__ import annotations

from ..groups import Context
from ..identifiers import check_identifiers
from ..nir.parts import all_opcodes
from ..schema import NAME, TEXT, Record, Text, check_unique, key, list_of, load_entries

TABLE = "advice/operations.yaml"


class Operation(Record):
    """Opcodes of one kind, and a cheap one that stands for what would do instead."""

    operation: Text = key(NAME, "Its name.", required=True)
    doc: Text = key(TEXT, "What it is, as findings call it.", required=True)
    ops: list[Text] = key(list_of(NAME, low=1), "Its opcodes in NIR.", required=True)
    instead: Text = key(NAME, "The opcode that takes their place when it is tried.", required=True)
    mend: Text = key(TEXT, "What to do, as findings say it.", required=True)


def load_operations(context: Context) -> list[Operation]:
    diagnostics = context.diagnostics
    loaded = load_entries(Operation, context.table(TABLE), diagnostics)
    check_unique(loaded, lambda entry: entry.operation, diagnostics)
    taken: dict[str, Text] = {}
    for op in (op for entry in loaded for op in entry.ops):
        if op in taken:
            diagnostics.error("E118", op.position, f"'{op}' has an operation already",
                              [(taken[op].position, "it is here")])
        taken.setdefault(op, op)
    check_identifiers((entry.operation for entry in loaded), diagnostics)
    known = {opcode.name: len(opcode.sources) for opcode in all_opcodes(context)}
    for entry in loaded:
        for op in (*entry.ops, entry.instead):
            if op not in known:
                diagnostics.error("V006", op.position, f"there is no opcode '{op}'", near=op,
                                  known=known, within="nir/alu")
    return loaded
