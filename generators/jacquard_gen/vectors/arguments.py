"""The command line for vectors."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

MOST = 1_000_000


def add_arguments(add: Callable[[str, str], argparse.ArgumentParser]) -> None:
    vectors = add("vectors", "write words with their texts that cover what instructions may say, "
                  "and folded constants at the edges; or tell what given ones cover")
    vectors.add_argument("--gpu", default="630", metavar="PART",
                         help="a part such as 730, or a revision such as a7xx "
                         "(default: %(default)s)")
    vectors.add_argument("--count", type=_count, default=10_000, metavar="K",
                         help="how many of each to write at most (default: %(default)s)")
    vectors.add_argument("--seed", type=int, default=1, metavar="S",
                         help="another one gives other words (default: %(default)s)")
    place = vectors.add_mutually_exclusive_group(required=True)
    place.add_argument("--out", type=Path, metavar="DIR", help="where to write words.tsv and "
                       "folds.tsv")
    place.add_argument("--coverage", type=Path, metavar="FILE",
                       help="tell what the words or constants of a file cover")


def _count(text: str) -> int:
    if not text.isdigit() or not 0 < int(text) <= MOST:
        raise argparse.ArgumentTypeError(f"a number from 1 to {MOST} is expected, not '{text}'")
    return int(text)
