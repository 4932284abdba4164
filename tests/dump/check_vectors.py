"""Holds words that `jacquard_gen vectors` makes against the tool: their texts are the same.

Usage: check_vectors.py TOOL
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from jacquard_gen.dump.document import document
from jacquard_gen.groups import Context
from jacquard_gen.vectors.items import Items
from jacquard_gen.vectors.package import package
from jacquard_gen.vectors.words import Words

from recorded_words import answers

ROOT = Path(__file__).resolve().parents[2]
COUNT = 6_000
SHOWN = 5


def main() -> int:
    context = Context(ROOT / "defs")
    tables = document(context)
    assert tables is not None
    wrong = 0
    with package(tables, context.diagnostics) as made:
        assert made is not None
        for revision in made.isa.REVISIONS:
            words = Words(Items(made, revision), 1)
            vectors = list(words.vectors(COUNT))
            texts = answers(sys.argv[1], "disasm", revision,
                            [f"{each.word:016x}" for each in vectors])
            differ = [(each, text) for each, text in zip(vectors, texts) if each.text != text]
            for each, text in differ[:SHOWN]:
                print(f"{revision} {each.word:016x} {each.reason}\n  tool {text}\n"
                      f"  made {each.text}")
            print(f"{revision}: {len(vectors)} words cover {len(words.covered)} items, "
                  f"{len(differ)} differ")
            wrong += len(differ) + (len(vectors) < COUNT)
    return 1 if wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except subprocess.CalledProcessError as error:
        sys.exit(f"{error}: {error.stderr}")
