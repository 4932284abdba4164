"""Counts the members of every class and struct in the C++ below runtime, backend and bindings.

A member is a function or a field that the body of the class declares, or that of a base; types,
friends and assertions are none, and a class in a class is counted for itself. No class has more
than MOST_MEMBERS members; those in LARGE_CLASSES have exactly their number, which may only fall.

Usage: class_members.py SOURCE_FOLDER [--write | --list]. With --write, the numbers in this file
are lowered to what the sources have; with --list, all classes are printed with their numbers,
the largest first. Exit code 1 and one line a fault when a class is too large or its number is out
of date.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

FOLDERS = ("runtime", "backend", "bindings")
SUFFIXES = {".cpp", ".h"}

MOST_MEMBERS = 60
# Classes above the limit, by file and name, and how many members they have.
LARGE_CLASSES: dict[str, int] = {
    "backend/jacquard/ir3/isa/assemble/text_reader.h TextReader": 72,
    "runtime/jacquard/nir/interpreter/wave/wave.h Wave": 95,
}

_LEFT_OUT = re.compile(
    r"//[^\n]*|/\*.*?\*/|R\"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)\"|\"(?:\\.|[^\"\\\n])*\""
    r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'|^[ \t]*#(?:\\\n|[^\n])*", re.DOTALL | re.MULTILINE)
_TOKEN = re.compile(r"[A-Za-z_]\w*|\d[\w.']*|::|->|<=>|\S")
_OPENS = {"(": ")", "[": "]", "{": "}"}
# Statements in the body of a class that declare no member.
_NO_MEMBERS = {"using", "friend", "static_assert", "typedef", "enum"}
_ACCESS = {"public", "protected", "private"}


class Class(NamedTuple):
    """A class with a body, and where that is."""

    file: str
    line: int
    name: str
    members: int  # those of its bases included
    bases: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        return f"{self.file} {self.name}"


class Token(NamedTuple):
    text: str
    line: int


def tokens_of(source: str) -> list[Token]:
    """The tokens without comments, directives and what texts and characters contain."""

    def blank(left_out: re.Match[str]) -> str:
        text = left_out.group()
        kept = "0" if text[0] in "\"'R" else " "
        return kept + "\n" * text.count("\n")

    found = []
    line = 1
    for text in _LEFT_OUT.sub(blank, source).split("\n"):
        found += [Token(token, line) for token in _TOKEN.findall(text)]
        line += 1
    return found


def end_of_group(tokens: list[Token], start: int) -> int:
    """The index of the bracket that closes the one at `start`."""
    wanted: list[str] = []
    for index in range(start, len(tokens)):
        text = tokens[index].text
        if text in _OPENS:
            wanted.append(_OPENS[text])
        elif wanted and text == wanted[-1]:
            wanted.pop()
            if not wanted:
                return index
    return len(tokens) - 1


def end_of_angles(tokens: list[Token], start: int) -> int:
    """The index of the '>' that closes the '<' at `start`, or `start` where that compares."""
    depth = 0
    index = start
    while index < len(tokens):
        text = tokens[index].text
        if text == "<":
            depth += 1
        elif text == ">":
            depth -= 1
            if depth == 0:
                return index
        elif text in _OPENS:
            index = end_of_group(tokens, index)
        elif text in {";", "}"}:
            return start
        index += 1
    return start


class Head(NamedTuple):
    """The beginning of a class, up to its body."""

    name: str
    opens: int
    bases: tuple[str, ...]


def body_of_class(tokens: list[Token], keyword: int) -> Head | None:
    """The name and bases of the class that `class`, `struct` or `union` defines, and where its body
    opens."""
    name = ""
    bases: list[str] = []
    index = keyword + 1
    is_named = False
    while index < len(tokens):
        text = tokens[index].text
        if text == "{":
            return Head(name or "(unnamed)", index, tuple(bases))
        if text in {"alignas", "["}:
            index = end_of_group(tokens, index + (text == "alignas"))
        elif text == ":":
            is_named = True
        elif text == "<":
            end = end_of_angles(tokens, index)
            if end == index:
                return None
            index = end
        elif re.match(r"[A-Za-z_]", text):
            is_scoped = tokens[index - 1].text == "::"
            if is_named and is_scoped and bases:
                bases[-1] += f"::{text}"
            elif is_named and text not in _ACCESS | {"virtual"}:
                bases.append(text)
            elif not is_named and text != "final":
                name = text if name == "" or not is_scoped else f"{name}::{text}"
        elif text not in {"::", ","} or (text == "," and not is_named):
            return None
        index += 1
    return None


def statements_of(tokens: list[Token], opens: int) -> Iterator[tuple[int, int]]:
    """The first token of each statement in a body, and the one after its last."""
    end = end_of_group(tokens, opens)
    start = index = opens + 1
    while index < end:
        text = tokens[index].text
        if text in _ACCESS and tokens[index + 1].text == ":" and index == start:
            start = index = index + 2
            continue
        if text == ";":
            if index > start:
                yield start, index
            start = index + 1
        elif text in _OPENS:
            index = end_of_group(tokens, index)
            follows = tokens[index + 1].text
            if text == "{" and is_function(tokens, start, index) and follows not in {",", "{"}:
                yield start, index + 1
                start = index + 1
        index += 1


def declaration_start(tokens: list[Token], start: int) -> int:
    """Finds the start of a statement after `template <…>`, `requires` and attributes."""
    while tokens[start].text in {"template", "["}:
        if tokens[start].text == "[":
            start = end_of_group(tokens, start) + 1
        else:
            start = end_of_angles(tokens, start + 1) + 1
    return start


def is_function(tokens: list[Token], start: int, end: int) -> bool:
    """Whether a statement declares a function: a parenthesis comes before '=', '{' and ':'."""
    index = declaration_start(tokens, start)
    if tokens[index].text in {"class", "struct", "union", "enum"}:
        body = body_of_class(tokens, index)
        if body is not None and body.opens < end:
            return False
    while index < end:
        text = tokens[index].text
        if text in {"(", "operator"}:
            return True
        if text in {"=", "{", ":"}:
            return False
        if text == "alignas":
            index = end_of_group(tokens, index + 1)
        elif text in _OPENS:
            index = end_of_group(tokens, index)
        elif text == "<":
            index = end_of_angles(tokens, index)
        index += 1
    return False


def members_in(tokens: list[Token], start: int, end: int) -> int:
    """How many members a statement in the body of a class declares."""
    start = declaration_start(tokens, start)
    if start >= end or tokens[start].text in _NO_MEMBERS:
        return 0
    if tokens[start].text in {"class", "struct", "union"}:
        body = body_of_class(tokens, start)
        if body is not None and body.opens < end:
            after = end_of_group(tokens, body.opens) + 1
            if after == end and body.name == "(unnamed)":
                return count_members(tokens, body.opens)
            start = after
        elif end - start <= 2:
            return 0  # a declaration of a class
        if start == end:
            return 0
    if is_function(tokens, start, end):
        return 1
    count = 1
    index = start
    while index < end:
        text = tokens[index].text
        if text == ",":
            count += 1
        elif text in _OPENS:
            index = end_of_group(tokens, index)
        elif text == "<":
            index = end_of_angles(tokens, index)
        index += 1
    return count


def count_members(tokens: list[Token], opens: int) -> int:
    return sum(members_in(tokens, start, end) for start, end in statements_of(tokens, opens))


def classes_of(path: Path, file: str) -> Iterator[Class]:
    tokens = tokens_of(path.read_text(encoding="utf-8"))
    around: list[tuple[int, str]] = []  # the classes that a token is in: their end and name
    for index, token in enumerate(tokens):
        while around and index > around[-1][0]:
            around.pop()
        if token.text not in {"class", "struct", "union"} or \
                (index > 0 and tokens[index - 1].text in {"enum", "<", ",", "friend"}):
            continue
        body = body_of_class(tokens, index)
        if body is None:
            continue
        name = "::".join([*(name for _, name in around), body.name])
        around.append((end_of_group(tokens, body.opens), name.rpartition("::")[2]))
        yield Class(file, token.line, name, count_members(tokens, body.opens), body.bases)


class Bases:
    """Finds the classes that others are derived from: in the same file or one that it includes."""

    def __init__(self, root: Path, classes: list[Class]) -> None:
        self._root = root
        self._files: dict[str, set[str]] = {}
        self._by_name: dict[str, list[Class]] = {}
        for each in classes:
            self._by_name.setdefault(each.name.rpartition("::")[2], []).append(each)

    def _files_of(self, file: str) -> set[str]:
        """The file and all that it includes, directly or not."""
        if file not in self._files:
            found: set[str] = set()
            pending = [file]
            while pending:
                each = pending.pop()
                if each not in found:
                    found.add(each)
                    pending += self._included(each)
            self._files[file] = found
        return self._files[file]

    def _included(self, file: str) -> list[str]:
        text = (self._root / file).read_text(encoding="utf-8")
        return [f"{folder}/{include}"
                for include in re.findall(r"^#include <(jacquard/[^>]+)>", text, re.MULTILINE)
                for folder in FOLDERS if (self._root / folder / include).is_file()]

    def of(self, derived: Class) -> list[Class]:
        found = []
        for base in derived.bases:
            named = [each for each in self._by_name.get(base.rpartition("::")[2], [])
                     if each is not derived and not base.startswith("std::")]
            here = [each for each in named if each.file == derived.file] or \
                   [each for each in named if each.file in self._files_of(derived.file)]
            found += here[:1]
        return found

    def members(self, derived: Class) -> int:
        return derived.members + sum(self.members(base) for base in self.of(derived))


def all_classes(root: Path) -> list[Class]:
    classes = [found
               for folder in FOLDERS
               for path in sorted((root / folder).rglob("*")) if path.suffix in SUFFIXES
               for found in classes_of(path, path.relative_to(root).as_posix())]
    bases = Bases(root, classes)
    return [each._replace(members=bases.members(each)) for each in classes]


def faults_of(classes: list[Class]) -> list[str]:
    faults = []
    for found in classes:
        most = LARGE_CLASSES.get(found.key, MOST_MEMBERS)
        if found.members > most:
            faults.append(f"{found.file}:{found.line}: {found.name} has {found.members} members, "
                          f"more than {most}; part it into classes of one concern each")
        elif found.key in LARGE_CLASSES and found.members < most:
            advice = (f"lower the number to {found.members}" if found.members > MOST_MEMBERS
                      else "take it off the list")
            faults.append(f"tests/lint/class_members.py: {found.key} has only {found.members} "
                          f"members, fewer than the {most} in LARGE_CLASSES; {advice}")
    there = {found.key for found in classes}
    faults += [f"tests/lint/class_members.py: LARGE_CLASSES lists {key}, which is no class"
               for key in sorted(LARGE_CLASSES.keys() - there)]
    return faults


def write_numbers(classes: list[Class]) -> None:
    """Lowers the numbers of LARGE_CLASSES in this file; none rises and no class comes onto it."""
    large = {found.key: min(found.members, LARGE_CLASSES[found.key])
             for found in classes
             if found.members > MOST_MEMBERS and found.key in LARGE_CLASSES}
    lines = "".join(f'    "{key}": {count},\n' for key, count in sorted(large.items()))
    path = Path(__file__)
    text = path.read_text(encoding="utf-8")
    changed = re.sub(r"^(LARGE_CLASSES[^\n]*\{\n).*?^(?=\}$)", lambda found: found[1] + lines, text,
                     count=1, flags=re.DOTALL | re.MULTILINE)
    if changed != text:
        path.write_text(changed, encoding="utf-8")
    LARGE_CLASSES.clear()
    LARGE_CLASSES.update(large)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("root", type=Path, metavar="SOURCE_FOLDER")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--write", action="store_true",
                      help="lower the numbers of large classes in this file")
    what.add_argument("--list", action="store_true", help="print all classes, the largest first")
    options = parser.parse_args()
    classes = all_classes(options.root)
    if options.list:
        for found in sorted(classes, key=lambda found: (-found.members, found.key)):
            print(f"{found.members:4} {found.file}:{found.line}: {found.name}")
        return 0
    if options.write:
        write_numbers(classes)
    faults = faults_of(classes)
    for fault in faults:
        print(fault)
    print(f"{len(classes)} classes, {len(LARGE_CLASSES)} above {MOST_MEMBERS} members, "
          f"{len(faults)} faults")
    return 1 if faults or not classes else 0


if __name__ == "__main__":
    sys.exit(main())
