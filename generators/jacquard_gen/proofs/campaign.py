"""Proves or tries many statements, and counts how each was dealt with."""

from __future__ import annotations

import multiprocessing
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from ..diagnostics import Diagnostics
from . import solver, trial
from .cache import DECIDED, Cache, Known
from .keys import Keys
from .solver import Answer
from .statement import Statement, Unstated

NOT_PROVEN = "not-proven"
"""Tried with edge and random values, and no solver was there to prove it."""
UNTRIED = "untried"
"""Neither proven nor tried: no inputs were found for which its conditions hold."""


@dataclass(frozen=True)
class Plan:
    """`steps`: how long the solver may take for each, or 0 not to ask it; `jobs`: processes;
    `again`: what is known is proven once more, with `undecided` only what was not."""

    steps: int = 0
    jobs: int = 1
    again: bool = False
    undecided: bool = False
    effort: trial.Effort = trial.Effort()


@dataclass
class Count:
    """How many statements of a kind were dealt with how."""

    noun: str
    written: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    remembered: int = 0

    @property
    def total(self) -> int:
        return self.outcomes.total()

    @property
    def is_complete(self) -> bool:
        """True where nothing is wrong and nothing stays to be proven where there is a solver."""
        return not any(self.outcomes[name] for name in ("wrong", NOT_PROVEN, UNTRIED))

    @property
    def counted_noun(self) -> str:
        """The noun as it follows the number of entries that were written."""
        return self.noun.removesuffix("s") if self.written == 1 else self.noun

    def lines(self) -> Iterator[str]:
        yield f"{self.written} {self.counted_noun}, {self.total} with the members of families " \
              f"and all widths; {self.remembered} of these were known"
        for name, text in (
                ("proven", "proven for every value"),
                ("exhausted", "tried with every value"),
                ("bounded", "round otherwise, and were tried within the bounds that they state"),
                ("library", "use functions of the C library: tried with edge and random values"),
                ("no-term", "have no terms for the solver: tried with edge and random values"),
                ("unstated", "use instructions without semantics in the tables: not tried"),
                ("no-answer", "undecided by the solver: tried with edge and random values"),
                (NOT_PROVEN, "tried with edge and random values, and not proven: z3 is not there"),
                (UNTRIED, "not tried: no values were found for which the conditions hold"),
                ("wrong", "wrong")):
            if self.outcomes[name] or name in ("proven", "wrong"):
                yield f"  {self.outcomes[name]} {text}"


def deal_with(statement: Statement, plan: Plan) -> Answer:
    """Proves a statement or tries it. The outcome is one of those above or of `cache`."""
    try:
        return _dealt_with(statement, plan)
    except Unstated:
        return Answer("unstated")


def _dealt_with(statement: Statement, plan: Plan) -> Answer:
    why = NOT_PROVEN
    if plan.steps:
        answer = solver.prove(statement, plan.steps)
        if answer.outcome in ("proven", "wrong"):
            return answer
        why = answer.outcome
    elif statement.freedom.bound is not None:
        why = "bounded"
    verdict = trial.attempt(statement, plan.effort)
    if verdict.outcome == "wrong":
        return Answer("wrong", verdict.given, verdict.found, verdict.made, verdict.flushes)
    if verdict.outcome == "tried":
        return Answer(why)
    # Only the solver can tell that the conditions of a statement never hold.
    return Answer(verdict.outcome if verdict.outcome == "exhausted" or why != "no-answer" else why)


_SHARED: tuple[list[Statement], Plan] = ([], Plan())


def _numbered(number: int) -> tuple[int, Answer]:
    return number, deal_with(_SHARED[0][number], _SHARED[1])


def _answers(statements: list[Statement], plan: Plan) -> Iterator[tuple[int, Answer]]:
    """The answers by number, in any order. Processes inherit the statements. The solver is only
    loaded in these, since it does not bear the end of an interpreter that still knows its terms."""
    global _SHARED
    _SHARED = (statements, plan)
    if not statements or not (plan.steps or plan.jobs > 1):
        yield from map(_numbered, range(len(statements)))
        return
    with multiprocessing.get_context("fork").Pool(plan.jobs) as pool:
        yield from pool.imap_unordered(_numbered, range(len(statements)), chunksize=4)


def run(statements: Iterable[Statement], keys: Keys, cache: Cache, plan: Plan,
        diagnostics: Diagnostics,
        progress: Callable[[int, int], None] = lambda done, all_: None
        ) -> tuple[Count, list[tuple[str, Known]]]:
    """Deals with all statements of one kind. What is wrong is reported. The rows are what the cache
    should hold of them now: those that neither were proven nor have a reason are not among them."""
    count = Count(cache.noun)
    rows: list[tuple[str, Known]] = []
    pending: list[tuple[Statement, str]] = []
    written: set[str] = set()
    for statement in statements:
        written.add(statement.provenance)
        key = keys.key(statement)
        known = cache.known.get(key)
        if known is not None and not plan.again and \
                not (plan.undecided and known.outcome not in DECIDED):
            count.outcomes[known.outcome] += 1
            count.remembered += 1
            rows.append((key, known))
        else:
            pending.append((statement, key))
    count.written = len(written)
    last = time.monotonic()
    for done, (number, answer) in enumerate(_answers([each for each, _ in pending], plan), 1):
        statement, key = pending[number]
        count.outcomes[answer.outcome] += 1
        if answer.outcome == "wrong":
            report(statement, answer, diagnostics)
        elif answer.outcome not in (NOT_PROVEN, UNTRIED):
            rows.append((key, Known(answer.outcome, statement.name,
                                    statement.widths.replace(" ", ""))))
        if time.monotonic() - last > 1.0:
            last = time.monotonic()
            progress(done, len(pending))
    return count, rows


def report(statement: Statement, answer: Answer, diagnostics: Diagnostics) -> None:
    """Tells the inputs for which a statement does not hold."""
    given = ", ".join(f"{name} = {' '.join(map(hex, parts))}"
                      for name, parts in (answer.given or {}).items()) or "no operands"
    where = " where denormals are flushed to zero" if answer.flushes else ""
    advice = [(None, "say so with `unless: flush`, in a lowering with `flush` and why")] \
        if answer.flushes else []
    message = f"{statement.kind} '{statement.name}' is wrong at {statement.widths}{where}"
    if statement.kind == "claim":
        opcode, _, claim = statement.name.partition(":")
        code = "E325"
        message = f"'{opcode}' is not {claim.replace('.', ' of ')} at {statement.widths}"
        sides = f"one side gives {answer.found:#x} and the other {answer.made:#x}"
    elif statement.kind == "selection":
        code = "E659"
        message = f"the selection of '{statement.name.partition(':')[0]}' is wrong at " \
                  f"{statement.widths}"
        sides = f"NIR says {answer.found:#x} and the machine computes {answer.made:#x}"
    elif statement.kind == "lowering":
        code, sides = "E355", f"the opcode gives {answer.found:#x} and this {answer.made:#x}"
    else:
        code, sides = "E340", f"this gives {answer.found:#x} and the replacement {answer.made:#x}"
    diagnostics.error(code, statement.position, message, [(None, f"with {given} {sides}"), *advice])
