"""The cycles of all source lines, and of what no line takes, are those of the whole.

Modules of the corpus with source lines are reported on for two parts, or all of its shaders.

    python3 tests/cost/line_sums.py TOOL tests/cost          # a sample
    python3 tests/cost/line_sums.py TOOL tests/cost --all    # the corpus
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from shaders import shaders

GPUS = "630,740"
_MANY = 120
_AT_ONCE = 200  # reports are long


def fault_of(found: dict[str, Any]) -> str | None:
    whole = found["whole"]
    expected = whole["issue"] + whole["short_wait"] + whole["long_wait"]
    rest = found["no_line"]
    lines = sum(line["cycles"] for line in found["lines"])
    told = lines + rest["prologue"] + rest["flow"] + rest["prefetch"]
    if abs(told - expected) > 1e-6 * max(expected, 1):
        return f"{found['file']} {found['gpu']}: lines and rest are {told}, the whole {expected}"
    preamble = sum(line["preamble"] for line in found["lines"])
    if rest["preamble"] + 1e-6 < preamble:
        return f"{found['file']} {found['gpu']}: lines have more of the preamble than there is"
    return None


def main() -> int:
    given = shaders(__doc__)
    if not given.modules_of_today:
        print("skipped: the folder with today's modules is not there")
        return 77
    chosen = [*given.examples, *given.modules_of_today[:_MANY]]
    if given.all:
        chosen = [*given.examples, *given.texts, *given.modules_of_today, *given.modules]
    compiled = with_lines = 0
    faults = []
    for first in range(0, len(chosen), _AT_ONCE):
        done = subprocess.run([given.tool, "cost", *map(str, chosen[first:first + _AT_ONCE]),
                               "--gpu", GPUS, "--format", "json"], capture_output=True, text=True,
                              check=False)
        for line in done.stdout.splitlines():
            found = json.loads(line)
            if found["status"] == "compiled":
                compiled += 1
                with_lines += bool(found["lines"])
                faults += [fault] if (fault := fault_of(found)) else []
    print("\n".join(faults[:20]))
    print(f"reports {compiled}  with lines {with_lines}  faults {len(faults)}")
    return 1 if faults or not compiled else 0


if __name__ == "__main__":
    sys.exit(main())
