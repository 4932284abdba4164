"""Proves or tries many statements, and counts how each was dealt with."""

from __future__ import annotations

import multiprocessing
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from ..diagnostics import Diagnostics, listed
from .cache import DECIDED, Cache, Known
from .decide import NOT_PROVEN, UNTRIED, decide
from .keys import Keys
from .statement import Statement
from .trial import Effort, Verdict


@dataclass(frozen=True)
class Plan:
    """`steps`: how long the solver may take for each, or 0 not to ask it; `jobs`: processes;
    `again`: what is known is proven once more, with `undecided` only what was not."""

    steps: int = 0
    jobs: int = 1
    again: bool = False
    undecided: bool = False
    effort: Effort = Effort()


@dataclass
class Count:
    """How many statements of a kind were dealt with how. `written` are the entries that they come
    from, `new` those of them with a statement that was not known; `left` is neither proven nor has
    a reason why it is not."""

    noun: str
    written: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    remembered: int = 0
    new: int = 0
    left: list[tuple[Statement, str]] = field(default_factory=list)

    @property
    def total(self) -> int:
        return self.outcomes.total()

    @property
    def is_complete(self) -> bool:
        """True where nothing is wrong and nothing stays to be proven where there is a solver."""
        return not any(self.outcomes[name] for name in ("wrong", NOT_PROVEN, UNTRIED))

    def counted(self, number: int) -> str:
        """A number of entries that were written."""
        return f"{number} {self.noun.removesuffix('s') if number == 1 else self.noun}"

    def lines(self) -> Iterator[str]:
        yield f"{self.counted(self.written)}, {self.total} with the members of families " \
              f"and all widths; {self.remembered} of these were known"
        for name, text in (
                ("proven", "proven for every value"),
                ("exhausted", "tried with every value"),
                ("never", "say nothing: no values satisfy the conditions at these widths"),
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


_SHARED: tuple[list[Statement], Plan] = ([], Plan())


def _numbered(number: int) -> tuple[int, Verdict]:
    statements, plan = _SHARED
    return number, decide(statements[number], plan.steps, plan.effort)


def _verdicts(statements: list[Statement], plan: Plan) -> Iterator[tuple[int, Verdict]]:
    """The verdicts by number, in any order. Processes inherit the statements. The solver is only
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
    outcomes = Satisfiable()
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
            outcomes.take(statement, known.outcome)
        else:
            pending.append((statement, key))
    count.written = len(written)
    count.new = len({statement.provenance for statement, _ in pending})
    last = time.monotonic()
    for done, (number, verdict) in enumerate(_verdicts([each for each, _ in pending], plan), 1):
        statement, key = pending[number]
        count.outcomes[verdict.outcome] += 1
        outcomes.take(statement, verdict.outcome)
        known = cache.known.get(key)
        if verdict.outcome == "wrong":
            report(statement, verdict, diagnostics)
        elif known is not None and known.outcome in DECIDED and verdict.outcome not in DECIDED:
            # Fewer steps than before, or no solver, do not undo a proof.
            rows.append((key, known))
        elif verdict.outcome in (NOT_PROVEN, UNTRIED):
            count.left.append((statement, verdict.outcome))
        else:
            rows.append((key, Known(verdict.outcome, statement.name,
                                    statement.widths.replace(" ", ""))))
        if time.monotonic() - last > 1.0:
            last = time.monotonic()
            progress(done, len(pending))
    outcomes.report(diagnostics)
    return count, rows


class Satisfiable:
    """Finds rules that say nothing, as no inputs satisfy their conditions at any width."""

    def __init__(self) -> None:
        self.never: dict[tuple[str, str], Statement] = {}
        self.ever: set[tuple[str, str]] = set()

    def take(self, statement: Statement, outcome: str) -> None:
        whose = (statement.provenance, statement.member)
        if outcome == "never":
            self.never.setdefault(whose, statement)
        else:
            self.ever.add(whose)

    def report(self, diagnostics: Diagnostics) -> None:
        for whose, statement in self.never.items():
            if whose not in self.ever:
                diagnostics.error("E341", statement.position,
                                  f"no operands satisfy the conditions of {_told(statement)}")


def _told(statement: Statement) -> str:
    name = statement.name
    if statement.kind == "selection":
        return f"the selection of '{name.partition(':')[0]}'"
    return f"{statement.kind} '{name}'"


def report(statement: Statement, verdict: Verdict, diagnostics: Diagnostics) -> None:
    """Tells the inputs for which a statement does not hold."""
    given = ", ".join(f"{name} = {' '.join(map(hex, parts))}"
                      for name, parts in (verdict.given or {}).items()) or "no operands"
    found, made = f"{verdict.found:#x}", f"{verdict.made:#x}"
    message = f"{_told(statement)} is wrong at {statement.widths}{_flushing(statement, verdict)}"
    advice = [(None, "say so with `unless: flush`, in a lowering with `flush` and why")] \
        if verdict.flushes else []
    if statement.kind == "claim":
        opcode, _, claim = statement.name.partition(":")
        code = "E325"
        message = f"'{opcode}' is not {claim.replace('.', ' of ')} at {statement.widths}"
        sides = f"one side gives {found} and the other {made}"
    elif statement.kind == "selection":
        code, sides = "E659", f"NIR says {found} and the machine computes {made}"
    elif statement.kind == "lowering":
        code, sides = "E355", f"the opcode gives {found} and this {made}"
    else:
        code, sides = "E340", f"this gives {found} and the replacement {made}"
    diagnostics.error(code, statement.position, message, [(None, f"with {given} {sides}"), *advice])


def _flushing(statement: Statement, verdict: Verdict) -> str:
    """Says where it is wrong, if it is right where a shader asks for nothing."""
    if not verdict.flushes:
        return ""
    some = "" if verdict.flushes == frozenset().union(*statement.modes) else \
        f" of {listed([str(width) for width in sorted(verdict.flushes)], joined='and')} bits"
    return f" where denormals{some} are flushed to zero"
