"""The arguments of the command `prove`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("names", nargs="*", metavar="NAME",
                        help="only rules of these names, and what is said of opcodes of these "
                        "names: lowerings, claims, selections (default: all)")
    parser.add_argument("--write", action="store_true",
                        help="keep what is proven in the folder proofs of the tables")
    parser.add_argument("--again", action="store_true", help="prove what is known once more")
    parser.add_argument("--undecided", action="store_true",
                        help="ask once more what the solver did not decide before")
    parser.add_argument("--list", action="store_true", help="list what is not proven, and why")
    parser.add_argument("--steps", type=_steps, default=10.0, metavar="N",
                        help="millions of steps that the solver takes at most for each question, "
                        "about as many as a tenth of a second has (default: %(default)s)")
    parser.add_argument("--jobs", type=_jobs, default=os.cpu_count() or 1, metavar="N",
                        help="processes (default: %(default)s)")


def _steps(text: str) -> float:
    return _positive(float, text)


def _jobs(text: str) -> int:
    return int(_positive(int, text))


def _positive(kind: Callable[[str], float], text: str) -> float:
    try:
        value = kind(text)
    except ValueError:
        value = 0
    if not 0 < value < 1e9:
        raise argparse.ArgumentTypeError(f"a number above 0 is expected, not '{text}'")
    return value
