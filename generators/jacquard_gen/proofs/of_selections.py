"""Statements of instruction selection: the machine instructions of a rule compute what NIR says of
the instructions that it finds.

Values are in registers: one of 16 bits in a half register, all others in full ones, a truth and an
integer of one bit as 0 or 1. What machine instructions compute are the `semantics` of their
entries; what surrounds these (modifiers, saturation, a result of the other width, conversions) is
said here once more, as the emulator says it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Generic, NamedTuple

from ..expr import parse_type
from ..expr.types import Type
from ..ir3.codec.semantics import MEANT
from ..ir3.select.load import PRECISE
from ..ir3.select.records import Line, Operand, Rule
from ..ir3.tables.model import Model, OpcodeFacts, Revision
from ..nir.alu import Alu
from ..nir.rules.numbers import bits_at
from ..nir.rules.patterns import Node
from .of_rules import Folds
from .statement import Bound, Flush, Freedom, Input, Statement, Unstated, V
from .values import Concrete, Domain

FULL, HALF = 32, 16

_FIELDS = {name: Type("uint", 32) for name in MEANT}
_EPSILON = {16: 2.0 ** -10, 32: 2.0 ** -23}


def statements(folds: Folds, model: Model, rule: Rule) -> list[Statement]:
    """One statement for each choice of widths and each meaning that the instructions of a rule
    have on some revision."""
    made = [SelectionStatement(folds, model, rule, meaning, widths, precise)
            for meaning in _meanings(model, rule)
            for widths in rule.assignments() for precise in _precise(rule)]
    # A rule whose condition holds nowhere is to be found.
    return [each for each in made if each.may_hold] or list(made)


def _precise(rule: Rule) -> tuple[bool, ...]:
    """A rule whose condition asks whether a shader is precise is tried as it holds."""
    return (True, False) if rule.condition is not None and rule.condition.reads(PRECISE) else \
        (False,)


class Meaning(NamedTuple):
    """The meaning of a rule's lines on a machine."""

    facts: list[OpcodeFacts]        # about the opcode of each line
    machine: dict[str, int | bool]  # the facts of the machine
    where: str                      # a revision, or a part of it that differs


def _machines(revision: Revision) -> Iterator[tuple[str, dict[str, int | bool]]]:
    yield revision.name, revision.machine
    for part, other in revision.machine_of_parts.items():
        yield f"{part} of {revision.name}", {**revision.machine, **other}


def _meanings(model: Model, rule: Rule) -> Iterator[Meaning]:
    """Each meaning of a rule's lines once and, where its condition asks for facts of the machine,
    once for each choice of these that a part has."""
    seen: set[tuple[Any, ...]] = set()
    by_name = {revision.name: revision for revision in model.revisions}
    asked = [] if rule.condition is None else \
        [name.removeprefix("machine.") for name, _ in rule.condition.uses()
         if name.startswith("machine.")]
    for name in rule.revisions:
        revision = by_name[name]
        facts: list[OpcodeFacts] = []
        for line in rule.lines:
            opcode = model.opcode(line.op)
            each = opcode.on(name) if opcode is not None else None
            assert each is not None, line.op
            facts.append(each)
        for where, machine in _machines(revision):
            key = (*map(_meaning, facts), *(machine[fact] for fact in asked))
            if key not in seen:
                seen.add(key)
                yield Meaning(facts, machine, where)


def _meaning(facts: OpcodeFacts) -> str:
    """Returns what an opcode computes, as its entry says it."""
    entry = facts.entry
    texts = [each.value if each is not None else "" for each in
             (entry.semantics, entry.saturated)]
    return f"{facts.name} {list(map(str, entry.srcs))} {entry.dst} {texts} " \
           f"{list(map(str, entry.modifiers))}"


class Register(NamedTuple, Generic[V]):
    """A value in a register of 16 or 32 bits."""

    bits: V
    width: int


