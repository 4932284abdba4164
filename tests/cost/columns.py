"""Every line that `jacquard cost` prints for people has at most 80 columns, in all its forms.

    python3 tests/cost/columns.py TOOL tests/cost          # a sample
    python3 tests/cost/columns.py TOOL tests/cost --all    # the corpus
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from shaders import shaders

_MOST = 80
_SAMPLE = 3
_GPUS = ("330,540,630,740", "630,730,740,X1-85,330")


def forms(path: Path, other: Path) -> list[list[str]]:
    file = str(path)
    many = [[file, "--gpu", gpus] for gpus in _GPUS]
    return [*many, [file, "--gpu", "740", "--advice"], [file, "--gpu", "740", "--lines", "all"],
            [file, "--gpu", "630,740", "--what-if", "mediump,highp,fast,unroll,no-unroll"],
            [file, "--gpu", "740", "--registers", "peak", "--lines", "0"],
            [file, "--gpu", "630,740", "--against", str(other)],
            [file, "--gpu", "740", "--launch", "4096", "--lines", "0"]]


def main() -> int:
    given = shaders(__doc__)
    other = next(path for path in given.examples if path.name == "lit_texture.frag.tgsi")
    found = [*given.texts, *given.modules]
    step = 1 if given.all else max(len(found) // _SAMPLE, 1)
    chosen = [*given.examples, *found[::step]]
    long: list[str] = []
    lines = 0
    for path in chosen:
        for words in forms(path, other):
            done = subprocess.run([given.tool, "cost", *words], capture_output=True,
                                  text=True, check=False)
            printed = done.stdout.splitlines()
            lines += len(printed)
            long += [f"{' '.join(words)}: {line}" for line in printed if len(line) > _MOST]
    print("\n".join(long[:20]))
    print(f"files {len(chosen)}  lines {lines}  above {_MOST} columns {len(long)}")
    return 1 if long or not lines else 0


if __name__ == "__main__":
    sys.exit(main())
