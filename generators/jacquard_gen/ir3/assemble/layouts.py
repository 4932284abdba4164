"""Reading of the text of a layout.

Flags before the mnemonic are taken in any order, the rest in the order of the text. A condition of
a text is computed where the text before it tells everything it asks for. Else its text is tried,
and tells a flag, a number or an operand. What neither can tell, such as a mode that several words
of the mnemonic hint at, is tried value by value: the first that gives a word is meant.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ...escape import c_string
from .facts import EQUALS, NAMES, REQUIRED, LayoutFacts, State, Undetermined, attempt, bool_text
from .flags import leading_flags
from .widths import solve
from ..codec.cpp_text import indented
from ..codec.texts import Piece, parse


@dataclass
class ReadLayout:
    """The function that reads the text of a layout."""

    name: str
    provenance: str
    lines: list[str]
    variants: int
    # True if it reads all texts of the layout, and not only one of several.
    complete: bool = True


class LayoutReader:
    """Compiles the reading of one text of a layout."""

    def __init__(self, facts: LayoutFacts, text: str) -> None:
        self.facts = facts
        self.text = text
        self.format = facts.layout.format
        self.position = facts.layout.position
        self.tried: list[str] = []
        self.numbered = any(facts.forms[leaf.form].numbered for leaf in facts.operands.values())

    def read(self) -> ReadLayout:
        while True:
            try:
                return self._read()
            except Undetermined as found:
                self.tried += [name for name in dict.fromkeys(found.fields)
                               if name not in self.tried]

    def _read(self) -> ReadLayout:
        state = State({leaf.name for leaf in self.facts.fields.values() if leaf.fixed}
                      | set(self.tried)
                      | {name for name in self.format.parameters if name in self.facts.fields})
        pieces = parse(self.text, None, self.facts.diagnostics, self.position)
        flat = self._opened(pieces)
        at = next(index for index, piece in enumerate(flat) if self._is_head(piece))
        before_head, flat = self._with_flags_of_both_places(flat, at)
        # Pieces before the first that depends on the tried values are read once for all of them.
        split = next((index for index in range(at, len(flat)) if self._asks_tried(flat[index])),
                     len(flat)) if self.tried else at
        head = leading_flags(self.facts, before_head, state, self._pieces)
        head += self._pieces(flat[at:split], state)
        head_locals = self._locals(state, set())
        before = {name for name, _ in self._local_names(state)}
        # Comparisons of text come before the first change of the instruction.
        middle = split
        while self.tried and middle < len(flat) and self._only_compares(flat[middle], state):
            middle += 1
        probe = self._pieces(flat[split:middle], state)
        body = self._pieces(flat[middle:], state)
        variants = 1
        start: list[str] = []
        values: list[str] = []
        for leaf in self.facts.fields.values():
            if leaf.fixed:
                start.append(self.facts.assign(leaf.name, str(int(leaf.pattern, 2))))
        for name in self.format.parameters:
            described = self.facts.model.fields.get(name)
            if described is not None and str(described.type) == "flag":
                start.append(f"instruction.{name} = row.{name} != 0;")
        for name in self.tried:
            count = 1 << self.facts.fields[name].bits.width
            value = f"variant / {variants} % {count}" if variants != 1 else f"variant % {count}"
            values.append(self.facts.assign(name, value))
            variants *= count
        numbers: list[str] = []
        if self.numbered:
            divisor = f" / {variants}" if variants != 1 else ""
            numbers = [f"const unsigned numbers = variant{divisor};"]
            variants *= 3
        body += ["if (!in.at_end()) return false;"] + self._marks(pieces) + \
            solve(self.facts, state) + ["return true;"]
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
        return ReadLayout(self.facts.layout.name, self.position.provenance,
                          "\n".join(lines).split("\n"), variants)

    def _marks(self, pieces: list[Piece]) -> list[str]:
        """Returns lines for the (r) of sources if its bits count slots unless something repeats:
        it then means that the instruction repeats, if the text does not say how often, and in
        older texts the count."""
        shown = {piece.text for piece in self._opened(pieces) if piece.kind == "value"}
        lines: list[str] = []
        for entry in self.format.entries:
            if entry.kind != "choice" or len(entry.choices) != 2:
                continue
            (condition, counts), (_, marks) = entry.choices
            if len(counts) != 1 or len(marks) != 1 or marks[0].attribute != "repeat" or \
                    counts[0].kind != "field" or EQUALS.match(condition) is None:
                continue
            repeat = condition.split(" ")[0]
            mark = f"instruction.{marks[0].name}.repeat"
            if repeat not in shown:
                lines.append(f"if ({mark}) instruction.{repeat} = 1;")
            elif self.format.marks_count:
                state = State(set(self.facts.fields))
                test = self.facts.cpp(condition, state)
                lines += [f"if ({mark} && {test}) {{", f"    {mark} = false;",
                          f"    instruction.{counts[0].name} |= {1 << counts[0].at};", "}"]
        return lines

    @staticmethod
    def _local_names(state: State) -> list[tuple[str, str]]:
        """Variables that note what the text said, with their declarations."""
        flags = [f"{name}_told" for name in sorted(state.used_types)] + \
            [f"{name}_marked" for name in sorted(state.marked)]
        return [(f"{name}_text", f"OperandText {name}_text = OperandText::absent;")
                for name in sorted(state.used_operands)] + \
            [(name, f"bool {name} = false;") for name in flags]

    def _locals(self, state: State, known: set[str]) -> list[str]:
        return [line for name, line in self._local_names(state) if name not in known]

    def _asks_tried(self, piece: Piece) -> bool:
        """Returns true if reading a piece depends on a field whose values are tried."""
        words = set(NAMES.findall(piece.text)) if piece.kind != "literal" else set()
        for word in list(words):
            operand = self.facts.operands.get(word.split(".")[0])
            if operand is not None:
                texts = [text for _, text in operand.expressions]
                for text in [self.facts.presence.get(operand.name, ""), *texts]:
                    words |= set(NAMES.findall(text))
        return bool(words & set(self.tried)) or any(self._asks_tried(child)
                                                    for child in piece.children)

    def _only_compares(self, piece: Piece, state: State) -> bool:
        """Returns true if a piece is literal text under a condition that is known."""
        return piece.kind == "condition" and not self.facts.unknown(piece.text.strip(), state) and \
            all(child.kind == "literal" for child in piece.children)

    def _opened(self, pieces: list[Piece], depth: int = 0) -> list[Piece]:
        """The text with its named pieces put in."""
        result: list[Piece] = []
        for piece in pieces:
            if piece.kind == "value" and piece.text in self.format.pieces and depth < 8:
                inner = parse(self.format.pieces[piece.text], None, self.facts.diagnostics,
                              self.position)
                result += self._opened(inner, depth + 1)
            elif piece.kind == "condition":
                result.append(Piece(piece.kind, piece.text, piece.offset,
                                    self._opened(piece.children, depth + 1), piece.node))
            else:
                result.append(piece)
        return result

    def _with_flags_of_both_places(self, flat: list[Piece],
                                   at: int) -> tuple[list[Piece], list[Piece]]:
        """The flags before the mnemonic, and the text where such flags stand behind it as well."""
        before, behind = list(flat[:at]), list(flat[at:])
        names = [piece.text for piece in flat if piece.kind == "value"
                 and piece.text in self.facts.model.fields
                 and self.facts.model.fields[piece.text].anywhere]
        for name in names:
            piece = next(piece for piece in flat if piece.text == name)
            if piece not in before:
                before.append(piece)
            if piece not in behind:
                blank = next(index for index, other in enumerate(behind)
                             if other.kind == "literal" and other.text.endswith(" "))
                behind.insert(blank + 1, piece)
        return before, flat[:at] + behind

    @staticmethod
    def _is_head(piece: Piece) -> bool:
        return piece.kind == "literal" and bool(piece.text.strip()) or \
            piece.kind == "value" and piece.text == "name"

    def _pieces(self, pieces: list[Piece], state: State) -> list[str]:
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
            elif piece.text in self.facts.operands:
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

    def _field(self, name: str, state: State) -> list[str]:
        entry = self.facts.model.fields[name]
        kind = str(entry.type)
        target = f"instruction.{name}"
        leaf = self.facts.fields[name]
        if leaf.fixed and kind in self.facts.model.enums:
            number = int(leaf.pattern, 2)
            text = self.facts.model.enums[kind].texts.get(number, str(number))
            return [f"if (!in.text({c_string(text)})) return false;"]
        if (name in self.tried or self.facts.fields[name].fixed) and kind != "flag":
            value = f"static_cast<std::int64_t>({target})"
            return [f"if (!read_this_number(in, {value})) return false;"]
        state.known.add(name)
        if kind == "flag":
            before = f"{target} || " if entry.anywhere else ""
            return [f"{target} = {before}{self.facts.option(name)};"]
        enum = self.facts.enum_of(name)
        if enum:
            lines = [f"if (!read_name_into(in, k{enum}Names, {target})) return false;"]
            if name in self.facts.width_fields():
                state.used_types.add(name)
                lines.append(f"{name}_told = true;")
            return lines
        if kind == "components":
            return ["{", "    unsigned mask = 0;", "    read_components(in, mask);",
                    "    " + self.facts.assign(name, "mask"), "}"]
        field = f"in.field({c_string(name)})"
        read = {"offset": f"read_offset_into({field}, {target})",
                "target": f"{field}.target({target})"}.get(kind,
                                                           f"read_number_into({field}, {target})")
        return [f"if (!{read}) return false;"]

    def _number(self, text: str, state: State) -> list[str]:
        unknown = self.facts.unknown(text, state)
        if text in self.facts.fields and text not in self.tried:
            unknown = [text]
        if not unknown:
            value = self.facts.cpp(text, state, False)
            return [f"if (!read_this_number(in, static_cast<std::int64_t>({value}))) return false;"]
        if len(unknown) > 1:
            raise Undetermined(unknown[1:])
        name = unknown[0]
        state.known.add(name)
        if text == name:
            return [f"if (!read_number_into(in.field({c_string(name)}), instruction.{name})) "
                    "return false;"]
        # The value of the field for which the printed number comes out.
        count = 1 << self.facts.fields[name].bits.width
        value = self.facts.cpp(text, state, False)
        return ["{", *indented([
            "std::int64_t wanted = 0;",
            f"if (!read_number(in.field({c_string(name)}), wanted)) return false;",
            "unsigned value = 0;",
            f"for (; value < {count}; ++value) {{", "    " + self.facts.assign(name, "value"),
            f"    if (static_cast<std::int64_t>({value}) == wanted) break;", "}",
            f"if (value == {count}) return in.missing(\"another number\");"]), "}"]

    def _condition(self, piece: Piece, state: State) -> list[str]:
        text = piece.text.strip()
        unknown = self.facts.unknown(text, state)
        if not unknown:
            test = self.facts.cpp(self.facts.presence.get(text, text), state)
            body = self._pieces(piece.children, state)
            required = REQUIRED.fullmatch(body[0]) if len(body) == 1 else None
            if required is not None:
                test = f"({test})" if "||" in test or "?" in test else test
                return [f"if ({test} && !{required.group(1)}) return false;"]
            return [f"if ({test}) {{"] + indented(body) + ["}"]
        compared = EQUALS.match(text)
        if compared is not None and unknown == [compared.group(1)]:
            lines = self._comparison(compared, piece, state)
            if lines:
                return lines
        negated = text.startswith("!")
        subject = text.lstrip("! ").removesuffix(" != 0")
        simple = subject == unknown[0] and len(unknown) == 1
        if simple and "." in subject:
            body = self._pieces(piece.children, state)
            return [f"if ({attempt(body)}) instruction.{subject} = {bool_text(not negated)};"]
        if simple and subject in self.facts.fields:
            before = set(state.known)
            if str(self.facts.model.fields[subject].type) == "flag":
                body = self._pieces(piece.children, state)
                state.known = before | {subject} | state.known
                return [f"instruction.{subject} = {'!' if negated else ''}"
                        f"{attempt(body)};"]
            if not negated and any(child.text == subject for child in piece.children
                                   if child.kind == "value"):
                body = self._pieces(piece.children, state)
                return [f"static_cast<void>({attempt(body)});"]
        raise Undetermined([name for name in unknown if name in self.facts.fields])

    def _comparison(self, compared: re.Match[str], piece: Piece, state: State) -> list[str]:
        """A mark that stands for one value of a field, or what tells the other values where the
        mark is absent; nothing where the text is neither."""
        name, operator, value = compared.group(1), compared.group(2), compared.group(3)
        kind = str(self.facts.model.fields[name].type)
        if kind not in self.facts.model.enums or name in self.tried:
            return []
        if operator == "==" and all(child.kind == "literal" for child in piece.children):
            state.marked[name] = value
            number = self.facts.model.enums[kind].values[value]
            body = [self.facts.assign(name, str(number)), f"{name}_marked = true;"]
            if name in self.facts.width_fields():
                state.used_types.add(name)
                body.append(f"{name}_told = true;")
            test = attempt(self._pieces(piece.children, state))
            return [f"if ({test}) {{"] + indented(body) + ["}"]
        if operator == "!=" and state.marked.get(name) == value:
            body = self._pieces(piece.children, state)
            return [f"if (!{name}_marked) {{"] + indented(body) + ["}"]
        if operator == "!=" and any(child.kind == "value" and child.text == name
                                    for child in piece.children):
            # It is that value where nothing names another.
            number = self.facts.model.enums[kind].values[value]
            body = self._pieces(piece.children, state)
            other = [self.facts.assign(name, str(number))]
            if name in self.facts.width_fields():
                other.append(f"{name}_told = true;")
            return [f"if (!{attempt(body)}) {{"] + indented(other) + ["}"]
        return []

    def _operand(self, name: str, state: State) -> list[str]:
        leaf = self.facts.operands[name]
        state.used_operands.add(name)
        arguments = ", numbers == 1" if self.facts.forms[leaf.form].numbered else ""
        given = dict(leaf.expressions)
        for key, kind in self.facts.forms[leaf.form].parameters.items():
            arguments += ", " + self.facts.cpp(given[key], state, str(kind) == "flag")
        index = self.facts.numbers.index(name)
        return [f"{name}_text = read_{leaf.form}(in.operand({index}), "
                f"instruction.{name}{arguments});",
                f"if ({name}_text == OperandText::absent) return false;"]


def read_layouts(facts: LayoutFacts) -> list[ReadLayout]:
    """The functions that read a layout: one, or one for each text and one that tries them all."""
    layout = facts.layout
    texts = [layout.format.text or "", *layout.format.older]
    found = [LayoutReader(facts, text).read() for text in texts]
    if len(found) == 1:
        return found
    lines: list[str] = []
    total = 0
    for number, part in enumerate(found):
        part.name += f"_{number}"
        part.complete = False
        lines += [f"if (variant < {total + part.variants}) {{",
                  f"    unsigned own = variant - {total};",
                  f"    const bool fits = read_{part.name}_text(in, instruction, row, own);",
                  f"    variant = own + {total};", "    return fits;", "}"]
        total += part.variants
    whole = ReadLayout(layout.name, layout.position.provenance, [*lines, "return false;"], total)
    return [*found, whole]
