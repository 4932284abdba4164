"""Tables of rules to checked rules; every fault is reported."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from ...diagnostics import Diagnostics
from ...escape import camel
from ...expr.types import Type
from ...groups import Context
from ...identifiers import check_identifiers
from ...schema import check_unique, load_entries
from ...source import Position, Scalar
from ..parts import all_opcodes
from . import overlaps
from .conditions import Compiler
from .model import (DEFAULT_GROUP, MAXIMUM_NAMES, MAXIMUM_ORDERS, MAXIMUM_STEPS, Bound, Origin,
                    Rule, orders_to_try, types_of_names)
from .patterns import Faults, Node, Parser
from .records import GroupEntry, RuleEntry
from .widths import Shapes

TABLES = "nir/rules"
GROUPS = "nir/rule_groups.yaml"


def load(context: Context) -> tuple[list[GroupEntry], list[Rule]] | None:
    diagnostics = context.diagnostics
    before = len(diagnostics)
    if context.model("expr") is None:
        return None
    groups = all_groups(context)
    rules: list[Rule] = []
    entries: list[RuleEntry] = []
    for name in (context.names(TABLES) if context.tables(TABLES) else []):
        of_table = context.once(name, lambda here: _Table.load(here, name))
        entries += of_table.entries
        for rule in of_table.rules:
            rules.append(replace(rule, number=len(rules)))
    _check_names(entries, diagnostics)
    if len(diagnostics) == before:
        overlaps.check(rules, diagnostics)
    return list(groups.values()), rules


def all_groups(context: Context) -> dict[str, GroupEntry]:
    return context.once(GROUPS, _load_groups)


def _load_groups(context: Context) -> dict[str, GroupEntry]:
    diagnostics = context.diagnostics
    groups = check_unique(load_entries(GroupEntry, context.table(GROUPS), diagnostics),
                          lambda entry: entry.group, diagnostics)
    check_identifiers([entry.group for entry in groups.values()], diagnostics)
    check_identifiers([entry.group for entry in groups.values()], diagnostics, camel)
    return groups


class _Table(NamedTuple):
    """One table: its entries, and the rules of those that are good, which have no numbers yet."""

    entries: list[RuleEntry]
    rules: list[Rule]

    @classmethod
    def load(cls, context: Context, name: str) -> _Table:
        diagnostics = context.diagnostics
        opcodes = {opcode.name: opcode for opcode in all_opcodes(context)}
        loader = _Loader(Parser(opcodes, diagnostics), Compiler(context.model("expr")),
                         all_groups(context), diagnostics)
        entries = load_entries(RuleEntry, context.table(name), diagnostics)
        made = (loader.rule(entry) for entry in entries)
        return cls(entries, [rule for rule in made if rule is not None])


def _check_names(entries: list[RuleEntry], diagnostics: Diagnostics) -> None:
    """A name belongs to one written rule; the members of its family share it."""
    first: dict[str, RuleEntry] = {}
    for entry in entries:
        known = first.setdefault(str(entry.rule), entry)
        if known.provenance != entry.provenance:
            diagnostics.error("E118", entry.rule.position,
                              f"there is another entry named '{entry.rule}'",
                              [(known.rule.position, "it is here")], misnamed=True)


class _Loader:
    def __init__(self, parser: Parser, compiler: Compiler, groups: dict[str, GroupEntry],
                 diagnostics: Diagnostics) -> None:
        self.parser = parser
        self.compiler = compiler
        self.groups = groups
        self.diagnostics = diagnostics

    def rule(self, entry: RuleEntry) -> Rule | None:
        group = str(entry.group) if entry.group is not None else DEFAULT_GROUP
        if group not in self.groups:
            where = entry.group.position if entry.group is not None else entry.position
            self.diagnostics.error("E336", where, f"there is no group '{group}'", near=group,
                                   known=self.groups, within=GROUPS)
            return None
        find = self.parser.parse(entry.find, False)
        replace = self.parser.parse(entry.replace, True)
        if find is None or replace is None:
            return None
        names = self._names(find, entry)
        if names is None:
            return None
        shapes = Shapes()
        find_faults = Faults(entry.find, self.diagnostics)
        replace_faults = Faults(entry.replace, self.diagnostics)
        shapes.find(find, find_faults)
        if find_faults.failed or not self._bound(replace, names, replace_faults):
            return None
        shapes.replace(replace, replace_faults)
        if replace_faults.failed:
            return None
        rule = Rule(_origin(entry), group, find, replace, shapes, names)
        good = [self._conditions(rule, entry.when), self._tried(entry, rule)]
        return rule if all(good) and self._read(rule) else None

    def _names(self, find: Node, entry: RuleEntry) -> dict[str, Node] | None:
        names: dict[str, Node] = {}
        faults = Faults(entry.find, self.diagnostics)
        for node in find.walk():
            if not node.name:
                continue
            known = names.setdefault(node.name, node)
            if known is not node and (known.kind == "op" or node.kind == "op"):
                faults.report("E337", node, f"'{node.name}' names two different things")
            elif node.kind == "constant" and known.kind == "variable":
                names[node.name] = node
        if len(names) > MAXIMUM_NAMES:
            faults.report("E337", find, f"a rule has at most {MAXIMUM_NAMES} names")
        return None if faults.failed else names

    def _bound(self, replace: Node, names: dict[str, Node], faults: Faults) -> bool:
        for node in replace.walk():
            if node.kind == "variable" and node.text not in names:
                faults.report("E337", node, f"the pattern has no name '{node.text}'",
                              near=node.text, known=list(names))
        return not faults.failed

    def _conditions(self, rule: Rule, written: list[Scalar]) -> bool:
        types = types_of_names(rule.find, rule.shapes)
        good = True
        for text in written:
            faults = Faults(text, self.diagnostics)
            made = self.compiler.condition(text, rule.names, types, rule.shapes, faults)
            if made is None:
                good = False
            else:
                rule.conditions.append(made)
        good = self._computed(rule, rule.replace, self._result_type(rule), types) and good
        rule.orders = orders_to_try(rule.find, rule.conditions)
        if len(rule.orders) > MAXIMUM_ORDERS:
            Faults(rule.origin.find, self.diagnostics).report(
                "E330", rule.find, f"more than {MAXIMUM_ORDERS} opcodes in it commute")
            return False
        if rule.replace.size() > MAXIMUM_STEPS:
            Faults(rule.origin.replace, self.diagnostics).report(
                "E330", rule.replace, f"a replacement has at most {MAXIMUM_STEPS} opcodes")
            return False
        return good

    def _tried(self, entry: RuleEntry, rule: Rule) -> bool:
        """An inexact rule says where and how closely it holds, and no other does."""
        told = [name for name in ("tolerance", "absolute") if entry.has(name)]
        given = [name for name in ("domain", "either_sign") if entry.has(name)] + told
        bound = rule.origin.bound
        if entry.inexact and (len(told) != 1 or entry.domain is None):
            self.diagnostics.error("E343", entry.where("inexact"), "an inexact rule says with "
                                   "'domain' for which floats, and with 'tolerance' or 'absolute' "
                                   "how closely it holds")
            return False
        if not entry.inexact and given:
            self.diagnostics.error("E343", entry.where(given[0]), f"only an inexact rule has a "
                                   f"'{given[0]}': the others keep every bit")
        elif bound is not None and bound.low >= bound.high:
            self.diagnostics.error("E343", entry.where("domain"), f"no float is from {bound.low} "
                                   f"to {bound.high}")
        elif bound is not None and bound.allows_anything(rule.widths(rule.find.klass)):
            self.diagnostics.error("E343", entry.where(told[0]), f"so large a '{told[0]}' allows "
                                   "anything: a result may be twice what it is to be", [
                                       (None, "results that may cancel out take 'absolute'")])
        else:
            return True
        return False

    def _result_type(self, rule: Rule) -> Type:
        assert rule.find.alu is not None
        return rule.find.alu.dest.scalar

    def _computed(self, rule: Rule, node: Node, wanted: Type, types: dict[str, Type]) -> bool:
        """Compiles the expressions in a replacement; `wanted` is the type of this place."""
        if node.kind == "op":
            assert node.alu is not None
            return all([self._computed(rule, child, kind.scalar, types)
                        for kind, child in zip(node.alu.sources, node.children)])
        if node.kind != "computed":
            return True
        widths = rule.widths(node.klass)
        sized = Type(wanted.kind, widths[0] if len(widths) == 1 else 0)
        text = _part(rule.origin.replace, node.offset + 1, node.text)
        faults = Faults(text, self.diagnostics)
        made = self.compiler.expression(text, sized, rule.names, types, rule.shapes, faults)
        if made is None:
            return False
        free = made.width_of
        classes = rule.shapes.classes
        if sized.width == 0 and classes.root(rule.shapes.names[free]) != classes.root(node.klass):
            faults.report("E333", (0, len(node.text)), "the constants here have another width "
                          "than is needed in this place")
            return False
        rule.computed[node.offset] = made
        return True

    def _read(self, rule: Rule) -> bool:
        """Every name is read somewhere, or begins with an underscore."""
        seen: dict[str, int] = {}
        for node in rule.find.walk():
            if node.name:
                seen[node.name] = seen.get(node.name, 0) + 1
        read = {node.text for node in rule.replace.walk() if node.kind == "variable"}
        for condition in [*rule.conditions, *rule.computed.values()]:
            read.update(condition.slots)
        faults = Faults(rule.origin.find, self.diagnostics)
        for name, count in seen.items():
            if count == 1 and name not in read and not name.startswith("_"):
                faults.report("E337", rule.names[name], f"nothing reads '{name}'",
                              ("a name that begins with _ need not be read",))
        return not faults.failed


def _origin(entry: RuleEntry) -> Origin:
    member = entry.find.member or entry.replace.member or entry.node.member
    bound = None
    if entry.inexact and entry.domain is not None:
        low, high = entry.domain
        bound = Bound(low, high, entry.tolerance or 0, entry.absolute or 0.0,
                      either_sign=bool(entry.either_sign))
    return Origin(str(entry.rule), entry.provenance, member, entry.find, entry.replace,
                  entry.inexact, tuple(str(name) for name in entry.unless), bound,
                  str(entry.doc or ""))


class _Part(Scalar):
    """A piece of a text; places are those of the whole."""

    __slots__ = ("whole", "first")

    def __init__(self, whole: Scalar, first: int, value: str) -> None:
        Scalar.__init__(self, whole.source, whole.line, whole.column, value, whole.style,
                        whole.start, whole.end, whole.member)
        self.whole = whole
        self.first = first

    def at(self, offset: int, length: int = 1) -> Position:
        return self.whole.at(self.first + offset, length)


def _part(whole: Scalar, first: int, value: str) -> Scalar:
    return _Part(whole, first, value)
