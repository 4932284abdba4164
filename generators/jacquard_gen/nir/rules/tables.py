"""Rules as rows of the C++ tables."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ...escape import c_string, camel, identifier
from ...places import Places
from ..alu import Alu
from .automaton import Automaton, build
from .conditions import Condition, Function
from .model import Bound, Rule
from .number_hash import FACTOR, hashed_rows
from .numbers import bits_at, domain
from .patterns import WIDTHS, Node
from .records import GroupEntry

NONE = "kNone"
NOTHING = 0xff
_NODE_KINDS = ("op", "variable", "constant", "number")
"""In the order of RuleNodeKind."""
_REPEATS = ("none", "outer", "outer_and_inner", "inner")
"""In the order of RuleRepeat."""


@dataclass
class Family:
    """A rule as written, with the rows of its members, which stand one behind the other."""

    name: str
    provenance: str
    text: str      # what it finds and what it puts in place; of a family the first member's
    rules: list[str] = field(default_factory=list)


class Rows:
    """An array in which runs of rows are found by their first: equal runs stand there once."""

    def __init__(self) -> None:
        self.rows: list[str] = []
        self._firsts: dict[tuple[str, ...], int] = {(): 0}

    def add(self, *run: str) -> int:
        first = self._firsts.setdefault(run, len(self.rows))
        if first == len(self.rows):
            self.rows += run
        return first

    def __len__(self) -> int:
        return len(self.rows)


class FunctionRow(NamedTuple):
    name: str
    type: str
    function: Function
    provenance: str


class Array(NamedTuple):
    type: str
    name: str
    rows: list[str]


class Part(NamedTuple):
    """The range of a group's array in the data file of all groups, counted in elements of its
    C++ type."""

    first: int
    size: int


@dataclass
class Pool:
    """The nodes of all rules, or the arrays of all automata of one type one behind the other, as a
    data file: numbers that only the rewriter reads."""

    type: str
    name: str
    width: int  # bytes of a number
    numbers_each: int = 1
    numbers: list[int] = field(default_factory=list)

    def add(self, numbers: list[int]) -> Part:
        first = len(self)
        self.numbers += numbers
        return Part(first, len(self) - first)

    def __len__(self) -> int:
        return len(self.numbers) // self.numbers_each

    @property
    def data(self) -> bytes:
        """Little-endian, as C++ insists."""
        return b"".join(number.to_bytes(self.width, "little") for number in self.numbers)


def _pools() -> dict[str, Pool]:
    pools = (Pool("RuleNode", "rule_nodes", 2, 5), Pool("std::uint8_t", "rule_filters", 1),
             Pool("RuleEntry", "rule_entries", 2, 2), Pool("RuleList", "rule_lists", 2, 2),
             Pool("std::uint16_t", "rule_listed", 2))
    return {pool.name.removeprefix("rule_"): pool for pool in pools}


class GroupRow(NamedTuple):
    name: str
    doc: str
    provenance: str
    prefix: str
    first_rule: int
    num_rules: int
    used_once_depth: int
    automaton: Automaton
    arrays: list[Array]
    parts: dict[str, Part]


@dataclass
class Tables:
    """Everything the templates show."""

    num_written: int = 0
    num_rewrites: int = 0
    num_patterns: int = 0
    families: list[Family] = field(default_factory=list)
    num_rules: int = 0
    texts: list[str] = field(default_factory=list)
    steps: Rows = field(default_factory=Rows)
    values: Rows = field(default_factory=Rows)
    conditions: Rows = field(default_factory=Rows)
    computed: Rows = field(default_factory=Rows)
    numbers: Rows = field(default_factory=Rows)
    widths: Rows = field(default_factory=Rows)
    predicates: list[FunctionRow] = field(default_factory=list)
    functions: list[FunctionRow] = field(default_factory=list)
    groups: list[GroupRow] = field(default_factory=list)
    pools: dict[str, Pool] = field(default_factory=_pools)

    def as_values(self) -> dict[str, Any]:
        return dict(vars(self), hash_factor=FACTOR)


def make(groups: list[GroupEntry], rules: list[Rule], opcodes: list[Alu],
         lowerings: list[Rule], patterns: list[Rule], places: Places) -> Tables:
    maker = _Maker(places, opcodes)
    tables = maker.tables
    tables.num_written = len({rule.provenance for rule in rules})
    for entry in groups:
        name = str(entry.group)
        members = [rule for rule in rules if rule.group == name]
        first = tables.num_rules
        for rule in members:
            maker.rule(rule)
        automaton = build(members)
        prefix = "k" + camel(name)
        tables.groups.append(GroupRow(name, str(entry.doc), entry.provenance, prefix, first,
                                      len(members),
                                      max((rule.used_once_depth for rule in members), default=0),
                                      automaton,
                                      _arrays(prefix, automaton, opcodes),
                                      _parts(automaton, members, tables.pools)))
    tables.num_rewrites = tables.num_rules
    tables.num_patterns = len(patterns)
    for rule in [*lowerings, *patterns]:
        maker.rule(rule)
    return tables


class _Maker:
    def __init__(self, places: Places, opcodes: list[Alu]) -> None:
        self.tables = Tables()
        self.places = places
        self.opcodes = {opcode.name: number for number, opcode in enumerate(opcodes)}
        self.function_ids: dict[Function, int] = {}

    def number(self, text: str) -> int:
        rows = [bits_at(text, width) for width in WIDTHS]
        return self.tables.numbers.add(
            f"{{{{{', '.join(hex(bits or 0) for bits in rows)}}}, {domain(text)}}}")

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
        result, steps = self.replacement()
        first_condition = tables.conditions.add(
            *(self.condition(condition, True) for condition in rule.conditions))
        special = NONE
        if rule.origin.unless or _keeps_denormals(rule) or _computes_floats(rule):
            special = str(self.holder(self._float_class()))
        first_node = self.nodes()
        first_class = tables.widths.add(
            *(str(rule.shapes.classes.domain(root)) for root in self.classes))
        flags = [name for name, holds in (
            ("kInexact", rule.origin.inexact),
            ("kLosesSignedZero", "signed_zero" in rule.origin.unless),
            ("kLosesNan", "nan" in rule.origin.unless), ("kLosesInf", "inf" in rule.origin.unless),
            ("kLosesFlush", _keeps_denormals(rule)), ("kComputesFloats", _computes_floats(rule)),
            ("kOfTruths", rule.of_truths), ("kHasSizes", rule.has_sizes)) if holds]
        rest = [" | ".join(flags) or "0", special, f"R::{_repeat(rule.find)}"]
        defaults = ["0", NONE, "R::none"]
        while rest and rest[-1] == defaults[len(rest) - 1]:
            rest.pop()
        row = (f"{{{first_node}, {tables.steps.add(*steps)}, {first_condition}, {first_class}, "
               f"{len(steps)}, {len(rule.conditions)}, "
               f"{len(self.classes)}, {self.num_names}, {len(rule.orders)}, "
               f"{', '.join([result, *rest])}}}")
        name = f"{rule.name} [{rule.member}]" if rule.member else rule.name
        if not rule.member or not tables.families or \
                tables.families[-1].provenance != rule.provenance:
            tables.families.append(Family(
                name, rule.provenance, f"{rule.origin.find.value}  →  {rule.origin.replace.value}"))
        tables.families[-1].rules.append(row)
        tables.num_rules += 1
        tables.texts.append(self._told(name))

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

    def nodes(self) -> int:
        """Puts the nodes into their file and gives the first: they stand in breadth-first order, so
        that sources are together."""
        pool = self.tables.pools["nodes"]
        first = len(pool)
        queue = [self.rule.find]
        after = first + 1
        for node in queue:
            slot = 0 if node is self.rule.find else self.slots[node.name] \
                if node.name else self.hidden.get(node.offset, NOTHING)
            order = NOTHING
            what = sources = 0
            if node.kind == "op":
                order = self.rule.orders.get(node.offset, NOTHING)
                what = self.maker.opcodes[node.text]
                sources = after if node.children else 0
            elif node.kind == "number":
                what = self.maker.number(node.text)
            widths = self.rule.shapes.classes.domain(node.klass)
            pool.add([_NODE_KINDS.index(node.kind) | slot << 8, widths | order << 8,
                      self._class(node), what, sources])
            queue += node.children
            after += len(node.children)
        return first

    def replacement(self) -> tuple[str, list[str]]:
        """The value of the result and the rows of steps."""
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
            row = self.condition(self.rule.computed[node.offset], False)
            return f"computed({self.tables.computed.add(row)}, {width})"

        result = value(self.rule.replace)
        return result, [f"{{{opcode}, {self.tables.values.add(*sources)}}}"
                        for opcode, sources in steps]

    def condition(self, condition: Condition, predicate: bool) -> str:
        names = [self.slots[name] for name in condition.slots]
        width_of = self.slots[condition.width_of] if condition.width_of else NONE
        function = 0
        if condition.function is not None:
            function = self.maker.function(condition.function, self.rule, predicate)
        return (f"{{RuleConditionKind::{condition.kind}, {len(names)}, {width_of}, "
                f"{{{', '.join(map(str, names))}}}, {function}}}")


def _keeps_denormals(rule: Rule) -> bool:
    """Returns true if a rule is none for shaders that flush denormals. Of an inexact one, which is
    tried with few values, that is so where no opcode is left that would flush its result."""
    return rule.is_float() and ("flush" in rule.origin.unless or
                                (rule.origin.inexact and rule.replace.kind != "op"))


def _computes_floats(rule: Rule) -> bool:
    """Returns true if it computes constants in floats, which it does in the default rounding."""
    return any(condition.function is not None and condition.function.result.kind == "float"
               for condition in rule.computed.values())


def _repeat(root: Node) -> str:
    """Finds a variable that occurs twice; of several pairs of positions, the one that is
    compared fastest."""
    outer = [node.text for node in root.children if node.kind == "variable"]
    inner = [node.text for child in root.children for node in child.children
             if node.kind == "variable"]
    if len(set(outer)) < len(outer):
        return "outer"
    if set(outer) & set(inner):
        return "outer_and_inner"
    return "inner" if len(set(inner)) < len(inner) else "none"


def _arrays(prefix: str, automaton: Automaton, opcodes: list[Alu]) -> list[Array]:
    places = {operation.name: number + 1 for number, operation in enumerate(automaton.operations)}
    operations: list[str] = []
    sources: list[str] = []
    for operation in automaton.operations:
        is_root = str(any(operation.rules)).lower()
        operations.append(
            f"{{{operation.base}, {len(sources)}, {operation.num_sources}, {is_root}}}")
        sources += [f"{{{row * automaton.num_states}, {stride}}}"
                    for row, stride in zip(operation.filters, operation.strides)]
    made = [
        Array("std::uint8_t", f"{prefix}OperationOf",
              [str(places.get(opcode.name, 0)) for opcode in opcodes]),
        Array("RuleOperation", f"{prefix}Operations", operations),
        Array("RuleOperationSource", f"{prefix}Sources", sources),
    ]
    made += [Array("RuleConstant", f"{prefix}Constants{width}",
                   hashed_rows(automaton.constants[width])) for width in WIDTHS]
    return made


def _parts(automaton: Automaton, rules: list[Rule], pools: dict[str, Pool]) -> dict[str, Part]:
    repeats = [1 << _REPEATS.index(_repeat(rule.find)) for rule in rules]
    lists: list[int] = []
    listed: list[int] = []
    for some in automaton.lists:
        lists += [len(listed), sum({repeats[rule] for rule in some})]
        listed += some
    lists += [len(listed), 0]
    numbers = {
        "filters": [each for row in automaton.filters for each in row],
        "entries": [each for entry in automaton.entries for each in entry],
        "lists": lists,
        "listed": listed,
    }
    return {name: pools[name].add(numbers[name]) for name in numbers}
