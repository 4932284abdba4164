"""The C++ of a rule of instruction selection."""

from __future__ import annotations

import struct

from .model import enumerator
from .select_rules import Line, Operand, Pattern, Rule


def has_bits(number: str, width: int) -> bool:
    """Whether a number can be written in 16 or 32 bits, as a float when it has a point."""
    try:
        if "." in number:
            struct.pack("<e" if width == 16 else "<f", float(number))
            return True
        return -(1 << (width - 1)) <= int(number, 0) < 1 << width
    except (OverflowError, ValueError):
        return False


def half_bits_of(number: str) -> str:
    """The same number as 16 bits."""
    if "." in number:
        value = struct.unpack("<H", struct.pack("<e", float(number)))[0]
    else:
        value = int(number, 0) & 0xffff
    return f"{value:#x}"


def bits_of(number: str) -> str:
    """A number as 32 bits: a float when it has a point."""
    if "." in number:
        value = struct.unpack("<I", struct.pack("<f", float(number)))[0]
    else:
        value = int(number, 0) & 0xffffffff
    return f"{value:#x}"


def is_always_wide(conditions: list[str]) -> bool:
    """Whether no number of a rule is ever 16 bits wide."""
    return any("bit_size(n0) == 32" in condition for condition in conditions)


class RuleWriter:
    """The C++ statements of one rule."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self.statements: list[str] = []
        self.bound: dict[str, str] = {}
        self.nodes = 0
        # What may round otherwise may do so with every instruction that goes into it, or with none.
        self.leaves_exact = any("exact" in condition for condition in rule.conditions)

    def write(self) -> list[str]:
        for condition in self.rule.conditions:
            self.unless(condition)
        self.match(self.rule.pattern, "n0")
        if self.rule.alias:
            self.statements.append(f"return selection.node({self.rule.alias});")
        for line in self.rule.lines:
            self.emit(line)
        return self.statements

    def unless(self, condition: str) -> None:
        self.statements += [f"if (!({condition})) {{", "    return nullptr;", "}"]

    def match(self, pattern: Pattern, node: str) -> None:
        for index, source in enumerate(pattern.sources):
            if isinstance(source, Pattern):
                self.nodes += 1
                inner = f"n{self.nodes}"
                self.statements.append(f"const AluScalar {inner} = selection.producer({node}, "
                                       f"{index}, nir::Opcode::{enumerator(source.op)});")
                self.unless(f"{inner}.alu != nullptr")
                if self.leaves_exact:
                    self.unless(f"!{inner}.alu->exact")
                self.match(source, inner)
                continue
            value = f"selection.source({node}, {index})"
            if source.value:
                self.unless(f"selection.is_constant({value}, {bits_of(source.value)})")
            elif source.name in self.bound:
                self.unless(f"{source.name} == {value}")
            else:
                unused = "[[maybe_unused]] " if source.name.startswith("_") else ""
                self.statements.append(f"{unused}const ScalarValue {source.name} = {value};")
                self.bound[source.name] = source.name
                if source.constant:
                    self.unless(f"selection.is_constant({source.name})")

    def emit(self, line: Line) -> None:
        operands = ", ".join(self.operand(operand, line) for operand in line.operands)
        half = "true" if line.half else "false"
        if not line.type:
            half = "selection.is_half(n0)" if line.target == "dst" else "false"
            widths = [operand.name for operand in line.operands if operand.name]
            if line.target != "dst" and widths:
                half = f"selection.is_half({widths[0]})"
        call = (f"selection.emit(Opcode::{line.opcode}, {half}, "
                f"{'true' if line.saturate else 'false'}, {{{operands}}})")
        name = "result" if line.target == "dst" else line.target
        self.statements.append(f"Node* {name} = {call};")
        if line.round:
            self.statements.append(f"{name}->round = RoundMode::{line.round};")
        if line.condition:
            self.statements.append(f"{name}->condition = Condition::{line.condition};")
        if line.type:
            self.statements.append(f"{name}->source_type = DataType::{line.source_type};")
            self.statements.append(f"{name}->type = DataType::{line.type};")
        if line.target == "dst":
            self.statements.append("return result;")

    def operand(self, operand: Operand, line: Line) -> str:
        value = self.immediate(operand.number, line) if operand.number else \
            f"selection.use({operand.name})"
        if operand.negate or operand.absolute:
            value = (f"modified({value}, {'true' if operand.negate else 'false'}, "
                     f"{'true' if operand.absolute else 'false'})")
        return value

    def immediate(self, number: str, line: Line) -> str:
        """A number, as wide as what it stands beside."""
        beside = [operand.name for operand in line.operands if operand.name]
        if is_always_wide(self.rule.conditions):
            return f"selection.immediate({bits_of(number)})"
        is_half = f"selection.is_half({beside[0] if beside else 'n0'})"
        if half_bits_of(number) == bits_of(number):
            return f"selection.immediate({bits_of(number)}, {is_half})"
        return (f"selection.immediate({is_half} ? {half_bits_of(number)}U : {bits_of(number)}U, "
                f"{is_half})")
