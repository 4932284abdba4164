#!/usr/bin/env python3
"""Compares the code that the compiler makes with what another compiler makes of the same shaders.

    tests/bench/code_quality.py JACQUARD [--gpu LIST] [--worst N] [--check]

The figures of the other compiler are read from `vectors/reference_compiler.tsv` of the folder that
JACQUARD_SHARED names (default: ../shared). Only shaders of TGSI that both compile count; modules of
SPIR-V are compared by module_quality.py. For each part a line of ratios of sums, below one where
this compiler needs less, and with --worst the shaders with most instructions beyond the other's.

The table counts programs without their preambles, so ours are left out as well and their sum stands
apart.

A shader with more than 1.3 times the other's instructions must stand in code_quality.tsv with the
reason, on each part on which it is so. --check ends with 1 where one is not there, where one that
is there no longer needs to be, and where a sum is beyond the limits below.
"""

from __future__ import annotations

import csv
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator

from batch_statistics import batch_statistics, quality_options

HERE = Path(__file__).resolve().parent
EXPLAINED = HERE / "code_quality.tsv"
# From how many times the other's instructions on a shader needs a reason.
MUCH = 1.3
# The most that each sum may be, relative to the other compiler's. The limits are a little above the
# current ratios.
LIMITS = {
    "330": {"instructions": 0.95},
    "540": {"instructions": 0.95},
    "630": {"instructions": 0.90, "nops": 0.75, "full_registers": 1.00, "short_syncs": 1.00,
            "long_syncs": 1.00},
    "730": {"instructions": 0.95},
}
SKIPPED = 77
PARTS = "330,540,630,730"
# The counts that are compared, by their names in our statistics and in the tables.
COUNTS = {"instructions": "instrs", "nops": "nops", "full_registers": "full",
          "short_syncs": "ss", "long_syncs": "sy", "movs": "mov", "waves": "max_waves"}


@dataclass(frozen=True)
class Pair:
    """The costs of a shader with both compilers."""

    name: str
    ours: dict[str, int]
    theirs: dict[str, int]

    def beyond(self) -> int:
        return self.ours["instructions"] - self.theirs["instructions"]

    def is_much(self) -> bool:
        return self.ours["instructions"] > MUCH * self.theirs["instructions"]


def references(shared: Path) -> Iterator[tuple[str, str, dict[str, int]]]:
    """Part, shader and counts of each row of the table."""
    with open(shared / "vectors" / "reference_compiler.tsv", encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            yield row["gpu"], row["shader"], {ours: int(row[theirs])
                                              for ours, theirs in COUNTS.items()}


def ratios(pairs: list[Pair]) -> dict[str, tuple[int, int]]:
    """Our sum of each count and theirs."""
    return {name: (sum(pair.ours[name] for pair in pairs), sum(pair.theirs[name] for pair in pairs))
            for name in COUNTS}


def report(gpu: str, pairs: list[Pair], worst: int) -> None:
    line = ", ".join(f"{name} {ours / max(theirs, 1):.3f} ({ours}/{theirs})"
                     for name, (ours, theirs) in ratios(pairs).items())
    preambles = sum(pair.ours["preamble_instructions"] for pair in pairs)
    print(f"{gpu}: {len(pairs)} shaders: {line}, apart from preambles of {preambles}")
    for pair in sorted(pairs, key=lambda pair: (-pair.beyond(), pair.name))[:worst]:
        print(f"  {pair.beyond():+6} {pair.ours['instructions']:6} "
              f"{pair.theirs['instructions']:6}  {pair.name}")


def explained() -> dict[tuple[str, str], str]:
    """The reasons of code_quality.tsv by part and shader."""
    with open(EXPLAINED, encoding="utf-8") as file:
        return {(gpu, row["shader"]): row["reason"]
                for row in csv.DictReader(file, delimiter="\t") for gpu in row["gpus"].split(",")}


def findings(gpu: str, pairs: list[Pair]) -> list[str]:
    """Returns the faults of the code for a part."""
    reasons = {name: reason for (part, name), reason in explained().items() if part == gpu}
    much = {pair.name: pair for pair in pairs if pair.is_much()}
    found = [f"{gpu}: {name} takes {pair.ours['instructions']} instructions and not "
             f"{pair.theirs['instructions']}, which {EXPLAINED.name} does not explain"
             for name, pair in sorted(much.items()) if not reasons.get(name)]
    found += [f"{gpu}: {name} is no longer far beyond the other's; {EXPLAINED.name} can do "
              f"without it" for name in sorted(reasons.keys() - much.keys())]
    for name, limit in LIMITS.get(gpu, {}).items():
        ours, theirs = ratios(pairs)[name]
        if ours > limit * theirs:
            found.append(f"{gpu}: {name} are {ours / max(theirs, 1):.3f} of the other's, more "
                         f"than {limit:.2f}")
    return found


def main() -> int:
    options = quality_options(__doc__, PARTS).parse_args()
    shared = Path(os.environ.get("JACQUARD_SHARED", Path(__file__).parents[2] / ".." / "shared"))
    folder = shared / "corpus" / "tgsi"
    if not folder.is_dir():
        print(f"skipped: no shaders in {folder}")
        return SKIPPED if options.check else 0
    rows = list(references(shared))
    found = []
    for gpu in options.gpu.split(","):
        ours = batch_statistics(options.tool, folder, gpu)
        pairs = [Pair(shader, ours[shader], counts) for part, shader, counts in rows
                 if part == gpu and shader in ours]
        if not pairs:
            print(f"{gpu}: the table has nothing of this part")
            continue
        report(gpu, pairs, options.worst)
        if options.check:
            found += findings(gpu, pairs)
    print("".join(line + "\n" for line in found), end="")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
