"""Decides a statement: it is tried first, and then proven where there is a solver.

A trial comes before each proof. It finds most of what is wrong at once, shows that the conditions
hold for some inputs, so that what is proven says something, and computes by other means than the
solver: what the solver refutes, the trial has to refute with the same inputs.
"""

from __future__ import annotations

from . import solver, trial
from .statement import Statement, Unstated
from .trial import Effort, Verdict

NOT_PROVEN = "not-proven"
"""Tried with edge and random values, and no solver was there to prove it."""
UNTRIED = "untried"
"""Neither proven nor tried: no inputs were found for which its conditions hold."""


def decide(statement: Statement, steps: int, effort: Effort = Effort()) -> Verdict:
    """Tries a statement and proves it, with as many steps of the solver for a question, or 0 not to
    ask it. The outcome is one of those above, "wrong" or one of `cache`."""
    try:
        tried = trial.attempt(statement, effort)
    except Unstated:
        return Verdict("unstated")
    if tried.outcome == "untried":
        tried = _untried(statement, steps)
    if tried.outcome != "tried":
        return tried
    if statement.freedom.bound is not None:
        return Verdict("bounded")
    return _proven(statement, steps) if steps else Verdict(NOT_PROVEN)


def _untried(statement: Statement, steps: int) -> Verdict:
    """Only the solver finds inputs for which conditions hold that hold for hardly any, and tells
    where there are none."""
    if not steps:
        return Verdict(UNTRIED)
    premise = solver.premise(statement, steps)
    if premise.given is None or statement.freedom.bound is not None:
        return Verdict("never" if premise.outcome == "never" else UNTRIED)
    if not trial.holds(statement, premise.given):
        raise AssertionError(_disagreement(statement, premise.given))
    return trial.of_values(statement, [premise.given])


def _proven(statement: Statement, steps: int) -> Verdict:
    answer = solver.prove(statement, steps)
    if answer.given is None:
        return Verdict(answer.outcome)
    verdict = trial.of_values(statement, [answer.given])
    if verdict.outcome != "wrong" and answer.outcome == "wrong":
        raise AssertionError(_disagreement(statement, answer.given))
    return verdict if verdict.outcome == "wrong" else Verdict(answer.outcome)


def _disagreement(statement: Statement, given: dict[str, list[int]]) -> str:
    return f"the solver and Python compute different values for {statement.kind} " \
           f"'{statement.name}' at {statement.widths} with {given}"
