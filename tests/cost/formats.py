"""Formats of other compilers that `jacquard cost` prints are read back as their readers do.

    python3 tests/cost/formats.py build/release/backend/driver/jacquard tests/cost

Version 2 of Qualcomm's offline compiler and its driver have names of their own; Mesa has a table of
names and types for Adreno. Each figure must be that of `--format json`.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

# By the names of version 2 and of the driver; the members that make up each.
AOC_2 = {
    "Total instruction count": ("total",),
    "ALU instruction count 32bit": ("alu_32",), "ALU instruction count 16bit": ("alu_16",),
    "Complex instruction count 32bit": ("complex_32",),
    "Complex instruction count 16bit": ("complex_16",),
    "Texture read instruction count": ("texture_read",),
    "Memory read instruction count": ("memory_read",),
    "Memory write instruction count": ("memory_write",),
    "Flow control instruction count": ("flow",),
    "Barrier and fence Instruction count": ("barrier",),
    "Short latency sync instruction count": ("short_sync",),
    "Long latency sync instruction count": ("long_sync",),
}
DRIVER = {
    "Instruction count all": ("total",),
    "ALU instruction count 32bit": ("alu_32",), "ALU instruction count 16bit": ("alu_16",),
    "Complex instruction count": ("complex_32", "complex_16"),
    "Texture read instruction count": ("texture_read",),
    "Flow control instruction count": ("flow",),
    "Barrier and fence instruction count": ("barrier",),
    "Short latency sync instruction count": ("short_sync",),
    "Long latency sync instruction count": ("long_sync",),
}
# Mesa's table, with the most that a type holds; what is not there is known to be left out.
MESA = {
    "Max Waves Per Core": 0xffff, "Instruction Count": None, "Code size": None,
    "NOPs Count": None, "MOV Count": None, "COV Count": None, "Registers used": 0xffff,
    "Half-registers used": 0xffff, "Last interpolation instruction": None,
    "Instructions with SS sync bit": None, "Instructions with SY sync bit": None,
    "Estimated cycles stalled on SS": None, "Estimated cycles stalled on SY": None,
    **{f"cat{number} instructions": None for number in range(8)},
    "STP Count": None, "LDP Count": None, "Preamble Instruction Count": None,
}
LEFT_OUT = {"Last helper instruction", "Early preamble"}

faults: list[str] = []


def check(is_right: bool, what: str) -> None:
    if not is_right:
        faults.append(what)


def run(tool: str, shader: Path, kind: str) -> str:
    return subprocess.run([tool, "cost", str(shader), "--gpu", "740", "--format", kind],
                          capture_output=True, text=True, check=True).stdout


def figures(text: str) -> dict[str, float]:
    """Names at the beginnings of lines, with the numbers at the ends."""
    found = re.findall(r"^([A-Z][^:\n]*?)\s*:\s+(-?[\d.]+)$", text, re.MULTILINE)
    return {name: float(number) for name, number in found}


def sum_of(report: Any, members: tuple[str, ...]) -> float:
    return float(sum(report["instructions"][member] for member in members))


def check_aoc_2(tool: str, shader: Path, report: Any) -> None:
    text = run(tool, shader, "aoc2")
    check("    Adreno Offline Compiler (AOC)\n" in text, f"{shader}: the header of version 2")
    check("    AOC Version     : 2.0\n" in text, f"{shader}: the version")
    sections = re.split(r"^======== Shader Stats (?:BINNING )?([A-Z]S) ========$", text,
                        flags=re.MULTILINE)
    check(len(sections) >= 3, f"{shader}: the section of a shader")
    parts = re.split(r"^ +(Shader Preamble Stats|Main Shader Stats)$", sections[2],
                     flags=re.MULTILINE)
    check(parts[1::2] == ["Shader Preamble Stats", "Main Shader Stats"], f"{shader}: sections")
    main = figures(re.split(r"^ +(?:Latency|Performance)", parts[4], flags=re.MULTILINE)[0])
    for name, members in AOC_2.items():
        check(main.get(name) == sum_of(report, members), f"{shader}: aoc2, {name}")
    check(not any(" - " in name for name in main), f"{shader}: names of version 1 in version 2")


def check_driver(tool: str, shader: Path, report: Any) -> None:
    found = figures(run(tool, shader, "driver"))
    for name, members in DRIVER.items():
        check(found.get(name) == sum_of(report, members), f"{shader}: driver, {name}")
    check(found.get("Subgroup Size", 0) > 0, f"{shader}: the driver's subgroup size")
    check(found.get("Overall register footprint per shader instance")
          == report["registers"]["overall"], f"{shader}: the driver's registers")


def check_mesa(tool: str, shader: Path, report: Any) -> None:
    values = [json.loads(line) for line in run(tool, shader, "mesa").splitlines()]
    value = next(each for each in values if each["form"] == "main")
    found = value["statistics"]
    for name, number in found.items():
        check(name in MESA, f"{shader}: Mesa has no '{name}'")
        check(number >= 0 and number <= (MESA.get(name) or 1 << 32), f"{shader}: {name} {number}")
    needed = set(MESA) - ({"Last interpolation instruction"} if value["stage"] != "Fragment"
                          else set())
    check(set(found) == needed, f"{shader}: Mesa's names, {sorted(needed ^ set(found))}")
    check(not LEFT_OUT & set(found), f"{shader}: what is said to be left out")
    check(found["Registers used"] == report["registers"]["full"], f"{shader}: Mesa's registers")
    check(2 * sum(found[f"cat{number} instructions"] for number in range(8))
          == found["Code size"], f"{shader}: categories make up the words")


def main() -> int:
    tool, folder = sys.argv[1], Path(sys.argv[2])
    examples = folder.resolve().parent.parent / "examples"
    shaders = sorted(examples.glob("*.tgsi"))
    for shader in shaders:
        lines = run(tool, shader, "json").splitlines()
        report = next(value for value in map(json.loads, lines) if value["form"] == "main")
        check_aoc_2(tool, shader, report)
        check_driver(tool, shader, report)
        check_mesa(tool, shader, report)
    print("\n".join(faults[:20]))
    print(f"shaders {len(shaders)}  faults {len(faults)}")
    return 1 if faults or len(shaders) < 2 else 0


if __name__ == "__main__":
    sys.exit(main())
