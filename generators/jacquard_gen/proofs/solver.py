"""Proves statements for all values of their inputs, with the SMT solver z3."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..expr import smt
from .statement import Statement
from .values import Symbolic, infinity_bits


@dataclass(frozen=True)
class Answer:
    """`outcome` is "proven", "wrong", or why there is neither; see `cache.UNDECIDED`. What is wrong
    has its counterexample."""

    outcome: str
    given: Mapping[str, list[int]] | None = None
    found: int = 0
    made: int = 0
    flushes: bool = False


ABSTRACT_STEPS = 1_000_000
"""How long the solver tries what is abstract."""


def prove(statement: Statement, steps: int) -> Answer:
    """Asks for inputs that the conditions allow and that tell the sides apart. The solver gives up
    after a number of steps of its own, of which it takes some ten million a second; a fixed number
    makes the answer the same everywhere."""
    if statement.freedom.bound is not None:
        return Answer("bounded")
    answer = Answer("proven")
    for flushes in (False, True) if statement.tries_flushing else (False,):
        try:
            if _Question(statement, flushes, True).holds(ABSTRACT_STEPS):
                continue
            answer = _Question(statement, flushes, False).answer(steps)
        except smt.NoTerm:
            answer = Answer("no-term")
        if answer.outcome != "proven":
            break
    return answer


class _Question:
    """Both sides of a statement and what tells them apart, as the solver is given them."""

    def __init__(self, statement: Statement, flushes: bool, is_abstract: bool) -> None:
        z3 = smt.z3()
        self.statement = statement
        self.flushes = flushes
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
        count = max(len(found), len(made))
        self.pairs = list(zip(found * count if len(found) == 1 else found,
                              made * count if len(made) == 1 else made))
        self.solver.add(z3.Or(*(_differ(statement, *pair) for pair in self.pairs)))

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
        if any(function.name().startswith(smt.OPAQUE_PREFIX) for function in model.decls()):
            return Answer("library")
        return self._counterexample(model)

    def _counterexample(self, model: Any) -> Answer:
        def bits(term: Any) -> int:
            return int(model.eval(term, model_completion=True).as_long())

        def differs(pair: tuple[Any, Any]) -> bool:
            return bool(smt.z3().is_true(model.eval(_differ(self.statement, *pair),
                                                    model_completion=True)))

        left, right = next(filter(differs, self.pairs), self.pairs[0])
        return Answer("wrong", {name: [bits(part) for part in parts]
                                for name, parts in self.given.items()},
                      bits(left), bits(right), self.flushes)


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
