"""Reading of operands: the texts of the operand forms, taken back in."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ...diagnostics import Diagnostics
from ...escape import c_string
from ...source import Scalar
from ..tables import records
from ..tables.conditions import Scope, Symbol
from ..tables.model import Model, register_constant
from ..codec.texts import Piece, parse

# These calls read a piece of an operand's text. Modifiers are read before the pieces, in any order.
READERS = {
    "register": "read_register_name(in, operand.number)",
    "plain": "read_register_name(in, operand.number)",
    "compared": "read_compared_register(in, operand.number)",
    "target": "read_render_target(in, operand.number)",
    "constant": "read_constant(in, operand.number)",
    "value": "read_immediate(in, operand.value)",
    "number": "read_number_into(in, operand.number)",
    "unsigned": "read_immediate(in, operand.value)",
    "relative": "read_relative(in, operand.value)",
    "float_table": "read_name_into(in, kFloatTableNames, operand.value, true, 1023)",
    "float16": "read_float16(in, operand.value)",
    "float32": "read_float32(in, operand.value)",
    "marked_float32": "read_marked_float32(in, operand.value)",
    "decimal_or_hex": "read_immediate(in, operand.value)",
    "hexadecimal": "read_immediate(in, operand.value)",
}
_WIDTH = 90
"""Of the line of a test."""
MODIFIERS = {"modifiers", "r", "last"}
# The first letters of the pieces' texts; pieces that are not listed may begin with any.
FIRST_LETTERS = {
    "register": "rpa", "plain": "rpa", "compared": "rpau", "target": "r", "constant": "c",
    "value": "0-", "number": "0-", "unsigned": "0-", "float_table": "(0", "decimal_or_hex": "0-",
    "hexadecimal": "0-",
}


@dataclass
class ReadForm:
    """The function that reads an operand form."""

    name: str
    doc: str
    provenance: str
    parameters: dict[str, str]
    signature: str
    lines: list[str]
    # A plain number may be an immediate as well as an entry of the float table without a name.
    numbered: bool


class _FormReader:
    def __init__(self, model: Model, form: records.FormEntry) -> None:
        self.model = model
        self.form = form
        self.enums = {name: enum.names for name, enum in model.enums.items()}
        self.types = {str(name): str(kind) for name, kind in form.parameters.items()}
        self.diagnostics = Diagnostics()
        self.numbered = {"immediate", "table_immediate"} <= {str(case.kind) for case in form.cases}

    def scope(self) -> Scope:
        def scope(word: str) -> Symbol | None:
            if word in self.types:
                enum = self.types[word]
                return Symbol(word, "" if enum == "flag" else enum, enum == "flag")
            return None

        return scope

    def read(self) -> ReadForm:
        lines = ["OperandReader form(in, result);", "Operand& operand = form.operand;"]
        earlier: dict[str, list[str]] = {}
        for case in self.form.cases:
            lines += self._case(case, earlier.setdefault(str(case.kind), []))
        lines.append("return form.absent();")
        parameters = {name: kind for name, kind in self.types.items() if self._is_used(name)}
        signature = ", bool numbered" if self.numbered else ""
        signature += "".join(
            ", " + ("bool" if kind == "flag" else self.enums[kind].cpp) + " " + name
            for name, kind in parameters.items())
        return ReadForm(str(self.form.form), str(self.form.doc), self.form.provenance, parameters,
                        signature, lines, self.numbered)

    def _is_used(self, name: str) -> bool:
        return any(case.when is not None and re.search(rf"\b{name}\b", case.when.value)
                   for case in self.form.cases)

    def _when(self, node: Scalar) -> str:
        value = self.model.conditions.compile(node, self.scope(), self.diagnostics)
        assert value is not None
        return value.cpp

    def _case(self, case: records.FormCase, earlier: list[str]) -> list[str]:
        """Tries a case; of several with the same kind the first whose condition holds counts."""
        tests = [f"!({other})" for other in earlier]
        if case.when is not None:
            test = self._when(case.when)
            tests.append(f"({test})" if tests else test)
            earlier.append(test)
        own_half = any(isinstance(target, Scalar) and target.value == "own_half"
                       for target in case.bits.values())
        pieces = parse(str(case.text), case.text.node, self.diagnostics, case.position)
        result = "OperandText::own_width" if own_half else f"OperandText::{self._told(pieces)}"
        if str(case.kind) == "immediate" and self._told(pieces) == "width_told":
            result = "operand.half ? OperandText::width_told : OperandText::bare_number"
        steps = self._steps(pieces)
        if case.register is not None:
            steps.append(f"operand.number == {register_constant(str(case.register))}")
        if self.numbered and str(case.kind) == "immediate" and \
                any(piece.kind == "value" and piece.text == "value" for piece in pieces):
            tests.insert(0, "!numbered")
        letters = self._first_letters(pieces)
        if letters:
            tests.insert(0, f"form.begins(one_of({c_string(letters)}))")
        read = f"form.takes({' && '.join(steps)}, OperandKind::{case.kind})"
        if any(piece.text == "h_below_predicates" for piece in pieces):
            result = "operand.number >= kPredicateRegister && !operand.half ? " \
                f"OperandText::any_width : {result}"
        line = f"if ({' && '.join([*tests, read])}) return {result};"
        if len(line) <= _WIDTH:
            return [line]
        rest = [f"    && {test}" for test in [*tests, read][1:]]
        return [f"if ({(tests or [read])[0]}", *rest[:-1], f"{rest[-1]}) {{" if rest else ") {",
                f"    return {result};", "}"]

    @staticmethod
    def _told(pieces: list[Piece]) -> str:
        for piece in pieces:
            if piece.kind == "value" and piece.text in ("h", "h_below_predicates") or \
                    piece.kind == "condition" and re.fullmatch(r"!?half", piece.text.strip()):
                return "width_told"
        return "any_width"

    def _first_letters(self, pieces: list[Piece]) -> str:
        """Returns the first letters of a text after its h, or an empty string if they are
        unknown."""
        found = ""
        for piece in pieces:
            if piece.kind == "literal":
                word = piece.text.removeprefix("h")
                return "".join(sorted(set(found + word[0]))) if word else ""
            if piece.kind == "condition":
                children = [child for child in piece.children if child.text not in MODIFIERS]
                if not children or children[0].text == "(neg)":
                    continue
                inner = self._first_letters(children)
                if not inner:
                    return ""
                found += inner
                if piece.text.strip() == "!half":
                    return "".join(sorted(set(found)))
            elif piece.text not in MODIFIERS | {"h", "h_below_predicates"}:
                first = FIRST_LETTERS.get(piece.text)
                return "".join(sorted(set(found + first))) if first else ""
        return ""

    def _steps(self, pieces: list[Piece]) -> list[str]:
        """Tests that read the pieces one after the other."""
        steps: list[str] = []
        for piece in pieces:
            if piece.kind == "literal":
                steps += [f"in.text({c_string(piece.text)})"]
            elif piece.kind == "condition":
                steps += self._condition(piece)
            elif piece.text in ("h", "h_below_predicates"):
                steps.append("(operand.half = in.option('h'), true)")
            elif piece.text not in MODIFIERS:
                steps.append(READERS[piece.text])
        return steps

    def _condition(self, piece: Piece) -> list[str]:
        test = piece.text.strip()
        children = [child for child in piece.children
                    if not (child.kind == "value" and child.text in MODIFIERS)
                    and not (child.kind == "literal" and child.text == "(neg)")]
        if not children:
            return []
        inner = " && ".join(self._steps(children))
        if test == "negate":
            return [f"((operand.negate = {inner}), true)"]
        if test == "half":
            return [f"((operand.half = attempt(in, [&] {{ return {inner}; }})), true)"]
        if test == "!half":
            number = f"(!numbered && {inner})" if self.numbered else inner
            return [f"(operand.half || {number})"]
        # The text tells a number that is 0 where it is absent.
        return [f"(attempt(in, [&] {{ return {inner}; }}), true)"]


def read_form(model: Model, form: records.FormEntry) -> ReadForm:
    return _FormReader(model, form).read()
