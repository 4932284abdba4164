"""Keeps the present shape of the exported document: `python3 -m tests.dump.bless_shape` in
`generators`. It refuses where readers of the same version would miss something."""

from __future__ import annotations

import sys
from pathlib import Path

from jacquard_gen.dump.document import VERSION
from jacquard_gen.dump.schema import schema
from jacquard_gen.dump.shape import shape

from ..support import DEFS

KEPT = Path(__file__).resolve().parent / "shape.txt"


def read(path: Path) -> tuple[int, list[str]]:
    """The version of the document, and its keys."""
    head, *lines = path.read_text(encoding="utf-8").splitlines()
    return int(head.removeprefix("version ")), lines


def broken(before: list[str], now: list[str]) -> list[str]:
    """The keys that are gone, that may be missing now, or whose types are others."""
    present = set(now)
    return [line for line in before if line not in present]


def main() -> int:
    now = shape(schema(VERSION, DEFS))
    if KEPT.exists():
        version, before = read(KEPT)
        lost = broken(before, now) if version == VERSION else []
        if lost:
            print(f"readers of version {VERSION} miss these; raise VERSION in "
                  "jacquard_gen/dump/document.py first:", *lost, sep="\n  ", file=sys.stderr)
            return 1
    KEPT.write_text("\n".join([f"version {VERSION}", *now]) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