class SelectionStatement(Statement):
    kind = "selection"

    def __init__(self, folds: Folds, model: Model, rule: Rule, meaning: Meaning,
                 widths: dict[int, int], precise: bool) -> None:
        self.folds = folds
        self.model = model
        self.rule = rule
        self.facts = meaning.facts
        self.machine = meaning.machine
        self.chosen = widths
        self.precise = precise
        self.name = f"{rule.find.text}:{rule.provenance.rpartition(':')[2]}"
        self.provenance = rule.provenance
        self.member = rule.entry.select.member or rule.entry.node.member
        self.position = rule.entry.select.position()
        sizes = dict.fromkeys(self.width(node) for node in rule.find.walk())
        self.widths = " and ".join(map(str, sizes)) + f" bits on {meaning.where}" + \
            (" where it is precise" if precise else "")
        assert rule.find.alu is not None
        self.result = Type(rule.find.alu.dest.kind, self.register_width(self.width(rule.find)))
        self.inputs = tuple(self._inputs())
        entry = rule.entry
        bound = None
        if entry.inexact and entry.domain is not None:
            bound = Bound(entry.domain[0], entry.domain[1], 0,
                          (entry.tolerance or 0) * _EPSILON[self.result.width], either_sign=True,
                          of_largest=True)
        self.freedom = Freedom(flush=True, compares_as_float=self._is_float(), bound=bound)

    def sides(self, domain: Domain[V], given: dict[str, list[V]],
              flushes: Flush) -> tuple[list[V], list[V]]:
        values = {name: parts[0] for name, parts in given.items()}
        found = self._found(domain, self.rule.find, values)
        machine = _Machine(self, domain, values)
        return [machine.register(found, self.width(self.rule.find)).bits], [machine.run().bits]

    def conditions(self, domain: Domain[V], given: dict[str, list[V]]) -> Iterable[V]:
        tree = self.rule.condition
        if tree is None:
            return
        known = {name: [domain.number(int(value) & 0xffffffff if not isinstance(value, bool) else
                                      int(value), 1 if isinstance(value, bool) else 32)]
                 for name, value in self.machine.items()}
        operands = {f"machine.{name}": value for name, value in known.items()}
        operands[PRECISE] = [domain.number(int(self.precise), 1)]
        yield from domain.apply(tree, {**operands, **{name: given[name] for name, _ in tree.uses()
                                                      if name in given}}, 32)

    @property
    def may_hold(self) -> bool:
        """False where the condition of the rule asks only for what is not so here."""
        tree = self.rule.condition
        if tree is None or any(name in self.rule.names for name, _ in tree.uses()):
            return True
        domain: Domain[int] = Concrete()
        held: Iterable[int] = self.conditions(domain, {})
        return all(held)

    def width(self, node: Node) -> int:
        return self.chosen[self.rule.shapes.classes.root(node.klass)]

    @staticmethod
    def register_width(width: int) -> int:
        return HALF if width == 16 else FULL

    def _is_float(self) -> bool:
        """Whether the result is compared as a float: it is one, or floats take part in a copy."""
        if self.result.kind == "float" or self.rule.entry.inexact:
            return True
        return self.result.kind != "bool" and bool(self.facts) and \
            str(self.facts[-1].entry.dst).startswith("float")

    def _inputs(self) -> Iterator[Input]:
        kinds: dict[str, Type] = {}
        self._read_as(self.rule.find, kinds)
        for name, node in self.rule.names.items():
            if node.kind != "op":
                kind = kinds[name]
                yield Input(name, kind, 1, node.kind == "constant",
                            (0, 1) if kind.width == 1 else ())

    def _read_as(self, node: Node, kinds: dict[str, Type]) -> None:
        if node.alu is None:
            return
        for source, child in zip(node.alu.sources, node.children):
            if child.kind in ("variable", "constant"):
                kinds.setdefault(child.text, Type(source.kind, self.width(child)))
            self._read_as(child, kinds)

    def _found(self, domain: Domain[V], node: Node, values: dict[str, V]) -> V:
        """Computes what NIR says of the instructions that are found. A name for one gets that."""
        if node.kind == "number":
            width = self.width(node)
            return domain.number(bits_at(node.text, width) or 0, width)
        if node.alu is None:
            return values[node.text]
        sources = [self._found(domain, child, values) for child in node.children]
        bits = next((self.width(child) for kind, child in zip(node.alu.sources, node.children)
                     if kind.width == 0), 0)
        self._see(domain, node.alu, node, sources)
        result = domain.apply(self.folds.tree(node.alu), {
            f"src{number}": [source] for number, source in enumerate(sources)}, bits)[0]
        if node.alu.dest.kind == "float":
            domain.see([result], self.width(node))
        if node.label:
            values[node.label] = result
        return result

    def _see(self, domain: Domain[V], alu: Alu, node: Node, sources: list[V]) -> None:
        for kind, child, source in zip(alu.sources, node.children, sources):
            if kind.kind == "float":
                domain.see([source], self.width(child))


