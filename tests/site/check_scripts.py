"""Holds the scripts of the site against the tool and the tables, in Node: words are taken apart
as `jacquard disasm` does, and the search finds every name.

Usage: check_scripts.py TOOL VECTORS SITE. The words are those of VECTORS/*_words*.tsv, each read
for every revision. Exit code 77 where Node is not installed.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
SKIPPED = 77
SHOWN = 20
LEAST = 70_000
REVISIONS = ("a3xx", "a4xx", "a5xx", "a6xx", "a7xx", "a8xx")


def words_of(folder: Path) -> list[str]:
    found: dict[str, None] = {}
    for path in sorted(folder.glob("*_words*.tsv")):
        found.update({cell: None for cell in re.findall(r"\b[0-9a-f]{16}\b",
                                                        path.read_text(encoding="utf-8"))})
    return list(found)


def main() -> int:
    tool, folder, site = sys.argv[1:]
    node = shutil.which("node")
    if node is None:
        print("skipped: node is not installed (Debian: nodejs)")
        return SKIPPED
    words = words_of(Path(folder))
    text = "\n".join(words) + "\n"
    tried = wrong = 0
    for revision in REVISIONS:
        expected, made = (subprocess.run(command, text=True, input=text, capture_output=True,
                                         check=True).stdout.splitlines() for command in (
            [tool, "disasm", "--hex", "-", "--gpu", revision],
            [node, str(HERE / "words.cjs"), site, revision]))
        assert len(expected) == len(made) == len(words), (len(expected), len(made), len(words))
        for word, one, other in zip(words, expected, made):
            tried += 1
            wrong += one != other
            if one != other and wrong <= SHOWN:
                print(f"{revision} {word}\n  tool {one}\n  site {other}")
    print(f"{tried} readings of {len(words)} words, {wrong} differ")
    names = subprocess.run([node, str(HERE / "names.cjs"), site], check=False).returncode
    return 1 if wrong or tried < LEAST or names else 0


if __name__ == "__main__":
    sys.exit(main())
