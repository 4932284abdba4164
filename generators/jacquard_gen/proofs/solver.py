"""Proves statements for all values of their inputs, with the SMT solver z3."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..expr import smt
from .of_rules import spread
from .statement import NO_FLUSH, Flush, Statement
from .values import Symbolic, infinity_bits


Given = dict[str, list[int]]


@dataclass(frozen=True)
class Answer:
    """`outcome` is "proven", "wrong", or why there is neither; see `cache.UNDECIDED`. What is wrong
    has inputs that tell the sides apart; where these are due to a function of which the solver
    knows nothing, they are with the outcome "library"."""

    outcome: str
    given: Given | None = None


@dataclass(frozen=True)
class Premise:
    """Inputs for which the conditions of a statement hold, or none where there are none: `outcome`
    is "some", "never" or "no-answer"."""

    outcome: str
    given: Given | None = None


ABSTRACT_STEPS = 1_000_000
"""How long the solver tries what is abstract."""


def prove(statement: Statement, steps: int) -> Answer:
    """Asks for inputs that the conditions allow and that tell the sides apart. The solver gives up
    after a number of steps of its own, of which it takes some ten million a second; a fixed number
    makes the answer the same everywhere."""
    answer = Answer("proven")
    for flushes in statement.modes:
        try:
            if _Question(statement, flushes, True).holds(ABSTRACT_STEPS):
                continue
            answer = _Question(statement, flushes, False).answer(steps)
        except smt.NoTerm:
            answer = Answer("no-term")
        if answer.outcome != "proven":
            break
    return answer


def premise(statement: Statement, steps: int) -> Premise:
    """Asks for inputs that the conditions allow, without which a statement says nothing."""
    try:
        return _Question(statement, NO_FLUSH, False, tells_apart=False).premise(steps)
    except smt.NoTerm:
        return Premise("no-answer")


class _Question:
    """Both sides of a statement and what tells them apart, as the solver is given them. The
    premises alone are there with `tells_apart` not set."""

    def __init__(self, statement: Statement, flushes: Flush, is_abstract: bool,
                 tells_apart: bool = True) -> None:
        z3 = smt.z3()
        domain = Symbolic(is_abstract)
        self.given = {each.name: [z3.BitVec(f"{each.name}.{component}", each.type.width)
                                  for component in range(each.count)]
                      for each in statement.inputs}
        self.solver = z3.Solver()
        for each in statement.inputs:
            if each.allowed and len(each.allowed) < 1 << each.type.width:
                self.solver.add(*(z3.Or(*(part == smt.number(value, each.type.width)
                                          for value in each.allowed))
                                  for part in self.given[each.name]))
        self.solver.add(*(part == smt.number(1, 1)
                          for part in statement.conditions(domain, self.given)))
        found, made = statement.sides(domain, self.given, flushes)
        if statement.freedom.nan:
            self.solver.add(*(z3.Not(term) for term in domain.nans))
        if statement.freedom.infinity:
            self.solver.add(*(z3.Not(term) for term in domain.infinities))
        if tells_apart:
            count = max(len(found), len(made))
            pairs = zip(spread(found, count), spread(made, count), strict=True)
            self.solver.add(z3.Or(*(_differ(statement, *pair) for pair in pairs)))

    def holds(self, steps: int) -> bool:
        """True where the solver finds no inputs for which the sides differ."""
        self.solver.set("rlimit", steps)
        return bool(self.solver.check() == smt.z3().unsat)

    def answer(self, steps: int) -> Answer:
        self.solver.set("rlimit", steps)
        found = self.solver.check()
        if found == smt.z3().unsat:
            return Answer("proven")
        if found != smt.z3().sat:
            return Answer("no-answer")
        model = self.solver.model()
        knows_all = not any(function.name().startswith(smt.OPAQUE_PREFIX)
                            for function in model.decls())
        return Answer("wrong" if knows_all else "library", self._inputs(model))

    def premise(self, steps: int) -> Premise:
        self.solver.set("rlimit", steps)
        found = self.solver.check()
        if found == smt.z3().unsat:
            return Premise("never")
        if found != smt.z3().sat:
            return Premise("no-answer")
        return Premise("some", self._inputs(self.solver.model()))

    def _inputs(self, model: Any) -> Given:
        return {name: [int(model.eval(part, model_completion=True).as_long()) for part in parts]
                for name, parts in self.given.items()}


def _differ(statement: Statement, found: Any, made: Any) -> Any:
    """Whether two components are not the same value."""
    z3 = smt.z3()
    width = statement.result.width
    if not statement.freedom.compares_as_float or width < 16:
        return found != made
    mask = smt.number((1 << (width - 1)) - 1, width)
    infinity = smt.number(infinity_bits(width), width)
    same = [found == made, z3.And(z3.UGT(found & mask, infinity), z3.UGT(made & mask, infinity))]
    if statement.freedom.signed_zero:
        same.append(z3.And(found & mask == 0, made & mask == 0))
    return z3.Not(z3.Or(*same))
