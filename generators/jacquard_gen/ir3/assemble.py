"""The assembler's code: the same texts that are printed, read back.

Flags before the mnemonic are taken in any order, the rest in the order of the text. A condition of
a text is computed where the text before it tells everything it asks for. Else its text is tried,
and tells a flag, a number or an operand. What neither can tell, such as a mode that several words
of the mnemonic hint at, is tried value by value: the first that gives a word is meant.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from ..diagnostics import Diagnostics
from ..emit import c_string
from ..groups import Output
from ..source import Position
from .assemble_forms import ReadForm, read_form
from .assemble_heads import head_tables
from .conditions import Scope, Symbol, compile_condition
from .cpp_text import fitted
from .layouts import LayoutCompiler
from .members import operand_names
from .model import Layout, Model
from .name_tables import name_table
from .texts import Piece, parse

OUTPUT_NAMES = ["jacquard/ir3/assemble_tables.h", "jacquard/ir3/assemble_tables.cpp"]

_NAMES = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*")
_NOT_FULL = re.compile(r"!\s*([a-z_0-9]+)\Z")
_IN_SET = re.compile(r"([a-z_0-9]+) in ([a-z_0-9]+)\Z")


class Undetermined(Exception):
    """A condition that asks for fields which the text before it does not tell."""

    def __init__(self, fields: list[str]) -> None:
        super().__init__(", ".join(fields))
        self.fields = fields


@dataclass
class ReadLayout:
    """The function that reads the text of a layout."""

    name: str
    provenance: str
    lines: list[str]
    variants: int


@dataclass
class _State:
    """What is known at a place of the text."""

    known: set[str]
    used_operands: set[str] = field(default_factory=set)
    used_types: set[str] = field(default_factory=set)


class LayoutReader:
    """Compiles the reading of one layout."""

    def __init__(self, model: Model, layout: Layout, forms: dict[str, ReadForm],
                 compiler: LayoutCompiler) -> None:
        self.model = model
        self.layout = layout
        self.forms = forms
        self.compiler = compiler
        self.base_scope = compiler.scope_of(layout)
        self.enums = {name: enum.names for name, enum in model.enums.items()}
        self.leaves = [leaf for entry in layout.format.entries for leaf in entry.leaves()]
        self.fields = {leaf.name: leaf for leaf in self.leaves if leaf.kind == "field"}
        self.operands = {leaf.name: leaf for leaf in self.leaves if leaf.kind == "operand"}
        self.presence = self._presences()
        self.numbers = operand_names(model)
        self.tried: list[str] = []
        self.diagnostics = Diagnostics()
        self.numbered = any(forms[leaf.form].numbered for leaf in self.operands.values())

    def read(self) -> ReadLayout:
        while True:
            try:
                return self._read()
            except Undetermined as found:
                self.tried += [name for name in found.fields if name not in self.tried]

    def _presences(self) -> dict[str, str]:
        """Of each operand that not every word has, the condition that it has it."""
        found: dict[str, str] = {}
        for entry in self.layout.format.entries:
            if entry.kind != "choice":
                continue
            before: list[str] = []
            for condition, entries in entry.choices:
                for leaf in entries:
                    if leaf.kind == "operand":
                        terms = [f"!({other})" for other in before]
                        terms += [f"({condition})"] if condition else []
                        found[leaf.name] = " && ".join(terms)
                before.append(condition)
        return found

    # ---- expressions ----------------------------------------------------------------------------

    def _unknown(self, text: str, state: _State) -> list[str]:
        """The names of an expression that the text so far does not tell."""
        result: list[str] = []
        for word in _NAMES.findall(text):
            head = word.split(".")[0]
            if word in self.operands:
                if word in self.presence:
                    result += self._unknown(self.presence[word], state)
            elif head in self.operands:
                result.append(word)
            elif word in self.fields and word not in state.known:
                result.append(word)
        return result

    def _scope(self, state: _State) -> Scope:
        def scope(word: str) -> Symbol | None:
            if word in self.operands:
                if word not in self.presence:
                    return Symbol("true", boolean=True)
                return Symbol(f"({self._cpp(self.presence[word], state)})", boolean=True)
            return self.base_scope(word)

        return scope

    def _cpp(self, text: str, state: _State) -> str:
        value = compile_condition(text, self._place, self._scope(state), self.enums,
                                  self.diagnostics)
        assert value is not None, text
        return value.cpp

    def _place(self, offset: int, length: int) -> Position:
        return self.layout.position

    # ---- the function ---------------------------------------------------------------------------

    def _read(self) -> ReadLayout:
        state = _State({leaf.name for leaf in self.fields.values() if leaf.fixed}
                       | set(self.tried)
                       | {name for name in self.layout.format.parameters if name in self.fields})
        pieces = parse(self.layout.format.text or "", None, self.diagnostics, self.layout.position)
        flat = self._opened(pieces)
        at = next(index for index, piece in enumerate(flat) if self._is_head(piece))
        # What comes before anything that is tried is read once for all values.
        split = next((index for index in range(at, len(flat)) if self._asks_tried(flat[index])),
                     len(flat)) if self.tried else at
        head = self._leading(flat[:at], state) + self._pieces(flat[at:split], state)
        head_locals = self._locals(state, set())
        before = {name for name, _ in self._local_names(state)}
        # What only compares texts comes before the instruction is touched.
        middle = split
        while self.tried and middle < len(flat) and self._only_compares(flat[middle], state):
            middle += 1
        probe = self._pieces(flat[split:middle], state)
        body = self._pieces(flat[middle:], state)
        variants = 1
        start: list[str] = []
        values: list[str] = []
        for leaf in self.fields.values():
            if leaf.fixed:
                start.append(self._assign(leaf.name, str(int(leaf.pattern, 2))))
        for name in self.layout.format.parameters:
            if name in self.model.fields and str(self.model.fields[name].type) == "flag":
                start.append(f"instruction.{name} = row.{name} != 0;")
        for name in self.tried:
            count = 1 << self.fields[name].bits.width
            value = f"variant / {variants} % {count}" if variants != 1 else f"variant % {count}"
            values.append(self._assign(name, value))
            variants *= count
        numbers: list[str] = []
        if self.numbered:
            divisor = f" / {variants}" if variants != 1 else ""
            numbers = [f"const unsigned numbers = variant{divisor};"]
            variants *= 3
        body += ["if (!in.at_end()) return false;"] + self._solve(state) + ["return true;"]
        if self.tried:
            lines = head_locals + start
            for name, steps in [("read_head", head + ["return true;"]),
                                ("is_variant", values + probe + ["return true;"]),
                                ("read_rest", numbers + self._locals(state, before) + body)]:
                lines += [f"const auto {name} = [&] {{"] + indented(steps) + ["};"]
            lines.append("return each_variant(in, instruction, variant, "
                         f"{variants}, read_head, is_variant, read_rest);")
        else:
            lines = self._locals(state, set()) + start + numbers + head + body
        return ReadLayout(self.layout.name, self.layout.position.provenance,
                          fitted("\n".join(lines).split("\n")), variants)

    @staticmethod
    def _local_names(state: _State) -> list[tuple[str, str]]:
        """Variables that note what the text said, with their declarations."""
        return [(f"{name}_text", f"OperandText {name}_text = OperandText::absent;")
                for name in sorted(state.used_operands)] + \
            [(f"{name}_told", f"bool {name}_told = false;") for name in sorted(state.used_types)]

    def _locals(self, state: _State, known: set[str]) -> list[str]:
        return [line for name, line in self._local_names(state) if name not in known]

    def _asks_tried(self, piece: Piece) -> bool:
        """Whether reading a piece depends on a field whose values are tried."""
        words = set(_NAMES.findall(piece.text)) if piece.kind != "literal" else set()
        for word in list(words):
            operand = self.operands.get(word.split(".")[0])
            if operand is not None:
                for _, text in [("", self.presence.get(operand.name, "")), *operand.expressions]:
                    words |= set(_NAMES.findall(text))
        return bool(words & set(self.tried)) or any(self._asks_tried(child)
                                                    for child in piece.children)

    def _only_compares(self, piece: Piece, state: _State) -> bool:
        """Whether a piece is literal text under a condition that is known."""
        return piece.kind == "condition" and not self._unknown(piece.text.strip(), state) and \
            all(child.kind == "literal" for child in piece.children)

    def _opened(self, pieces: list[Piece], depth: int = 0) -> list[Piece]:
        """The text with its named pieces put in."""
        result: list[Piece] = []
        for piece in pieces:
            if piece.kind == "value" and piece.text in self.layout.format.pieces and depth < 8:
                inner = parse(self.layout.format.pieces[piece.text], None, self.diagnostics,
                              self.layout.position)
                result += self._opened(inner, depth + 1)
            elif piece.kind == "condition":
                result.append(Piece(piece.kind, piece.text, piece.offset,
                                    self._opened(piece.children, depth + 1), piece.node))
            else:
                result.append(piece)
        return result

    @staticmethod
    def _is_head(piece: Piece) -> bool:
        return piece.kind == "literal" and bool(piece.text.strip()) or \
            piece.kind == "value" and piece.text == "name"

    def _assign(self, name: str, value: str) -> str:
        kind = str(self.model.fields[name].type)
        if kind == "flag":
            test = _bool(value != "0") if value.isdigit() else f"({value}) != 0"
            return f"instruction.{name} = {test};"
        cpp = self.compiler.types[name]
        return f"instruction.{name} = static_cast<{cpp}>({value});"

    def _leading(self, pieces: list[Piece], state: _State) -> list[str]:
        """Flags in front of the mnemonic, in any order."""
        lines: list[str] = []
        for piece in pieces:
            if piece.kind == "literal":
                continue
            letters = self._first_letters(piece)
            guard = " || ".join(f"letter == '{letter}'" for letter in letters)
            test, body = self._flag(piece, state)
            guard = f"({guard})" if len(letters) > 1 else guard
            lines += [("} else " if lines else "") + _guarded(guard, test)] + indented(body)
        if not lines:
            return ["in.blanks();"]
        if any("named" in line for line in lines):
            lines.insert(0, "unsigned named = 0;")
        return ["while (const char letter = in.flag_letter()) {"] + \
            indented(lines + ["} else {", f"  in.missing({c_string(self._flag_names(pieces))});",
                              "  break;", "}"]) + ["}"]

    def _flag_names(self, pieces: list[Piece]) -> str:
        """What is expected where another flag stands."""
        names: list[str] = []
        for piece in pieces:
            if piece.kind == "condition":
                inner = "".join("1" if child.kind == "value" else child.text
                                for child in piece.children)
                names.append(inner.strip())
            elif piece.kind == "value":
                entry = self.model.fields[piece.text]
                if str(entry.type) == "flag":
                    names.append(str(entry.text))
                else:
                    kind = str(entry.type) if str(entry.type) in self.model.enums \
                        else str(entry.names)
                    names.append(next(text for text in self.model.enums[kind].texts.values()
                                      if text))
        return "one of the flags " + " ".join(names)

    def _first_letters(self, piece: Piece) -> list[str]:
        """What flags of a piece begin with behind their parenthesis; 0 for a bare number."""
        if piece.kind == "condition":
            text = next(child.text for child in piece.children if child.kind == "literal")
            return [text.lstrip("(")[0]]
        entry = self.model.fields[piece.text]
        if str(entry.type) == "flag":
            return [str(entry.text).lstrip("(")[0]]
        kind = str(entry.type) if str(entry.type) in self.model.enums else str(entry.names)
        texts = self.model.enums[kind].texts.values()
        return sorted({text.lstrip("(")[0] for text in texts if text} | {"0"})

    def _flag(self, piece: Piece, state: _State) -> tuple[str, list[str]]:
        if piece.kind == "condition":
            children = [child for child in piece.children
                        if child.kind != "literal" or child.text.strip()]
            body = self._pieces(children, state)
            return self._attempt(body), []
        name = piece.text
        state.known.add(name)
        entry = self.model.fields[name]
        if str(entry.type) == "flag":
            return self._option(name), [f"instruction.{name} = true;"]
        enum = self._enum_of(name)
        return (f"in.name(k{enum}Names, named, false)", [self._assign(name, "named")])

    def _option(self, name: str) -> str:
        """Whether the text of a flag stands here; a part of a mnemonic must not go on."""
        text = str(self.model.fields[name].text)
        call = "suffix" if text.startswith(".") else "option"
        return f"in.{call}({c_string(text)})"

    def _enum_of(self, name: str) -> str:
        entry = self.model.fields[name]
        kind = str(entry.type)
        enum = kind if kind in self.model.enums else str(entry.names or "")
        return self.model.enums[enum].cpp if enum else ""

    @staticmethod
    def _attempt(body: list[str]) -> str:
        """An expression: whether the text could be read; else nothing was taken."""
        return "\n".join(["attempt(in, [&] {"] + indented(body) + ["  return true;", "})"])

    def _pieces(self, pieces: list[Piece], state: _State) -> list[str]:
        lines: list[str] = []
        for piece in pieces:
            if piece.kind == "literal":
                lines += self._literal(piece.text)
            elif piece.kind == "number":
                lines += self._number(piece.text.strip(), state)
            elif piece.kind == "condition":
                lines += self._condition(piece, state)
            elif piece.text == "name":
                lines.append("if (!in.head(name_of(row.opcode))) return false;")
            elif piece.text in self.operands:
                lines += self._operand(piece.text, state)
            else:
                lines += self._field(piece.text, state)
        return lines

    @staticmethod
    def _literal(text: str) -> list[str]:
        lines: list[str] = []
        for word in re.findall(r" +|, *|[^ ,]+", text):
            if word[0] == " ":
                lines.append("in.blanks();")
            elif word[0] == ",":
                lines.append("if (!in.comma()) return false;")
            else:
                lines.append(f"if (!in.text({c_string(word)})) return false;")
        return lines

    def _field(self, name: str, state: _State) -> list[str]:
        entry = self.model.fields[name]
        kind = str(entry.type)
        target = f"instruction.{name}"
        if (name in self.tried or self.fields[name].fixed) and kind != "flag":
            return [f"if (!in.this_number(static_cast<int64_t>({target}))) return false;"]
        state.known.add(name)
        if kind == "flag":
            return [f"{target} = {self._option(name)};"]
        enum = self._enum_of(name)
        if enum:
            lines = ["unsigned value = 0;",
                     f"if (!in.name(k{enum}Names, value, true)) return false;",
                     self._assign(name, "value")]
            if name in self._types():
                state.used_types.add(name)
                lines.append(f"{name}_told = true;")
            return ["{"] + indented(lines) + ["}"]
        if kind == "components":
            return ["{", "  unsigned mask = 0;", "  in.components(mask);",
                    "  " + self._assign(name, "mask"), "}"]
        call = {"offset": "offset_into", "target": "target"}.get(kind, "number_into")
        return [f"if (!in.{call}({target})) return false;"]

    def _number(self, text: str, state: _State) -> list[str]:
        unknown = self._unknown(text, state)
        if text in self.fields and text not in self.tried:
            unknown = [text]
        if not unknown:
            return [f"if (!in.this_number(static_cast<int64_t>({self._cpp(text, state)}))) "
                    "return false;"]
        if len(unknown) > 1:
            raise Undetermined(unknown[1:])
        name = unknown[0]
        state.known.add(name)
        if text == name:
            return [f"if (!in.number_into(instruction.{name})) return false;"]
        # The value of the field for which the printed number comes out.
        count = 1 << self.fields[name].bits.width
        value = self._cpp(text, state)
        return ["{", "  int64_t wanted = 0;", "  if (!in.number(wanted)) return false;",
                "  unsigned value = 0;",
                f"  for (; value < {count}; ++value) {{", "    " + self._assign(name, "value"),
                f"    if (static_cast<int64_t>({value}) == wanted) break;", "  }",
                f"  if (value == {count}) return in.missing(\"another number\");", "}"]

    def _condition(self, piece: Piece, state: _State) -> list[str]:
        text = piece.text.strip()
        unknown = self._unknown(text, state)
        if not unknown:
            test = self._cpp(self.presence.get(text, text), state)
            body = self._pieces(piece.children, state)
            return [f"if ({test}) {{"] + indented(body) + ["}"]
        subject = text.lstrip("! ")
        negated = text.startswith("!")
        simple = subject == unknown[0] and len(unknown) == 1
        if simple and "." in subject:
            body = self._pieces(piece.children, state)
            return [f"if ({self._attempt(body)}) instruction.{subject} = {_bool(not negated)};"]
        if simple and subject in self.fields:
            before = set(state.known)
            if str(self.model.fields[subject].type) == "flag":
                body = self._pieces(piece.children, state)
                state.known = before | {subject} | state.known
                return [f"instruction.{subject} = {'!' if negated else ''}"
                        f"{self._attempt(body)};"]
            if not negated and any(child.text == subject for child in piece.children
                                   if child.kind == "value"):
                body = self._pieces(piece.children, state)
                return [f"static_cast<void>({self._attempt(body)});"]
        raise Undetermined([name for name in unknown if name in self.fields])

    def _operand(self, name: str, state: _State) -> list[str]:
        leaf = self.operands[name]
        state.used_operands.add(name)
        arguments = ", numbers == 1" if self.forms[leaf.form].numbered else ""
        given = dict(leaf.expressions)
        for key, kind in self.forms[leaf.form].parameters.items():
            value = compile_condition(given[key], self._place, self._scope(state), self.enums,
                                      self.diagnostics)
            assert value is not None
            arguments += ", " + (value.cpp if value.boolean or kind != "flag"
                                 else f"{value.cpp} != 0")
        index = self.numbers.index(name)
        return [f"{name}_text = read_{leaf.form}(in.operand({index}), "
                f"instruction.{name}{arguments});",
                f"if ({name}_text == OperandText::absent) return false;"]

    # ---- what the text only implies -------------------------------------------------------------

    def _halves(self) -> dict[str, str]:
        return {name: dict(leaf.expressions)["half"] for name, leaf in self.operands.items()
                if "half" in dict(leaf.expressions)}

    def _types(self) -> set[str]:
        """Fields that say how wide an operand is."""
        return {match.group(1) for half in self._halves().values()
                if (match := _IN_SET.match(half)) and match.group(1) in self.fields}

    def _solve(self, state: _State) -> list[str]:
        halves = self._halves()
        lines: list[str] = []
        equals = {leaf.name: dict(leaf.expressions)["equals"] for leaf in self.leaves
                  if leaf.kind == "part" and leaf.attribute == "half"}
        flags = list(dict.fromkeys(match.group(1) for half in halves.values()
                                   if (match := _NOT_FULL.match(half))))
        for flag in flags:
            if flag in self.fields and flag not in state.known:
                tellers = [name for name, half in halves.items()
                           if half.replace(" ", "") == "!" + flag and name in state.used_operands]
                bare = [name for name in tellers
                        if self.forms[self.operands[name].form].numbered]
                told = [(f"{name}_text == OperandText::width_told", f"!instruction.{name}.half")
                        for name in tellers]
                told += [(f"numbers == 2 && {name}_text == OperandText::bare_number", "true")
                         for name in bare]
                told += [(f"{name}_text == OperandText::width_told", f"!instruction.{name}.half")
                         for name, other in equals.items()
                         if other == flag and name in state.used_operands]
                told += [(f"{name}_text == OperandText::bare_number", "true") for name in bare]
                lines.append(f"instruction.{flag} = false;")
                for index, (test, value) in enumerate(told):
                    lines.append(("else " if index else "") +
                                 f"if ({test}) instruction.{flag} = {value};")
                state.known.add(flag)
        for name, other in equals.items():
            if name in state.used_operands:
                lines.append(f"if ({name}_text == OperandText::any_width) "
                             f"instruction.{name}.half = !({self._cpp(other, state)});")
        for kind in sorted(self._types()):
            if self.fields[kind].fixed:
                continue
            tellers = [name for name, half in halves.items() if name in state.used_operands
                       and (match := _IN_SET.match(half)) and match.group(1) == kind]
            count = 1 << self.fields[kind].bits.width
            unless = f"!{kind}_told && " if kind in state.used_types else ""
            for name in tellers:
                lines += [
                    f"if ({unless}{name}_text == OperandText::width_told) {{",
                    f"  for (unsigned value = 0; value < {count}; ++value) {{",
                    "    " + self._assign(kind, "value"),
                    f"    if ({self._cpp(halves[name], state)} == instruction.{name}.half) break;",
                    "  }", "}"]
        for name, half in halves.items():
            if name in state.used_operands:
                width = compile_condition(half, self._place, self._scope(state), self.enums,
                                          self.diagnostics)
                assert width is not None
                test = width.cpp if width.boolean else f"{width.cpp} != 0"
                lines.append(f"if ({name}_text == OperandText::any_width) "
                             f"instruction.{name}.half = {test};")
                if self.forms[self.operands[name].form].numbered:
                    lines.append(f"if (instruction.{name}.kind == OperandKind::immediate && "
                                 f"instruction.{name}.half != {_wrapped(test)}) "
                                 f"return in.wrong_width({self.numbers.index(name)});")
        for name in self.fields:
            implied = self.model.fields[name].implied
            if implied is not None and str(implied) in self.fields:
                lines.append(f"instruction.{name} = instruction.{implied} != 0;")
        return lines


def indented(lines: list[str]) -> list[str]:
    return ["  " + part for line in lines for part in line.split("\n")]


def _guarded(guard: str, test: str) -> str:
    """A test that is only made where a letter fits; it may span several lines."""
    return f"if ({guard} && {test}) {{"


def _wrapped(test: str) -> str:
    return f"({test})" if " " in test else test


def _bool(value: bool) -> str:
    return "true" if value else "false"


def outputs(model: Model) -> list[Output]:
    forms = {name: read_form(model, model.forms[name]) for name in sorted(model.used_forms())}
    compiler = LayoutCompiler(model, {}, Diagnostics())
    layouts = [LayoutReader(model, layout, forms, compiler).read() for layout in model.layouts]
    values: dict[str, Any] = {
        "name_tables": [name_table(enum) for enum in model.enums.values()],
        "forms": list(forms.values()), "layouts": layouts,
        "operands": operand_names(model),
    } | head_tables(model)
    return [Output(name, "ir3/" + name.rsplit("/", 1)[1] + ".j2", values)
            for name in OUTPUT_NAMES]
