"""Checks that the builder calls which formulas become are of existing opcodes, and that these take
the operands they are given."""

from __future__ import annotations

from collections.abc import Mapping

from ..expr import nir_builder
from ..expr.instructions import Instructions, Number, Source, Value
from ..groups import Context
from ..source import Scalar
from .alu import Alu
from .parts import all_opcodes


def check_calls(code: nir_builder.Code, written: Scalar, context: Context) -> bool:
    """Returns true if each opcode exists and is given its sources; else that was reported."""
    known = context.once("nir/sources", lambda here: {
        opcode.name: len(opcode.sources) for opcode in all_opcodes(here)
        if not opcode.replicated})
    good = True
    for name, count in zip(code.opcodes, code.counts):
        if name not in known:
            message = f"this becomes '{name}', which is not an opcode of NIR"
        elif known[name] != count:
            message = f"this becomes '{name}' of {count} sources, and it has {known[name]}"
        else:
            continue
        good = False
        context.diagnostics.error("E212", written.position(), message, near=name, known=known,
                                  within=("nir/alu", "expr/"))
    return good


def faulty_call(made: Instructions, opcodes: Mapping[str, Alu]) -> str | None:
    """The first opcode that is given an operand of a width that it does not take; None: all take
    theirs."""
    widths: dict[int, int] = {}

    def width_of(value: Value) -> int:
        if isinstance(value, (Number, Source)):
            return 1 if value.type.kind == "bool" else value.type.width
        return widths[id(value)]

    for call in made.calls():
        opcode = opcodes[call.opcode]
        own = {width_of(part) for part, wanted in zip(call.arguments, opcode.sources)
               if isinstance(part, Value) and wanted.width == 0}
        fixed = all(width_of(part) == wanted.width
                    for part, wanted in zip(call.arguments, opcode.sources)
                    if isinstance(part, Value) and wanted.width != 0)
        if not fixed or len(own) > 1 or not own <= set(opcode.widths):
            return call.opcode
        widths[id(call)] = opcode.dest.width or next(iter(own), 0)
    return None
