"""The command line of the fuzzer. Exit codes: 0 nothing found, 1 something found, 2 wrong usage."""

from __future__ import annotations

import argparse
import collections
import sys
import time

from .campaign import MEMORY, SECONDS, Campaign


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
    parser.add_argument("--no-compile", action="store_true",
                        help="do not compile what was accepted")
    parser.add_argument("--most", type=int, default=10, metavar="N",
                        help="stop after so many findings (default: %(default)s)")
    parser.add_argument("--verbose", action="store_true", help="tell every outcome")
    return parser


def main() -> int:
    options = _parser().parse_args()
    campaign = Campaign(not options.no_compile)
    begin = time.monotonic()
    counts: collections.Counter[str] = collections.Counter()
    codes: collections.Counter[str] = collections.Counter()
    number = options.trial or 0
    while True:
        tried = counts["refused"] + counts["accepted"] + counts["unchanged"]
        passed = time.monotonic() - begin
        if counts["found"] >= options.most or (options.trial is not None and tried) or \
                (passed >= options.seconds if options.seconds else tried >= options.count):
            break
        edits = campaign.edits(f"{options.seed}.{number}")
        outcome = campaign.outcome(edits)
        kind = "unchanged" if outcome is None else "accepted" if outcome.accepted else "refused"
        counts[kind] += 1
        if outcome is not None:
            counts["compiled"] += outcome.compiled
            codes.update({fault.rpartition(" ")[2] for fault in outcome.faults})
            if options.verbose:
                print(number, kind, *map(str, edits), *outcome.faults[:3], sep="  ")
            if outcome.wrong:
                counts["found"] += 1
                fewer = campaign.reduced(edits)
                again = campaign.outcome(fewer)
                print(f"--- trial {number} of seed {options.seed}: "
                      f"{'; '.join(map(str, fewer))}\n{campaign.difference(fewer)}\n"
                      f"{(again or outcome).wrong.rstrip()}", flush=True)
        number += 1
    campaign.close()
    total = counts["refused"] + counts["accepted"] + counts["unchanged"]
    print(f"{total} trials in {time.monotonic() - begin:.0f} s: {counts['refused']} refused with "
          f"{len(codes)} kinds of errors, {counts['accepted']} accepted, {counts['unchanged']} "
          f"unchanged; {counts['compiled']} files compiled; {counts['found']} findings")
    return 1 if counts["found"] else 0


sys.exit(main())
