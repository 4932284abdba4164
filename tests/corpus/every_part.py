#!/usr/bin/env python3
"""Compiles every shader of some folders for every part, and counts what parts refuse, by reason.

    every_part.py JACQUARD FOLDER... [--parts 630,740] [--expect LIST]

Prints, for each reason, how many shaders are refused for it and on which parts; parts that follow
each other in the list of `jacquard isa parts` are joined. What a tool fails at is told by shader.
With --expect the counts must be those of a list that was printed before; with --parts as well,
only what the list says of these parts is compared.

Exit codes: 0 nothing failed, and the counts are those expected; 1 else; 2 wrong usage.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path


def lines_of(command: list[str]) -> list[dict[str, object]]:
    """The JSON values that a command prints, one a line."""
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if not result.stdout:
        sys.exit(f"{' '.join(command)}: {result.stderr.strip()}")
    return [json.loads(line) for line in result.stdout.splitlines()]


def joined(parts: list[int], order: list[int]) -> str:
    """Parts with ranges of those that follow each other: 320-430 605."""
    ranges: list[list[int]] = []
    for part in sorted(parts, key=order.index):
        if ranges and order.index(ranges[-1][-1]) + 1 == order.index(part):
            ranges[-1].append(part)
        else:
            ranges.append([part])
    return " ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in ranges)


def report(results: dict[int, Counter[str]], order: list[int]) -> list[str]:
    """A row for each reason and number of shaders."""
    rows: defaultdict[tuple[str, int], list[int]] = defaultdict(list)
    for part, reasons in results.items():
        for reason, count in reasons.items():
            rows[reason, count].append(part)
    return [f"{count}\t{reason}\t{joined(parts, order)}"
            for (reason, count), parts in sorted(rows.items())]


def expected_of(lines: list[str], order: list[int]) -> dict[int, Counter[str]]:
    """Returns the expectations of a list for each part: how many shaders are refused, by reason."""
    expected: dict[int, Counter[str]] = {part: Counter() for part in order}
    for line in lines:
        count, reason, parts = line.split("\t")
        for run in parts.split(" "):
            first, _, last = run.partition("-")
            ends = order.index(int(first)), order.index(int(last or first))
            for part in order[ends[0]:ends[1] + 1]:
                expected[part][reason] += int(count)
    return expected


def differences(expected: dict[int, Counter[str]], results: dict[int, Counter[str]],
                order: list[int]) -> list[str]:
    """The rows that only the list has, and those that only the results have."""
    listed = {part: expected.get(part, Counter()) for part in results}
    gone = {part: Counter({reason: count for reason, count in listed[part].items()
                           if results[part][reason] != count}) for part in results}
    new = {part: Counter({reason: count for reason, count in results[part].items()
                          if listed[part][reason] != count}) for part in results}
    return ([f"no longer so: {row}" for row in report(gone, order)]
            + [f"not listed: {row}" for row in report(new, order)])


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("tool", metavar="JACQUARD")
    parser.add_argument("folders", metavar="FOLDER", type=Path, nargs="+")
    parser.add_argument("--parts", metavar="LIST", help="only these, by number")
    parser.add_argument("--expect", metavar="LIST", type=Path)
    arguments = parser.parse_args()
    for folder in arguments.folders:
        if not folder.is_dir():
            print(f"skipped: there is no folder {folder}")
            return 77

    listed = [int(str(row["part"])) for row in lines_of([arguments.tool, "isa", "parts", "--json"])]
    wanted = [int(part) for part in arguments.parts.split(",")] if arguments.parts else listed
    failed: list[str] = []
    compiled: Counter[int] = Counter()

    def compile_all(part: int) -> tuple[int, Counter[str]]:
        reasons: Counter[str] = Counter()
        for folder in arguments.folders:
            for row in lines_of([arguments.tool, "batch", str(folder), "--gpu", str(part),
                                 "--jobs", "1", "--json"]):
                if "shader" not in row:
                    continue
                status = row["status"]
                if status == "failed":
                    failed.append(f"{row['shader']} on {part}: {row['reason']}")
                elif status == "compiled":
                    compiled[part] += 1
                else:
                    reasons[f"{status}: {row['reason']}"] += 1
        return part, reasons

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = dict(pool.map(compile_all, wanted))
    rows = report(results, listed)
    print("\n".join(rows))
    print(f"{len(wanted)} parts, {sum(compiled.values())} programs, "
          f"{sum(reasons.total() for reasons in results.values())} refused or malformed, "
          f"{len(failed)} failed", file=sys.stderr)
    print("\n".join(sorted(failed)), file=sys.stderr, end="\n" if failed else "")
    if arguments.expect is not None:
        lines = arguments.expect.read_text(encoding="utf-8").splitlines()
        expected = expected_of([line for line in lines if not line.startswith("#")], listed)
        found = differences(expected, results, listed)
        for row in found:
            print(f"{arguments.expect}: {row}")
        return 1 if failed or found else 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
