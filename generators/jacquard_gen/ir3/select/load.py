"""Entries to rules: patterns in the grammar of the rewrite rules, conditions, emitted lines."""

from __future__ import annotations

import re

from ...diagnostics import Diagnostics
from ...expr import BOOL, Environment, Language, Type
from ...nir.alu import Alu
from ...nir.rules.model import MAXIMUM_ORDERS, orders_to_try, types_of_names
from ...nir.rules.patterns import Faults, Node, Parser
from ...schema import Text
from ..model import Model
from .records import WIDTHS, Line, Operand, Rule, SelectEntry, shapes_of

PRECISE = "precise"

_LINE = re.compile(r"(?:(?P<target>[a-z][a-z0-9_]*)\s*=\s*)?(?P<flags>(?:\([a-z]+\))*)\s*"
                   r"(?P<mnemonic>[a-z][a-z0-9_.]*)(?:\s+(?P<operands>.*))?\Z")
_OPERAND = re.compile(r"((?:\((?:neg|abs)\))*)([a-z][a-z0-9_]*|-?[0-9][0-9a-fx.e-]*)\Z")
_NUMBER = re.compile(r"-?(?:0x[0-9a-f]+|(?:0|[1-9][0-9]*)(?:\.[0-9]+(?:e-?[0-9]+)?)?)\Z")


