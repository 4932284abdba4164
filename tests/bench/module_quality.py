#!/usr/bin/env python3
"""Compares the code of each module with what the newest other compiler makes of it.

    tests/bench/module_quality.py JACQUARD [--gpu LIST] [--worst N] [--check] [--linked]
                                           [--page FILE]

The figures of the other compiler are those of `vectors/spirv_reference_26.tsv.gz` in the folder
that JACQUARD_SHARED names (default: ../shared). Only modules that both compile count. Sums hide
losses, so each measure is compared module by module: for a part and a measure a line tells the
geometric mean of ours to theirs, quantiles, and how many modules are better, equal and worse.

Every lane pays for the main part, and a draw once for the preamble, so these stand apart. Vertex
modules have lines of their own: the other compiler has linked them with the stage that reads them.
With --linked they are linked here, too.

A module whose main part has more than 1.15 times the other's instructions must stand in
module_quality.tsv with the reason, on each part on which it is so. --check ends with 1 where one
is not there, where one that is there no longer needs to be, and where a mean or the count of the
worse is beyond module_limits.tsv. --page writes the twenty worst with both programs side by side,
as Markdown, where `vectors/spirv_programs_26.jsonl.gz` has the other's program.
"""

from __future__ import annotations

import csv
import gzip
import json
import math
import os
import subprocess
import sys
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Callable, Iterator

from batch_statistics import batch_statistics, quality_options
from linked_vertices import linked_statistics

HERE = Path(__file__).resolve().parent
REASONS = HERE / "module_quality.tsv"
LIMITS = HERE / "module_limits.tsv"
PARTS = "630,730,750,830"
MUCH = 1.15
NUM_ON_PAGE = 20
LINKED = "linked_vertex_main"
SKIPPED = 77
# The states of a row whose figures are the other compiler's; a stand-in is another part's code.
MEASURED = ("ok", "standin")

Counts = dict[str, int]
Measure = Callable[[Counts], int]


def _of(name: str) -> Measure:
    return lambda counts: counts.get(name, 0)


def _without_nops(instructions: str) -> Measure:
    return lambda counts: counts[instructions] - counts["nops"]


# Each measure has the figure of ours, that of theirs, and whether more is better.
MEASURES: dict[str, tuple[Measure, Measure, bool]] = {
    "main": (_of("instructions"), _of("instrs"), False),
    "main_without_nops": (_without_nops("instructions"), _without_nops("instrs"), False),
    "preamble": (_of("preamble_instructions"), _of("preamble_slots"), False),
    "nops": (_of("nops"), _of("nops"), False),
    "movs": (_of("movs"), _of("movs"), False),
    "covs": (_of("covs"), _of("covs"), False),
    "full_registers": (_of("full_registers"), _of("full_regs"), False),
    "short_syncs": (_of("short_syncs"), _of("ss"), False),
    "long_syncs": (_of("long_syncs"), _of("sy"), False),
    "waves": (_of("waves"), _of("max_waves"), True),
}


@dataclass(frozen=True)
class Pair:
    """The figures of a module with both compilers."""

    module: str
    stage: str
    ours: Counts
    theirs: Counts

    def main(self) -> tuple[int, int]:
        return self.ours["instructions"], self.theirs["instrs"]


