"""Checks that the names in docs/code-map.md stand in the files beside them.

Each row of a table and each step of a list is taken for itself. A name in backticks, which is no
command, room or path, must stand in one of the files that the row links, or in the header or source
beside one. A name that was changed in the code alone would else lead a reader nowhere.

Usage: code_map.py SOURCE_FOLDER. Exit code 1 and one line for each name that is not there.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

PAGE = Path("docs") / "code-map.md"
# Sections that answer questions; the tables of rooms repeat what the READMEs say.
SECTIONS = ("Where is …?", "How an error's position travels",
            "How a source line travels from source to word")
FEWEST_NAMES = 20

_NAME = re.compile(r"(?:\w+::)*(\w+)(?:\(\))?")
_LINK = re.compile(r"\]\((\.\./[^)#]+)\)")


def parts_of(text: str) -> Iterator[str]:
    """The rows and steps of the sections; of a row, the answer."""
    for section in re.split(r"^## ", text, flags=re.MULTILINE):
        title, _, body = section.partition("\n")
        if title not in SECTIONS:
            continue
        for part in re.split(r"\n(?=\||\* |\d+\. )|\n\n", body):
            yield part.split(" | ", maxsplit=1)[-1] if part.startswith("|") else part


def text_beside(file: Path) -> str:
    if file.is_dir():
        return ""
    beside = [file] + [file.with_suffix(suffix) for suffix in (".h", ".cpp")
                       if file.suffix in {".h", ".cpp"}]
    return "\n".join(each.read_text(encoding="utf-8") for each in beside if each.is_file())


def main() -> int:
    root = Path(sys.argv[1])
    names, faults = 0, []
    for part in parts_of((root / PAGE).read_text(encoding="utf-8")):
        linked = "\n".join(text_beside(root / PAGE.parent / link) for link in _LINK.findall(part))
        for quoted in re.findall(r"`([^`]+)`", part) if linked else []:
            name = _NAME.fullmatch(quoted)
            if name is None:
                continue
            names += 1
            if not re.search(rf"\b{name[1]}\b", linked):
                faults.append(f"{PAGE}: no file that is linked beside it has '{quoted}'")
    if names < FEWEST_NAMES:
        faults.append(f"{PAGE}: only {names} names were found, fewer than {FEWEST_NAMES}")
    for fault in faults:
        print(fault)
    print(f"{names} names, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
