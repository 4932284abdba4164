"""The command line of the fuzzer. Exit codes: 0 nothing found, 1 something found, 2 wrong usage."""

from __future__ import annotations

import argparse
import collections
import itertools
import sys
import time
from collections.abc import Sequence

from .campaign import MEMORY, SECONDS, Campaign, Outcome
from .mutations import Edit
from .seeds import FILE, seeds


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python3 -m tests.fuzz", description="Changes the real tables at random. The "
        "generator must refuse them with errors that have a place, or make C++ that compiles.",
        epilog=f"A trial may take {SECONDS} seconds of the processor and {MEMORY >> 30} GiB. The "
        "compiler is c++, or what the variable JACQUARD_CXX names.")
    parser.add_argument("--seed", default="1", help="of the first trial (default: %(default)s)")
    parser.add_argument("--count", type=int, default=100, metavar="N",
                        help="how many trials (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=0, metavar="S",
                        help="go on for so long, whatever --count says")
    parser.add_argument("--trial", type=int, metavar="N", help="only this trial of the seed")
    parser.add_argument("--known", action="store_true",
                        help="try the changes of seeds.yaml first")
    parser.add_argument("--no-compile", action="store_true",
                        help="do not compile what was accepted")
    parser.add_argument("--most", type=int, default=10, metavar="N",
                        help="stop after so many findings (default: %(default)s)")
    parser.add_argument("--must-reach", action="store_true",
                        help="fail where nothing was refused, accepted or compiled")
    parser.add_argument("--verbose", action="store_true", help="print every outcome")
    return parser


class Tally:
    """The tally counts the outcomes of the trials so far."""

    def __init__(self, campaign: Campaign, verbose: bool) -> None:
        self.campaign = campaign
        self.verbose = verbose
        self.counts: collections.Counter[str] = collections.Counter()
        self.codes: set[str] = set()

    @property
    def total(self) -> int:
        return sum(self.counts[kind] for kind in ("refused", "accepted", "unchanged"))

    def count(self, name: str, edits: Sequence[Edit], outcome: Outcome | None) -> None:
        kind = "unchanged" if outcome is None else "accepted" if outcome.accepted else "refused"
        self.counts[kind] += 1
        if outcome is None:
            return
        self.counts["compiled"] += outcome.compiled
        self.counts["by hand"] += outcome.by_hand
        self.codes |= outcome.codes
        if self.verbose:
            print(name, kind, *map(str, edits), *outcome.faults[:3], sep="  ", flush=True)

    def found(self, name: str, edits: Sequence[Edit], wrong: str) -> None:
        self.counts["found"] += 1
        print(f"--- {name}: {'; '.join(map(str, edits))}\n{self.campaign.difference(edits)}\n"
              f"{wrong.rstrip()}", flush=True)

    def try_known(self) -> None:
        """The changes of the table of seeds, each of which has one known outcome."""
        for seed in seeds():
            edits = [seed.edit()]
            outcome = self.campaign.outcome(edits)
            name = f"{FILE.name}:{seed.position.line}"
            self.count(name, edits, outcome)
            if outcome is None:
                self.found(name, edits, f"{seed.table} no longer has the text to replace")
            elif outcome.wrong or seed.misses(outcome):
                self.found(name, edits, outcome.wrong or seed.misses(outcome))

    def try_random(self, seed: str, number: int) -> None:
        edits = self.campaign.edits(f"{seed}.{number}")
        outcome = self.campaign.outcome(edits)
        self.count(str(number), edits, outcome)
        if outcome is not None and outcome.wrong:
            fewer = self.campaign.reduced(edits)
            again = self.campaign.outcome(fewer)
            self.found(f"trial {number} of seed {seed}", fewer, (again or outcome).wrong)

    def summary(self, seconds: float) -> str:
        counts = self.counts
        return f"{self.total} trials in {seconds:.0f} s: {counts['refused']} refused with " \
            f"{len(self.codes)} kinds of errors, {counts['accepted']} accepted, " \
            f"{counts['unchanged']} unchanged; {counts['compiled']} files compiled, " \
            f"{counts['by hand']} trials need other C++ by hand; {counts['found']} findings"


def main() -> int:
    options = _parser().parse_args()
    begin = time.monotonic()
    campaign = Campaign(not options.no_compile)
    tally = Tally(campaign, options.verbose)
    if options.known:
        tally.try_known()
    if options.trial is not None:
        tally.try_random(options.seed, options.trial)
    else:
        for number in itertools.count():
            passed = time.monotonic() - begin
            if tally.counts["found"] >= options.most or \
                    (passed >= options.seconds if options.seconds else number >= options.count):
                break
            tally.try_random(options.seed, number)
    campaign.close()
    print(tally.summary(time.monotonic() - begin))
    missed = [kind for kind in ("refused", "accepted", "compiled") if not tally.counts[kind]]
    if options.must_reach and missed:
        print(f"nothing was {' or '.join(missed)}")
    return 1 if tally.counts["found"] or (options.must_reach and missed) else 0


sys.exit(main())
