"""Remembers what was proven: a file of lines in the folder `proofs` of the tables, by kind of
statement.

    KEY OUTCOME NAME WIDTHS

An outcome is "proven", "exhausted" where every value was tried, "never" where no values satisfy the
conditions at these widths, or what is said of statements that
were only tried with edge and random values: why there is no proof. A file that cannot be read is
ignored, and told; so is a line of a statement that the tables do not have any more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

FOLDER = "proofs"
DECIDED = ("proven", "exhausted", "never")
UNDECIDED = {
    "bounded": "the sides may round otherwise: tried within the stated bounds",
    "library": "a function is in it whose results no standard states to the last bit",
    "no-term": "the solver has no term for a function in it",
    "unstated": "an instruction in it has no semantics in the tables: not even tried",
    "no-answer": "the solver came to no end in time",
}
_HEADER = """\
# This file tells what was proven of the {noun}: a hash of what the proof depends on, how it ended,
# the name, the widths. `jacquard_gen prove --write` writes it.
"""
_LINE = re.compile(r"([0-9a-f]{20}) ([a-z-]+) (\S+) (\S+)\Z")


class Known(NamedTuple):
    outcome: str
    name: str
    widths: str


class Cache:
    """The lines of one file by key. `fault` tells why a file is ignored."""

    def __init__(self, defs: Path, noun: str) -> None:
        self.path = defs / FOLDER / f"{noun}.txt"
        self.noun = noun
        self.known: dict[str, Known] = {}
        self.fault = ""
        self._read()

    def _read(self) -> None:
        try:
            lines = self.path.read_text(encoding="utf-8").splitlines()
        except FileNotFoundError:
            return
        except (OSError, UnicodeDecodeError) as error:
            self.fault = f"{self.path}: {error}; it is ignored"
            return
        for number, line in enumerate(lines, 1):
            if not line or line.startswith("#"):
                continue
            found = _LINE.match(line)
            outcome = found.group(2) if found is not None else ""
            if found is None or outcome not in (*DECIDED, *UNDECIDED) or \
                    found.group(1) in self.known:
                self.known.clear()
                self.fault = f"{self.path}:{number}: this is no line of a proof, or is there " \
                             "twice; the file is ignored"
                return
            self.known[found.group(1)] = Known(outcome, found.group(3), found.group(4))

    def write(self, rows: Iterable[tuple[str, Known]]) -> bool:
        """Writes the file where that changes it. Rows of one statement that the tables have twice
        are one."""
        lines = {f"{key} {row.outcome} {row.name} {row.widths}\n" for key, row in rows}
        text = _HEADER.format(noun=self.noun) + \
            "".join(sorted(lines, key=lambda line: (line.split(" ")[2:], line)))
        if self.path.exists() and self.path.read_text(encoding="utf-8") == text:
            return False
        self.path.parent.mkdir(exist_ok=True)
        self.path.write_text(text, encoding="utf-8")
        return True