class _Machine(Generic[V]):
    """Runs the lines of a rule."""

    def __init__(self, statement: SelectionStatement, domain: Domain[V],
                 values: dict[str, V]) -> None:
        self.statement = statement
        self.rule = statement.rule
        self.domain = domain
        self.known = {name: self.register(value, self._width(name))
                      for name, value in values.items()}

    def _width(self, name: str) -> int:
        shapes = self.rule.shapes
        return self.statement.chosen[shapes.classes.root(shapes.names[name])]

    def register(self, value: V, width: int) -> Register[V]:
        """A value of NIR in its register."""
        if width == 1:
            return Register(self.formula("uint32(x)", "uint32", x=("uint1", value)), FULL)
        return Register(value, self.statement.register_width(width))

    def run(self) -> Register[V]:
        if self.rule.alias:
            return self.known[self.rule.alias]
        for line, facts in zip(self.rule.lines, self.statement.facts):
            half = self._is_half(line.half)
            sources = [self._source(line, facts, number) for number in range(len(line.operands))]
            made = self._converted(line, sources[0]) if line.type else \
                self._computed(line, facts, sources, half)
            self.known[line.target] = made
        return self.known["dst"]

    def _is_half(self, told: str) -> bool:
        if told in ("true", "false"):
            return told == "true"
        if told == "result":
            return self.statement.result.width == HALF
        return self.known[told].width == HALF

    def _source(self, line: Line, facts: OpcodeFacts, number: int) -> Register[V]:
        operand = line.operands[number]
        if operand.name:
            value = self.known[operand.name]
        else:
            width = HALF if self._is_half(line.halves[number]) else FULL
            value = Register(self.domain.number(bits_at(operand.number, width) or 0, width), width)
        if not operand.negate and not operand.absolute:
            return value
        if line.type:
            raise Unstated(f"modifiers of '{line.mnemonic}'")
        kind = str(facts.entry.srcs[number])
        return Register(self._modified(facts, operand, kind, value), value.width)

    def _modified(self, facts: OpcodeFacts, operand: Operand, kind: str, value: Register[V]) -> V:
        bits, width = value.bits, value.width
        if "invert" in facts.entry.modifiers:
            return self.formula("~x", f"uint{width}", x=(f"uint{width}", bits))
        if kind.startswith("float"):
            sign = 1 << (width - 1)
            if operand.absolute:
                bits = self.domain.masked(bits, sign - 1, width)
            return self.formula(f"x ^ {sign}", f"uint{width}", x=(f"uint{width}", bits)) \
                if operand.negate else bits
        if operand.absolute:
            bits = self.formula("abs(x)", f"int{width}", x=(f"int{width}", bits))
        if operand.negate:
            bits = self.formula("-x", f"int{width}", x=(f"int{width}", bits))
        return bits

    def _computed(self, line: Line, facts: OpcodeFacts, sources: list[Register[V]],
                  half: bool) -> Register[V]:
        """Computes what the semantics of an opcode say, in a register of a width."""
        entry = facts.entry
        kinds = [_type(str(text)) for text in entry.srcs]
        dest = _type(str(entry.dst))
        is_float = dest.kind == "float"
        text = entry.saturated if line.saturate and entry.saturated is not None else entry.semantics
        if text is None:
            raise Unstated(f"'{line.op}' has no semantics in the tables")
        if line.round:
            raise Unstated(f"'{line.op}' with a rounding of its own")
        if line.saturate and not is_float and entry.saturated is None:
            raise Unstated(f"what '{line.op}' makes of (sat)")
        tree = self.statement.folds.compiled(text, dest, {
            **{f"src{number}": kind for number, kind in enumerate(kinds)}, **_FIELDS})
        width = sources[0].width
        enums = self.statement.model.enums
        fields = {"condition": enums["condition"].values[line.condition] if line.condition else 0,
                  **{name: enums[name].values[line.fields[name]]
                     if name in line.fields else 0 for name in _FIELDS if name != "condition"}}
        operands: dict[str, list[V]] = {
            f"src{number}": [self._as(source, kind.sized(width).width)]
            for number, (source, kind) in enumerate(zip(sources, kinds))}
        operands |= {name: [self.domain.number(value, 32)] for name, value in fields.items()}
        bits = self.domain.apply(tree, operands, width)[0]
        made = Register(bits, dest.sized(width).width)
        if line.saturate and is_float:
            name = f"float{made.width}"
            made = Register(self.formula("min(max(x, 0.0), 1.0)", name, x=(name, made.bits)),
                            made.width)
        return self._in_width(made, dest.kind, HALF if half else FULL)

    def _as(self, source: Register[V], width: int) -> V:
        if source.width != width:
            raise Unstated(f"a register of {source.width} bits where {width} are read")
        return source.bits

    def _in_width(self, made: Register[V], kind: str, width: int) -> Register[V]:
        if made.width == width:
            return made
        kind = "uint" if kind == "bits" else kind
        return Register(self.formula(f"{kind}{width}(x)", f"{kind}{width}",
                                     x=(f"{kind}{made.width}", made.bits)), width)

    def _converted(self, line: Line, source: Register[V]) -> Register[V]:
        before, after = _named(line.source_type), _named(line.type)
        if "8" in line.source_type or "8" in line.type:
            raise Unstated(f"bytes in '{line.mnemonic}'")
        if before == after:
            return source
        text = f"{after}(x)"
        if before == Type("float", 32) and after == Type("float", 16) and line.round != "even":
            if line.round not in ("", "toward_zero"):
                raise Unstated(f"'{line.mnemonic}' that rounds to {line.round}")
            text = "float16_rtz(x)"
        return Register(self.formula(text, str(after), x=(str(before), source.bits)), after.width)

    def formula(self, text: str, result: str, **given: tuple[str, V]) -> V:
        """An expression of the tables' language over values of types that are named."""
        tree = self.statement.folds.formula(text, _type(result), tuple(
            (name, _type(kind)) for name, (kind, _) in given.items()))
        return self.domain.apply(tree, {name: [value] for name, (_, value) in given.items()}, 32)[0]


def _type(text: str) -> Type:
    found = parse_type("uint" + text[4:] if text.startswith("bits") else text)
    assert found is not None
    return found


def _named(name: str) -> Type:
    """A type of the instruction's type fields."""
    return Type({"f": "float", "u": "uint", "s": "int"}[name[0]], int(name[1:].split("_")[0]))