@dataclass(frozen=True)
class Comparison:
    """A measure over all modules of a part."""

    sums: tuple[int, int]
    mean: float
    quantiles: tuple[float, ...]
    better: int
    equal: int
    worse: int

    @classmethod
    def of(cls, measure: str, pairs: list[Pair]) -> Comparison:
        ours_of, theirs_of, more_is_better = MEASURES[measure]
        figures = [(ours_of(pair.ours), theirs_of(pair.theirs)) for pair in pairs]
        # A count of none has no ratio and is taken for one.
        logs = [math.log(max(ours, 1) / max(theirs, 1)) for ours, theirs in figures]
        ratios = sorted(ours / theirs for ours, theirs in figures if theirs != 0)
        more = sum(ours > theirs for ours, theirs in figures)
        fewer = sum(ours < theirs for ours, theirs in figures)
        return cls((sum(ours for ours, _ in figures), sum(theirs for _, theirs in figures)),
                   math.exp(sum(logs) / len(logs)),
                   tuple(ratios[min(int(share * len(ratios)), len(ratios) - 1)] if ratios else 0.0
                         for share in (0.1, 0.5, 0.9, 0.99)),
                   more if more_is_better else fewer, len(figures) - more - fewer,
                   fewer if more_is_better else more)

    def line(self, measure: str) -> str:
        ours, theirs = self.sums
        quantiles = " ".join(f"{value:.2f}" for value in self.quantiles)
        return (f"  {measure:18} {self.mean:6.3f}   sum {ours / max(theirs, 1):.3f} "
                f"({ours}/{theirs})   p10 p50 p90 p99 {quantiles}   better {self.better} "
                f"equal {self.equal} worse {self.worse}")


