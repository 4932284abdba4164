"""One dialect of C++: integers of a width and sizes have `std::` before their names, comments begin
with two slashes, and the library has one function for each kind of letters.

Usage: dialect.py SOURCE_FOLDER. The C interface and its tests in C speak C, and are left out.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

FOLDERS = ("runtime", "backend", "bindings", "generators/templates", "tests", "examples")
ENDINGS = {".cpp", ".h", ".j2"}
SPEAKS_C = re.compile(r"bindings/c/|backend/jacquard/jacquard\.h|tests/bindings/c/|tests/install/|"
                      r"/generated/")
# Templates make texts of other languages, too.
SPEAKS_RUST = ".rs.j2"
TEXT = re.compile(r'"(?:\\.|[^"\\])*"')
FAULTS = {
    re.compile(r"(?<![\w:])(?:u?int(?:8|16|32|64)_t|u?intptr_t|size_t|ptrdiff_t)\b"):
        "the standard integer types are std::",
    re.compile(r"(?<![:\w])///"): "a comment begins with //",
}
LETTERS = re.compile(r">= '0' && \S+ <= '9'|\bis(?:alnum|alpha|digit|space|xdigit)\(")
TELL_LETTERS = "jacquard/support/text/letters.h tells kinds of letters"
LETTERS_HERE = "runtime/jacquard/support/text/letters.h"


def main() -> int:
    root = Path(sys.argv[1])
    count = 0
    for path in sorted(path for folder in FOLDERS for path in (root / folder).rglob("*")):
        name = path.relative_to(root).as_posix()
        if path.suffix not in ENDINGS or SPEAKS_C.search(name) or name.endswith(SPEAKS_RUST):
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if line.startswith("#include"):
                continue
            code = TEXT.sub(lambda text: " " * len(text.group()), line)
            if name.startswith(("runtime/", "backend/")) and name != LETTERS_HERE:
                if found := LETTERS.search(line):
                    print(f"{name}:{number}:{found.start() + 1}: '{found.group()}': {TELL_LETTERS}")
                    count += 1
            for pattern, wanted in FAULTS.items():
                if found := pattern.search(code):
                    print(f"{name}:{number}:{found.start() + 1}: '{found.group()}': {wanted}")
                    count += 1
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
