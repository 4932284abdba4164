"""Instruction selection: `defs/ir3/select/alu.yaml` → `<jacquard/ir3/select.h>` and its source.

A rule finds a NIR instruction, perhaps with the instructions that make its sources, and says which
machine instructions compute the same.

    select: (bcsel (inot c) x y)      names stand for values, `#k` for constants, numbers for
                                      constants of that value
    when: bit_size == 32              conditions that must all hold
    emit:                             the last line makes the result
      - t0 = mull.u a, b
      - (sat)add.f t0, (neg)b       also (even) and the like in front of conversions
    emit: c                           the result is a value that is there already
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from ..diagnostics import Diagnostics
from ..groups import Context, Output
from ..nir import all_opcodes
from ..schema import Json, Text, load_entries, table_schema
from .model import Model, enumerator
from .select_code import RuleWriter, has_bits, is_always_wide
from .select_rules import Leaf, Line, Operand, Pattern, Rule, SelectEntry

FOLDER = "ir3/select"
TABLE = f"{FOLDER}/alu.yaml"
OUTPUT_NAMES = ["jacquard/ir3/select.h", "jacquard/ir3/select.cpp"]

CODES = {
    "E650": "The pattern of a selection rule is malformed.",
    "E651": "A selection rule names a NIR opcode that does not exist, or its sources are not as "
            "many as the pattern has.",
    "E652": "A condition of a selection rule is malformed.",
    "E653": "A line that a selection rule emits is malformed.",
    "E654": "A selection rule emits an instruction that does not exist, or with wrong operands.",
    "E655": "A selection rule reads a name that nothing binds, or binds one that nothing reads.",
    "E656": "A selection rule is never reached: an earlier one takes all that it finds.",
}

_CONDITION = re.compile(r"(bit_size|source_bit_size)\s*(==|!=)\s*([0-9]+)\Z")
_FLAGS = ("inexact", "approximate")
_LINE = re.compile(r"(?:([a-z][a-z0-9_]*)\s*=\s*)?((?:\([a-z]+\))*)\s*([a-z][a-z0-9_.]*)"
                   r"(?:\s+(.*))?\Z")
_OPERAND = re.compile(r"((?:\((?:neg|abs)\))*)([a-z][a-z0-9_]*|-?[0-9][0-9a-fx.e-]*)\Z")
_NUMBER = re.compile(r"-?(?:0x[0-9a-f]+|(?:0|[1-9][0-9]*)(?:\.[0-9]+(?:e-?[0-9]+)?)?)\Z")
_TOKEN = re.compile(r"[()]|[^()\s]+")


class Selection(NamedTuple):
    rules: list[Rule]


def load(context: Context, model: Model) -> Selection | None:
    diagnostics = context.diagnostics
    before = len(diagnostics)
    if not all(name in model.enums for name in ("condition", "round", "type")):
        return None
    opcodes = {opcode.name: len(opcode.sources) for opcode in all_opcodes(context)}
    rules = []
    for entry in load_entries(SelectEntry, context.table(TABLE), diagnostics):
        found = _RuleLoader(entry, model, opcodes, diagnostics).load()
        rules += found
    _check_reached(rules, diagnostics)
    return Selection(rules) if len(diagnostics) == before else None


class _RuleLoader:
    def __init__(self, entry: SelectEntry, model: Model, opcodes: dict[str, int],
                 diagnostics: Diagnostics) -> None:
        self.entry = entry
        self.model = model
        self.opcodes = opcodes
        self.diagnostics = diagnostics
        self.bound: dict[str, bool] = {}  # name → read
        self.is_wide = False

    def load(self) -> list[Rule]:
        before = len(self.diagnostics)
        pattern = self.pattern()
        conditions = [self.condition(text) for text in self.entry.when]
        if pattern is None or len(self.diagnostics) > before:
            return []
        self.bind(pattern)
        self.is_wide = is_always_wide(conditions)
        lines: list[Line] = []
        alias = ""
        if len(self.entry.emit) == 1 and str(self.entry.emit[0]) in self.bound:
            alias = str(self.entry.emit[0])
            self.bound[alias] = True
        else:
            for number, text in enumerate(self.entry.emit):
                line = self.line(text, number + 1 == len(self.entry.emit))
                if line is not None:
                    lines.append(line)
                    continue
                # What it would have made is not missing as well.
                found = _LINE.match(str(text))
                if found is not None and found.group(1):
                    self.bound[found.group(1)] = True
        unread = self.bound.items() if len(self.diagnostics) == before else ()
        for name, read in unread:
            if not read and not name.startswith("_"):
                self.diagnostics.error("E655", self.entry.select.position,
                                       f"nothing reads '{name}'",
                                       [(None, "a name that starts with _ need not be read")])
        if len(self.diagnostics) > before:
            return []
        rules = [Rule(self.entry, pattern, conditions, lines, alias)]
        if self.entry.either_order:
            swapped = Pattern(pattern.op, [pattern.sources[1], pattern.sources[0],
                                           *pattern.sources[2:]])
            rules.append(rules[0]._replace(pattern=swapped))
        return rules

    def fault(self, code: str, text: Text, message: str, near: str = "",
              known: Any = (), within: str | tuple[str, ...] = ()) -> None:
        self.diagnostics.error(code, text.position, message, near=near, known=known,
                               within=within)

    def pattern(self) -> Pattern | None:
        text = self.entry.select
        tokens = _TOKEN.findall(str(text))
        stack: list[list[Any]] = [[]]
        for token in tokens:
            if token == "(":
                stack.append([])
            elif token == ")":
                if len(stack) < 2 or not stack[-1] or not isinstance(stack[-1][0], str):
                    self.fault("E650", text, "a pattern is (opcode source …)")
                    return None
                made = self.node(stack.pop())
                if made is None:
                    return None
                stack[-1].append(made)
            else:
                stack[-1].append(token)
        if len(stack) != 1 or len(stack[0]) != 1 or not isinstance(stack[0][0], Pattern):
            self.fault("E650", text, "a pattern is (opcode source …) with matching parentheses")
            return None
        found: Pattern = stack[0][0]
        if self.entry.either_order and len(found.sources) < 2:
            self.fault("E650", text, "only an opcode of two sources has another order")
            return None
        return found

    def node(self, items: list[Any]) -> Pattern | None:
        text = self.entry.select
        op = items[0]
        if self.opcodes:
            if op not in self.opcodes:
                self.fault("E651", text, f"there is no NIR opcode '{op}'", op, self.opcodes,
                           "nir/alu")
                return None
            if len(items) - 1 != self.opcodes[op]:
                self.fault("E651", text, f"'{op}' has {self.opcodes[op]} sources, and the pattern "
                           f"gives it {len(items) - 1}", op, within="nir/alu")
                return None
        sources: list[Any] = []
        for item in items[1:]:
            if isinstance(item, Pattern):
                sources.append(item)
            elif _NUMBER.match(item):
                if not self.has_bits("E650", text, item, 32):
                    return None
                sources.append(Leaf("", True, item))
            elif re.match(r"#?[a-z_][a-z0-9_]*\Z", item):
                sources.append(Leaf(item.lstrip("#"), item.startswith("#"), ""))
            else:
                self.fault("E650", text, f"'{item}' is not a name, a number or a pattern")
                return None
        return Pattern(op, sources)

    def bind(self, pattern: Pattern) -> None:
        for source in pattern.sources:
            if isinstance(source, Pattern):
                self.bind(source)
            elif source.name:
                # A name that stands twice asks for equal values, and so is read.
                self.bound[source.name] = source.name in self.bound

    def condition(self, text: Text) -> str:
        if str(text) == "inexact":
            return "!n0.alu->exact"
        if str(text) == "approximate":
            return "selection.approximate() && !n0.alu->exact"
        found = _CONDITION.match(str(text))
        if found is None:
            self.fault("E652", text, "a condition is inexact, approximate, bit_size == N or "
                       "source_bit_size == N", str(text), _FLAGS)
            return ""
        return f"selection.{found.group(1)}(n0) {found.group(2)} {found.group(3)}"

    def line(self, text: Text, last: bool) -> Line | None:
        found = _LINE.match(str(text))
        if found is None:
            self.fault("E653", text, "a line is `name = opcode operand, …`")
            return None
        target, flags, mnemonic, operands = found.groups()
        if target in self.bound or (target == "dst") != (target is not None and last):
            self.fault("E653", text, "the last line makes the result, the others each a name of "
                       "their own")
            return None
        rounding = self.model.enums["round"]
        rounds = {rounding.texts[value]: name for name, value in rounding.values.items()
                  if rounding.texts[value]}
        if flags not in ("", "(sat)", *rounds):
            self.fault("E653", text, f"{flags} cannot stand in front of an opcode", flags,
                       ["(sat)", *rounds])
            return None
        instruction = self.instruction(text, mnemonic)
        if instruction is None:
            return None
        opcode, condition, source_type, type_, half = instruction
        read = [self.operand(text, item.strip()) for item in (operands or "").split(",") if item]
        if None in read:
            return None
        count = len(opcode.entry.srcs)
        if len(read) != count:
            self.fault("E654", text, f"'{opcode.name}' takes {count} sources, not {len(read)}",
                       opcode.name, within="ir3/")
            return None
        if target is not None and target != "dst":
            self.bound[target] = False
        return Line(target or "dst", opcode.enumerator, condition, source_type, type_, half,
                    flags == "(sat)", rounds.get(flags, ""),
                    [item for item in read if item is not None])

    def instruction(self, text: Text, mnemonic: str) -> Any:
        """The opcode of a mnemonic with what its suffix says."""
        opcode = self.model.opcode(mnemonic)
        stem, _, suffix = mnemonic.rpartition(".")
        if opcode is not None:
            return opcode, "", "", "", False
        opcode = self.model.opcode(stem)
        if opcode is None:
            self.fault("E654", text, f"there is no ir3 opcode '{mnemonic}'", mnemonic,
                       [known.name for known in self.model.opcodes], "ir3/")
            return None
        conditions = self.model.enums["condition"].values
        types = self.model.enums["type"].values
        if suffix in conditions:
            return opcode, suffix, "", "", False
        for source_type in types:
            if suffix.startswith(source_type) and suffix[len(source_type):] in types:
                type_ = suffix[len(source_type):]
                return opcode, "", source_type, type_, type_[1:] in ("16", "8")
        self.fault("E654", text, f"'{suffix}' is neither a condition nor a pair of types", suffix,
                   conditions, "ir3/isa/enums")
        return None

    def has_bits(self, code: str, text: Text, number: str, width: int) -> bool:
        if has_bits(number, width):
            return True
        why = "" if width == 32 else ", which it is unless the rule asks for bit_size == 32"
        self.fault(code, text, f"'{number}' is no number of {width} bits{why}")
        return False

    def operand(self, text: Text, item: str) -> Operand | None:
        found = _OPERAND.match(item)
        if found is None:
            self.fault("E653", text, f"'{item}' is not an operand")
            return None
        modifiers, name = found.groups()
        negate, absolute = "(neg)" in modifiers, "(abs)" in modifiers
        if _NUMBER.match(name):
            if not self.has_bits("E653", text, name, 32 if self.is_wide else 16):
                return None
            return Operand("", name, negate, absolute)
        if not name[0].isalpha():
            self.fault("E653", text, f"'{name}' is no number: a number is 10, -1, 0x1f or 1.0e-3")
            return None
        if name not in self.bound:
            self.fault("E655", text, f"nothing binds '{name}'", name, self.bound)
            return None
        self.bound[name] = True
        return Operand(name, "", negate, absolute)


def _check_reached(rules: list[Rule], diagnostics: Diagnostics) -> None:
    taken: dict[str, Rule] = {}
    for rule in rules:
        first = taken.get(rule.pattern.op)
        if first is not None and first.entry is not rule.entry:
            diagnostics.error("E656", rule.entry.select.position,
                              f"no instruction '{rule.pattern.op}' gets here",
                              [(first.entry.select.position, "this rule takes all of them")])
        if not rule.conditions and _takes_everything(rule.pattern):
            taken.setdefault(rule.pattern.op, rule)


def _takes_everything(pattern: Pattern) -> bool:
    names = [source.name for source in pattern.sources if isinstance(source, Leaf)]
    return all(isinstance(source, Leaf) and not source.constant for source in pattern.sources) \
        and len(set(names)) == len(names)


def outputs(selection: Selection) -> list[Output]:
    rules = [{"name": f"rule_{index}", "provenance": rule.entry.provenance,
              "pattern": str(rule.entry.select), "statements": RuleWriter(rule).write()}
             for index, rule in enumerate(selection.rules)]
    groups: dict[str, list[int]] = {}
    for index, rule in enumerate(selection.rules):
        groups.setdefault(enumerator(rule.pattern.op), []).append(index)
    values = {"rules": rules, "groups": list(groups.items())}
    return [Output(name, "ir3/" + name.rsplit("/", 1)[1] + ".j2", values)
            for name in OUTPUT_NAMES]


def schemas() -> dict[str, Json]:
    return {TABLE.removesuffix(".yaml"): table_schema("Instruction selection", SelectEntry)}
