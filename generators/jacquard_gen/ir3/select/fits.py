"""Checks that a revision has the instructions that a rule emits, and that they fit: sources, flags,
widths and kinds."""

from __future__ import annotations

from typing import NamedTuple

from ...diagnostics import Diagnostics
from ...expr import Type, parse_type
from ...nir.rules.model import kinds_of_names
from ...nir.rules.numbers import bits_at, is_float
from ...source import Position
from ..tables.model import OpcodeFacts, Revision
from ..check.needed import Needed, parts_of
from .records import Line, Operand, Rule


class _Source(NamedTuple):
    """A type of an operand of an opcode; bits are neither float nor integer."""

    kind: str
    width: int


def _parsed(text: str) -> _Source:
    if text.startswith("bits"):
        return _Source("bits", int(text[4:] or 0))
    found: Type = parse_type(text)  # type: ignore[assignment]
    return _Source(found.kind, found.width)


def register_width(width: int) -> int:
    """The width of the register that holds a value: a bool is in a full one."""
    return 16 if width == 16 else 32


class Fits:
    """Checks rules for one revision after another; what they have in common only once."""

    def __init__(self, needed: Needed, diagnostics: Diagnostics) -> None:
        self.diagnostics = diagnostics
        self.needed = needed
        self.done: set[tuple[int, tuple[int, ...]]] = set()
        self.failed: set[int] = set()

    def check(self, rule: Rule, revision: Revision) -> None:
        found: list[OpcodeFacts] = []
        for line in rule.lines:
            facts = self.facts(f"the rule {rule.pattern}", line, revision)
            if facts is None:
                return
            found.append(facts)
        key = (id(rule), tuple(map(id, found)))
        if key not in self.done and id(rule) not in self.failed:
            self.done.add(key)
            if not self._widths(rule, found):
                self.failed.add(id(rule))

    def facts(self, who: str, line: Line, revision: Revision) -> OpcodeFacts | None:
        """Returns the facts about the opcode of a line on a revision, None if the line needs
        something that the opcode lacks."""
        where = line.text.node.at(*line.at())
        fields = [field for field, used in (
            ("saturate", line.saturate), ("round", line.round), ("condition", line.condition),
            ("src_type", line.type), ("dst_type", line.type)) if used]
        fields += line.fields
        facts = self.needed.opcode(
            revision, line.op, who, where,
            operands=["dst", *(f"src{index}" for index in range(len(line.operands)))],
            fields=fields, modifiers=_modifiers(line))
        if facts is None:
            return None
        count = len(facts.entry.srcs)
        if facts.entry.dst is None or not count:
            self.diagnostics.error("E654", where, f"the types of '{line.op}' are not known",
                                   [(facts.position, "write them here as srcs and dst")])
            return None
        if count != len(line.operands):
            self.diagnostics.error("E654", where, f"'{line.op}' takes {count} sources, not "
                                   f"{len(line.operands)}")
            return None
        return facts

    # ---- widths ----------------------------------------------------------------------------------

    def _widths(self, rule: Rule, found: list[OpcodeFacts]) -> bool:
        """Goes through the lines for every width that the values of the rule may have, and notes
        what is half where. False after the first fault."""
        halves: list[list[bool]] = [[] for _ in rule.lines]
        numbers: list[list[list[bool]]] = [[[] for _ in line.operands] for line in rule.lines]
        kinds = kinds_of_names(rule.find)
        for widths in rule.assignments():
            classes = rule.shapes.classes
            known = {name: register_width(widths[classes.root(klass)])
                     for name, klass in rule.shapes.names.items()}
            result = register_width(widths[classes.root(rule.find.klass)])
            if rule.alias and known[rule.alias] != result:
                return self._unfit(rule, rule.entry.emit[0].position, rule.alias,
                                   known[rule.alias], result, "the result is")
            for index, (line, facts) in enumerate(zip(rule.lines, found)):
                last = line.target == "dst"
                width = self._line(rule, line, facts, known, kinds, result if last else 0,
                                   numbers[index])
                if not width:
                    return False
                if last and width != result:
                    return self._unfit(rule, line.text.node.at(*line.at()), line.mnemonic, width,
                                       result, "the result is")
                halves[index].append(width == 16)
                known[line.target] = width
        for line, facts, values, of_numbers in zip(rule.lines, found, halves, numbers):
            named = self._shared(line, facts) or "result"
            own = "result" if line.target == "dst" else named
            line.half = _told(values, own)
            line.halves = [_told(of, named) if operand.number else ""
                           for operand, of in zip(line.operands, of_numbers)]
        return True

    def _line(self, rule: Rule, line: Line, facts: OpcodeFacts, known: dict[str, int],
              kinds: dict[str, str], wanted: int, numbers: list[list[bool]]) -> int:
        """The width of what a line makes, 0 after a fault; `wanted` is that of the result, where it
        makes it."""
        types = self._types(line, facts)
        shared = known.get(self._shared(line, facts), 0)
        made = self._named(line.type) if line.type else _parsed(str(facts.entry.dst))
        converts = "dst.half" in parts_of(facts)
        own = made.width or (wanted if wanted and (converts or not shared) else shared) or 32
        for index, (operand, kind) in enumerate(zip(line.operands, types)):
            width = register_width(kind.width or shared or own)
            place = line.text.node.at(operand.offset, len(operand.name or operand.number))
            if operand.number:
                if not self._number(line, operand, kind, width, place):
                    return 0
                numbers[index].append(width == 16)
                continue
            if known[operand.name] != width:
                self._unfit(rule, place, operand.name, known[operand.name], width,
                            f"'{line.mnemonic}' reads it as")
                return 0
            read = kinds.get(operand.name)
            if read is not None and kind.kind != "bits" and (read == "float") != \
                    (kind.kind == "float") and not _only_moves(rule, operand):
                self.diagnostics.error(
                    "E657", place, f"what is found reads '{operand.name}' as {read}, and "
                    f"'{line.mnemonic}' as {kind.kind}")
                return 0
        return register_width(own)

    def _number(self, line: Line, operand: Operand, kind: _Source, width: int,
                place: Position) -> bool:
        text = operand.number
        if bits_at(text, width) is None:
            self.diagnostics.error("E657", place, f"{text} does not fit {width} bits")
        elif kind.kind != "bits" and is_float(text) != (kind.kind == "float"):
            self.diagnostics.error("E657", place, f"'{line.mnemonic}' takes " + (
                f"floats: write {text}.0" if kind.kind == "float" else
                f"integers, and {text} is a float"))
        else:
            return True
        return False

    def _types(self, line: Line, facts: OpcodeFacts) -> list[_Source]:
        if line.source_type:
            return [self._named(line.source_type)]
        return [_parsed(text) for text in facts.entry.srcs]

    def _shared(self, line: Line, facts: OpcodeFacts) -> str:
        """The value whose width is that of the operands whose types have none."""
        return next((operand.name for operand, kind in zip(line.operands, self._types(line, facts))
                     if operand.name and not kind.width), "")

    def _named(self, name: str) -> _Source:
        """A type of the instruction's type fields."""
        kind = {"f": "float", "u": "uint", "s": "int"}[name[0]]
        digits = name[1:].split("_")[0]
        return _Source(kind, 16 if int(digits) <= 16 else 32)

    def _unfit(self, rule: Rule, place: Position, name: str, have: int, want: int,
               needs: str) -> bool:
        self.diagnostics.error("E657", place, f"'{name}' may be {have} bits wide, and {needs} "
                               f"{want} bits wide", [(rule.entry.select.position(),
                                                      "fix widths with name@32 or opcode@32")])
        return False


def _only_moves(rule: Rule, operand: Operand) -> bool:
    """Returns true if nothing that is found computes with a value, but only chooses it."""
    return all(node.text in ("bcsel", "mov") for node in rule.find.walk()
               if node.alu is not None and any(child.text == operand.name
                                               for child in node.children))


def _modifiers(line: Line) -> list[str]:
    return [name for name in ("negate", "absolute")
            if any(getattr(operand, name) for operand in line.operands)]


def _told(values: list[bool], otherwise: str) -> str:
    """Returns how the generated code knows whether a register is half."""
    if len(set(values)) == 1:
        return "true" if values[0] else "false"
    return otherwise
