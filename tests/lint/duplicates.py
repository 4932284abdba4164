"""Counts pairs of places where six or more lines stand twice: the same lines, or lines of the same
shape with other names, strings and numbers. Fails where there are more pairs than are allowed.

Usage: duplicates.py SOURCE_FOLDER [--show]

Two files (or one, with itself) are a pair, however many runs they share. Blank lines, comments,
lone punctuation, lines that import, declarations of classes that are defined elsewhere, and lists
of a constructor's parameters and of the members that keep them are passed over. So are runs that
say little, like the ends of functions, and those that stand in more places than a reader would call
a copy: that is how the language is written. Data does not count, nor do rows of strings and
numbers.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ALLOWED = 168   # pairs; to be lowered where there are fewer
LINES = 6
WORDS = 13      # names, numbers and strings that these lines have at least
PLACES = 8      # what stands in more is no copy
FOLDERS = ("backend", "bindings", "examples", "generators", "runtime", "tests")
ENDINGS = (".py", ".h", ".cpp", ".sh")

_TOKEN = re.compile(r"""
    (?P<string> "(?:[^"\\]|\\.)*" | '(?:[^'\\]|\\.)*' )
    | (?P<number> \b \d [\w.']* )
    | (?P<name> [A-Za-z_]\w* )
    | (?P<blank> \s+ ) | (?P<other> . )""", re.VERBOSE)
_WORD = re.compile(r"\ba\b|\b0\b|\"\"")
_PASSED_OVER = re.compile(r"""
    \s*(?: //|\#|/\*|\*|import\b|from\b.*\bimport\b|using\b|(?:class|struct)\s+\w+; )
    | \s*(?:\w+\()?(?:\w+&[ ]\w+(?:,[ ]|,$|\)$))+$     # parameters of a constructor
    | \s*:?\s*(?:\w+\(\w+\)(?:,[ ]|,$|[ ]\{\}$|$))+$   # and the members that keep them
    | \W*$""", re.VERBOSE)
_DATA = re.compile(r"[\W0]*")      # a row of strings and numbers
_WORDS = frozenset("""
    and as assert auto bool break case class const constexpr continue def default del double elif
    else enum except explicit false finally float for friend if in inline int is lambda mutable
    namespace not nullptr operator or override private protected public raise return self signed
    sizeof static struct switch template this throw true try typedef typename union unsigned using
    virtual void volatile while with yield False None True""".split())


class Line(NamedTuple):
    number: int
    shape: str


class Run(NamedTuple):
    """Lines of one shape in two places."""

    first: Path
    first_line: int
    second: Path
    second_line: int


def shape(line: str) -> str:
    """The line with one name, string and number for all, save the words of the language."""
    parts = []
    for token in _TOKEN.finditer(line.strip()):
        kind = token.lastgroup
        text = token.group()
        parts.append('""' if kind == "string" else "0" if kind == "number" else
                     "" if kind == "blank" else "a" if kind == "name" and text not in _WORDS else
                     text + " ")
    return "".join(parts)


def lines_of(path: Path) -> list[Line]:
    text = path.read_text(encoding="utf-8")
    lines = [Line(number, shape(line)) for number, line in enumerate(text.splitlines(), 1)
             if not _PASSED_OVER.match(line)]
    return [line for line in lines if not _DATA.fullmatch(line.shape)]


def sources(folder: Path) -> Iterator[Path]:
    for name in FOLDERS:
        for path in sorted((folder / name).rglob("*")):
            if path.name.endswith(ENDINGS) and path.is_file():
                yield path


def _words(shapes: tuple[str, ...]) -> int:
    return sum(len(_WORD.findall(each)) for each in shapes)


def pairs(files: dict[Path, list[Line]]) -> dict[tuple[Path, Path], Run]:
    """Each pair by its first run."""
    windows: dict[tuple[str, ...], list[tuple[Path, int]]] = {}
    for path, lines in files.items():
        for start in range(len(lines) - LINES + 1):
            key = tuple(line.shape for line in lines[start:start + LINES])
            windows.setdefault(key, []).append((path, start))
    found: dict[tuple[Path, Path], Run] = {}
    for key, places in windows.items():
        if not 2 <= len(places) <= PLACES or _words(key) < WORDS:
            continue
        for number, (first, start) in enumerate(places):
            for second, other in places[number + 1:]:
                if first != second or other >= start + LINES:
                    found.setdefault((first, second), Run(
                        first, files[first][start].number, second, files[second][other].number))
    return found


def main() -> int:
    folder = Path(sys.argv[1])
    found = pairs({path: lines_of(path) for path in sources(folder)})
    if "--show" in sys.argv or len(found) > ALLOWED:
        for run in found.values():
            print(f"{run.first.relative_to(folder)}:{run.first_line} ~ "
                  f"{run.second.relative_to(folder)}:{run.second_line}")
    print(f"{len(found)} pairs of places share {LINES} or more lines; {ALLOWED} are allowed")
    return 1 if len(found) > ALLOWED else 0


if __name__ == "__main__":
    sys.exit(main())
