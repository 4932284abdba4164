"""Whether the calls of a builder that formulas become are of opcodes that there are."""

from __future__ import annotations

from ..expr import nir_builder
from ..groups import Context
from ..source import Scalar
from .parts import all_opcodes


def check_calls(code: nir_builder.Code, written: Scalar, context: Context) -> bool:
    """Whether each opcode exists and is given its sources; else that was reported."""
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
