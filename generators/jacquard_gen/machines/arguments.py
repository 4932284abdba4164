"""The argument that names another machine."""

from __future__ import annotations

import argparse
from pathlib import Path


def add_machine_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--machine", type=Path, metavar="DIR",
                        help="the tables of another machine in place of ir3, such as "
                        "examples/machine")
