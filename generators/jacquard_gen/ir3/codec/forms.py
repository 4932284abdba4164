"""C++ of the operand forms: taking their bits apart, putting them together, printing."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ...diagnostics import Diagnostics
from ...escape import c_string
from ...source import Position
from ..tables import records
from ..tables.bits import Entry, EntryParser, parse_range
from ..tables.conditions import TRUE, Scope, Symbol, Value, written
from .cpp_text import conditional, deposited, extract, indented
from ..tables.model import Model, register_constant
from .texts import Piece, parse

_NAMES = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*")

# Each piece of an operand's bits sets a member, given the value and its width.
TARGETS = {
    "negate": "operand.negate = {value} != 0;",
    "absolute": "operand.absolute = {value} != 0;",
    "last": "operand.last = {value} != 0;",
    "own_half": "operand.half = {value} != 0;",
    "number": "operand.number = static_cast<std::uint16_t>({value});",
    "predicate_component":
        "operand.number = static_cast<std::uint16_t>(kPredicateRegister + {value});",
    "value": "operand.value = static_cast<std::int32_t>({value});",
    "signed_value": "operand.value = sign_extend({value}, {width});",
}

# Each name in an operand's text prints a piece of it.
PIECES = {
    "register": "out.register_name(operand.number);",
    "plain": "out.plain_register(operand.number);",
    "compared": "out.compared_register(operand.number);",
    "target": "out.render_target(operand.number);",
    "constant": "out.constant(operand.number);",
    "h": "if (operand.half) out.text(\"h\");",
    "h_below_predicates": "if (operand.half && operand.number < kPredicateRegister) "
                          "out.text(\"h\");",
    "modifiers": "out.modifiers(operand);",
    "r": "if (operand.repeat) out.text(\"(r)\");",
    "last": "if (operand.last) out.text(\"(last)\");",
    "value": "out.number(operand.value);",
    "number": "out.number(operand.number);",
    "unsigned": "out.number(static_cast<std::uint32_t>(operand.value));",
    "relative": "out.relative(operand.value);",
    "float_table": "out.name(kFloatTableTexts, static_cast<unsigned>(operand.value));",
    "float16": "out.float16(static_cast<std::uint16_t>(operand.value));",
    "float32": "out.float32(static_cast<std::uint32_t>(operand.value));",
    "marked_float32": "out.marked_float32(static_cast<std::uint32_t>(operand.value));",
    "decimal_or_hex": "out.decimal_or_hex(static_cast<std::uint32_t>(operand.value));",
    "hexadecimal": "out.hexadecimal(static_cast<std::uint32_t>(operand.value));",
}

_SHORT = 92
"""Of a case in one line."""


@dataclass
class FormCode:
    """The three functions of an operand form."""

    name: str
    doc: str
    provenance: str
    parameters: set[str]
    decode_parameters: list[str]
    print_parameters: list[str]
    decode: list[str]
    encode: list[str]
    print: list[str]
    signature: str
    print_signature: str


@dataclass
class FormCaseBits:
    case: records.FormCase
    entries: list[Entry]
    mask: int
    match: int


class FormCompiler:
    """Compiles the forms; reports what the tables get wrong on the way."""

    def __init__(self, model: Model, diagnostics: Diagnostics) -> None:
        self.model = model
        self.diagnostics = diagnostics
        self.enums = {name: enum.names for name, enum in model.enums.items()}

    def run(self) -> dict[str, FormCode]:
        return {name: self._form(form) for name, form in self.model.forms.items()}

    def _form(self, form: records.FormEntry) -> FormCode:
        types = self._types(form)
        scope = self._scope(types)
        cases = self.cases_of(form)
        self._disjoint(form, cases)
        whens = [self._when(case.case, scope) for case in cases]
        texts: list[list[str]] = []
        in_when = {word for case in form.cases if case.when is not None
                   for word in _NAMES.findall(case.when.value) if word in types}
        in_text = set(in_when)
        for case in form.cases:
            pieces = parse(str(case.text), case.text.node, self.diagnostics, case.position)
            in_text |= {word for piece in _all(pieces) if piece.kind in ("condition", "number")
                        for word in _NAMES.findall(piece.text) if word in types}
            texts.append(self._text(pieces, scope, case.position))
        decode = [line for case, when in zip(cases, whens)
                  for line in self._decode_case(case, when)]
        encode = [self._encode_case(case) for case in cases]
        kinds = list(dict.fromkeys(str(case.kind) for case in form.cases))
        decode_parameters = [key for key in types if key in in_when]
        print_parameters = [key for key in types if key in in_text]
        return FormCode(
            str(form.form), str(form.doc), form.provenance, set(types), decode_parameters,
            print_parameters,
            decode if decode[-1:] == ["return true;"] else decode + ["return false;"],
            self._by_kind(kinds, cases, self._encode_whens(cases, whens), encode,
                          "return EncodeError::operand_kind;"),
            self._by_kind(kinds, cases, whens, [text + ["return;"] for text in texts], "return;"),
            self._signature(decode_parameters, types), self._signature(print_parameters, types))

    def cases_of(self, form: records.FormEntry) -> list[FormCaseBits]:
        """The readings of a form with their fixed bits."""
        return [self._case(form, case) for case in form.cases]

    def _types(self, form: records.FormEntry) -> dict[str, str]:
        types: dict[str, str] = {}
        for name, kind in form.parameters.items():
            types[str(name)] = str(kind)
            if str(kind) != "flag" and str(kind) not in self.model.enums:
                self.diagnostics.error("E506", kind.position, f"there is no enumeration '{kind}'",
                                       near=str(kind), known=self.model.enums,
                                       within="ir3/isa/enums")
                types[str(name)] = "flag"
        return types

    def scope_of(self, form: records.FormEntry) -> Scope:
        """The names that conditions of a form may use."""
        return self._scope(self._types(form))

    @staticmethod
    def _scope(types: dict[str, str]) -> Scope:
        def scope(word: str) -> Symbol | None:
            if word in types:
                enum = types[word]
                return Symbol(word, "" if enum == "flag" else enum, enum == "flag")
            if word in ("half", "negate", "absolute", "repeat", "last"):
                return Symbol(f"operand.{word}", boolean=True)
            if word in ("value", "number"):
                return Symbol(f"operand.{word}")
            return None

        return scope

    def _signature(self, names: list[str], types: dict[str, str]) -> str:
        return "".join(", " + ("bool" if types[name] == "flag" else self.enums[types[name]].cpp)
                       + " " + name for name in names)

    def _disjoint(self, form: records.FormEntry, cases: list[FormCaseBits]) -> None:
        for index, one in enumerate(cases):
            for other in cases[:index]:
                if one.case.when is not None or other.case.when is not None or \
                        (one.match ^ other.match) & one.mask & other.mask:
                    continue
                self.diagnostics.error(
                    "E517", one.case.position,
                    f"the cases '{other.case.kind}' and '{one.case.kind}' of the form "
                    f"'{form.form}' both accept {one.match | other.match:#x}",
                    [(other.case.position, "the other case is here")])

    def _when(self, case: records.FormCase, scope: Scope) -> str:
        if case.when is None:
            return ""
        value = self.model.conditions.compile(case.when, scope, self.diagnostics)
        return value.cpp if value is not None else "true"

    @staticmethod
    def _encode_whens(cases: list[FormCaseBits], whens: list[str]) -> list[str]:
        """The conditions under which numbers take a case: of several the first that has room."""
        result = list(whens)
        for index, case in enumerate(cases):
            later = [other for other, when in zip(cases[index + 1:], whens[index + 1:])
                     if other.case.kind == case.case.kind and not when]
            if whens[index] or not later:
                continue
            for entry in case.entries:
                if entry.name == "value":
                    result[index] = ("static_cast<std::uint32_t>(operand.value) >> "
                                     f"{entry.bits.width} == 0")
                elif entry.name == "signed_value":
                    result[index] = f"fits_signed(operand.value, {entry.bits.width})"
        return result

    @staticmethod
    def _by_kind(kinds: list[str], cases: list[FormCaseBits], whens: list[str],
                 bodies: list[list[str]], otherwise: str) -> list[str]:
        """A switch over the kind of operand; the cases of one kind are tried in order."""
        lines = ["switch (operand.kind) {"]
        for kind in kinds:
            label = f"case OperandKind::{kind}:"
            found: list[str] = []
            for case, when, body in zip(cases, whens, bodies):
                if str(case.case.kind) != kind:
                    continue
                if not when:
                    found += body
                    break
                found += [f"if ({when}) {{"] + indented(body) + ["}"]
            else:
                found.append(otherwise)
            short = f"{label} {' '.join(found)}"
            is_short = len(found) <= 2 and len(short) <= _SHORT
            lines += [short] if is_short else [label] + indented(found)
        return lines + [f"default: {otherwise}", "}"]

    def _case(self, form: records.FormEntry, case: records.FormCase) -> FormCaseBits:
        if case.register is not None and str(case.register) not in self.model.registers:
            self.diagnostics.error("E506", case.register.position,
                                   f"there are no registers '{case.register}'",
                                   near=str(case.register), known=self.model.registers,
                                   within="ir3/isa/registers")
        parser = EntryParser(self.diagnostics)
        entries: list[Entry] = []
        mask = match = owned = 0
        for key, value in case.bits.items():
            bits = parse_range(key.node, form.width, self.diagnostics)
            if bits is None:
                continue
            if owned & bits.mask:
                self.diagnostics.error("E503", key.position, f"bits {bits} are owned twice")
            owned |= bits.mask
            entry = parser.parse(bits, value)
            if entry is None:
                continue
            if entry.kind == "fixed":
                mask |= bits.mask
                match |= bits.scatter(int(entry.pattern, 2))
            elif entry.kind == "field" and entry.name not in TARGETS:
                self.diagnostics.error("E506", value.position(),
                                       f"an operand has no part '{entry.name}'", near=entry.name,
                                       known=TARGETS)
                continue
            entries.append(entry)
        full = (1 << form.width) - 1
        if owned != full:
            self.diagnostics.error("E504", case.position,
                                   f"a case of the form '{form.form}' leaves bits "
                                   f"{full & ~owned:#x} without a meaning")
        return FormCaseBits(case, entries, mask, match)

    def _decode_case(self, case: FormCaseBits, when: str) -> list[str]:
        tests = []
        if case.mask:
            tests.append(f"(word & {case.mask:#x}) == {case.match:#x}")
        if when:
            tests.append(when if not tests else f"({when})" if " || " in when else when)
        lines = [f"operand.kind = OperandKind::{case.case.kind};"]
        own_half = False
        if case.case.register is not None:
            lines.append(f"operand.number = {register_constant(str(case.case.register))};")
        for entry in case.entries:
            if entry.kind != "field":
                continue
            value = extract(entry.bits, "word")
            own_half = own_half or entry.name == "own_half"
            lines.append(TARGETS[entry.name].format(value=value, width=entry.bits.width))
        if not own_half:
            lines.insert(1, "operand.half = half;")
        lines.append("return true;")
        if not tests:
            return lines
        return [f"if ({' && '.join(tests)}) {{"] + indented(lines) + ["}"]

    def _encode_case(self, case: FormCaseBits) -> list[str]:
        names = {entry.name for entry in case.entries if entry.kind == "field"}
        lines: list[str] = []
        refused = [f"operand.{part}" for part in ("negate", "absolute", "last")
                   if part not in names]
        if refused:
            lines.append(f"if ({' || '.join(refused)}) return EncodeError::operand_modifier;")
        if "own_half" not in names and case.case.kind != "immediate":
            lines.append("if (check_half && operand.half != half) "
                         "return EncodeError::operand_width;")
        if case.case.register is not None:
            lines.append(f"if (operand.number != {register_constant(str(case.case.register))}) "
                         "return EncodeError::operand_number;")
        terms = [f"{case.match:#x}"] if case.match else []
        for entry in case.entries:
            if entry.kind != "field":
                continue
            width = entry.bits.width
            name = entry.name
            if name in ("negate", "absolute", "last"):
                terms.append(f"std::uint64_t{{operand.{name}}} << {entry.bits.segments[0][1]}")
            elif name == "own_half":
                terms.append(f"std::uint64_t{{operand.half}} << {entry.bits.segments[0][1]}")
            elif name == "number":
                if width < 16:
                    lines.append(f"if (operand.number >> {width} != 0) "
                                 "return EncodeError::operand_number;")
                terms += deposited(entry.bits, "operand.number")
            elif name == "predicate_component":
                lines.append(f"if (operand.number < kPredicateRegister || operand.number >= "
                             f"kPredicateRegister + {1 << width}) "
                             "return EncodeError::operand_number;")
                terms += deposited(entry.bits, "operand.number")
            elif name == "value":
                if width < 32:
                    lines.append(f"if (static_cast<std::uint32_t>(operand.value) >> {width} != 0) "
                                 "return EncodeError::operand_value;")
                terms += deposited(entry.bits, "static_cast<std::uint32_t>(operand.value)")
            elif name == "signed_value":
                lines.append(f"if (!fits_signed(operand.value, {width})) "
                             "return EncodeError::operand_value;")
                terms += deposited(entry.bits, "static_cast<std::uint32_t>(operand.value)")
        lines.append(f"word = {' | '.join(terms) or '0'};")
        lines.append("return EncodeError::none;")
        return lines

    def _text(self, pieces: list[Piece], scope: Scope, fallback: Position) -> list[str]:
        lines: list[str] = []
        for piece in pieces:
            if piece.kind == "literal":
                lines.append(f"out.text({c_string(piece.text)});")
            elif piece.kind == "value":
                if piece.text not in PIECES:
                    self.diagnostics.error("E511", piece.place(0, len(piece.text), fallback),
                                           f"an operand prints no '{piece.text}'", near=piece.text,
                                           known=PIECES)
                    continue
                lines.append(PIECES[piece.text])
            elif piece.kind == "condition":
                value = self._piece(piece, scope, fallback)
                body = self._text(piece.children, scope, fallback)
                lines += conditional(value or TRUE, body)
        return lines

    def _piece(self, piece: Piece, scope: Scope, fallback: Position) -> Value | None:
        text = written(piece.text, lambda offset, length: piece.place(offset, length, fallback))
        return self.model.conditions.compile(text, scope, self.diagnostics)


def _all(pieces: list[Piece]) -> list[Piece]:
    return [inner for piece in pieces for inner in [piece] + _all(piece.children)]
