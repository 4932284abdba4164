#!/usr/bin/env python3
"""Tells which lines of the library the tests of a build reached, folder by folder.

    cmake --preset coverage && cmake --build --preset coverage
    ctest --preset coverage -L quick
    tests/coverage.py build/coverage [--missing FILE]

Counts the lines with code of runtime/, backend/ and of what was generated, as gcov sees them; a
line counts once, however many programs hold it. --missing lists the lines of a file that nothing
reached.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
Lines = dict[int, bool]  # whether each line with code was reached


def lines_of(data: Path, build: Path, gcov: str) -> dict[str, Lines]:
    """Returns the counts that one object has for the sources that it was made of."""
    done = subprocess.run([gcov, "--json-format", "--stdout", str(data)], cwd=build, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    found: dict[str, Lines] = {}
    for text in done.stdout.splitlines():
        for source in json.loads(text)["files"]:
            path = os.path.realpath(os.path.join(build, source["file"]))
            lines = found.setdefault(path, {})
            for line in source["lines"]:
                number = line["line_number"]
                lines[number] = lines.get(number, False) or line["count"] > 0
    return found


def group_of(path: str, build: Path) -> str | None:
    """The folder a source is counted in; nothing for what is not the library's."""
    generated = build / "generated" / "jacquard" / "generated"
    if path.startswith(f"{generated}/"):
        return f"generated/{Path(path).relative_to(generated).parts[0]}"
    for folder in ("runtime", "backend"):
        if path.startswith(f"{ROOT / folder}/"):
            parts = Path(path).relative_to(ROOT).parts
            return "/".join(parts[:4] if len(parts) > 4 else parts[:3])
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build", type=Path)
    parser.add_argument("--missing", metavar="FILE")
    parser.add_argument("--gcov", default="gcov")
    options = parser.parse_args()
    build = options.build.resolve()
    data = sorted(build.rglob("*.gcda"))
    if not data:
        print(f"no test of a build with --coverage has run in {build}", file=sys.stderr)
        return 1
    reached: dict[str, Lines] = defaultdict(dict)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for found in pool.map(lambda path: lines_of(path, build, options.gcov), data):
            for path, lines in found.items():
                for number, is_reached in lines.items():
                    reached[path][number] = reached[path].get(number, False) or is_reached
    if options.missing:
        wanted = os.path.realpath(options.missing)
        print(*sorted(number for number, is_reached in reached[wanted].items() if not is_reached))
        return 0
    groups: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for path, lines in reached.items():
        group = group_of(path, build)
        if group is not None:
            groups[group][0] += sum(lines.values())
            groups[group][1] += len(lines)
    groups["all"] = [sum(group[i] for group in groups.values()) for i in (0, 1)]
    for name in [*sorted(set(groups) - {"all"}), "all"]:
        there, total = groups[name]
        print(f"{name:32} {there:7} of {total:7} lines  {100 * there / max(total, 1):5.1f} %")
    return 0


if __name__ == "__main__":
    sys.exit(main())
