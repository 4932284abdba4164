"""Proves rewrite rules and lowerings over integers and truth values with an SMT solver, for all
operands.

Both sides of a rule become terms made of the fold expressions of its opcodes; the solver looks for
operands that the conditions allow and that tell the sides apart. It finds none, or they are the
counterexample of an error at the rule's line.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...diagnostics import Diagnostics
from ...expr import Environment, Language, Tree, smt
from ...expr.types import Type
from ...groups import Context
from ..alu import Alu
from .model import Rule, types_of_names
from .numbers import bits_at
from .patterns import Node
from .widths import widths_of

EXHAUSTED_BITS = 16
"""Rules of no more bits of operands are tried with every value by the tests in C++."""

Widths = dict[int, int]


@dataclass
class Count:
    """Describes how many rules, at how many choices of widths, were dealt with how."""

    written: int = 0
    members: int = 0
    proven: int = 0
    exhausted: int = 0
    sampled: int = 0
    wrong: int = 0
    proven_rules: int = 0
    exhausted_rules: int = 0
    sampled_rules: int = 0
    has_solver: bool = True
    noun: str = "rules"

    def __str__(self) -> str:
        decided = self.proven + self.exhausted + self.sampled + self.wrong
        written = f"{self.written} {self.noun[:-1] if self.written == 1 else self.noun}"
        return (f"{written}, {self.members} with the members of families, {decided} with their "
                "widths:\n"
                f"  {self.exhausted} small enough to try every value\n"
                f"  {self.proven} proven for every value\n"
                f"  {self.sampled} tried with edge and random values "
                f"({'floats, or not decided in time' if self.has_solver else 'z3 is not there'})\n"
                f"  {self.wrong} wrong\n"
                f"of {written} {self.proven_rules} proven, {self.exhausted_rules} exhausted and "
                f"{self.sampled_rules} sampled at the largest width")


def choices_of_widths(rule: Rule) -> Iterator[Widths]:
    """Every choice of a width for each class of the rule."""
    classes = rule.shapes.classes
    roots = list(dict.fromkeys(classes.root(node.klass) for node in rule.find.walk()))
    for chosen in itertools.product(*(widths_of(classes.domain(root)) for root in roots)):
        yield dict(zip(roots, chosen))


class Prover:
    def __init__(self, language: Language, opcodes: list[Alu], diagnostics: Diagnostics,
                 milliseconds: int) -> None:
        self.language = language
        self.opcodes = {opcode.name: opcode for opcode in opcodes}
        self.diagnostics = diagnostics
        self.milliseconds = milliseconds
        self.trees: dict[str, Tree] = {}
        self.of_lowerings = False

    def tree(self, opcode: Alu) -> Tree:
        """Returns the computation of an opcode."""
        if opcode.name not in self.trees:
            environment = Environment({f"src{number}": kind
                                       for number, kind in enumerate(opcode.sources)})
            tree = self.language.compile(opcode.entry.fold, environment, Diagnostics(),
                                         result=opcode.dest)
            assert tree is not None
            self.trees[opcode.name] = tree
        return self.trees[opcode.name]

    def prove(self, rule: Rule, widths: Widths) -> str:
        """"proven", "wrong" (which is reported) or why it could not be decided."""
        z3 = smt.z3()
        attempt = _TruthAttempt(self, rule, widths) if rule.of_truths else \
            _Attempt(self, rule, widths)
        try:
            found = attempt.found()
            made = attempt.term(rule.replace, rule.shapes.result_count)
            conditions = attempt.conditions()
        except smt.NoTerm:
            return "no term"
        solver = z3.Solver()
        solver.set("timeout", self.milliseconds)
        solver.add(*conditions)
        count = max(len(found), len(made))
        found, made = _spread(found, count), _spread(made, count)
        solver.add(z3.Or(*(a != b for a, b in zip(found, made))))
        answer = solver.check()
        if answer == z3.unsat:
            return "proven"
        if answer != z3.sat:
            return "no answer"
        model = solver.model()
        values = [f"{name} = {_hex(model.eval(part, model_completion=True))}"
                  for name, parts in attempt.names.items() for part in parts
                  if rule.names[name].kind != "op"]
        sides = [_hex(model.eval(side[0], model_completion=True)) for side in (found, made)]
        where = _widths_text(rule, widths)
        operands = ", ".join(values) or "no operands"
        if self.of_lowerings:
            self.diagnostics.error("E355", rule.found_at,
                                   f"lowering '{rule.name}' is wrong at {where}",
                                   [(None, f"with {operands} the opcode gives {sides[0]} and this "
                                           f"{sides[1]}")])
        else:
            self.diagnostics.error("E340", rule.found_at, f"rule '{rule.name}' is wrong at {where}",
                                   [(None, f"with {operands} this gives {sides[0]} and the "
                                           f"replacement {sides[1]}")])
        return "wrong"


def _hex(value: Any) -> str:
    return hex(value.as_long())


def _widths_text(rule: Rule, widths: Widths) -> str:
    classes = rule.shapes.classes
    texts = dict.fromkeys(widths[classes.root(rule.shapes.names[name])] for name in rule.names)
    return " and ".join(str(width) for width in texts) + " bits"


def _spread(parts: list[Any], count: int) -> list[Any]:
    return parts * count if len(parts) == 1 else parts


class _Attempt:
    """The terms of one rule at one choice of widths."""

    def __init__(self, prover: Prover, rule: Rule, widths: Widths) -> None:
        self.prover = prover
        self.rule = rule
        self.widths = widths
        self.names: dict[str, list[Any]] = {}
        self.types = types_of_names(rule.find, rule.shapes)
        self.premises: list[Any] = []
        self.made: dict[tuple[int, int], list[Any]] = {}

    def found(self) -> list[Any]:
        """The bits of each component of what the rule finds."""
        return self.term(self.rule.find, self.rule.shapes.result_count)

    def width(self, node: Node) -> int:
        classes = self.rule.shapes.classes
        root = classes.root(node.klass)
        if root in self.widths:
            return self.widths[root]
        return widths_of(classes.domain(root))[0]

    def count(self, count: int) -> int:
        return count or self.rule.shapes.own_count or 1

    def term(self, node: Node, count: int) -> list[Any]:
        """The bits of each component."""
        if (id(node), count) not in self.made:
            self.made[id(node), count] = self.new_term(node, count)
        return self.made[id(node), count]

    def new_term(self, node: Node, count: int) -> list[Any]:
        if node.kind == "number":
            bits = bits_at(node.text, self.width(node))
            return [smt.number(bits or 0, self.width(node))]
        if node.kind == "computed":
            return self.expression(self.rule.computed[node.offset].tree, self.width(node))
        if node.kind in ("variable", "constant"):
            return self.name(node, count)
        assert node.alu is not None
        if node.label and node.label in self.names:
            return self.names[node.label]
        tree = self.prover.tree(node.alu)
        sources = [self.term(child, kind.components or count)
                   for kind, child in zip(node.alu.sources, node.children)]
        bits = next((self.width(child) for kind, child in zip(node.alu.sources, node.children)
                     if kind.width == 0), 0)
        result: list[Any]
        if node.alu.dest.components == 0 and not node.alu.replicated:
            result = []
            for component in range(max(len(source) for source in sources)):
                operands = {f"src{number}": _spread(source, component + 1)[component]
                            for number, source in enumerate(sources)}
                result += smt.terms(tree, operands, bits)
        else:
            result = smt.terms(tree, {
                f"src{number}": _spread(source, kind.components)
                for number, (kind, source) in enumerate(zip(node.alu.sources, sources))}, bits)
        if node.label:
            self.names[node.label] = result
        return result

    def name(self, node: Node, count: int) -> list[Any]:
        if node.text not in self.names:
            z3 = smt.z3()
            width = self.width(node)
            made = [z3.BitVec(f"{node.text}.{component}", width)
                    for component in range(self.count(count))]
            self.names[node.text] = made
            if self.types[node.text].kind == "bool" and width > 1:
                # A truth is no bits or all.
                self.premises += [z3.Or(part == 0, part == -1) for part in made]
        parts = self.names[node.text]
        return [parts[node.component]] if node.component >= 0 else parts

    def expression(self, tree: Tree | None, bits: int) -> list[Any]:
        """Returns the value of a tree over constants, for each component of those."""
        assert tree is not None
        used = [name for name, _ in tree.uses()]
        for name in used:
            if self.types[name].width == 0:
                classes = self.rule.shapes.classes
                bits = self.widths[classes.root(self.rule.shapes.names[name])]
        parts = {name: self.names[name] for name in used}
        count = max((len(part) for part in parts.values()), default=1)
        made: list[Any] = []
        for component in range(count):
            made += smt.terms(tree, {name: _spread(part, component + 1)[component]
                                     for name, part in parts.items()}, bits)
        return made

    def conditions(self) -> list[Any]:
        made = list(self.premises)
        for condition in self.rule.conditions:
            if condition.kind == "expression":
                made += [part == smt.number(1, 1)
                         for part in self.expression(condition.tree, 0)]
        return made


class _TruthAttempt(_Attempt):
    """The terms of a lowering whose operands are truths with all bits set; those that are numbers
    have no terms."""

    def found(self) -> list[Any]:
        assert self.rule.truths is not None
        opcode, width = self.rule.truths
        operands: dict[str, Any] = {}
        for number, (own, shaped) in enumerate(zip(opcode.sources, self.shaped().sources)):
            name = f"src{number}"
            if own == shaped:
                operands[name] = self.name(self.rule.names[name], own.components)
                continue
            truth = smt.z3().BitVec(name, 1)
            operands[name] = [self.in_form(truth, shaped)]
            self.names[name] = operands[name]
            operands[name] = [truth]
        count = max((len(parts) for parts in operands.values()), default=1)
        tree = self.prover.tree(opcode)
        made: list[Any] = []
        for component in range(count if opcode.dest.components == 0 else 1):
            made += smt.terms(tree, {
                name: _spread(parts, kind.components) if kind.components else
                _spread(parts, component + 1)[component]
                for (name, parts), kind in zip(operands.items(), opcode.sources)}, width)
        dest = self.shaped().dest
        return made if dest == opcode.dest else [self.in_form(part, dest) for part in made]

    def shaped(self) -> Alu:
        assert self.rule.find.alu is not None
        return self.rule.find.alu

    def in_form(self, truth: Any, form: Type) -> Any:
        if form.kind != "bool":
            raise smt.NoTerm("a float")
        return smt.z3().SignExt(form.width - 1, truth)


def operand_bits(rule: Rule, widths: Widths) -> int:
    """Returns how many bits the operands have together."""
    if rule.truths is not None and rule.find.alu is not None:
        opcode, width = rule.truths
        return sum((1 if kind.kind == "bool" else kind.width or width) * max(1, kind.components)
                   for kind in opcode.sources)
    classes = rule.shapes.classes
    types = types_of_names(rule.find, rule.shapes)
    total = 0
    for name, node in rule.names.items():
        if node.kind != "op":
            count = rule.shapes.counts[name] or rule.shapes.own_count or 1
            width = widths[classes.root(rule.shapes.names[name])]
            total += count * (1 if types[name].kind == "bool" else width)
    return total


def prove_all(context: Context, opcodes: list[Alu], rules: list[Rule], milliseconds: int,
              only_largest: bool, noun: str = "rules") -> Count:
    """Tries every rule at every choice of widths, or only at the largest. Wrong rules are reported
    to the context's diagnostics. The rules may be those that "lowerings" are made of."""
    language: Language = context.model("expr")
    has_solver = smt.available()
    prover = Prover(language, opcodes, context.diagnostics, milliseconds)
    prover.of_lowerings = noun == "lowerings"
    count = Count(len({rule.provenance for rule in rules}), len(rules), has_solver=has_solver,
                  noun=noun)
    worst: dict[str, str] = {}
    for rule in rules:
        choices = list(choices_of_widths(rule))
        for widths in choices:
            largest = widths is choices[-1]
            if operand_bits(rule, widths) <= EXHAUSTED_BITS and rule.origin.bound is None:
                outcome = "exhausted"
            elif rule.is_float() or not has_solver or (only_largest and not largest):
                outcome = "sampled"
            else:
                outcome = {"proven": "proven", "wrong": "wrong"}.get(
                    prover.prove(rule, widths), "sampled")
            setattr(count, outcome, getattr(count, outcome) + 1)
            if largest and (worst.get(rule.provenance) != "sampled"):
                worst[rule.provenance] = outcome
    outcomes = list(worst.values())
    count.proven_rules = outcomes.count("proven")
    count.exhausted_rules = outcomes.count("exhausted")
    count.sampled_rules = outcomes.count("sampled")
    return count
