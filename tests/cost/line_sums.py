"""The cycles of all source lines, and of what no line takes, are those of the whole.

Every fragment and compute module of the corpus with source lines is reported on for two parts.

    python3 tests/cost/line_sums.py build/release/backend/driver/jacquard tests/cost
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

GPUS = "630,740"
_MANY = 120


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
    tool, folder = sys.argv[1], Path(sys.argv[2])
    shared = Path(os.environ.get("JACQUARD_SHARED", ""))
    modules = sorted((shared / "corpus" / "today").rglob("*.spv"))[:_MANY]
    if not modules:
        print("skipped: the folder with today's modules is not there")
        return 77
    texts = sorted(folder.parent.parent.glob("examples/*.tgsi"))
    done = subprocess.run([tool, "cost", *map(str, [*texts, *modules]), "--gpu", GPUS, "--format",
                           "json"], capture_output=True, text=True, check=False)
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    compiled = [found for found in reports if found["status"] == "compiled"]
    faults = [fault for found in compiled if (fault := fault_of(found))]
    print("\n".join(faults[:20]))
    print(f"reports {len(compiled)}  with lines {sum(bool(each['lines']) for each in compiled)}  "
          f"faults {len(faults)}")
    return 1 if faults or not compiled else 0


if __name__ == "__main__":
    sys.exit(main())