def rows(shared: Path) -> Iterator[dict[str, str]]:
    """The rows whose figures can be compared."""
    table = shared / "vectors" / "spirv_reference_26.tsv.gz"
    with gzip.open(table, "rt", encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            # Modules whose variables share a binding, and those of 64 bits, are not comparable.
            if (row["status"] in MEASURED and row["variant"] != "BVS" and
                    row["binding_alias"] == "0" and row["float64"] == "0"):
                yield row


def pairs_of(gpu: str, ours: dict[str, Counts], theirs: list[dict[str, str]]) -> list[Pair]:
    return [Pair(row["module"], row["stage"], ours[row["module"]],
                 {name: int(value) for name, value in row.items() if value.lstrip("-").isdigit()})
            for row in theirs if row["gpu"] == gpu and row["module"] in ours]


def by_loss(pairs: list[Pair]) -> list[Pair]:
    """The modules in which we need most instructions beyond the other's first."""
    return sorted(pairs, key=lambda pair: (pair.main()[1] - pair.main()[0], pair.module))


def is_much(pair: Pair) -> bool:
    ours, theirs = pair.main()
    return ours > MUCH * theirs


def read_table(path: Path) -> list[dict[str, str]]:
    with open(path, encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def findings(gpu: str, pairs: list[Pair], linked: list[Pair]) -> list[str]:
    """Returns what --check objects to; `linked` are vertex modules, if those were asked for."""
    reasons = {row["module"] for row in read_table(REASONS)
               if gpu in row["gpus"].split(",") and row["reason"]}
    much = {pair.module: pair for pair in pairs if is_much(pair)}
    found = [f"{gpu}: {module} takes {pair.main()[0]} instructions and not {pair.main()[1]}, which "
             f"{REASONS.name} does not explain" for module, pair in sorted(much.items())
             if module not in reasons]
    found += [f"{gpu}: {module} is no longer far beyond the other's; {REASONS.name} can do without "
              "it" for module in sorted(reasons - much.keys())]
    for row in read_table(LIMITS):
        of_linked = row["measure"] == LINKED
        if row["gpu"] != gpu or of_linked and not linked:
            continue
        comparison = Comparison.of("main", linked) if of_linked else \
            Comparison.of(row["measure"], pairs)
        # More waves are better, so their mean has no upper limit.
        if row["mean"] != "-" and comparison.mean > float(row["mean"]):
            found.append(f"{gpu}: {row['measure']}: the geometric mean is {comparison.mean:.3f}, "
                         f"more than {row['mean']}")
        if comparison.worse > int(row["worse"]):
            found.append(f"{gpu}: {row['measure']}: {comparison.worse} modules are worse, more "
                         f"than {row['worse']}")
    return found


def programs(shared: Path) -> dict[tuple[str, str], list[str]]:
    """The other compiler's program of each module and part that has one."""
    found = {}
    path = shared / "vectors" / "spirv_programs_26.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            value = json.loads(line)
            if value["variant"] != "BVS":
                # A line begins with the word.
                found[value["module"], value["gpu"]] = [
                    text.split("  ", 1)[-1] for text in value["program"]]
    return found


def side_by_side(tool: str, module: Path, gpu: str, theirs: list[str]) -> list[str]:
    run = subprocess.run([tool, "compile", module, "--gpu", gpu], capture_output=True, text=True,
                         check=False)
    ours = [line for line in run.stdout.splitlines() if line and not line.startswith("@")]
    return [f"{left[:58]:60}{right[:58]}".rstrip()
            for left, right in zip_longest(ours, theirs, fillvalue="")]


def write_page(path: Path, tool: str, shared: Path, worst: dict[str, list[Pair]]) -> None:
    known = programs(shared)
    lines = ["# The modules with most instructions beyond the other compiler's", ""]
    for gpu, pairs in worst.items():
        lines += [f"## {gpu}", "", "| module | ours | theirs | nops | movs | registers | waves |",
                  "| --- | ---: | ---: | --- | --- | --- | --- |"]
        for pair in pairs:
            both = [f"{MEASURES[name][0](pair.ours)}/{MEASURES[name][1](pair.theirs)}"
                    for name in ("nops", "movs", "full_registers", "waves")]
            lines.append("| " + " | ".join([pair.module, *map(str, pair.main()), *both]) + " |")
        for pair in pairs:
            theirs = known.get((pair.module, gpu))
            if theirs is not None:
                lines += ["", f"### {pair.module}", "", "```text"]
                lines += side_by_side(tool, shared / "corpus/spirv/modules" / pair.module, gpu,
                                      theirs)
                lines.append("```")
        lines.append("")
    path.write_text("\n".join(lines), encoding="utf-8")


def main() -> int:
    parser = quality_options(__doc__, PARTS)
    parser.add_argument("--linked", action="store_true")
    parser.add_argument("--page", type=Path, metavar="FILE")
    options = parser.parse_args()
    shared = Path(os.environ.get("JACQUARD_SHARED", HERE.parents[1] / ".." / "shared"))
    modules = shared / "corpus/spirv/modules"
    if not modules.is_dir():
        print(f"skipped: no modules in {modules}")
        return SKIPPED if options.check else 0
    theirs = list(rows(shared))
    found: list[str] = []
    worst: dict[str, list[Pair]] = {}
    for gpu in options.gpu.split(","):
        all_pairs = pairs_of(gpu, batch_statistics(options.tool, modules, gpu), theirs)
        pairs = [pair for pair in all_pairs if pair.stage != "vertex"]
        if not pairs:
            print(f"{gpu}: the table has nothing of this part")
            continue
        print(f"{gpu}: {len(pairs)} modules")
        for measure in MEASURES:
            print(Comparison.of(measure, pairs).line(measure))
        vertex = [pair for pair in all_pairs if pair.stage == "vertex"]
        if vertex:
            print(Comparison.of("main", vertex).line(f"{len(vertex)} vertex, main"))
        linked = []
        if options.linked:
            linked = pairs_of(gpu, linked_statistics(options.tool, modules, gpu,
                                                     [pair.module for pair in vertex]), theirs)
            print(Comparison.of("main", linked).line(f"{len(linked)} vertex, linked"))
            for pair in by_loss(linked)[:options.worst]:
                print(f"  {pair.main()[0]:6} {pair.main()[1]:6}  {pair.module}")
        worst[gpu] = by_loss(pairs)[:NUM_ON_PAGE]
        for pair in by_loss(pairs)[:options.worst]:
            print(f"  {pair.main()[0]:6} {pair.main()[1]:6}  {pair.module}")
        if options.check:
            found += findings(gpu, pairs, linked)
    if options.page:
        write_page(options.page, options.tool, shared, worst)
    print("".join(line + "\n" for line in found), end="")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