class RuleLoader:
    """Loads rules; `facts` are the types of the facts of the machine, by `machine.NAME`."""

    def __init__(self, model: Model, language: Language, opcodes: dict[str, Alu],
                 facts: dict[str, Type], diagnostics: Diagnostics) -> None:
        self.model = model
        self.language = language
        self.parser = Parser(opcodes, diagnostics)
        self.facts = facts
        self.diagnostics = diagnostics
        rounding = model.enums["round"]
        self.rounds = {rounding.texts[value]: name for name, value in rounding.values.items()
                       if rounding.texts[value]}

    def rule(self, entry: SelectEntry) -> Rule | None:
        find = self.parser.parse(entry.select, False)
        if find is None:
            return None
        faults = Faults(entry.select, self.diagnostics)
        shapes = shapes_of(find, faults)
        if faults.failed or not self._by_component(find, faults):
            return None
        rule = Rule(entry, find, shapes, _names(find))
        if not rule.assignments():
            faults.report("E333", find, "nothing that it finds is left by lowering",
                          (f"values are {', '.join(map(str, WIDTHS))} bits wide then",))
            return None
        good = [self._condition(rule), self._tried(entry)]
        rule.orders = orders_to_try(find, set())
        if len(rule.orders) > MAXIMUM_ORDERS:
            faults.report("E330", find, f"more than {MAXIMUM_ORDERS} opcodes in it commute")
            return None
        return rule if self._lines(rule, faults) and all(good) else None

    def _by_component(self, find: Node, faults: Faults) -> bool:
        """Selection goes component by component."""
        for node in find.walk():
            if node.alu is not None and any(kind.components > 1 for kind in
                                            [node.alu.dest, *node.alu.sources]):
                faults.report("E651", node, f"'{node.text}' does not work component by component")
        return not faults.failed

    def _condition(self, rule: Rule) -> bool:
        text = rule.entry.when
        if text is None:
            return True
        types = {name: kind for name, kind in types_of_names(rule.find, rule.shapes).items()
                 if rule.names[name].kind == "constant"}
        for name, kind in types.items():
            if kind.width == 0:
                types[name] = Type(kind.kind, 32)
        tree = self.language.compile(text, Environment({**types, PRECISE: BOOL, **self.facts}),
                                     self.diagnostics, BOOL)
        if tree is None:
            return False
        for name in types:
            if tree.reads(name) and rule.widths(rule.shapes.names[name]) != [32]:
                self.diagnostics.error(
                    "E652", text.position(), f"the constant '{name}' may have another width than "
                    "32 bits", [(rule.entry.select.position(), f"write #{name}@32")])
                return False
        rule.condition = tree
        return True

    def _tried(self, entry: SelectEntry) -> bool:
        given = [name for name in ("domain", "tolerance") if entry.has(name)]
        if entry.inexact and len(given) < 2:
            self.diagnostics.error("E652", entry.where("inexact"), "an inexact rule says with "
                                   "'domain' and 'tolerance' how closely it holds, and where")
        elif not entry.inexact and given:
            self.diagnostics.error("E652", entry.where(given[0]), f"only an inexact rule has a "
                                   f"'{given[0]}'")
        elif entry.domain is not None and entry.domain[0] >= entry.domain[1]:
            self.diagnostics.error("E652", entry.where("domain"),
                                   "the smallest magnitude of a domain comes first")
            return False
        return bool(entry.inexact) == bool(given)

    # ---- what is emitted -------------------------------------------------------------------------

    def _lines(self, rule: Rule, faults: Faults) -> bool:
        """Reads the lines; every name is read somewhere, or begins with an underscore."""
        before = len(self.diagnostics)
        emit = rule.entry.emit
        read = {name: count for name, count in _counts(rule.find).items() if count > 1}
        if rule.condition is not None:
            read |= {name: 1 for name, _ in rule.condition.uses()}
        bound = {name: rule.names[name] for name in rule.names}
        made: dict[str, Text] = {}
        if len(emit) == 1 and str(emit[0]) in bound:
            rule.alias = str(emit[0])
            read[rule.alias] = 1
        else:
            for number, text in enumerate(emit):
                line = self._line(text, number + 1 == len(emit), [*bound, *made])
                if line is None:
                    # What it would have made is not missing as well.
                    found = _LINE.match(text)
                    if found is not None and found.group("target"):
                        made[found.group("target")] = text
                    continue
                rule.lines.append(line)
                read |= {operand.name: 1 for operand in line.operands if operand.name}
                if line.target != "dst":
                    made[line.target] = text
        if len(self.diagnostics) > before:
            return False
        for name, text in made.items():
            if name not in read:
                self._fault("E655", text, (0, len(name)), f"nothing reads '{name}'")
        for name, node in bound.items():
            if name not in read and not name.startswith("_"):
                faults.report("E655", node, f"nothing reads '{name}'",
                              ("a name that starts with _ need not be read",))
        return len(self.diagnostics) == before

    def _fault(self, code: str, text: Text, place: tuple[int, int], message: str, near: str = "",
               known: list[str] | None = None, within: str = "") -> None:
        self.diagnostics.error(code, text.node.at(*place), message, near=near, known=known or (),
                               within=within)

    def _line(self, text: Text, last: bool, bound: list[str]) -> Line | None:
        found = _LINE.match(text)
        if found is None:
            self._fault("E653", text, (0, len(text)), "a line is `name = opcode operand, …`")
            return None
        target, flags, mnemonic, operands = found.group("target", "flags", "mnemonic", "operands")
        if target in bound or (target == "dst") != (target is not None and last):
            self._fault("E653", text, (0, len(target or text)),
                        "the last line makes the result, the others each a name of their own")
            return None
        if flags not in ("", "(sat)", *self.rounds):
            self._fault("E653", text, (found.start("flags"), len(flags)),
                        f"{flags} cannot stand in front of an opcode", flags,
                        ["(sat)", *self.rounds])
            return None
        line = self._instruction(text, found.start("mnemonic"), mnemonic)
        if line is None:
            return None
        line.target = target or "dst"
        line.saturate = flags == "(sat)"
        line.round = self.rounds.get(flags, "")
        offset = found.start("operands")
        for item in (operands or "").split(","):
            if not item.strip():
                continue
            operand = self._operand(text, offset + len(item) - len(item.lstrip()), item.strip(),
                                    bound)
            if operand is None:
                return None
            line.operands.append(operand)
            offset += len(item) + 1
        return line

    def _instruction(self, text: Text, offset: int, mnemonic: str) -> Line | None:
        """The opcode of a mnemonic with what its suffix says."""
        line = Line(text, offset, "", mnemonic, mnemonic, "", "", "", False, "", [])
        if self.model.opcode(mnemonic) is not None:
            return line
        line.op, _, suffix = mnemonic.rpartition(".")
        if self.model.opcode(line.op) is None:
            self._fault("E654", text, line.at(), f"there is no ir3 opcode '{mnemonic}'", mnemonic,
                        [known.name for known in self.model.opcodes], "ir3/")
            return None
        if suffix in self.model.enums["condition"].values:
            line.condition = suffix
            return line
        types = self.model.enums["type"].values
        for source_type in types:
            if suffix.startswith(source_type) and suffix[len(source_type):] in types:
                line.source_type, line.type = source_type, suffix[len(source_type):]
                return line
        self._fault("E654", text, line.at(), f"'{suffix}' is neither a condition nor a pair of "
                    "types", suffix, list(self.model.enums["condition"].values),
                    "ir3/isa/enums")
        return None

    def _operand(self, text: Text, offset: int, item: str, bound: list[str]) -> Operand | None:
        found = _OPERAND.match(item)
        place = (offset, len(item))
        if found is None:
            self._fault("E653", text, place, f"'{item}' is not an operand")
            return None
        modifiers, name = found.groups()
        negate, absolute = "(neg)" in modifiers, "(abs)" in modifiers
        if _NUMBER.match(name):
            return Operand("", name, negate, absolute, offset)
        if not name[0].isalpha():
            self._fault("E653", text, place, f"'{name}' is no number: a number is 10, -1, 0x1f or "
                        "1.0e-3")
            return None
        if name not in bound:
            self._fault("E655", text, place, f"nothing binds '{name}'", name, bound)
            return None
        return Operand(name, "", negate, absolute, offset)


def _names(find: Node) -> dict[str, Node]:
    names: dict[str, Node] = {}
    for node in find.walk():
        if node.name and (node.name not in names or node.kind == "constant"):
            names[node.name] = node
    return names


def _counts(find: Node) -> dict[str, int]:
    counts: dict[str, int] = {}
    for node in find.walk():
        if node.name:
            counts[node.name] = counts.get(node.name, 0) + 1
    return counts
