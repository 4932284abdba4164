"""The command `prove`, and what `check` does of it: statements that were not proven before."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from ..diagnostics import Diagnostics, closest, listed
from ..expr import smt
from ..groups import Context
from ..machines.context import context_of
from . import of_claims, of_rules, of_selections
from .cache import UNDECIDED, Cache, Known
from .campaign import Count, Plan, run
from .decide import NOT_PROVEN, UNTRIED
from .keys import Keys
from .statement import Statement
from .trial import Effort

MILLION = 1_000_000
# If so many statements are not proven, as after a change of the language itself, `check` tries each
# with a few values.
_MANY = 400
_LEFT = {NOT_PROVEN: "there is no solver: tried with edge and random values",
         UNTRIED: "no values were found for which its conditions hold: not even tried"}
_FEW_TRIES = Effort(every_value_bits=4, tries=4, draws=60)


class Kind(NamedTuple):
    """Statements of one kind, and the names by which some of them are asked for."""

    noun: str
    statements: list[Statement]

    def of_names(self, names: list[str]) -> list[Statement]:
        return [each for each in self.statements if each.name.partition(":")[0] in names]


def kinds(context: Context, group: str | None = None) -> tuple[list[Kind], Keys]:
    """All statements that the tables make, or those of one group of tables."""
    nir: Any = context.model("nir")
    folds = of_rules.Folds(context.model("expr"), nir.opcodes)
    found: list[Kind] = []
    if group in (None, "nir"):
        found += _kinds_of_nir(nir, folds)
    if group in (None, "ir3"):
        ir3: Any = context.model("ir3")
        if ir3 is not None and ir3.selection is not None:
            found.append(Kind("selections", [
                each for rule in ir3.selection.rules
                for each in of_selections.statements(folds, ir3, rule)]))
    return found, Keys()


def _kinds_of_nir(nir: Any, folds: of_rules.Folds) -> list[Kind]:
    rules = [each for rule in nir.rules.rules for each in of_rules.statements(folds, rule, "rule")]
    lowerings = [each for lowering in nir.lowerings.lowerings
                 for each in of_rules.statements(folds, lowering.rule, "lowering")]
    claims = [each for opcode in nir.opcodes for each in of_claims.statements(folds, opcode)]
    return [Kind("rules", rules), Kind("lowerings", lowerings), Kind("claims", claims)]


def check(context: Context, defs: Path, group: str | None) -> list[str]:
    """Tries what was never proven as the tables have it now, of all groups of tables or of one;
    faults go to the context's diagnostics. Returns notes for the user."""
    notes: list[str] = []
    if context.model("nir") is None:
        return notes
    found, keys = kinds(context, group)
    new: list[str] = []
    untried: list[Statement] = []
    for kind in found:
        cache = Cache(defs, kind.noun)
        if cache.fault:
            notes.append(cache.fault)
        pending = sum(keys.key(each) not in cache.known for each in kind.statements)
        effort = _FEW_TRIES if pending > _MANY else Effort()
        count, _ = run(kind.statements, keys, cache, Plan(effort=effort), context.diagnostics)
        new += [count.counted(count.new)] if count.new else []
        untried += [each for each, outcome in count.left if outcome == UNTRIED]
    if new and not context.diagnostics.failed:
        notes.append(f"new or changed since it was proven: {listed(new, joined='and')}; tried "
                     "with edge and random values, and `jacquard_gen prove --write` proves it")
        notes += [f"not even tried: {each.kind} '{each.name}' at {each.widths}, since no values "
                  "were found for which its conditions hold" for each in untried]
    return notes


def prove(options: argparse.Namespace) -> int:
    """0: everything is proven, or a reason why it is not is known. 1: something is wrong, or the
    names or tables are. 3: something is only tried, since there is no solver, or not even that."""
    context = context_of(options)
    if context.model("nir") is None or context.diagnostics.failed:
        return _end(context.diagnostics, 0)
    # The tables of NIR are not to be proven again for another machine.
    group = None if options.machine is None else "ir3"
    folder = options.defs if options.machine is None else options.machine
    found, keys = kinds(context, group)
    unknown = list(_unknown(options.names, found))
    for text in unknown:
        print(f"jacquard_gen: {text}", file=sys.stderr)
    if unknown:
        return 1
    if not smt.available():
        print("jacquard_gen: z3 is not there (Debian: python3-z3): nothing new is proven",
              file=sys.stderr)
        if options.again or options.undecided:
            print("jacquard_gen: --again and --undecided need it", file=sys.stderr)
            return 3
    plan = Plan(max(1, int(options.steps * MILLION)) if smt.available() else 0, options.jobs,
                options.again, options.undecided)
    counts: list[Count] = []
    for kind in found:
        chosen = kind.of_names(options.names) if options.names else kind.statements
        if not chosen and options.names:
            continue
        cache = Cache(folder, kind.noun)
        if cache.fault:
            print(f"jacquard_gen: {cache.fault}", file=sys.stderr)
            if options.write and options.names:
                print("jacquard_gen: to write the file again, prove all: leave out the names",
                      file=sys.stderr)
                return 1
        count, rows = run(chosen, keys, cache, plan, context.diagnostics, _progress)
        counts.append(count)
        print("\n".join(count.lines()), flush=True)
        if options.list:
            print("".join(sorted(_listed(rows, count))), end="", flush=True)
        if options.write:
            present = {keys.key(each) for each in kind.statements}
            kept = dict(rows)
            kept |= {key: row for key, row in cache.known.items()
                     if key in present and key not in kept and options.names}
            cache.write(kept.items())
    return _end(context.diagnostics, 0 if all(count.is_complete for count in counts) else 3)


def _listed(rows: list[tuple[str, Known]], count: Count) -> set[str]:
    """A line for each statement without a proof."""
    return {f"  {row.name} at {row.widths}: {UNDECIDED[row.outcome]}\n"
            for _, row in rows if row.outcome in UNDECIDED} | \
           {f"  {each.name} at {each.widths.replace(' ', '')}: {_LEFT[outcome]}\n"
            for each, outcome in count.left}


def _unknown(names: list[str], found: list[Kind]) -> Iterator[str]:
    known = {each.name.partition(":")[0] for kind in found for each in kind.statements}
    for name in names:
        if name not in known:
            near = closest(name, known)
            yield f"nothing is to be proven of a rule or opcode '{name}'" + \
                (f"; did you mean '{near}'?" if near else "")


def _progress(done: int, all_: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done} of {all_}", end="\r", file=sys.stderr, flush=True)


def _end(diagnostics: Diagnostics, code: int) -> int:
    diagnostics.print()
    return 1 if diagnostics.failed else code
