#!/usr/bin/env python3
"""Shows how much 16 bits save: programs of modules with relaxed and full precision, side by side.

Modules that are not relaxed enough can be made so: --relax decorates every result of 32-bit floats
with RelaxedPrecision, as a shader whose precision is mediump throughout would have it. The table
has a row a module; the last lines say how many are worse with relaxed precision, by figure.
"""

import argparse
import dataclasses
import json
import pathlib
import struct
import subprocess
import sys
import tempfile

MAGIC = 0x07230203
DECORATE = 71
RELAXED_PRECISION = 0
FIRST_TYPE, LAST_CONSTANT = 19, 52
TYPE_FLOAT, TYPE_VECTOR = 22, 23
# Instructions that compute, read or pass on, with a type and a result: lookups, copies, conversions
# of integers, arithmetic, selections, phis, calls, loads, extended instructions.
COMPUTING = {12, 57, 61, 79, 80, 81, 83, 84, *range(87, 99), 111, 112, *range(126, 149), 169, 245}

# Each figure with 1 if a higher value is worse, and with -1 if a lower one is.
FIGURES = {"instructions": 1, "issue slots": 1, "registers": 1, "waves": -1, "cycles": 1}


def relaxed(words: list[int]) -> list[int]:
    """The module with RelaxedPrecision on each result that is a float of 32 bits, or a vector."""
    floats: set[int] = set()
    targets: list[int] = []
    place = 0
    at = 5
    while at < len(words):
        length, opcode = words[at] >> 16, words[at] & 0xFFFF
        if opcode == TYPE_FLOAT and words[at + 2] == 32:
            floats.add(words[at + 1])
        elif opcode == TYPE_VECTOR and words[at + 2] in floats:
            floats.add(words[at + 1])
        elif opcode in COMPUTING and words[at + 1] in floats:
            targets.append(words[at + 2])
        if place == 0 and FIRST_TYPE <= opcode <= LAST_CONSTANT:
            place = at
        at += max(length, 1)
    decorations = [word for target in targets
                   for word in (3 << 16 | DECORATE, target, RELAXED_PRECISION)]
    return words[:place] + decorations + words[place:]


def read_words(path: pathlib.Path) -> list[int]:
    data = path.read_bytes()
    words = list(struct.unpack(f"<{len(data) // 4}I", data[:len(data) // 4 * 4]))
    return words if words and words[0] == MAGIC else []


@dataclasses.dataclass
class Figures:
    """The costs of a program, and the share of its arithmetic that has 16 bits."""
    costs: dict[str, int]
    share: float


def figures_of(report: dict[str, dict[str, int]]) -> Figures:
    count = report["instructions"]
    narrow = count["alu_16"] + count["complex_16"]
    every = narrow + count["alu_32"] + count["complex_32"]
    return Figures({"instructions": count["total"] - count["nop"],
                    "issue slots": count["issue_slots"],
                    "registers": report["registers"]["overall"],
                    "waves": report["waves"]["waves"],
                    "cycles": report["critical"]["cycles"]}, narrow / every if every else 0.0)


def reports(tool: str, files: list[str], gpu: str, precision: str) -> dict[str, Figures]:
    """The figures of those that compile, by file."""
    done = subprocess.run([tool, "cost", *files, "--gpu", gpu, "--precision", precision,
                           "--format", "json"], capture_output=True, text=True, check=False)
    found: dict[str, Figures] = {}
    for line in done.stdout.splitlines():
        report = json.loads(line)
        if report.get("status") == "compiled" and report.get("form") == "main":
            found[report["file"]] = figures_of(report)
    return found


def worse(full: Figures, narrow: Figures) -> list[str]:
    return [name for name, sign in FIGURES.items()
            if sign * (narrow.costs[name] - full.costs[name]) > 0]


def print_table(full: dict[str, Figures], narrow: dict[str, Figures], names: dict[str, str]) -> int:
    """Prints the rows and the totals; how many rows are worse in what must not be."""
    print("| shader | 16-bit share | " + " | ".join(FIGURES) + " |")
    print("| --- | --- |" + " --- |" * len(FIGURES))
    counts = dict.fromkeys(FIGURES, 0)
    for file, wide in full.items():
        if file not in narrow:
            continue
        half = narrow[file]
        cells = [f"{wide.costs[name]} -> {half.costs[name]}" for name in FIGURES]
        print(f"| {names[file]} | {half.share:.0%} | " + " | ".join(cells) + " |")
        for name in worse(wide, half):
            counts[name] += 1
    print(f"\nshaders {len(full)}, worse with relaxed precision: " +
          ", ".join(f"{name} {count}" for name, count in counts.items()))
    for name in FIGURES:
        before = sum(figures.costs[name] for figures in full.values())
        after = sum(figures.costs[name] for figures in narrow.values())
        print(f"{name}: {before} -> {after}")
    return sum(counts[name] for name in ("instructions", "registers", "waves"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("modules", nargs="+", type=pathlib.Path)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--gpu", default="730")
    parser.add_argument("--relax", action="store_true",
                        help="decorate every result of 32-bit floats with RelaxedPrecision")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        names: dict[str, str] = {}
        for number, module in enumerate(arguments.modules):
            words = read_words(module)
            if not words:
                print(f"{module}: not a SPIR-V module of this byte order", file=sys.stderr)
                return 2
            words = relaxed(words) if arguments.relax else words
            file = pathlib.Path(folder) / f"{number}.spv"
            file.write_bytes(struct.pack(f"<{len(words)}I", *words))
            names[str(file)] = module.name
        files = list(names)
        full = reports(arguments.tool, files, arguments.gpu, "full")
        narrow = reports(arguments.tool, files, arguments.gpu, "relaxed")
        return 1 if print_table(full, narrow, names) else 0


if __name__ == "__main__":
    sys.exit(main())
