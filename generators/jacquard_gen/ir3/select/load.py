"""Entries to rules: patterns in the grammar of the rewrite rules, conditions, emitted lines."""

from __future__ import annotations

from ...diagnostics import Diagnostics
from ...expr import BOOL, Environment, Language, Type
from ...nir.alu import Alu
from ...nir.rules.model import MAXIMUM_ORDERS, orders_to_try, types_of_names
from ...nir.rules.patterns import Faults, Node, Parser
from ...schema import Text
from ..tables.model import Model
from .lines import LINE, LineReader
from .records import WIDTHS, Rule, SelectEntry, shapes_of

PRECISE = "precise"


class RuleLoader:
    """Loads rules; `facts` are the types of the facts of the machine, by `machine.NAME`."""

    def __init__(self, model: Model, language: Language, opcodes: dict[str, Alu],
                 facts: dict[str, Type], diagnostics: Diagnostics) -> None:
        self.model = model
        self.language = language
        self.parser = Parser(opcodes, diagnostics)
        self.facts = facts
        self.diagnostics = diagnostics
        self.reader = LineReader(model, diagnostics)

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
        rule.orders = orders_to_try(find, [])
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
                line = self.reader.line(text, number + 1 == len(emit), [*bound, *made])
                if line is None:
                    # The value that the line would have made counts as made, so that its readers
                    # are not reported as well.
                    found = LINE.match(text)
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
                self.reader.fault("E655", text, (0, len(name)), f"nothing reads '{name}'")
        for name, node in bound.items():
            if name not in read and not name.startswith("_"):
                faults.report("E655", node, f"nothing reads '{name}'",
                              ("a name that starts with _ need not be read",))
        return len(self.diagnostics) == before


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
