"""The computations of instructions as calls of the NIR builder, and the widths of their
operands."""

from __future__ import annotations

from typing import NamedTuple

from ..expr import Environment, Language, nir_builder, parse_type
from ..expr.instructions import instructions
from ..expr.tree import Tree
from ..expr.types import WIDTHS, Type
from ..groups import Context
from ..nir.builder_calls import check_calls, faulty_call
from ..nir.parts import all_opcodes
from ..source import Scalar
from .instructions import Instruction

_NUMBER_WIDTHS = {kind: [width for width in WIDTHS[kind] if width != 1]
                  for kind in ("float", "int", "uint")}


class Case(NamedTuple):
    """A formula of a few widths."""

    width: int
    lines: list[str]
    value: str


class Formula(NamedTuple):
    function: str
    cases: list[Case]
    lines: list[str]
    value: str
    uses_width: bool
    entry: Instruction


class Computed(NamedTuple):
    """Formulas by instruction, and the widths that the operands of each that is computed may
    have; none where all have one of their own."""

    formulas: dict[str, Formula]
    widths: dict[str, list[int]]


def load_formulas(entries: list[Instruction], prefix: str, context: Context) -> Computed:
    loader = _Loader(prefix, context)
    computed = Computed({}, {})
    for entry in entries:
        is_opcode = entry.alu is not None and entry.handling is None
        is_formula = entry.each is not None or bool(entry.at_widths)
        if (is_formula or is_opcode) and entry.dst is not None:
            loader.load(entry, computed)
    return computed


class _Loader:
    def __init__(self, prefix: str, context: Context) -> None:
        self.prefix = prefix
        self.context = context
        self.language: Language = context.model("expr")
        self.opcodes = {opcode.name: opcode for opcode in all_opcodes(context)}

    def load(self, entry: Instruction, computed: Computed) -> None:
        types = self.types(entry)
        if types is None:
            return
        cases = self.cases(entry, types)
        own = {case.width for case in cases}
        possible = [width for width in self.possible(entry, types) if width not in own]
        if entry.each is None and entry.alu is None:
            # At other widths it is refused.
            lines: list[str] = []
            value = "s[0]"
            valid: list[int] = []
        elif entry.each is None:
            valid = self.opcode_widths(entry, types, possible)
            operands = ", ".join(f"s[{index}]" for index in range(len(types)))
            lines, value = [], f"b.{entry.alu}({operands})"
        else:
            tree = self.tree(entry.each, entry, types)
            if tree is None:
                return
            code = nir_builder.emit(tree, _operands(types), 32, self.context.diagnostics,
                                    width="width")
            if code is None or not check_calls(code, entry.each, self.context):
                return
            lines, value = code.statements, code.value
            valid = [width for width in possible
                     if faulty_call(instructions(tree, width, any_width=True),
                                    self.opcodes) is None]
        computed.widths[str(entry.op)] = sorted([*own, *valid])
        if entry.each is not None or cases:
            uses_width = bool(cases) or any(", width)" in line for line in (*lines, value))
            computed.formulas[str(entry.op)] = Formula(f"{self.prefix}_{entry.op}", cases, lines,
                                                       value, uses_width, entry)

    def types(self, entry: Instruction) -> list[Type] | None:
        found = []
        for written in entry.srcs:
            type_ = parse_type(str(written))
            # A number of any kind has no formula.
            if type_ is None and entry.each is not None:
                self.context.diagnostics.error(
                    "E708", written.position,
                    f"a formula has no operands of type '{written}'")
            if type_ is None:
                return None
            found.append(type_)
        return found

    def tree(self, written: Scalar, entry: Instruction, types: list[Type]) -> Tree | None:
        environment = {f"src{index}": type_ for index, type_ in enumerate(types)}
        return self.language.compile(written, Environment(environment),
                                     self.context.diagnostics, result=parse_type(str(entry.dst)))

    def cases(self, entry: Instruction, types: list[Type]) -> list[Case]:
        diagnostics = self.context.diagnostics
        cases: list[Case] = []
        possible = self.possible(entry, types)
        for formula in entry.at_widths:
            tree = self.tree(formula.expression, entry, types)
            for width in formula.widths if tree is not None else []:
                assert tree is not None
                if width not in possible or any(case.width == width for case in cases):
                    diagnostics.error("E708", formula.where("widths"),
                                      f"{entry.op} has no operands of {width} bits, or another "
                                      "formula for them")
                    continue
                code = nir_builder.emit(tree, _operands(types), width, diagnostics)
                if code is None or not check_calls(code, formula.expression, self.context):
                    break
                fault = faulty_call(instructions(tree, width), self.opcodes)
                if fault is not None:
                    diagnostics.error("E708", formula.expression.position(),
                                      f"of {width} bits this becomes '{fault}' of operands that "
                                      "it does not take")
                    continue
                cases.append(Case(width, code.statements, code.value))
        return cases

    def possible(self, entry: Instruction, types: list[Type]) -> list[int]:
        """Widths that operands without one of their own may have."""
        found = _possible(types)
        for width in entry.widths:
            if width not in found:
                self.context.diagnostics.error("E708", entry.where("widths"),
                                               f"{entry.op} has no operands of {width} bits")
        return [width for width in found if width in (entry.widths or found)]

    def opcode_widths(self, entry: Instruction, types: list[Type],
                      possible: list[int]) -> list[int]:
        opcode = self.opcodes.get(str(entry.alu))
        if opcode is None:
            return []
        unsized = [wanted for given, wanted in zip(types, opcode.sources) if given.width == 0]
        return [width for width in possible
                if all(wanted.width == width or (wanted.width == 0 and width in opcode.widths)
                       for wanted in unsized)]


def _possible(types: list[Type]) -> list[int]:
    """Widths of numbers that are in all of the kinds of operands that have no width of their own;
    truths have none."""
    unsized = [type_.kind for type_ in types if type_.width == 0 and type_.kind != "bool"]
    return [width for width in _NUMBER_WIDTHS["int"]
            if unsized and all(width in _NUMBER_WIDTHS[kind] for kind in unsized)]


def _operands(types: list[Type]) -> dict[str, str]:
    return {f"src{index}": f"s[{index}]" for index in range(len(types))}
