#!/usr/bin/env python3
"""Launches the kernels of tests/opencl/modules on both engines, and compares what they print.

    launch_modules.py TOOL

`; launch WORDS` of a module is the launch, and each `; expect LINE` a line that it prints.
`; refused TEXT` stands in a module that is refused with that text.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

MODULES = Path(__file__).parent / "modules"
ENGINES = [("nir", "630"), *(("ir3", gpu) for gpu in ("630", "730", "740", "830"))]


def lines_of(text: str, head: str) -> list[str]:
    return [line.removeprefix(head) for line in text.splitlines() if line.startswith(head)]


def check(tool: str, path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8")
    wanted = lines_of(text, "; expect ")
    refused = lines_of(text, "; refused ")
    launch = lines_of(text, "; launch ")
    if len(launch) != 1 or bool(wanted) == bool(refused):
        return [f"{path.name}: it has one launch, and says what is expected of it"]
    faults = []
    for engine, gpu in ENGINES:
        done = subprocess.run([tool, "run", str(path), "--engine", engine, "--gpu", gpu,
                               "--launch", *launch[0].split()],
                              capture_output=True, text=True, timeout=120, check=False)
        where = f"{path.name}, {engine} {gpu}"
        if refused and (done.returncode != 1 or refused[0] not in done.stderr):
            faults.append(f"{where}: it is not refused so: {done.stderr.strip()}")
        elif wanted and done.stdout.splitlines() != wanted:
            faults.append(f"{where}: {done.stdout.strip() or done.stderr.strip()}")
    return faults


def main() -> int:
    paths = sorted(MODULES.glob("*.spvasm"))
    faults = [fault for path in paths for fault in check(sys.argv[1], path)]
    for fault in faults:
        print(fault)
    print(f"modules {len(paths)}  faults {len(faults)}")
    return 1 if faults or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
