"""Rules as rows of the C++ tables."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ...escape import c_string, camel, identifier
from ...layout import filled
from ...places import Places
from ..alu import Alu
from .automaton import Automaton, build
from .conditions import Condition, Function
from .model import Bound, Rule
from .numbers import bits_at, domain
from .patterns import WIDTHS, Node
from .records import GroupEntry

NONE = "kNone"


class RuleRow(NamedTuple):
    """A rule; what it has in each of the other arrays stands there as lines of rows."""

    name: str
    provenance: str
    text: str      # what it finds and what it puts in place
    row: str
    told: str      # its row among the texts
    nodes: list[str]
    steps: list[str]
    values: list[str]


class FunctionRow(NamedTuple):
    name: str
    type: str
    function: Function
    provenance: str


class Array(NamedTuple):
    type: str
    name: str
    lines: list[str]


class GroupRow(NamedTuple):
    name: str
    doc: str
    provenance: str
    prefix: str
    first_rule: int
    num_rules: int
    automaton: Automaton
    arrays: list[Array]


@dataclass
class Tables:
    """Everything the templates show."""

    num_written: int = 0
    num_rewrites: int = 0
    num_patterns: int = 0
    rules: list[RuleRow] = field(default_factory=list)
    num_nodes: int = 0
    num_steps: int = 0
    num_values: int = 0
    conditions: list[str] = field(default_factory=list)
    computed: list[str] = field(default_factory=list)
    numbers: list[str] = field(default_factory=list)
    widths: list[int] = field(default_factory=list)
    predicates: list[FunctionRow] = field(default_factory=list)
    functions: list[FunctionRow] = field(default_factory=list)
    groups: list[GroupRow] = field(default_factory=list)

    def as_values(self) -> dict[str, Any]:
        return dict(vars(self))


def make(groups: list[GroupEntry], rules: list[Rule], opcodes: list[Alu],
         lowerings: list[Rule], patterns: list[Rule], places: Places) -> Tables:
    maker = _Maker(places)
    tables = maker.tables
    tables.num_written = len({rule.provenance for rule in rules})
    for entry in groups:
        name = str(entry.group)
        members = [rule for rule in rules if rule.group == name]
        first = len(tables.rules)
        for rule in members:
            maker.rule(rule)
        automaton = build(members)
        prefix = "k" + camel(name)
        tables.groups.append(GroupRow(name, str(entry.doc), entry.provenance, prefix, first,
                                      len(members), automaton,
                                      _arrays(prefix, automaton, opcodes)))
    tables.num_rewrites = len(tables.rules)
    tables.num_patterns = len(patterns)
    for rule in [*lowerings, *patterns]:
        maker.rule(rule)
    return tables


class _Maker:
    def __init__(self, places: Places) -> None:
        self.tables = Tables()
        self.places = places
        self.number_ids: dict[str, int] = {}
        self.function_ids: dict[Function, int] = {}

    def number(self, text: str) -> int:
        rows = [bits_at(text, width) for width in WIDTHS]
        row = f"{{{{{', '.join(hex(bits or 0) for bits in rows)}}}, {domain(text)}}}"
        if row not in self.number_ids:
            self.number_ids[row] = len(self.tables.numbers)
            self.tables.numbers.append(row)
        return self.number_ids[row]

    def function(self, function: Function, rule: Rule, predicate: bool) -> int:
        if function not in self.function_ids:
            rows = self.tables.predicates if predicate else self.tables.functions
            kind = "bool" if predicate else "std::uint64_t"
            name = f"{'holds' if predicate else 'value'}_{len(rows)}"
            self.function_ids[function] = len(rows)
            rows.append(FunctionRow(name, kind, function, rule.provenance))
        return self.function_ids[function]

    def rule(self, rule: Rule) -> None:
        _RuleMaker(self, rule).make()


class _RuleMaker:
    def __init__(self, maker: _Maker, rule: Rule) -> None:
        self.maker = maker
        self.tables = maker.tables
        self.rule = rule
        self.slots = {name: number + 1 for number, name in enumerate(rule.names)}
        if rule.find.label:
            self.slots[rule.find.label] = 0
        self.hidden: dict[int, int] = {}   # offset of a node of the pattern → its slot
        self.classes: dict[int, int] = {}
        self.holders: dict[int, int] = {}
        self.num_names = 1 + len(rule.names)
        for node in rule.find.walk():
            if node is rule.find:
                self.holders.setdefault(self._class(node), 0)
            elif node.name:
                self.holders.setdefault(self._class(node), self.slots[node.name])

    def _class(self, node: Node) -> int:
        root = self.rule.shapes.classes.root(node.klass)
        return self.classes.setdefault(root, len(self.classes))

    def holder(self, klass: int) -> int:
        """A name as wide as a class; one is made up where there is none."""
        found = self.holders.get(klass)
        if found is None:
            node = next(node for node in self.rule.find.walk() if self._class(node) == klass)
            found = self.num_names
            self.num_names += 1
            self.hidden[node.offset] = found
            self.holders[klass] = found
        return found

    def make(self) -> None:
        rule, tables = self.rule, self.tables
        first_step, first_condition = tables.num_steps, len(tables.conditions)
        result, steps, values = self.replacement()
        for condition in rule.conditions:
            tables.conditions.append(self.condition(condition, True))
        special = NONE
        if rule.origin.unless or _keeps_denormals(rule) or _computes_floats(rule):
            special = str(self.holder(self._float_class()))
        first_node = tables.num_nodes
        nodes = self.nodes()
        first_class = len(tables.widths)
        tables.widths += [rule.shapes.classes.domain(root) for root in self.classes]
        flags = [name for name, holds in (
            ("kInexact", rule.origin.inexact),
            ("kLosesSignedZero", "signed_zero" in rule.origin.unless),
            ("kLosesNan", "nan" in rule.origin.unless), ("kLosesInf", "inf" in rule.origin.unless),
            ("kLosesFlush", _keeps_denormals(rule)), ("kComputesFloats", _computes_floats(rule)),
            ("kReadsOneTwice", _reads_one_twice(rule.find)),
            ("kOfTruths", rule.of_truths)) if holds]
        row = (f"{{{first_node}, {first_step}, {first_condition}, {first_class}, "
               f"{len(steps)}, {len(rule.conditions)}, "
               f"{len(self.classes)}, {self.num_names}, {len(rule.orders)}, "
               f"{' | '.join(flags) or '0'}, {special}, {result}}}")
        name = f"{rule.name} [{rule.member}]" if rule.member else rule.name
        tables.rules.append(RuleRow(name, rule.provenance,
                                    f"{rule.origin.find.value}  →  {rule.origin.replace.value}",
                                    row, self._told(name), filled(nodes),
                                    filled(steps) if steps else [],
                                    filled(values) if values else []))

    def _told(self, name: str) -> str:
        origin = self.rule.origin
        told = f"{c_string(name)}, {self.maker.places.number(self.rule.provenance)}"
        if origin.bound is None and not origin.flushes:
            return f"{{{told}}}"
        bound = origin.bound or Bound(0.0, 0.0)
        return (f"{{{told}, {bound.low!r}f, {bound.high!r}f, {bound.tolerance}, "
                f"{bound.absolute!r}f, {bound.off_by}, {'true' if origin.flushes else 'false'}}}")

    def _float_class(self) -> int:
        for node in self.rule.find.walk():
            if node.alu is not None and node.alu.dest.kind == "float":
                return self._class(node)
        for node in self.rule.find.walk():
            if node.alu is not None:
                for kind, child in zip(node.alu.sources, node.children):
                    if kind.kind == "float":
                        return self._class(child)
        return self._class(self.rule.find)

    def nodes(self) -> list[str]:
        """Rows in breadth-first order, so that sources stand together."""
        first = self.tables.num_nodes
        rows: list[str] = []
        queue = [self.rule.find]
        after = 1
        for node in queue:
            slot: int | str = 0 if node is self.rule.find else self.slots[node.name] \
                if node.name else self.hidden[node.offset] if node.offset in self.hidden else NONE
            widths = self.rule.shapes.classes.domain(node.klass)
            common = f"{slot}, {widths}, {self._class(node)}"
            if node.kind == "op":
                order = self.rule.orders.get(node.offset, NONE)
                rows.append(f"find(O::{identifier(node.text)}, {common}, {order}, "
                            f"{first + after if node.children else 0})")
            elif node.kind == "number":
                rows.append(f"digits({self.maker.number(node.text)}, {common})")
            else:
                rows.append(f"{'any' if node.kind == 'variable' else 'known'}({common})")
            queue += node.children
            after += len(node.children)
        self.tables.num_nodes += len(rows)
        return rows

    def replacement(self) -> tuple[str, list[str], list[str]]:
        """The value of the result, the rows of steps and the rows of what these read."""
        steps: list[tuple[str, list[str]]] = []
        made: dict[int, str] = {}

        def value(node: Node) -> str:
            if id(node) not in made:
                made[id(node)] = new_value(node)
            return made[id(node)]

        def new_value(node: Node) -> str:
            if node.kind == "variable":
                slot = self.slots[node.text]
                return f"name({slot})" if node.component < 0 else \
                    f"name({slot}, {node.component})"
            if node.kind == "op":
                sources = [value(child) for child in node.children]
                steps.append((f"O::{identifier(node.text)}", sources))
                return f"step({len(steps) - 1})"
            widths = self.rule.widths(node.klass)
            width = f"{widths[0]}, {NONE}" if len(widths) == 1 else \
                f"0, {self.holder(self._class(node))}"
            if node.kind == "number":
                return f"number({self.maker.number(node.text)}, {width})"
            self.tables.computed.append(self.condition(self.rule.computed[node.offset], False))
            return f"computed({len(self.tables.computed) - 1}, {width})"

        result = value(self.rule.replace)
        rows: list[str] = []
        values: list[str] = []
        for opcode, sources in steps:
            rows.append(f"{{{opcode}, {self.tables.num_values + len(values)}}}")
            values += sources
        self.tables.num_steps += len(rows)
        self.tables.num_values += len(values)
        return result, rows, values

    def condition(self, condition: Condition, predicate: bool) -> str:
        names = [self.slots[name] for name in condition.slots]
        width_of = self.slots[condition.width_of] if condition.width_of else NONE
        function = 0
        if condition.function is not None:
            function = self.maker.function(condition.function, self.rule, predicate)
        return (f"{{RuleConditionKind::{condition.kind}, {len(names)}, {width_of}, "
                f"{{{', '.join(map(str, names))}}}, {function}}}")


def _keeps_denormals(rule: Rule) -> bool:
    """Whether a rule is none for shaders that flush denormals. Of an inexact one, which is tried
    with few values, that is so where no opcode is left that would flush its result."""
    return rule.is_float() and ("flush" in rule.origin.unless or
                                (rule.origin.inexact and rule.replace.kind != "op"))


def _computes_floats(rule: Rule) -> bool:
    """Whether it computes constants in floats, which it does in the default rounding."""
    return any(condition.function is not None and condition.function.result.kind == "float"
               for condition in rule.computed.values())


def _reads_one_twice(root: Node) -> bool:
    first, second = (*root.children, root)[:2]
    return first.kind == "variable" and second.kind == "variable" and first.text == second.text


def _arrays(prefix: str, automaton: Automaton, opcodes: list[Alu]) -> list[Array]:
    places = {operation.name: number + 1 for number, operation in enumerate(automaton.operations)}
    operations: list[str] = []
    sources: list[str] = []
    for operation in automaton.operations:
        operations.append(f"{{{operation.base}, {len(sources)}, {operation.num_sources}}}")
        sources += [f"{{{row}, {stride}}}"
                    for row, stride in zip(operation.filters, operation.strides)]
    starts: list[int] = []
    lists: list[int] = []
    for some in automaton.lists:
        starts.append(len(lists))
        lists += some
    starts.append(len(lists))
    made = [
        Array("std::uint8_t", f"{prefix}OperationOf",
              filled([str(places.get(opcode.name, 0)) for opcode in opcodes])),
        Array("RuleOperation", f"{prefix}Operations", filled(operations)),
        Array("RuleOperationSource", f"{prefix}Sources", filled(sources)),
        Array("std::uint8_t", f"{prefix}Filters",
              [line for row in automaton.filters or [[0]]
               for line in filled([str(n) for n in row])]),
        Array("RuleEntry", f"{prefix}Entries",
              filled([f"{{{state}, {rules}}}" for state, rules in automaton.entries])),
        Array("std::uint16_t", f"{prefix}Starts", filled([str(start) for start in starts])),
        Array("std::uint16_t", f"{prefix}Lists", filled([str(rule) for rule in lists])),
    ]
    for width in WIDTHS:
        rows = [f"{{{bits:#x}, {state}}}" for bits, state in automaton.constants[width]]
        made.append(Array("RuleConstant", f"{prefix}Constants{width}", filled(rows)))
    return made
