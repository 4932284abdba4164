#!/usr/bin/env python3
"""Compares the code that the compiler makes with what another compiler makes of the same shaders.

    tests/bench/code_quality.py JACQUARD [--gpu LIST] [--shaders tgsi|spirv] [--worst N]

The figures of the other compiler are read from `vectors/reference_compiler.tsv` (TGSI) and
`vectors/spirv_reference.tsv.gz` (SPIR-V) of the folder that JACQUARD_SHARED names (default:
../shared). Only shaders that both compile count. For each part a line of ratios of sums, below one
where this compiler needs less, and with --worst the shaders with most instructions beyond the
other's. Preambles count on both sides.
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

PARTS = {"tgsi": "330,540,630,730", "spirv": "630,730"}
# What is compared, by its name in our statistics and in the tables.
COUNTS = {"instructions": "instrs", "nops": "nops", "full_registers": "full",
          "short_syncs": "ss", "long_syncs": "sy", "movs": "mov", "waves": "max_waves"}
SPIRV_NAMES = {"full": "full_regs", "mov": "movs"}


@dataclass(frozen=True)
class Pair:
    """What both compilers need for a shader."""

    name: str
    ours: dict[str, int]
    theirs: dict[str, int]

    def beyond(self) -> int:
        return self.ours["instructions"] - self.theirs["instructions"]


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
    """Path and statistics of each shader of a folder that compiles; modules go by their hash."""
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
            statistics["instructions"] += statistics["preamble_instructions"]
            found[name] = (path, statistics)
    return found


def report(gpu: str, pairs: list[Pair], worst: int) -> None:
    ratios = []
    for name in COUNTS:
        ours = sum(pair.ours[name] for pair in pairs)
        theirs = sum(pair.theirs[name] for pair in pairs)
        ratios.append(f"{name} {ours / max(theirs, 1):.3f} ({ours}/{theirs})")
    print(f"{gpu}: {len(pairs)} shaders: " + ", ".join(ratios))
    for pair in sorted(pairs, key=lambda pair: (-pair.beyond(), pair.name))[:worst]:
        print(f"  {pair.beyond():+6} {pair.ours['instructions']:6} "
              f"{pair.theirs['instructions']:6}  {pair.name}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool", metavar="JACQUARD")
    parser.add_argument("--gpu")
    parser.add_argument("--shaders", choices=PARTS, default="tgsi")
    parser.add_argument("--worst", type=int, default=0, metavar="N")
    options = parser.parse_args()
    shared = Path(os.environ.get("JACQUARD_SHARED", Path(__file__).parents[2] / ".." / "shared"))
    folder = shared / "corpus" / ("tgsi" if options.shaders == "tgsi" else "spirv/modules")
    if not folder.is_dir():
        print(f"skipped: no shaders in {folder}")
        return 0
    rows = list(references(options.shaders, shared))
    for gpu in (options.gpu or PARTS[options.shaders]).split(","):
        ours = compiled(options.tool, folder, gpu)
        pairs = [Pair(*ours[shader], counts) for part, shader, counts in rows
                 if part == gpu and shader in ours]
        if not pairs:
            print(f"{gpu}: the table has nothing of this part")
            continue
        report(gpu, pairs, options.worst)
    return 0


if __name__ == "__main__":
    sys.exit(main())
