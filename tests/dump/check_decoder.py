"""Holds the exported tables against the tool: a decoder that knows nothing but the JSON document
prints the texts of words as the tool does.

Usage: check_decoder.py TOOL VECTORS. The words are those of VECTORS/*_words.tsv; each is read for
every revision, so that words of others, and such as are none, are among them.
"""

from __future__ import annotations

import csv
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from json_decoder import Decoder

SHOWN = 20
LEAST = 70_000


def words_of(folder: Path) -> list[str]:
    found: dict[str, None] = {}
    for path in sorted(folder.glob("*_words.tsv")):
        with open(path, encoding="utf-8", newline="") as file:
            for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
                found.update({cell: None for cell in row
                              if len(cell) == 16 and not set(cell) - set("0123456789abcdef")})
    return list(found)


def document() -> Any:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tables.json"
        subprocess.run([sys.executable, "-m", "jacquard_gen", "dump", "--out", str(path)],
                       check=True)
        return json.loads(path.read_text(encoding="utf-8"))


def main() -> int:
    tool, folder = sys.argv[1:]
    tables, words = document(), words_of(Path(folder))
    tried = wrong = 0
    for revision in tables["ir3"]["revisions"]:
        answer = subprocess.run(
            [tool, "disasm", "--hex", "-", "--gpu", str(revision["parts"][0])], text=True,
            input="\n".join(words) + "\n", capture_output=True, check=True).stdout.splitlines()
        if len(answer) != len(words):
            print(f"{revision['revision']}: {len(words)} words have {len(answer)} texts")
            return 1
        decoder = Decoder(tables, revision["revision"])
        for word, expected in zip(words, answer):
            made = decoder.text(int(word, 16)) or f".word 0x{word}"
            tried += 1
            if made != expected:
                wrong += 1
                if wrong <= SHOWN:
                    print(f"{revision['revision']} {word}\n  tool {expected}\n  JSON {made}")
    print(f"{tried} readings of {len(words)} words, {wrong} differ")
    return 1 if wrong or tried < LEAST else 0


if __name__ == "__main__":
    sys.exit(main())
