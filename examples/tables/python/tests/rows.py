"""Rows of the files that tests read: those beside them, or the ones that a variable names."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Iterator, List


def rows(variable: str, default: str) -> Iterator[List[str]]:
    named = os.environ.get(variable)
    for path in named.split(os.pathsep) if named else [str(Path(__file__).parent / default)]:
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                yield line.rstrip("\n").split("\t")
