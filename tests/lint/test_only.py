"""Finds functions of the library that nothing but tests calls.

The functions are those that a header below runtime or backend declares, unless it is a public one,
and a source defines. A name counts as used where it stands anywhere else in the library, generated
sources included. Sources define functions at the first column.

Usage: test_only.py SOURCE_FOLDER BUILD_FOLDER. Exit code 1 and one line a function when there are
any.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path

LIBRARY = ("runtime", "backend")
USERS = (*LIBRARY, "bindings")
SUFFIXES = {".cpp", ".h", ".c"}

# Functions that stay, and why.
KEPT = {
    "print_case_file": "tests hold it against parse_case_file(), whose form it writes",
    "marked_float32": "a form of numbers that tables may name",
    "read_marked_float32": "the same, as the assembler reads it",
}

_LEFT_OUT = re.compile(r"//[^\n]*|\"(?:\\.|[^\"\\\n])*\"")
_WORD = re.compile(r"[A-Za-z_]\w*")
# A type stands before the name, which a call has not.
_DECLARED = re.compile(
    r"^[ \t]*(?!return\b|else\b|throw\b|delete\b|using\b)(?:\[\[nodiscard\]\]\s+)?"
    r"[A-Za-z_](?:[^;{}()=.]|\n)*?[\s*&>]([a-z_]\w*)\([^;{}]*\)\s*(?:const\s*)?(?:noexcept\s*)?;",
    re.MULTILINE)
_DEFINED = re.compile(r"^[A-Za-z][^;=\n]*?\b([a-z_]\w*)\(", re.MULTILINE)


def main() -> int:
    root, build = Path(sys.argv[1]), Path(sys.argv[2])
    public = set((root / "cmake" / "public_headers.txt").read_text(encoding="utf-8").split())
    folders = [*(root / folder for folder in USERS), build / "generated"]
    texts = {path: _LEFT_OUT.sub("", path.read_text(encoding="utf-8"))
             for folder in folders for path in sorted(folder.rglob("*"))
             if path.suffix in SUFFIXES}
    words = Counter(word for text in texts.values() for word in _WORD.findall(text))
    defined = Counter(name for path, text in texts.items() if path.suffix == ".cpp"
                      for name in _DEFINED.findall(text))
    declared: Counter[str] = Counter()
    places: dict[str, Path] = {}
    for path, text in texts.items():
        if path.suffix != ".h" or build in path.parents:
            continue
        inside = path.relative_to(root)
        if inside.parts[0] in LIBRARY and Path(*inside.parts[2:]).as_posix() not in public:
            for name in _DECLARED.findall(text):
                declared[name] += 1
                places[name] = inside
    found = sorted(name for name, count in declared.items()
                   if defined[name] and words[name] <= count + defined[name])
    for name in found:
        if name not in KEPT:
            print(f"{places[name]}: nothing in the library calls {name}()")
    idle = sorted(set(KEPT) - set(found))
    for name in idle:
        print(f"tests/lint/test_only.py keeps {name}(), and need not")
    print(f"{len(declared)} functions, {len(KEPT)} of them kept")
    return 1 if idle or set(found) - set(KEPT) else 0


if __name__ == "__main__":
    sys.exit(main())
