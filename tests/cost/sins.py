"""Shaders with one planted fault each, and the same shaders mended.

A fault is marked in the source: `// sin: FINDING` stands on the line to blame. The first finding of
the report must be that one, on that line; of the mended shader it must be gone, and its cycles
must have moved as far as was told within a factor of three, where the mend wins a wave's time.

    python3 tests/cost/sins.py build/release/backend/driver/jacquard tests/cost
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

GPU = "740"
_MARK = re.compile(r"// sin: (\w+)")
# The gain that is told and the cycles that were won differ by no more than this factor.
_WITHIN = 3
# A mended shader may have the finding at other places, where it gains less than this share.
_LEFT = 0.25
# The whole shader is to blame for these, and the line that is named has most of it.
_OF_SHADER = ("narrow",)
# Their mends win something that is not a wave's time: lanes, other stages, or the work of pixels
# that are dropped.
_NOT_TIME = ("idle_lanes", "unread_varying", "writes_depth", "late_discard", "matrix_order")


def report(tool: str, path: Path) -> dict[str, Any]:
    done = subprocess.run([tool, "cost", str(path), "--gpu", GPU, "--format", "json"],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{path}: {done.stderr}")
    loaded: dict[str, Any] = json.loads(done.stdout.splitlines()[0])
    return loaded


def fault_of(path: Path) -> tuple[str, int]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if match := _MARK.search(line):
            return match[1], number
    sys.exit(f"{path}: no line is marked")


def has_moved(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """An early discard ends a wave earlier, and makes one that goes on no dearer."""
    over = float(before["critical"]["discarded"]), float(after["critical"]["discarded"])
    cycles = float(before["verdict"]["cycles"]), float(after["verdict"]["cycles"])
    return over[1] < 0.75 * over[0] and cycles[1] <= cycles[0]


def faults_of_pair(tool: str, path: Path) -> list[str]:
    name, line = fault_of(path)
    before = report(tool, path)
    after = report(tool, path.with_name(path.name.replace(".sin.", ".mended.")))
    findings = before["findings"]
    if not findings or findings[0]["finding"] != name:
        told = [(each["finding"], each["number"], each["gain"]) for each in findings]
        return [f"{path.name}: the first finding is not {name}: {told}"]
    first = findings[0]
    faults = []
    if name not in _OF_SHADER and first["number"] != line:
        faults.append(f"{path.name}: {name} is told of line {first['number']}, not {line}")
    left = [each for each in after["findings"] if each["finding"] == name
            and each["gain"] >= _LEFT * first["gain"]]
    if left:
        faults.append(f"{path.name}: {name} is told of the mended shader, too: {left}")
    if name == "late_discard" and not has_moved(before, after):
        faults.append(f"{path.name}: the mended shader is not over earlier where it discards")
    won = before["verdict"]["cycles"] - after["verdict"]["cycles"]
    if name not in _NOT_TIME and not first["gain"] / _WITHIN <= won <= _WITHIN * first["gain"]:
        faults.append(f"{path.name}: {first['gain']} cycles were to be won, {won} were")
    return faults


def main() -> int:
    tool, folder = sys.argv[1], Path(sys.argv[2])
    if shutil.which("glslangValidator") is None:
        print("skipped: nothing makes SPIR-V of GLSL here (Debian: glslang-tools)")
        return 77
    pairs = sorted((folder / "sins").glob("*.sin.*"))
    faults = [fault for path in pairs for fault in faults_of_pair(tool, path)]
    print("\n".join(faults))
    print(f"pairs {len(pairs)}  faults {len(faults)}")
    return 1 if faults or len(pairs) < 45 else 0


if __name__ == "__main__":
    sys.exit(main())
