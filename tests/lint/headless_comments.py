"""Counts comments that begin as a fragment, such as "What …" or "Of …", instead of as a sentence.

A comment is a block of comment lines, a comment after code, or a docstring of Python; its first
word decides. A question ("Where does it end?") is a sentence. The counts by top folder, in MOST,
may only fall.

Usage: headless_comments.py SOURCE_FOLDER [--list] [--write]. With --list, each such comment is
printed with its place; with --write, MOST is rewritten with what was counted. Exit code 1 and one
line a folder when a count is not the one in MOST.
"""

from __future__ import annotations

import argparse
import ast
import collections
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

FOLDERS = ("backend", "bindings", "cmake", "examples", "generators", "runtime", "tests")
SUFFIXES = {".h", ".cpp", ".py", ".j2"}

# The number of such comments in each folder, which may only fall.
MOST = {
    "backend": 0,
    "bindings": 0,
    "cmake": 0,
    "examples": 0,
    "generators": 0,
    "runtime": 0,
    "tests": 0,
}

_HEADS = re.compile(r"(?:What|Of|Where|Those|Such|Nothing|Whoever|Whose)\b")
_QUESTION = re.compile(r"[^.:;]*\?")
# A string or character of C++, which may hold the marker of a comment; or a comment.
_SLASHES = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])'|(?P<mark>//+<?)(?P<text>.*)")
_HASH = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|(?P<mark>\#+)(?P<text>.*)")
_TEMPLATE_COMMENT = re.compile(r"\{#-?\s*(?P<text>.*?)-?#\}", re.DOTALL)
_MOST = re.compile(r"^MOST = \{\n(?:.*\n)*?\}\n", re.MULTILINE)


class Comment(NamedTuple):
    """A comment's first line, counted from 1, and its text."""

    line: int
    text: str

    def is_headless(self) -> bool:
        return bool(_HEADS.match(self.text)) and not _QUESTION.match(self.text)


def line_comments(text: str, pattern: re.Pattern[str]) -> Iterator[Comment]:
    """Yields the comments of lines; lines whose marks are in one column are one comment."""
    first, column, words = 0, -1, []
    for number, line in enumerate([*text.split("\n"), ""], start=1):
        mark = next((found for found in pattern.finditer(line) if found["mark"]), None)
        starts_line = mark is not None and not line[:mark.start()].strip()
        if mark is not None and starts_line and mark.start() == column:
            words.append(mark["text"].strip())
            continue
        if words:
            yield Comment(first, " ".join(words).strip())
        first, column, words = number, -1, []
        if mark is not None:
            column, words = mark.start(), [mark["text"].strip()]


def docstrings(text: str) -> Iterator[Comment]:
    """Yields the docstrings of a module of Python, its classes and its functions."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            doc = ast.get_docstring(node)
            if doc:
                yield Comment(node.body[0].lineno, doc)


def comments(path: Path) -> Iterator[Comment]:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        yield from line_comments(text, _HASH)
        yield from docstrings(text)
        return
    yield from line_comments(text, _SLASHES)
    if path.suffix == ".j2":
        for found in _TEMPLATE_COMMENT.finditer(text):
            yield Comment(text.count("\n", 0, found.start()) + 1, found["text"])


def headless(root: Path) -> Iterator[tuple[Path, Comment]]:
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in SUFFIXES and "node_modules" not in path.parts:
                yield from ((path.relative_to(root), comment) for comment in comments(path)
                            if comment.is_headless())


def write_most(counts: collections.Counter[str]) -> None:
    source = Path(__file__)
    rows = "".join(f'    "{folder}": {counts[folder]},\n' for folder in FOLDERS)
    text = _MOST.sub(lambda _: f"MOST = {{\n{rows}}}\n", source.read_text(encoding="utf-8"), 1)
    source.write_text(text, encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description="Counts comments that begin as a fragment.")
    parser.add_argument("root", type=Path)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()

    found = list(headless(arguments.root))
    counts = collections.Counter(path.parts[0] for path, _ in found)
    if arguments.list:
        for path, comment in found:
            print(f"{path}:{comment.line}: {comment.text.splitlines()[0]}")
    if arguments.write:
        write_most(counts)
        return 0
    for folder in FOLDERS:
        most = MOST.get(folder, 0)
        if counts[folder] > most:
            print(f"{folder}/ has {counts[folder]} comments that begin as a fragment, and may have "
                  f"{most}; --list shows them: write whole sentences with a subject")
        elif counts[folder] < most:
            print(f"{folder}/ has {counts[folder]} comments that begin as a fragment, fewer than "
                  f"the {most} of MOST; run with --write")
    return int(any(counts[folder] != MOST.get(folder, 0) for folder in FOLDERS))


if __name__ == "__main__":
    sys.exit(main())
