#!/usr/bin/env python3
"""Compiles every shader of a folder for every part, and counts what parts refuse, by reason.

    every_part.py JACQUARD FOLDER [--parts 630,740] [--expect LIST]

Prints, for each reason, how many shaders are refused for it and on which parts; parts that follow
each other in the list of `jacquard isa parts` are joined. What a tool fails at is told by shader.
With --expect the counts must be those of a list that was printed before.

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


def report(results: dict[int, Counter[str]]) -> list[str]:
    """A row for each reason and number of shaders."""
    order = list(results)
    rows: defaultdict[tuple[str, int], list[int]] = defaultdict(list)
    for part, reasons in results.items():
        for reason, count in reasons.items():
            rows[reason, count].append(part)
    return [f"{count}\t{reason}\t{joined(parts, order)}"
            for (reason, count), parts in sorted(rows.items())]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("tool", metavar="JACQUARD")
    parser.add_argument("folder", metavar="FOLDER", type=Path)
    parser.add_argument("--parts", metavar="LIST", help="only these, by number")
    parser.add_argument("--expect", metavar="LIST", type=Path)
    arguments = parser.parse_args()
    if not arguments.folder.is_dir():
        print(f"skipped: there is no folder {arguments.folder}")
        return 77

    listed = [int(str(row["part"])) for row in lines_of([arguments.tool, "isa", "parts", "--json"])]
    wanted = [int(part) for part in arguments.parts.split(",")] if arguments.parts else listed
    failed: list[str] = []
    compiled: Counter[int] = Counter()

    def compile_all(part: int) -> tuple[int, Counter[str]]:
        reasons: Counter[str] = Counter()
        for row in lines_of([arguments.tool, "batch", str(arguments.folder), "--gpu", str(part),
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
    rows = report(results)
    print("\n".join(rows))
    print(f"{len(wanted)} parts, {sum(compiled.values())} programs, "
          f"{sum(reasons.total() for reasons in results.values())} refused or malformed, "
          f"{len(failed)} failed", file=sys.stderr)
    print("\n".join(sorted(failed)), file=sys.stderr, end="\n" if failed else "")
    if arguments.expect is not None:
        expected = [line for line in arguments.expect.read_text(encoding="utf-8").splitlines()
                    if not line.startswith("#")]
        for row in expected:
            if row not in rows:
                print(f"{arguments.expect}: no longer so: {row}")
        for row in rows:
            if row not in expected:
                print(f"{arguments.expect}: not listed: {row}")
        return 1 if failed or rows != expected else 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
