#!/usr/bin/env python3
"""Counts the processor instructions that the compiler takes, which do not vary from run to run.

    tests/bench/compile_cost.py table BUILD_FOLDER [--gpu N]
    tests/bench/compile_cost.py modules BUILD_FOLDER [--gpu N]
    tests/bench/compile_cost.py growth BUILD_FOLDER [--sizes LIST] [--shape NAME] [--counted]
                                                    [--gpu N]
    tests/bench/compile_cost.py pairs BUILD_FOLDER [--sizes LIST] [--shape NAME] [--way NAME]
                                                   [--gpu N]
    tests/bench/compile_cost.py check BUILD_FOLDER [--compiler NAME]
    tests/bench/compile_cost.py bless BUILD_FOLDER --compiler NAME

`table` compares each shader of `vectors/reference_cost.tsv`, in the folder that JACQUARD_SHARED
names (default: ../shared), with what another compiler takes, from parsed TGSI to machine words. It
ends with what executing a quad of mid.frag, starting the tool and folding a row take. `modules`
compares each module of `vectors/spirv_cost.tsv` in the same way, from its bytes on. `growth`
compiles shaders of growth_shapes.py and prints time and memory for each of their instructions, and
how many words one becomes; below the largest size stands how many times the figure for 1,000 it is.
With --counted processor instructions stand in place of the time, which waiting for memory does not
change. `pairs` compiles shaders of two shapes each, of the first and the last size, and fails where
memory or processor instructions for each of theirs grow by half; it counts where time grows.
`check` counts small shaders of each shape, and what executing a quad takes, and fails where a count
is more than a tenth above that in compile_cost.tsv, which `bless` writes anew. Counts depend on the
compiler that built the program, so the file names it.

Counts need valgrind. Exit codes: 0 fine, 1 a count grew, 77 skipped.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import growth_shapes
import shape_pairs
from shape_pairs import Pair

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SHARED = Path(os.environ.get("JACQUARD_SHARED", ROOT / ".." / "shared")).resolve()
KEPT = HERE / "compile_cost.tsv"
PROGRAM = Path("tests") / "bench" / "jacquard_compile_cost"
RUNS = Path("tests") / "bench" / "jacquard_run_cost"
TOOL = Path("backend") / "driver" / "jacquard"
MEASURED = "measured_compilation"
MEASURED_RUN = "measured_run"
QUADS = ("interpreted", "emulated", "emulated and watched", "emulated without hazards")
# Shaders of the check; the smallest is what a compilation costs before its first instruction.
CHECK_SIZES = (0, 100, 1000)
MOST_GROWTH = 1.1
# The most that the cost per instruction of a pair of shapes may grow. Times also grow by waiting
# for memory, and vary: beyond the second factor, instructions are counted.
MOST_GROWTH_OF_PAIR = 1.5
SUSPICIOUS_GROWTH_OF_TIME = 2.5
SKIPPED = 77
# The instructions that another implementation takes for shaders that have no row in the table.
OTHERS = {"../bench/mid.frag.tgsi": 18_290_000, "../bench/simple.frag.tgsi": 2_890_000,
          "../bench/simple.vert.tgsi": 2_320_000}
QUAD_SHADER = "../bench/mid.frag.tgsi"
KEPT_QUAD_SHADER = "lit_texture.frag.tgsi"


@dataclass(frozen=True)
class Cost:
    """The cost of a compilation. Without valgrind `counted` is 0, with it the time means
    nothing."""

    shader: str
    instructions: int
    status: str
    words: int
    bytes: int
    microseconds: float
    counted: int = 0


def parse_line(line: str, counted: int = 0) -> Cost:
    shader, instructions, status, words, _, memory, time = line.split("\t")
    return Cost(shader, int(instructions), status, int(words), int(memory), float(time), counted)


def count_calls(function: str, command: list[str], folder: Path) -> tuple[str, list[int]]:
    """Returns the output of a program, and the instructions of every second call of a function
    in it: the first of each two warms up."""
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch) / "counts"
        run = subprocess.run(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}",
             f"--toggle-collect={function}", f"--dump-after={function}", *command],
            cwd=folder, capture_output=True, text=True, check=False)
        if run.returncode != 0:
            sys.exit(f"{command[0]}: {run.stderr.strip()}")
        counts: list[int] = []
        while (path := Path(f"{out}.{2 * len(counts) + 2}")).is_file():
            totals = re.search(r"^totals: (\d+)", path.read_text(encoding="utf-8"), re.M)
            assert totals is not None, "callgrind writes totals into each of its files"
            counts.append(int(totals.group(1)))
        return run.stdout, counts


def counted(build: Path, shaders: list[str], folder: Path, gpu: int) -> list[Cost]:
    """Each is compiled twice, and the second time counts."""
    program = str((build / PROGRAM).resolve())
    printed, counts = count_calls(MEASURED, [program, "--gpu", str(gpu), "--once", *shaders],
                                  folder)
    lines = printed.splitlines()
    if len(lines) != len(shaders) or len(counts) < len(shaders):
        sys.exit(f"{program}: {len(lines)} of {len(shaders)} shaders were measured")
    return [parse_line(line, count) for line, count in zip(lines, counts)]


def counted_quads(build: Path, shader: str, folder: Path) -> dict[str, int]:
    """Counts the instructions of executing a quad, in each way."""
    program = str((build / RUNS).resolve())
    _, counts = count_calls(MEASURED_RUN, [program, shader], folder)
    if len(counts) != len(QUADS):
        sys.exit(f"{program}: {len(counts)} of {len(QUADS)} runs were measured")
    return dict(zip(QUADS, counts))


def instructions_of(command: list[str]) -> int:
    """Counts the instructions that a whole process executes."""
    run = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
                          *command], capture_output=True, text=True, check=False)
    total = re.search(r"Collected : (\d+)", run.stderr)
    if total is None:
        sys.exit(f"{command[0]}: {run.stderr.strip()}")
    return int(total.group(1))


def per_folded_row(tool: Path) -> float:
    """A row of `fold --batch`: what a long file takes beyond a short one."""
    row = "fmul\t32\t4\t" + "\t".join(["3f800000,40000000,40400000,3f000000"] * 2) + "\n"
    totals = []
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "rows.tsv"
        for count in (1000, 3000):
            path.write_text(row * count, encoding="utf-8")
            totals.append(instructions_of([str(tool), "fold", "--batch", str(path)]))
    return (totals[1] - totals[0]) / 2000


def table(build: Path, gpu: int) -> int:
    path = SHARED / "vectors" / "reference_cost.tsv"
    if not path.is_file():
        print(f"skipped: there is no {path}")
        return SKIPPED
    with open(path, encoding="utf-8") as file:
        theirs = {row["shader"]: int(row["compile_instructions"])
                  for row in csv.DictReader(file, delimiter="\t")}
    costs = counted(build, [*theirs, *OTHERS], SHARED / "corpus" / "tgsi", gpu)
    ratios = []
    print(f"{'ours':>12} {'theirs':>12}  ratio  shader")
    for cost in costs:
        other = theirs.get(cost.shader) or OTHERS[cost.shader]
        if cost.shader in theirs:
            ratios.append(cost.counted / other)
        print(f"{cost.counted:12} {other:12} {cost.counted / other:6.3f}  {cost.shader}")
    ours = sum(cost.counted for cost in costs if cost.shader in theirs)
    total = sum(theirs.values())
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f"{ours:12} {total:12} {ours / total:6.3f}  all {len(theirs)} of the table, "
          f"ratios from {min(ratios):.3f} to {max(ratios):.3f}, geometric mean {mean:.3f}")
    for how, count in counted_quads(build, QUAD_SHADER, SHARED / "corpus" / "tgsi").items():
        print(f"{count:12} {'':12} {'':6}  a quad of mid.frag, {how}")
    tool = build / TOOL
    print(f"{instructions_of([str(tool), '--version']):12} {'':12} {'':6}  jacquard --version")
    print(f"{per_folded_row(tool):12.0f} {'':12} {'':6}  a row of jacquard fold --batch")
    return 0


def modules(build: Path, gpu: int) -> int:
    path = SHARED / "vectors" / "spirv_cost.tsv"
    folder = SHARED / "corpus" / "spirv" / "modules"
    if not path.is_file() or not folder.is_dir():
        print(f"skipped: there is no {folder if path.is_file() else path}")
        return SKIPPED
    with open(path, encoding="utf-8") as file:
        theirs = {row["sha1"]: int(row["callgrind_ir_second_creation"])
                  for row in csv.DictReader(file, delimiter="\t") if row["gpu"] == str(gpu)}
    if not theirs:
        sys.exit(f"{path}: no row is of part {gpu}")
    paths = {hashlib.sha1(path.read_bytes()).hexdigest(): path.relative_to(folder)
             for path in folder.rglob("*.spv")}
    here = [sha1 for sha1 in theirs if sha1 in paths]
    costs = counted(build, [str(paths[sha1]) for sha1 in here], folder, gpu)
    pairs = [(cost, theirs[sha1]) for sha1, cost in zip(here, costs) if cost.status == "compiled"]
    for cost, other in sorted(pairs, key=lambda pair: pair[0].counted / pair[1]):
        print(f"{cost.counted:12} {other:12} {cost.counted / other:6.3f}  {cost.shader}")
    ratios = [cost.counted / other for cost, other in pairs]
    ours, total = sum(cost.counted for cost, _ in pairs), sum(other for _, other in pairs)
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f"{ours:12} {total:12} {ours / total:6.3f}  {len(pairs)} of the {len(theirs)} modules, "
          f"ratios from {min(ratios):.3f} to {max(ratios):.3f}, geometric mean {mean:.3f}")
    for cost in costs:
        if cost.status != "compiled":
            print(f"{'':32}  {cost.shader}: {cost.status}")
    print(f"{len(theirs) - len(here)} modules are not in {folder}")
    return 0


def write_shapes(folder: Path, shape: str, sizes: list[int]) -> list[str]:
    paths = []
    for size in sizes:
        path = folder / f"{shape.replace(' ', '_')}.{size}.tgsi"
        shapes = growth_shapes.SHAPES | growth_shapes.SMALL_SHAPES
        path.write_text(shapes[shape](size), encoding="utf-8")
        paths.append(path.name)
    return paths


def growth_cost(build: Path, gpu: int, path: str, folder: Path, is_counted: bool) -> Cost | None:
    """None where the shader does not compile."""
    if is_counted:
        cost = counted(build, [path], folder, gpu)[0]
    else:
        run = subprocess.run([str((build / PROGRAM).resolve()), "--gpu", str(gpu), path],
                             cwd=folder, capture_output=True, text=True, check=False)
        if not run.stdout:
            return None
        cost = parse_line(run.stdout)
    return cost if cost.status == "compiled" else None


def growth(build: Path, gpu: int, sizes: list[int], shapes: list[str], is_counted: bool) -> int:
    effort = "thousands of processor instructions" if is_counted else "microseconds"
    print(f"an instruction of so many: {effort}, then bytes of memory, then the words it becomes")
    print(f"{'':16} " + "".join(f"{size:>9}" for size in sizes) * 2 + f"{'words':>8}")
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        for shape in shapes:
            times: list[float] = []
            memory: list[float] = []
            words = math.nan
            for path in write_shapes(folder, shape, sizes):
                cost = growth_cost(build, gpu, path, folder, is_counted)
                spent = 0.0 if cost is None else \
                    cost.counted / 1000 if is_counted else cost.microseconds
                times.append(spent / cost.instructions if cost else math.nan)
                memory.append(cost.bytes / cost.instructions if cost else math.nan)
                words = cost.words / cost.instructions if cost else math.nan
            print(f"{shape:16} " + "".join(f"{time:9.2f}" for time in times)
                  + "".join(f"{size:9.0f}" for size in memory) + f"{words:8.2f}", flush=True)
            if 1000 in sizes and sizes[-1] > 1000:
                at = sizes.index(1000)
                gap = " " * (9 * (len(sizes) - 1))
                print(f"{'':16} {gap}{times[-1] / times[at]:8.2f}x"
                      f"{gap}{memory[-1] / memory[at]:8.2f}x", flush=True)
    return 0


# Pairs whose cost once grew with the product of the sizes of the two shapes.
KEPT_PAIRS = (Pair("loops", "wide", "after"), Pair("long chain", "switch", "loop"))


def growth_of_pair(build: Path, gpu: int, each: Pair, sizes: list[int], folder: Path) -> str:
    """Describes how much more an instruction costs in the large shader than in the small one;
    empty if it is not much."""
    names = [each.write(folder, size) for size in (sizes[0], sizes[-1])]

    def growths(is_counted: bool) -> tuple[float, float] | None:
        costs = [growth_cost(build, gpu, name, folder, is_counted) for name in names]
        if costs[0] is None or costs[1] is None:
            return None
        small, large = costs[0], costs[1]
        longer = large.instructions / small.instructions
        effort = large.counted / small.counted if is_counted else \
            large.microseconds / small.microseconds
        return effort / longer, large.bytes / small.bytes / longer
    timed = growths(False)
    if timed is None:
        return "does not compile"
    if timed[0] <= SUSPICIOUS_GROWTH_OF_TIME and timed[1] <= MOST_GROWTH_OF_PAIR:
        return ""
    found = (growths(True) if shutil.which("valgrind") else None) or timed
    if max(found) <= MOST_GROWTH_OF_PAIR:
        return ""
    return f"{found[0]:.2f} times the effort, {found[1]:.2f} times the memory for an instruction"


def pairs(build: Path, gpu: int, sizes: list[int], shapes: list[str], ways: list[str]) -> int:
    """Measures all shapes with each of `shapes`, in both orders."""
    failures = 0
    all_pairs = [Pair(first, second, way) for way in ways for first in growth_shapes.SHAPES
                 for second in growth_shapes.SHAPES if first in shapes or second in shapes]
    for each in all_pairs:
        with tempfile.TemporaryDirectory() as folder:
            fault = growth_of_pair(build, gpu, each, sizes, Path(folder))
        if fault:
            print(f"{each}: {fault}", flush=True)
            failures += 1
    print(f"{failures} of {len(all_pairs)} pairs grow from {sizes[0]} to {sizes[-1]} instructions "
          "of each shape, or do not compile")
    return 1 if failures else 0


def counted_for_check(build: Path) -> dict[str, int]:
    quads = counted_quads(build, KEPT_QUAD_SHADER, ROOT / "examples")
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        paths = [path for shape in growth_shapes.SHAPES | growth_shapes.SMALL_SHAPES
                 for path in write_shapes(folder, shape, list(CHECK_SIZES))]
        paths += [each.write(folder, CHECK_SIZES[-1]) for each in KEPT_PAIRS]
        shapes = {cost.shader.removesuffix(".tgsi"): cost.counted
                  for cost in counted(build, paths, folder, 630)}
    return shapes | {f"a quad, {how}": count for how, count in quads.items()}


def check(build: Path, compiler: str) -> int:
    lines = KEPT.read_text(encoding="utf-8").splitlines()
    if compiler and lines[0] != f"# {compiler}":
        print(f"skipped: {KEPT.name} has the counts of {lines[0][2:]}, and this is {compiler}")
        return SKIPPED
    kept = {name: int(count) for name, count in (line.split("\t") for line in lines[1:])}
    found = counted_for_check(build)
    failures = 0
    for name in sorted(kept.keys() | found.keys()):
        before, now = kept.get(name), found.get(name)
        if before is None or now is None:
            print(f"{name}: {'not in ' + KEPT.name if before is None else 'is no shape any more'}")
            failures += 1
        elif now > before * MOST_GROWTH:
            print(f"{name}: {now} instructions, {now / before:.2f} times {before}")
            failures += 1
        elif now * MOST_GROWTH < before:
            print(f"{name}: {now} instructions are fewer than {before}: keep that by bless")
    if failures:
        print(f"{failures} of {len(found)} counts grew. Where that is worth it, write new ones: "
              f"tests/bench/compile_cost.py bless {build} --compiler '{compiler}'")
    else:
        print(f"{len(found)} counts are within a tenth of those kept")
    return 1 if failures else 0


def bless(build: Path, compiler: str) -> int:
    rows = "".join(f"{name}\t{count}\n" for name, count in sorted(counted_for_check(build).items()))
    KEPT.write_text(f"# {compiler}\n{rows}", encoding="utf-8")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("table", "modules", "growth", "pairs", "check",
                                            "bless"))
    parser.add_argument("build", type=Path, metavar="BUILD_FOLDER")
    parser.add_argument("--gpu", type=int, default=630)
    parser.add_argument("--sizes", metavar="LIST")
    parser.add_argument("--shape", choices=growth_shapes.SHAPES, action="append")
    parser.add_argument("--way", choices=shape_pairs.WAYS, action="append")
    parser.add_argument("--counted", action="store_true")
    parser.add_argument("--compiler", default="")
    options = parser.parse_args()
    needs_counts = options.command not in ("growth", "pairs") or options.counted
    if needs_counts and shutil.which("valgrind") is None:
        print("skipped: valgrind is not installed (Debian: valgrind)")
        return SKIPPED
    if options.command == "table":
        return table(options.build, options.gpu)
    if options.command == "modules":
        return modules(options.build, options.gpu)
    shapes = options.shape or list(growth_shapes.SHAPES)
    if options.command == "growth":
        sizes = options.sizes or "100,1000,10000,100000"
        return growth(options.build, options.gpu, [int(size) for size in sizes.split(",")],
                      shapes, options.counted)
    if options.command == "pairs":
        sizes = options.sizes or "1000,8000"
        return pairs(options.build, options.gpu, [int(size) for size in sizes.split(",")],
                     shapes, options.way or list(shape_pairs.WAYS))
    if options.command == "check":
        return check(options.build, options.compiler)
    return bless(options.build, options.compiler)


if __name__ == "__main__":
    sys.exit(main())
