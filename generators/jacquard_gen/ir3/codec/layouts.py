"""C++ of the layouts: taking words apart, putting them together, printing."""

from __future__ import annotations

from dataclasses import dataclass

from ...diagnostics import Diagnostics
from ...escape import c_string
from ...source import Position, Scalar
from ..tables.bits import Entry
from ..tables.conditions import FALSE, TRUE, Scope, Symbol, Value, written
from .cpp_text import conditional, extract, indented, merged, puts
from .forms import FormCode
from .members import field_row, field_widths, guarded_fields, operand_names
from ..tables.model import Layout, Model
from ..tables.records import FIELD_TYPES
from .texts import Piece, parse

PARTS = ("half", "repeat", "negate", "absolute", "last")


@dataclass
class LayoutCode:
    """The functions of a layout."""

    name: str
    provenance: str
    decode: list[str]
    encode: list[str]
    print: list[str]
    accepts: str
    limits: tuple[int, int, int]
    alternative: bool = False


class LayoutCompiler:
    """Compiles the layouts; reports what the tables get wrong on the way."""

    def __init__(self, model: Model, forms: dict[str, FormCode],
                 diagnostics: Diagnostics) -> None:
        self.model = model
        self.forms = forms
        self.diagnostics = diagnostics
        self.operands = operand_names(model)
        # State of the layout that is being compiled: names that conditions may use, operands that
        # were printed.
        self.names: list[str] = []
        self.printed: set[str] = set()
        widths = field_widths(model)
        self.types = {name: str(field_row(model, name, widths)["cpp"]) for name in model.fields}

    def run(self) -> list[LayoutCode]:
        result = []
        for layout in self.model.layouts:
            with self.diagnostics.noting(layout.overlay):
                result.append(self._layout(layout))
        return result

    def scope_of(self, layout: Layout) -> Scope:
        """The names that conditions of a layout may use."""
        operands = {leaf.name for entry in layout.format.entries for leaf in entry.leaves()
                    if leaf.kind == "operand"}
        fields = {leaf.name for entry in layout.format.entries for leaf in entry.leaves()
                  if leaf.kind == "field"}

        def scope(word: str) -> Symbol | None:
            if word in layout.format.parameters:
                if layout.format.parameters[word] == "flag":
                    return Symbol(f"(row.{word} != 0)", boolean=True)
                return Symbol(f"row.{word}")
            if word in operands:
                return Symbol(f"instruction.{word}", boolean=True)
            if "." in word:
                operand, part = word.split(".", 1)
                if operand in operands and part in PARTS:
                    return Symbol(f"instruction.{word}", boolean=True)
                return None
            if word in fields and word in self.model.fields:
                kind = str(self.model.fields[word].type)
                return Symbol(f"instruction.{word}", kind if kind in self.model.enums else "",
                              kind == "flag", kind in FIELD_TYPES or kind in self.model.enums)
            return None

        return scope

    def _condition(self, piece: Piece, scope: Scope, fallback: Position) -> Value:
        text = written(piece.text,
                       lambda offset, length: piece.place(offset, length, fallback))
        value = self.model.conditions.compile(text, scope, self.diagnostics,
                                              piece.kind == "condition", self.names)
        return value or TRUE

    def _expression(self, entry: Entry, name: str, text: str, scope: Scope,
                    boolean: bool = True) -> Value:
        node = entry.places.get(name) or \
            written(text, lambda offset, length: entry.position or self._nowhere())
        value = self.model.conditions.compile(node, scope, self.diagnostics, boolean, self.names)
        return value or FALSE

    def _nowhere(self) -> Position:
        raise AssertionError("an entry without a position")

    def _layout(self, layout: Layout) -> LayoutCode:
        scope = self.scope_of(layout)
        self.names = [leaf.name for entry in layout.format.entries for leaf in entry.leaves()
                      if leaf.kind in ("field", "operand")]
        known = self._check_names(layout)
        if layout.format.broken:
            # A part that is missing here may be in the bits that could not be read.
            return LayoutCode(layout.name, layout.position.provenance, [], [], [], "true",
                              (0, 0, 0))
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
        # A text would name once more what is unknown.
        text = self._text(layout, scope) if known else []
        return LayoutCode(layout.name, layout.position.provenance,
                          simple + operands + parts + choices, encode, text,
                          " && ".join(accepts) or "true", self._limits(layout))

    def _check_names(self, layout: Layout) -> bool:
        """Returns true if everything is there that the bits of a layout name."""
        before = len(self.diagnostics)
        for entry in layout.format.entries:
            for leaf in entry.leaves():
                where = leaf.places.get("", None)
                place = where.position() if where is not None else leaf.position
                assert place is not None
                if leaf.kind == "field" and leaf.name not in self.model.fields:
                    self.diagnostics.error("E506", place, f"there is no field '{leaf.name}'",
                                           near=leaf.name, known=self.model.fields,
                                           within="ir3/isa/fields")
                elif leaf.kind == "operand":
                    form = self.model.forms.get(leaf.form)
                    where = leaf.places.get("form", where)
                    place = where.position() if where is not None else place
                    if form is None:
                        self.diagnostics.error("E506", place, f"there is no form '{leaf.form}'",
                                               near=leaf.form, known=self.model.forms,
                                               within="ir3/isa/operands")
                    elif form.width != leaf.bits.width:
                        self.diagnostics.error(
                            "E505", place, f"the form '{leaf.form}' has {form.width} bits, and "
                            f"{leaf.bits} are {leaf.bits.width}",
                            [(form.position, "the form is here")], called=leaf.form,
                            within="ir3/isa/operands")
                elif leaf.kind == "part" and leaf.attribute not in PARTS:
                    self.diagnostics.error("E506", place,
                                           f"an operand has no part '{leaf.attribute}'",
                                           near=leaf.attribute, known=PARTS)
        return len(self.diagnostics) == before

    def _accepts(self, entry: Entry) -> str:
        kind = str(self.model.fields[entry.name].type) if entry.name in self.model.fields else ""
        number = int(entry.pattern, 2)
        if kind == "flag":
            return ("" if number else "!") + f"instruction.{entry.name}"
        return f"static_cast<unsigned>(instruction.{entry.name}) == {number}"

    def _arguments(self, entry: Entry, keys: list[str], scope: Scope) -> str:
        given = dict(entry.expressions)
        result = ""
        for key in keys:
            if key not in given:
                place = entry.places.get("form")
                self.diagnostics.error(
                    "E506", place.position() if place else self._nowhere(),
                    f"the form '{entry.form}' needs its parameter '{key}'")
                continue
            flag = all(str(kind) == "flag" for name, kind in
                       self.model.forms[entry.form].parameters.items() if name == key)
            result += ", " + self._expression(entry, key, given[key], scope, flag).cpp
        return result

    def _half(self, entry: Entry, scope: Scope) -> tuple[str, bool]:
        given = dict(entry.expressions)
        for key in given:
            known = self.forms[entry.form].parameters
            if key != "half" and key not in known:
                self.diagnostics.error("E506", entry.places[key].position(),
                                       f"the form '{entry.form}' has no parameter '{key}'",
                                       near=key, known=known)
        if "half" not in given:
            return "false", False
        return self._expression(entry, "half", given["half"], scope).cpp, True

    def _decode_leaf(self, entry: Entry, scope: Scope) -> list[str]:
        value = extract(entry.bits, "word")
        if entry.kind == "field":
            field = self.model.fields.get(entry.name)
            if field is None:
                return []
            target = f"instruction.{entry.name}"
            kind = str(field.type)
            if kind == "flag":
                return [f"{target} = {value} != 0;"]
            cpp = self.types[entry.name]
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
                test = f"{value} == 0" if other == FALSE else f"({value} != 0) == {other.cpp}"
            return [f"instruction.{entry.name}.{entry.attribute} = {test};"]
        code = self.forms.get(entry.form)
        if code is None:
            return []
        half, _ = self._half(entry, scope)
        arguments = self._arguments(entry, code.decode_parameters, scope)
        return [f"if (!decode_{entry.form}({value}, {half}{arguments}, "
                f"instruction.{entry.name})) return false;"]

    def _decode_choice(self, entry: Entry, scope: Scope) -> list[str]:
        lines: list[str] = []
        for index, (condition, entries) in enumerate(entry.choices):
            body = [line for leaf in entries if leaf.kind in ("field", "part", "operand")
                    for line in self._decode_leaf(leaf, scope)]
            lines = self._branch(lines, entry, condition, body, scope, index)
        return lines

    def _branch(self, lines: list[str], entry: Entry, condition: str, body: list[str],
                scope: Scope, index: int) -> list[str]:
        """Adds one alternative to an if chain."""
        if condition:
            test = self._expression(entry, condition, condition, scope)
            head = f"if ({test.cpp}) {{"
            start = [head] if index == 0 else lines[:-1] + ["} else " + head]
            return start + indented(body) + ["}"]
        if index == 0 or not body:
            return lines + body
        return lines[:-1] + ["} else {"] + indented(body) + ["}"]

    def _encode_leaf(self, entry: Entry, scope: Scope) -> list[str]:
        name = entry.name
        if entry.kind == "field":
            field = self.model.fields.get(name)
            return [] if field is None else self._encode_field(entry, str(field.type))
        if entry.kind == "part":
            equals = dict(entry.expressions).get("equals")
            target = f"instruction.{name}.{entry.attribute}"
            if equals is not None:
                other = self._expression(entry, "equals", equals, scope)
                target = f"!{target}" if other == FALSE else f"{target} == {other.cpp}"
            return [f"out.flag({target}, {entry.bits.segments[0][1]});"]
        code = self.forms.get(entry.form)
        if code is None:
            return []
        half, checked = self._half(entry, scope)
        arguments = self._arguments(entry, code.decode_parameters, scope)
        return [f"out.operand(encode_{entry.form}(instruction.{name}, {half}, "
                f"{'true' if checked else 'false'}{arguments}, operand), {c_string(name)});"
                ] + puts(entry.bits, "operand")

    def _encode_field(self, entry: Entry, kind: str) -> list[str]:
        name = entry.name
        target = f"instruction.{name}"
        low = entry.bits.segments[0][1]
        width = entry.bits.width
        if kind == "flag":
            return [f"out.flag({target}, {low});"]
        value = f"static_cast<unsigned>({target})" if kind in self.model.enums else target
        if entry.at >= 0:
            return puts(entry.bits, f"{value} >> {entry.at}" if entry.at else value)
        if entry.plus:
            value = f"{value} - {entry.plus}"
        call = "signed_field" if entry.signed else "field"
        if len(entry.bits.segments) == 1:
            return [f"out.{call}({value}, {low}, {width}, {c_string(name)});"]
        return [f"out.check_{call}({value}, {width}, {c_string(name)});"] + \
            puts(entry.bits, f"static_cast<std::uint64_t>({value})")

    def _encode_choice(self, entry: Entry, scope: Scope, layout: Layout) -> list[str]:
        lines: list[str] = []
        leaves = [leaf for leaf in entry.leaves() if leaf.kind in ("field", "part", "operand")]
        prefix: list[str] = []
        for name in sorted({leaf.name for leaf in leaves if leaf.at >= 0}):
            top = max(leaf.at + leaf.bits.width for item in layout.format.entries
                      for leaf in item.leaves() if leaf.kind == "field" and leaf.name == name)
            prefix.append(f"out.check_field(instruction.{name}, {top}, {c_string(name)});")
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
            return [f"out.absent_operand(instruction.{leaf.name}, {c_string(leaf.name)});"]
        if leaf.kind == "part":
            return [f"out.absent_modifier(instruction.{leaf.name}.{leaf.attribute}, "
                    f"{c_string(leaf.name)});"]
        return [f"out.check_field(instruction.{leaf.name}, 0, {c_string(leaf.name)});"]

    def _limits(self, layout: Layout) -> tuple[int, int, int]:
        """Returns which operands, (r) marks and flags of the instruction the layout has bits
        for."""
        leaves = [leaf for entry in layout.format.entries for leaf in entry.leaves()]
        present = {leaf.name for leaf in leaves if leaf.kind == "operand"}
        fields = {leaf.name for leaf in leaves if leaf.kind == "field"}
        repeats = {leaf.name for leaf in leaves if leaf.kind == "part"
                   and leaf.attribute == "repeat"}
        return (_set_of(self.operands, present), _set_of(self.operands, repeats),
                _set_of(guarded_fields(self.model), fields))

    # ---- text ------------------------------------------------------------------------------------

    def _text(self, layout: Layout, scope: Scope) -> list[str]:
        if layout.format.text is None:
            self.diagnostics.error("E512", layout.position,
                                   f"the format '{layout.name}' has opcodes but no text")
            return []
        node = layout.format.places.get("")
        pieces = parse(layout.format.text, node, self.diagnostics, layout.position)
        before = len(self.diagnostics)
        self.printed = set()
        lines = merged(self._text_pieces(layout, pieces, scope, 0))
        if len(self.diagnostics) == before:
            self._check_printed(layout, node)
        return lines

    def _check_printed(self, layout: Layout, node: Scalar | None) -> None:
        """An operand that every word has would be lost where the text leaves it out."""
        for entry in layout.format.entries:
            if entry.kind == "operand" and not entry.fixed and entry.name not in self.printed:
                place = node.position() if node is not None else layout.position
                assert entry.position is not None
                self.diagnostics.error(
                    "E511", place,
                    f"the text of the format '{layout.name}' leaves out '{entry.name}'",
                    [(entry.position, "the operand is here")])

    def _text_pieces(self, layout: Layout, pieces: list[Piece], scope: Scope,
                     depth: int) -> list[str]:
        lines: list[str] = []
        for piece in pieces:
            if piece.kind == "literal":
                lines.append(f"out.text({c_string(piece.text)});")
            elif piece.kind == "number":
                value = self._condition(piece, scope, layout.position)
                lines.append(f"out.number(static_cast<std::int64_t>({value.cpp}));")
            elif piece.kind == "condition":
                value = self._condition(piece, scope, layout.position)
                lines += conditional(value, self._text_pieces(layout, piece.children, scope, depth))
            else:
                lines += self._text_value(layout, piece, scope, depth)
        return lines

    def _text_value(self, layout: Layout, piece: Piece, scope: Scope, depth: int) -> list[str]:
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
                self.printed.add(name)
                arguments = self._arguments(leaf, code.print_parameters, scope)
                return [f"print_{leaf.form}(instruction.{name}{arguments}, out);"]
        if any(leaf.kind == "field" and leaf.name == name for leaf in leaves) and \
                name in self.model.fields:
            return self._field_text(name, piece, layout)
        known = [leaf.name for leaf in leaves if leaf.name] + list(layout.format.pieces) + ["name"]
        # Formats that extend each other share the text: the fault is told once.
        place = piece.place(0, len(name), layout.position)
        self.diagnostics.error("E511", place._replace(member=f"the format '{layout.name}'"),
                               f"there is no '{name}' to print here",
                               near=name, known=known, within="ir3/")
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
        if enum and enum not in self.model.enums:
            return []
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


def _set_of(names: list[str], chosen: set[str]) -> int:
    return sum(1 << index for index, name in enumerate(names) if name in chosen)
