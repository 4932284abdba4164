#!/usr/bin/env python3
"""Compares the code that the compiler makes with what another compiler makes of the same shaders.

    tests/bench/code_quality.py JACQUARD [--gpu LIST] [--shaders tgsi|spirv] [--worst N] [--check]

The figures of the other compiler are read from `vectors/reference_compiler.tsv` (TGSI) and
`vectors/spirv_reference.tsv.gz` (SPIR-V) of the folder that JACQUARD_SHARED names (default:
../shared). Only shaders that both compile count. For each part a line of ratios of sums, below one
where this compiler needs less, and with --worst the shaders with most instructions beyond the
other's.

What is compared is the same on both sides. The table of TGSI counts programs without their
preambles, so ours are left out as well and their sum stands apart; that of SPIR-V counts
preambles, so ours count there.

Of TGSI a shader with more than 1.3 times the other's instructions must stand in code_quality.tsv
with the reason, on each part on which it is so; of SPIR-V the twenty that are most beyond on 630.
--check ends with 1 where one is not there, where one that is there no longer needs to be, and
where a sum is beyond the limits below.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import hashlib
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator

HERE = Path(__file__).resolve().parent
EXPLAINED = HERE / "code_quality.tsv"
# From how many times the other's instructions on a shader of TGSI needs a reason, and how many of
# SPIR-V that are most beyond need one, on which part.
MUCH = 1.3
NUM_WORST = 20
PART_OF_WORST = "630"
# The most that each sum may be, relative to the other compiler's. The limits are a little above the
# current ratios.
LIMITS = {
    ("tgsi", "330"): {"instructions": 0.95},
    ("tgsi", "540"): {"instructions": 0.95},
    ("tgsi", "630"): {"instructions": 0.90, "nops": 0.75, "full_registers": 1.00,
                      "short_syncs": 1.00, "long_syncs": 1.00},
    ("tgsi", "730"): {"instructions": 0.95},
    ("spirv", "630"): {"instructions": 0.95, "nops": 0.80, "full_registers": 1.00},
    ("spirv", "730"): {"instructions": 0.95, "nops": 0.80, "full_registers": 1.00},
}
SKIPPED = 77
PARTS = {"tgsi": "330,540,630,730", "spirv": "630,730"}
# The counts that are compared, by their names in our statistics and in the tables.
COUNTS = {"instructions": "instrs", "nops": "nops", "full_registers": "full",
          "short_syncs": "ss", "long_syncs": "sy", "movs": "mov", "waves": "max_waves"}
SPIRV_NAMES = {"full": "full_regs", "mov": "movs"}


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


def references(shaders: str, shared: Path) -> Iterator[tuple[str, str, dict[str, int]]]:
    """Part, shader and counts of each row of a table, modules by their hash."""
    if shaders == "tgsi":
        with open(shared / "vectors" / "reference_compiler.tsv", encoding="utf-8") as file:
            for row in csv.DictReader(file, delimiter="\t"):
                yield row["gpu"], row["shader"], {ours: int(row[theirs])
                                                  for ours, theirs in COUNTS.items()}
        return
    with gzip.open(shared / "vectors" / "spirv_reference.tsv.gz", "rt", encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            # Modules whose variables share a binding, and those of 64 bits, are not comparable.
            if (row["status"] != "ok" or row["variant"] == "BVS" or row["binding_alias"] == "1"
                    or row["float64"] == "1"):
                continue
            counts = {ours: int(row[SPIRV_NAMES.get(theirs, theirs)])
                      for ours, theirs in COUNTS.items()}
            counts["instructions"] += int(row["preamble_slots"])
            yield row["gpu"], row["sha1"], counts


def compiled(tool: str, folder: Path, gpu: str) -> dict[str, tuple[str, dict[str, int]]]:
    """Path and statistics of each shader of a folder that compiles; modules go by their hash.

    The preambles of modules count as instructions, those of TGSI stand apart.
    """
    run = subprocess.run([tool, "batch", folder, "--gpu", gpu, "--json"], capture_output=True,
                         text=True, check=False)
    if run.returncode not in (0, 1):
        sys.exit(run.stderr)
    found = {}
    for line in run.stdout.splitlines():
        value = json.loads(line)
        if value.get("status") == "compiled":
            path = value["shader"]
            is_module = path.endswith(".spv")
            name = hashlib.sha1((folder / path).read_bytes()).hexdigest() if is_module else path
            statistics = value["statistics"]
            if is_module:
                statistics["instructions"] += statistics["preamble_instructions"]
            found[name] = (path, statistics)
    return found


def ratios(pairs: list[Pair]) -> dict[str, tuple[int, int]]:
    """Our sum of each count and theirs."""
    return {name: (sum(pair.ours[name] for pair in pairs), sum(pair.theirs[name] for pair in pairs))
            for name in COUNTS}


def report(gpu: str, shaders: str, pairs: list[Pair], worst: int) -> None:
    line = ", ".join(f"{name} {ours / max(theirs, 1):.3f} ({ours}/{theirs})"
                     for name, (ours, theirs) in ratios(pairs).items())
    if shaders == "tgsi":
        preambles = sum(pair.ours["preamble_instructions"] for pair in pairs)
        line += f", apart from preambles of {preambles}"
    print(f"{gpu}: {len(pairs)} shaders: {line}")
    for pair in sorted(pairs, key=lambda pair: (-pair.beyond(), pair.name))[:worst]:
        print(f"  {pair.beyond():+6} {pair.ours['instructions']:6} "
              f"{pair.theirs['instructions']:6}  {pair.name}")


def explained(shaders: str) -> dict[tuple[str, str], str]:
    """The reasons of code_quality.tsv by part and shader."""
    with open(EXPLAINED, encoding="utf-8") as file:
        return {(gpu, row["shader"]): row["reason"]
                for row in csv.DictReader(file, delimiter="\t") if row["shaders"] == shaders
                for gpu in row["gpus"].split(",")}


def to_explain(gpu: str, shaders: str, pairs: list[Pair]) -> list[Pair]:
    """Returns the pairs that need a reason."""
    if shaders == "tgsi":
        return [pair for pair in pairs if pair.is_much()]
    worst = sorted(pairs, key=lambda pair: (-pair.beyond(), pair.name))[:NUM_WORST]
    return worst if gpu == PART_OF_WORST else []


def findings(gpu: str, shaders: str, pairs: list[Pair]) -> list[str]:
    """Returns the faults of the code for a part."""
    reasons = {name: reason for (part, name), reason in explained(shaders).items() if part == gpu}
    much = {pair.name: pair for pair in to_explain(gpu, shaders, pairs)}
    found = [f"{gpu}: {name} takes {pair.ours['instructions']} instructions and not "
             f"{pair.theirs['instructions']}, which {EXPLAINED.name} does not explain"
             for name, pair in sorted(much.items()) if not reasons.get(name)]
    found += [f"{gpu}: {name} is no longer far beyond the other's; {EXPLAINED.name} can do "
              f"without it" for name in sorted(reasons.keys() - much.keys())]
    for name, limit in LIMITS.get((shaders, gpu), {}).items():
        ours, theirs = ratios(pairs)[name]
        if ours > limit * theirs:
            found.append(f"{gpu}: {name} are {ours / max(theirs, 1):.3f} of the other's, more "
                         f"than {limit:.2f}")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool", metavar="JACQUARD")
    parser.add_argument("--gpu")
    parser.add_argument("--shaders", choices=PARTS, default="tgsi")
    parser.add_argument("--worst", type=int, default=0, metavar="N")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    shared = Path(os.environ.get("JACQUARD_SHARED", Path(__file__).parents[2] / ".." / "shared"))
    folder = shared / "corpus" / ("tgsi" if options.shaders == "tgsi" else "spirv/modules")
    if not folder.is_dir():
        print(f"skipped: no shaders in {folder}")
        return SKIPPED if options.check else 0
    rows = list(references(options.shaders, shared))
    found = []
    for gpu in (options.gpu or PARTS[options.shaders]).split(","):
        ours = compiled(options.tool, folder, gpu)
        pairs = [Pair(*ours[shader], counts) for part, shader, counts in rows
                 if part == gpu and shader in ours]
        if not pairs:
            print(f"{gpu}: the table has nothing of this part")
            continue
        report(gpu, options.shaders, pairs, options.worst)
        if options.check:
            found += findings(gpu, options.shaders, pairs)
    print("".join(line + "\n" for line in found), end="")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
