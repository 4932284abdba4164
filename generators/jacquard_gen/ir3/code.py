"""C++ of the operand forms and layouts: taking words apart, putting them together, printing."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..diagnostics import Diagnostics
from ..emit import c_string
from ..source import Position, Scalar
from . import records
from .bits import Entry, EntryParser, Range, parse_range
from .conditions import Symbol, Value, compile_condition, node_place
from .model import Layout, Model
from .texts import Piece, parse

PARTS = ("half", "repeat", "negate", "absolute", "last")
_NAMES = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*")


def extract(bits: Range, word: str) -> str:
    """C++ that gathers the bits of a word into a number."""
    pieces = []
    left = bits.width
    for high, low in bits.segments:
        count = high - low + 1
        left -= count
        piece = f"bits({word}, {low}, {count})"
        pieces.append(f"{piece} << {left}" if left else piece)
    if len(pieces) == 1:
        return pieces[0]
    return "(" + " | ".join(f"({piece})" if "<<" in piece else piece for piece in pieces) + ")"


def deposit(bits: Range, value: str) -> list[str]:
    """C++ statements that put a number, known to fit, into the bits of `word`."""
    lines = []
    left = bits.width
    for high, low in bits.segments:
        count = high - low + 1
        left -= count
        piece = f"({value}) >> {left}" if left else value
        lines.append(f"word |= bits({piece}, 0, {count})" + (f" << {low}" if low else "") + ";")
    return lines


def indented(lines: list[str], by: int = 2) -> list[str]:
    return [" " * by + line if line else line for line in lines]


@dataclass
class FormCode:
    """The three functions of an operand form."""

    name: str
    doc: str
    provenance: str
    decode_parameters: list[str]
    print_parameters: list[str]
    decode: list[str]
    encode: list[str]
    print: list[str]
    signature: str
    print_signature: str


@dataclass
class LayoutCode:
    """The functions of a layout."""

    name: str
    provenance: str
    decode: list[str]
    encode: list[str]
    print: list[str]
    accepts: str
    alternative: bool = False


@dataclass
class FormCaseBits:
    case: records.FormCase
    entries: list[Entry]
    mask: int
    match: int


class CodeGenerator:
    """Compiles forms and layouts; reports what the tables get wrong on the way."""

    def __init__(self, model: Model, diagnostics: Diagnostics) -> None:
        self.model = model
        self.diagnostics = diagnostics
        self.enums = {name: enum.names for name, enum in model.enums.items()}
        self.cases: dict[str, list[FormCaseBits]] = {}
        self.forms: dict[str, FormCode] = {}
        self.form_parameters: dict[str, set[str]] = {}

    def run(self) -> tuple[list[FormCode], list[LayoutCode]]:
        for form in self.model.forms.values():
            self._form(form)
        layouts = [self._layout(layout) for layout in self.model.layouts]
        used = {leaf.form for layout in self.model.layouts for entry in layout.format.entries
                for leaf in entry.leaves() if leaf.kind == "operand"}
        return [code for name, code in self.forms.items() if name in used], layouts

    # ---- forms -----------------------------------------------------------------------------------

    def _form(self, form: records.FormEntry) -> None:
        name = str(form.form)
        types = {str(key): str(value) for key, value in form.parameters.items()}
        for key, value in form.parameters.items():
            if str(value) != "flag" and str(value) not in self.model.enums:
                self.diagnostics.error("E506", value.position, f"there is no enumeration '{value}'",
                                       near=str(value), known=self.model.enums)
                types[str(key)] = "flag"

        def scope(word: str) -> Symbol | None:
            if word in types:
                enum = types[word]
                return Symbol(word, "" if enum == "flag" else enum, enum == "flag")
            if word in ("half", "negate", "absolute", "repeat", "last"):
                return Symbol(f"operand.{word}", boolean=True)
            if word in ("value", "number"):
                return Symbol(f"operand.{word}")
            return None

        cases = [self._case(form, case) for case in form.cases]
        self.cases[name] = cases
        for index, one in enumerate(cases):
            for other in cases[:index]:
                if one.case.when is None and other.case.when is None and \
                        not (one.match ^ other.match) & one.mask & other.mask:
                    self.diagnostics.error(
                        "E517", one.case.position,
                        f"the cases '{other.case.kind}' and '{one.case.kind}' of the form "
                        f"'{name}' both accept {one.match | other.match:#x}",
                        [(other.case.position, "the other case is here")])
        in_when: set[str] = set()
        decode: list[str] = []
        encode: list[str] = ["switch (operand.kind) {"]
        by_kind: dict[str, list[tuple[FormCaseBits, str]]] = {}
        text: list[tuple[str, str, list[str]]] = []
        in_text: set[str] = set()
        for case_bits in cases:
            case = case_bits.case
            when = ""
            if case.when is not None:
                value = compile_condition(case.when.value, node_place(case.when), scope,
                                          self.enums, self.diagnostics)
                when = value.cpp if value is not None else "true"
                in_when |= set(_NAMES.findall(case.when.value)) & set(types)
            decode += self._decode_case(case_bits, when)
            by_kind.setdefault(str(case.kind), []).append((case_bits, when))
            pieces = parse(str(case.text), case.text.node, self.diagnostics, case.position)
            in_text |= {word for piece in _all(pieces) if piece.kind in ("condition", "number")
                        for word in _NAMES.findall(piece.text) if word in types}
            text.append((str(case.kind), when, self._form_text(pieces, scope, case.position)))
        decode.append("return false;")
        for kind, group in by_kind.items():
            encode.append(f"  case OperandKind::{kind}:")
            ends = False
            for case_bits, when in group:
                lines = self._encode_case(case_bits)
                if when:
                    encode += [f"    if ({when}) {{"] + indented(lines, 6) + ["    }"]
                else:
                    encode += indented(lines, 4)
                    ends = True
            if not ends:
                encode.append("    return EncodeError::operand_kind;")
        encode += ["  default:", "    return EncodeError::operand_kind;", "}"]
        printing: list[str] = ["switch (operand.kind) {"]
        for kind in by_kind:
            printing.append(f"  case OperandKind::{kind}:")
            for other, when, lines in text:
                if other != kind:
                    continue
                if when:
                    printing += [f"    if ({when}) {{"] + indented(lines + ["return;"], 6) + ["    }"]
                else:
                    printing += indented(lines, 4) + ["    return;"]
                    break
            else:
                printing.append("    return;")
        printing += ["  default:", "    return;", "}"]
        decode_parameters = [key for key in types if key in in_when]
        print_parameters = [key for key in types if key in in_when or key in in_text]

        def signature(keys: list[str]) -> str:
            return "".join(", " + ("bool" if types[key] == "flag" else self.enums[types[key]].cpp)
                           + " " + key for key in keys)

        self.forms[name] = FormCode(name, str(form.doc), form.provenance, decode_parameters,
                                    print_parameters, decode, encode, printing,
                                    signature(decode_parameters), signature(print_parameters))
        self.form_parameters[name] = set(types)

    def _case(self, form: records.FormEntry, case: records.FormCase) -> FormCaseBits:
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
            elif entry.kind == "field" and entry.name not in _TARGETS:
                self.diagnostics.error("E506", value.position(),
                                       f"an operand has no part '{entry.name}'", near=entry.name,
                                       known=_TARGETS)
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
        for entry in case.entries:
            if entry.kind != "field":
                continue
            value = extract(entry.bits, "word")
            own_half = own_half or entry.name == "own_half"
            lines.append(_TARGETS[entry.name].format(value=value, width=entry.bits.width))
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
        lines.append(f"word = {case.match:#x};")
        for entry in case.entries:
            if entry.kind != "field":
                continue
            width = entry.bits.width
            name = entry.name
            if name in ("negate", "absolute", "last"):
                lines += deposit(entry.bits, f"operand.{name}")
            elif name == "own_half":
                lines += deposit(entry.bits, "operand.half")
            elif name == "number":
                if width < 16:
                    lines.append(f"if (operand.number >> {width} != 0) "
                                 "return EncodeError::operand_number;")
                lines += deposit(entry.bits, "operand.number")
            elif name == "predicate_component":
                lines.append(f"if (operand.number < kPredicateRegister || operand.number >= "
                             f"kPredicateRegister + {1 << width}) "
                             "return EncodeError::operand_number;")
                lines += deposit(entry.bits, "operand.number")
            elif name == "value":
                if width < 32:
                    lines.append(f"if (static_cast<uint32_t>(operand.value) >> {width} != 0) "
                                 "return EncodeError::operand_value;")
                lines += deposit(entry.bits, "static_cast<uint32_t>(operand.value)")
            elif name == "signed_value":
                lines.append(f"if (!fits_signed(operand.value, {width})) "
                             "return EncodeError::operand_value;")
                lines += deposit(entry.bits, "static_cast<uint32_t>(operand.value)")
        lines.append("return EncodeError::none;")
        return lines

    def _form_text(self, pieces: list[Piece], scope: object, fallback: Position) -> list[str]:
        lines: list[str] = []
        for piece in pieces:
            if piece.kind == "literal":
                lines.append(f"out.text({c_string(piece.text)});")
            elif piece.kind == "value":
                if piece.text not in _FORM_PIECES:
                    self.diagnostics.error("E511", piece.place(0, len(piece.text), fallback),
                                           f"an operand prints no '{piece.text}'", near=piece.text,
                                           known=_FORM_PIECES)
                    continue
                lines.append(_FORM_PIECES[piece.text])
            elif piece.kind == "condition":
                value = self._condition(piece, scope, fallback)
                body = self._form_text(piece.children, scope, fallback)
                lines += _if(value, body)
        return lines

    # ---- layouts ---------------------------------------------------------------------------------

    def _scope(self, layout: Layout) -> object:
        operands = {leaf.name for entry in layout.format.entries for leaf in entry.leaves()
                    if leaf.kind == "operand"}
        fields = {leaf.name for entry in layout.format.entries for leaf in entry.leaves()
                  if leaf.kind == "field"}

        def scope(word: str) -> Symbol | None:
            if word in layout.format.parameters:
                return Symbol(f"row.{word}")
            if word in operands:
                return Symbol(f"(instruction.{word}.kind != OperandKind::none)", boolean=True)
            if "." in word:
                operand, part = word.split(".", 1)
                if operand in operands and part in PARTS:
                    return Symbol(f"instruction.{word}", boolean=True)
                return None
            if word in fields and word in self.model.fields:
                kind = str(self.model.fields[word].type)
                return Symbol(f"instruction.{word}", kind if kind in self.model.enums else "",
                              kind == "flag")
            return None

        return scope

    def _condition(self, piece: Piece, scope: object, fallback: Position) -> Value:
        value = compile_condition(
            piece.text, lambda offset, length: piece.place(offset, length, fallback),
            scope, self.enums, self.diagnostics, "E511")  # type: ignore[arg-type]
        return value or Value("true", 11, True)

    def _expression(self, entry: Entry, name: str, text: str, scope: object,
                    enum: str = "") -> Value:
        node = entry.places.get(name)
        place = node_place(node) if node is not None else \
            (lambda offset, length: entry.position or self._nowhere())
        value = compile_condition(text, place, scope, self.enums,  # type: ignore[arg-type]
                                  self.diagnostics)
        return value or Value("false", 11, True, enum)

    def _nowhere(self) -> Position:
        raise AssertionError("an entry without a position")

    def _layout(self, layout: Layout) -> LayoutCode:
        scope = self._scope(layout)
        self._check_names(layout)
        simple: list[str] = []
        operands: list[str] = []
        parts: list[str] = []
        choices: list[str] = []
        encode: list[str] = []
        accepts: list[str] = []
        for entry in sorted(layout.format.entries, key=lambda item: -item.bits.mask):
            if entry.kind == "choice":
                choices += self._decode_choice(entry, scope)
                encode += self._encode_choice(entry, scope, layout)
                continue
            lines = self._decode_leaf(entry, scope)
            (simple if entry.kind == "field" else parts if entry.kind == "part" else
             operands).extend(lines)
            if entry.fixed:
                if entry.kind == "field":
                    accepts.append(self._accepts(entry))
            else:
                encode += self._encode_leaf(entry, scope)
        for name in layout.format.parameters:
            if name in self.model.fields and str(self.model.fields[name].type) == "flag":
                simple.append(f"instruction.{name} = row.{name} != 0;")
        encode += self._refusals(layout)
        text = self._text(layout, scope)
        return LayoutCode(layout.name, layout.position.provenance,
                          simple + operands + parts + choices, encode, text,
                          " && ".join(accepts) or "true")

    def _check_names(self, layout: Layout) -> None:
        for entry in layout.format.entries:
            for leaf in entry.leaves():
                where = leaf.places.get("", None)
                place = where.position() if where is not None else leaf.position
                assert place is not None
                if leaf.kind == "field" and leaf.name not in self.model.fields:
                    self.diagnostics.error("E506", place, f"there is no field '{leaf.name}'",
                                           near=leaf.name, known=self.model.fields)
                elif leaf.kind == "operand":
                    form = self.model.forms.get(leaf.form)
                    where = leaf.places.get("form", where)
                    place = where.position() if where is not None else place
                    if form is None:
                        self.diagnostics.error("E506", place, f"there is no form '{leaf.form}'",
                                               near=leaf.form, known=self.model.forms)
                    elif form.width != leaf.bits.width:
                        self.diagnostics.error(
                            "E505", place, f"the form '{leaf.form}' has {form.width} bits, and "
                            f"{leaf.bits} are {leaf.bits.width}",
                            [(form.position, "the form is here")])
                elif leaf.kind == "part" and leaf.attribute not in PARTS:
                    self.diagnostics.error("E506", place,
                                           f"an operand has no part '{leaf.attribute}'",
                                           near=leaf.attribute, known=PARTS)

    def _accepts(self, entry: Entry) -> str:
        kind = str(self.model.fields[entry.name].type) if entry.name in self.model.fields else ""
        number = int(entry.pattern, 2)
        if kind == "flag":
            return ("" if number else "!") + f"instruction.{entry.name}"
        return f"static_cast<unsigned>(instruction.{entry.name}) == {number}"

    def _arguments(self, entry: Entry, keys: list[str], scope: object) -> str:
        given = dict(entry.expressions)
        result = ""
        for key in keys:
            if key not in given:
                place = entry.places.get("form")
                self.diagnostics.error(
                    "E506", place.position() if place else self._nowhere(),
                    f"the form '{entry.form}' needs its parameter '{key}'")
                continue
            value = self._expression(entry, key, given[key], scope)
            enum = str(self.model.forms[entry.form].parameters.get(key, "flag"))
            result += ", " + (value.cpp if value.boolean or enum != "flag" else
                              f"{value.cpp} != 0")
        return result

    def _half(self, entry: Entry, scope: object) -> tuple[str, bool]:
        given = dict(entry.expressions)
        for key in given:
            if key != "half" and entry.form in self.form_parameters and \
                    key not in self.form_parameters[entry.form]:
                self.diagnostics.error("E506", entry.places[key].position(),
                                       f"the form '{entry.form}' has no parameter '{key}'",
                                       near=key, known=self.form_parameters[entry.form])
        if "half" not in given:
            return "false", False
        value = self._expression(entry, "half", given["half"], scope)
        return (value.cpp if value.boolean else f"{value.cpp} != 0"), True

    def _decode_leaf(self, entry: Entry, scope: object) -> list[str]:
        value = extract(entry.bits, "word")
        if entry.kind == "field":
            field = self.model.fields.get(entry.name)
            if field is None:
                return []
            target = f"instruction.{entry.name}"
            kind = str(field.type)
            if kind == "flag":
                return [f"{target} = {value} != 0;"]
            cpp = self._cpp_type(entry.name)
            if entry.signed:
                value = f"sign_extend({value}, {entry.bits.width})"
            if entry.plus:
                value = f"{value} + {entry.plus}"
            if entry.at >= 0:
                shifted = f"({value} << {entry.at})" if entry.at else value
                return [f"{target} = static_cast<{cpp}>({target} | {shifted});"]
            return [f"{target} = static_cast<{cpp}>({value});"]
        if entry.kind == "part":
            equals = dict(entry.expressions).get("equals")
            test = f"{value} != 0"
            if equals is not None:
                other = self._expression(entry, "equals", equals, scope)
                wanted = other.cpp if other.boolean else f"({other.cpp} != 0)"
                test = f"({value} != 0) == {wanted}"
            return [f"instruction.{entry.name}.{entry.attribute} = {test};"]
        code = self.forms.get(entry.form)
        if code is None:
            return []
        half, _ = self._half(entry, scope)
        arguments = self._arguments(entry, code.decode_parameters, scope)
        return [f"if (!decode_{entry.form}({value}, {half}{arguments}, "
                f"instruction.{entry.name})) return false;"]

    def _cpp_type(self, name: str) -> str:
        from .outputs import field_row, field_widths
        if not hasattr(self, "_widths"):
            self._widths = field_widths(self.model)
        return str(field_row(self.model, name, self._widths)["cpp"])

    def _decode_choice(self, entry: Entry, scope: object) -> list[str]:
        lines: list[str] = []
        for index, (condition, entries) in enumerate(entry.choices):
            body = [line for leaf in entries if leaf.kind in ("field", "part", "operand")
                    for line in self._decode_leaf(leaf, scope)]
            lines = self._branch(lines, entry, condition, body, scope, index)
        return lines

    def _branch(self, lines: list[str], entry: Entry, condition: str, body: list[str],
                scope: object, index: int) -> list[str]:
        """Adds one alternative to an if chain."""
        if condition:
            test = self._expression(entry, condition, condition, scope)
            head = f"if ({test.cpp}) {{"
            start = [head] if index == 0 else lines[:-1] + ["} else " + head]
            return start + indented(body) + ["}"]
        if index == 0 or not body:
            return lines + body
        return lines[:-1] + ["} else {"] + indented(body) + ["}"]

    def _encode_leaf(self, entry: Entry, scope: object) -> list[str]:
        name = entry.name
        if entry.kind == "field":
            field = self.model.fields.get(name)
            if field is None:
                return []
            target = f"instruction.{name}"
            width = entry.bits.width
            kind = str(field.type)
            if kind == "flag":
                return deposit(entry.bits, target)
            value = f"static_cast<unsigned>({target})" if kind in self.model.enums else target
            if entry.at >= 0:
                return deposit(entry.bits, f"{value} >> {entry.at}" if entry.at else value)
            lines = []
            if entry.signed:
                if width < 32:
                    lines.append(f"if (!fits_signed({target}, {width})) "
                                 f"return fail(EncodeError::field_value, {c_string(name)});")
                value = f"static_cast<uint32_t>({target})"
            else:
                if entry.plus:
                    value = f"static_cast<uint32_t>({value} - {entry.plus})"
                elif kind in ("int", "offset", "target"):
                    value = f"static_cast<uint32_t>({value})"
                if width < 32:
                    lines.append(f"if ({value} >> {width} != 0) "
                                 f"return fail(EncodeError::field_value, {c_string(name)});")
            return lines + deposit(entry.bits, value)
        if entry.kind == "part":
            equals = dict(entry.expressions).get("equals")
            target = f"instruction.{name}.{entry.attribute}"
            if equals is not None:
                other = self._expression(entry, "equals", equals, scope)
                wanted = other.cpp if other.boolean else f"({other.cpp} != 0)"
                target = f"({target} == {wanted})"
            return deposit(entry.bits, target)
        code = self.forms.get(entry.form)
        if code is None:
            return []
        half, checked = self._half(entry, scope)
        arguments = self._arguments(entry, code.decode_parameters, scope)
        lines = [f"if (const EncodeError error = encode_{entry.form}(instruction.{name}, {half}, "
                 f"{'true' if checked else 'false'}{arguments}, operand);",
                 "    error != EncodeError::none)",
                 f"  return fail(error, {c_string(name)});"]
        return lines + deposit(entry.bits, "operand")

    def _encode_choice(self, entry: Entry, scope: object, layout: Layout) -> list[str]:
        lines: list[str] = []
        leaves = [leaf for leaf in entry.leaves() if leaf.kind in ("field", "part", "operand")]
        prefix: list[str] = []
        for name in sorted({leaf.name for leaf in leaves if leaf.at >= 0}):
            top = max(leaf.at + leaf.bits.width for item in layout.format.entries
                      for leaf in item.leaves() if leaf.kind == "field" and leaf.name == name)
            prefix.append(f"if (instruction.{name} >> {top} != 0) "
                          f"return fail(EncodeError::field_value, {c_string(name)});")
        for index, (condition, entries) in enumerate(entry.choices):
            own = {self._target(leaf) for leaf in entries}
            body: list[str] = []
            for leaf in leaves:
                if self._target(leaf) not in own:
                    body += self._absent(leaf)
                    own.add(self._target(leaf))
            for leaf in entries:
                if leaf.kind in ("field", "part", "operand"):
                    body += self._encode_leaf(leaf, scope)
            lines = self._branch(lines, entry, condition, body, scope, index)
        return prefix + lines

    @staticmethod
    def _target(leaf: Entry) -> str:
        return f"{leaf.name}.{leaf.attribute}" if leaf.kind == "part" else leaf.name

    def _absent(self, leaf: Entry) -> list[str]:
        """Refuses a value that the chosen alternative has no bits for."""
        if leaf.kind == "operand":
            return [f"if (instruction.{leaf.name}) "
                    f"return fail(EncodeError::operand_kind, {c_string(leaf.name)});"]
        if leaf.kind == "part":
            return [f"if (instruction.{leaf.name}.{leaf.attribute}) "
                    f"return fail(EncodeError::operand_modifier, {c_string(leaf.name)});"]
        return [f"if (instruction.{leaf.name} != 0) "
                f"return fail(EncodeError::field_value, {c_string(leaf.name)});"]

    def _refusals(self, layout: Layout) -> list[str]:
        """Refuses operands and printed flags that the layout has no bits for."""
        from .outputs import operand_names
        leaves = [leaf for entry in layout.format.entries for leaf in entry.leaves()]
        present = {leaf.name for leaf in leaves if leaf.kind == "operand"}
        fields = {leaf.name for leaf in leaves if leaf.kind == "field"}
        repeats = {leaf.name for leaf in leaves if leaf.kind == "part"
                   and leaf.attribute == "repeat"}
        lines = []
        for name in operand_names(self.model):
            if name not in present:
                lines.append(f"if (instruction.{name}) "
                             f"return fail(EncodeError::operand_kind, {c_string(name)});")
            elif name not in repeats:
                lines.append(f"if (instruction.{name}.repeat) "
                             f"return fail(EncodeError::operand_modifier, {c_string(name)});")
        for name, field in self.model.fields.items():
            if name in fields or field.default:
                continue
            if (str(field.type) == "flag" and field.text is not None) or field.names is not None \
                    or name == "nop_count":
                lines.append(f"if (instruction.{name} != 0) " if str(field.type) != "flag" else
                             f"if (instruction.{name}) ")
                lines[-1] += f"return fail(EncodeError::field_value, {c_string(name)});"
        return lines

    # ---- text ------------------------------------------------------------------------------------

    def _text(self, layout: Layout, scope: object) -> list[str]:
        if layout.format.text is None:
            self.diagnostics.error("E512", layout.position,
                                   f"the format '{layout.name}' has opcodes but no text")
            return []
        node = layout.format.places.get("")
        pieces = parse(layout.format.text, node, self.diagnostics, layout.position)
        return _merge(self._text_pieces(layout, pieces, scope, 0))

    def _text_pieces(self, layout: Layout, pieces: list[Piece], scope: object,
                     depth: int) -> list[str]:
        lines: list[str] = []
        for piece in pieces:
            if piece.kind == "literal":
                lines.append(f"out.text({c_string(piece.text)});")
            elif piece.kind == "number":
                value = self._condition(piece, scope, layout.position)
                lines.append(f"out.number(static_cast<int64_t>({value.cpp}));")
            elif piece.kind == "condition":
                value = self._condition(piece, scope, layout.position)
                lines += _if(value, self._text_pieces(layout, piece.children, scope, depth))
            else:
                lines += self._text_value(layout, piece, scope, depth)
        return lines

    def _text_value(self, layout: Layout, piece: Piece, scope: object, depth: int) -> list[str]:
        name = piece.text
        if name == "name":
            return ["out.text(name_of(instruction.opcode));"]
        if name in layout.format.pieces and depth < 8:
            inner = parse(layout.format.pieces[name], layout.format.places.get(name),
                          self.diagnostics, layout.position)
            return self._text_pieces(layout, inner, scope, depth + 1)
        leaves = [leaf for entry in layout.format.entries for leaf in entry.leaves()]
        for leaf in leaves:
            if leaf.kind == "operand" and leaf.name == name and leaf.form in self.forms:
                code = self.forms[leaf.form]
                arguments = self._arguments(leaf, code.print_parameters, scope)
                return [f"print_{leaf.form}(instruction.{name}{arguments}, out);"]
        if any(leaf.kind == "field" and leaf.name == name for leaf in leaves) and \
                name in self.model.fields:
            return self._field_text(name, piece, layout)
        known = [leaf.name for leaf in leaves if leaf.name] + list(layout.format.pieces) + ["name"]
        self.diagnostics.error("E511", piece.place(0, len(name), layout.position),
                               f"the format '{layout.name}' has no '{name}' to print",
                               near=name, known=known)
        return []

    def _field_text(self, name: str, piece: Piece, layout: Layout) -> list[str]:
        field = self.model.fields[name]
        kind = str(field.type)
        value = f"instruction.{name}"
        if kind == "flag":
            if field.text is None:
                self.diagnostics.error("E511", piece.place(0, len(name), layout.position),
                                       f"the flag '{name}' has no text of its own",
                                       [(field.position, "it is here")])
                return []
            return [f"if ({value}) out.text({c_string(str(field.text))});"]
        enum = kind if kind in self.model.enums else str(field.names or "")
        if enum:
            return [f"out.name(k{self.model.enums[enum].cpp}Texts, "
                    f"static_cast<unsigned>({value}));"]
        if kind == "offset":
            return [f"out.offset({value});"]
        if kind == "components":
            return [f"out.components({value});"]
        if kind == "target":
            return [f"out.target({value});"]
        return [f"out.number({value});"]


_TARGETS = {
    "negate": "operand.negate = {value} != 0;",
    "absolute": "operand.absolute = {value} != 0;",
    "last": "operand.last = {value} != 0;",
    "own_half": "operand.half = {value} != 0;",
    "number": "operand.number = static_cast<uint16_t>({value});",
    "predicate_component": "operand.number = static_cast<uint16_t>(kPredicateRegister + {value});",
    "value": "operand.value = static_cast<int32_t>({value});",
    "signed_value": "operand.value = sign_extend({value}, {width});",
}

_FORM_PIECES = {
    "register": "out.register_name(operand.number);",
    "plain": "out.plain_register(operand.number);",
    "constant": "out.constant(operand.number);",
    "h": "if (operand.half) out.text(\"h\");",
    "h_below_predicates": "if (operand.half && operand.number < kPredicateRegister) "
                          "out.text(\"h\");",
    "modifiers": "out.modifiers(operand);",
    "r": "if (operand.repeat) out.text(\"(r)\");",
    "last": "if (operand.last) out.text(\"(last)\");",
    "value": "out.number(operand.value);",
    "number": "out.number(operand.number);",
    "unsigned": "out.number(static_cast<uint32_t>(operand.value));",
    "relative": "out.relative(operand.value);",
    "float_table": "out.name(kFloatTableTexts, static_cast<unsigned>(operand.value));",
    "float16": "out.float16(static_cast<uint16_t>(operand.value));",
    "float32": "out.float32(static_cast<uint32_t>(operand.value));",
    "decimal_or_hex": "out.decimal_or_hex(static_cast<uint32_t>(operand.value));",
}


def _all(pieces: list[Piece]) -> list[Piece]:
    return [inner for piece in pieces for inner in [piece] + _all(piece.children)]


def _if(value: Value, body: list[str]) -> list[str]:
    if len(body) == 1 and not body[0].startswith("if "):
        return [f"if ({value.cpp}) {body[0]}"]
    return [f"if ({value.cpp}) {{"] + indented(body) + ["}"] if body else []


def _merge(lines: list[str]) -> list[str]:
    """Neighbouring literals become one."""
    result: list[str] = []
    for line in lines:
        if result and line.startswith('out.text("') and result[-1].startswith('out.text("'):
            result[-1] = result[-1][:-3] + line[len('out.text("'):]
        else:
            result.append(line)
    return result


__all__ = ["CodeGenerator", "FormCode", "LayoutCode", "Scalar"]
