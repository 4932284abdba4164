"""Writes the expectations of the bad files anew: `python3 -m tests.bless [NAME…]` in `generators`.

Read the difference before committing it: it is the texts that users will see.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from .support import BAD
from .test_bad_tables import described, faults_of, read_expectation


def bless(path: Path) -> None:
    data = path.read_bytes()
    kept = [line for line in data.splitlines(keepends=True)
            if not re.match(rb"# (expect|note): ", line)]
    # The number of comment lines moves every line, so the count is settled first.
    count = -1
    lines: list[str] = []
    while count != len(lines):
        count = len(lines)
        path.write_bytes(b"".join(kept) + "".join(lines).encode())
        faults = faults_of(path, read_expectation(path))
        lines = [f"# expect: {described(fault)}\n" for fault in faults]
        lines += [f"# note: {text}\n" for fault in faults for _, text in fault.notes]


def main() -> None:
    for path in sorted(BAD.rglob("*.yaml")):
        if not sys.argv[1:] or any(name in str(path) for name in sys.argv[1:]):
            bless(path)


if __name__ == "__main__":
    main()
