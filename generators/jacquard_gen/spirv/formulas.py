"""What instructions compute, as calls of the NIR builder."""

from __future__ import annotations

from typing import NamedTuple

from ..expr import Environment, Language, nir_builder, parse_type
from ..groups import Context
from ..nir.builder_calls import check_calls
from .instructions import Instruction


class Formula(NamedTuple):
    function: str
    lines: list[str]
    value: str
    uses_width: bool
    entry: Instruction


def load_formulas(instructions: list[Instruction], prefix: str,
                  context: Context) -> dict[str, Formula]:
    language = context.model("expr")
    result = {}
    for entry in instructions:
        if entry.each is None or entry.dst is None:
            continue
        formula = _formula(entry, prefix, language, context)
        if formula is not None:
            result[str(entry.op)] = formula
    return result


def _formula(entry: Instruction, prefix: str, language: Language,
             context: Context) -> Formula | None:
    diagnostics = context.diagnostics
    assert entry.each is not None and entry.dst is not None
    environment = {}
    operands = {}
    for index, written in enumerate(entry.srcs):
        type_ = parse_type(str(written))
        if type_ is None:
            diagnostics.error("E708", written.position,
                              f"a formula has no operands of type '{written}'")
            return None
        environment[f"src{index}"] = type_
        operands[f"src{index}"] = f"s[{index}]"
    tree = language.compile(entry.each, Environment(environment), diagnostics,
                            result=parse_type(str(entry.dst)))
    if tree is None:
        return None
    code = nir_builder.emit(tree, operands, 32, diagnostics, width="width")
    if code is None or not check_calls(code, entry.each, context):
        return None
    uses_width = any(", width)" in line for line in (*code.statements, code.value))
    return Formula(f"{prefix}_{entry.op}", code.statements, code.value, uses_width, entry)
