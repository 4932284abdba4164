"""Refuses calls in which two arguments make instructions: C++ leaves open which comes first.

GCC evaluates the arguments of a call from the last to the first, clang from the first to the last.
Where two of them append to the same program, the instructions come in another order, and the words
of one build differ from those of another. All but the first are therefore made before the call, in
declarations of their own. A list in braces is evaluated in its order by all compilers.

An argument makes instructions if it calls a method of a builder, hands a builder to a function, or
calls a function that returns a definition, node, instruction or value. PURE are such functions that
only look something up, and PLAIN those whose arguments are read and not made.

Usage: argument_order.py SOURCE_FOLDER. Prints each such call; exit code 1 where there is one.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import NamedTuple

# Programs are built in these folders. The others read them, or run them.
FOLDERS = ("runtime/jacquard/passes", "runtime/jacquard/spirv", "runtime/jacquard/tgsi",
           "backend/jacquard/ir3/compiler")

PURE = frozenset("""
    at back begin channel composed current def definition deref_of end find first front get info
    instruction last next operand_of operator parent previous root source sources swizzle
    value value_of variable whole
""".split())

PLAIN = frozenset(("equal", "malformed", "max", "merge", "min"))

_BUILDER = r"(?:b|b_|b\(\)|builder|builder_|at|entry)"
_BUILDER_CALL = (rf"(?<![\w.>]){_BUILDER}(?:\.|->)(?!begin|end)\w+\s*(?:<[^<>]*>)?\("
                 r"|\w+\(\s*\*?(?:b|b_|b\(\)|builder_?)\s*[,)]")
_MAKER = re.compile(
    r"\b(?:SsaDef|Node|(?:\w+)?Instruction|Value)\s*[*&]\s+(?:\w+::)*(\w+)\("
    r"|\b(?:Wide|Double)\s+(?:\w+::)*(\w+)\(")
_HIDDEN = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+'", re.DOTALL)
_CALL = re.compile(r"(\w+)\s*(?:<[^<>();]*>)?\(")
_WORDS = frozenset(("if", "while", "for", "switch", "return", "sizeof", "catch", "decltype"))
_LAMBDA = re.compile(r"\s*\[")
_OPEN, _CLOSE = "([{", ")]}"


class Call(NamedTuple):
    """A call, by the line on which it begins and its text."""

    line: int
    text: str


def without_texts(source: str) -> str:
    """Returns the source with blanks in place of its comments and strings."""
    return _HIDDEN.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), source)


def arguments_of(source: str, opening: int) -> tuple[list[str], int]:
    """Returns the arguments of a call, and where it ends; none where it does not end."""
    depth, start, found = 0, opening + 1, []
    for place in range(opening, len(source)):
        letter = source[place]
        if letter in _OPEN:
            depth += 1
        elif letter in _CLOSE:
            depth -= 1
            if depth == 0:
                return [*found, source[start:place]], place
        elif letter == "," and depth == 1:
            found.append(source[start:place])
            start = place + 1
    return [], opening


def unordered_calls(source: str, makes: re.Pattern[str]) -> list[Call]:
    """Returns the calls of which two arguments make something."""
    found = []
    for match in _CALL.finditer(source):
        if match[1] in _WORDS or match[1] in PLAIN:
            continue
        arguments, end = arguments_of(source, match.end() - 1)
        made = [each for each in arguments if makes.search(each) and not _LAMBDA.match(each)]
        if len(made) > 1:
            text = " ".join(source[match.start():end + 1].split())
            found.append(Call(source.count("\n", 0, match.start()) + 1, text))
    return found


def main() -> int:
    root = Path(sys.argv[1])
    sources = {path: without_texts(path.read_text(encoding="utf-8"))
               for folder in FOLDERS for path in sorted((root / folder).rglob("*"))
               if path.suffix in (".cpp", ".h")}
    if not sources:
        print(f"{root} has no sources", file=sys.stderr)
        return 1
    names = {found[1] or found[2] for source in sources.values()
             for found in _MAKER.finditer(source)} - PURE
    makes = re.compile(rf"{_BUILDER_CALL}|(?<![\w.>])(?:\w+_\.)?(?:{'|'.join(sorted(names))})\(")
    count = 0
    for path, source in sources.items():
        for call in unordered_calls(source, makes):
            print(f"{path.relative_to(root)}:{call.line}: two arguments make instructions, and "
                  f"compilers differ in which comes first: {call.text}")
            count += 1
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
