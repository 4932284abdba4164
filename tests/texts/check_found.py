#!/usr/bin/env python3
"""Checks that every text of the tree is one that ctest runs, and that files that are called
something else are.

    check_found.py ROOT TEXTS OTHERS

ROOT is the folder of the sources. TEXTS and OTHERS are files with a path a line, relative to
ROOT/tests: those that run, and those that end in .txt and are no texts. A text anywhere else, or
with another ending, runs nowhere. Pages that show texts as examples (*.md) are none, and neither is
what a build makes.

Exit codes: 0 all is as it should be, 1 something is not.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

KIND = re.compile(rb"^kind: \w+ to \w+$", re.MULTILINE)
CASE = re.compile(rb"^=== .", re.MULTILINE)


def is_text(path: Path) -> bool:
    """Whether the file looks like one of cases."""
    content = path.read_bytes()
    return bool(KIND.search(content) and CASE.search(content))


def files_below(root: Path) -> Iterator[Path]:
    """The files of the sources, without those of builds and hidden folders."""
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".")
                      and not (Path(folder) / name / "CMakeCache.txt").exists()]
        for name in names:
            path = Path(folder) / name
            if path.suffix != ".md" and path.is_file():
                yield path


def main(arguments: list[str]) -> int:
    root = Path(arguments[0])
    running = {root / "tests" / line for line in Path(arguments[1]).read_text().splitlines()}
    others = {root / "tests" / line for line in Path(arguments[2]).read_text().splitlines()}
    faults = []
    for path in sorted(running - {path for path in running if path.is_file()}):
        faults.append(f"{path}: runs, but does not exist any more; build again")
    for path in sorted(others):
        if not path.is_file():
            faults.append(f"{path}: is in the list of tests/texts/CMakeLists.txt, but does not "
                          "exist")
    for path in files_below(root):
        if path in running or not is_text(path):
            continue
        if path in others:
            faults.append(f"{path}: is a text, but in the list of those that are none")
        elif path.suffix == ".txt" and root / "tests" in path.parents:
            faults.append(f"{path}: does not run yet; build again")
        else:
            faults.append(f"{path}: is a text that runs nowhere; texts end in .txt and lie below "
                          f"{root / 'tests'}")
    for fault in faults:
        print(fault)
    return 1 if faults or not running else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
