"""Adds a function of the expression language as one table entry, an opcode that uses it and that
two groups of lowerings know, each by another expression; checks that the lowerings are explained,
proven, chosen, tested by the generated tests and compute what the opcode does; and breaks them.

Part of one_entry_opcode.py, whose build it shares.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path

from outer_build import Run

FUNCTION = """
- function: midpoint
  doc: Halfway between two integers, without overflow.
  edges: Rounded down.
  types: {T: int}
  args: {x: T, y: T}
  result: T
  as: (x & y) + ((x ^ y) >> 1)
"""

ENTRY = """
- op: imidpoint
  doc: Halfway between two numbers, rounded down.
  dest: int
  srcs: [int, int]
  properties: [commutative]
  fold: midpoint(src0, src1)
  lower:
    - {group: averages}
    - {group: sums, as: (src0 >> 1) + (src1 >> 1) + (src0 & src1 & 1)}
"""

NIR = """\
shader fragment
input generic 0 flat mask xy
output color 0 mask x

function "main" entry {
    b0:
        %0:32 = const 0
        %1:32x2 = load_input %0
        %2:32 = imidpoint %1.x, %1.y
        store_output %2, %0 {write_mask=x}
}
"""

CASE = """\
shader midpoint.nir
run
IN 0 lane 0 7fffffff 7ffffffd 0 0
IN 0 lane 1 fffffffd 00000000 0 0
"""
WANTED = ("7ffffffe", "fffffffe")


def write_entries(defs: Path) -> None:
    """Into two tables: the function stands among functions, the opcode among opcodes."""
    for path, text in ((defs / "expr" / "functions.yaml", FUNCTION),
                       (defs / "nir" / "alu" / "integer.yaml", ENTRY)):
        path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")


def check_generator(defs: Path, run: Run) -> None:
    """Checks the generator's reports about the entries, and about broken ones."""
    def generator(*arguments: str, code: int = 0) -> str:
        return run(sys.executable, "-m", "jacquard_gen", *arguments, "--defs", defs, code=code)

    explained = generator("explain", "imidpoint")
    assert "lowered by lower_integer_compounds:averages: midpoint(src0, src1)" in explained
    assert "lowered by lower_integer_compounds:sums: (src0 >> 1) + (src1 >> 1)" in explained
    assert "midpoint(x, y) = (x & y) + ((x ^ y) >> 1)" in generator("explain", "midpoint")
    table = defs / "nir" / "alu" / "integer.yaml"
    right = table.read_text(encoding="utf-8")

    def broken(old: str, new: str) -> None:
        table.write_text(right.replace(ENTRY, ENTRY.replace(old, new)), encoding="utf-8")

    line = right[:right.index("op: imidpoint")].count("\n") + 9
    if importlib.util.find_spec("z3") is None:
        print("skipped: z3 is not there, so the lowerings are not proven")
    else:
        proven = generator("prove", "imidpoint")
        assert "2 lowerings, 8 with the members of families and all widths" in proven, proven
        assert "8 proven for every value" in proven, proven
    broken("src1 & 1)", "src1 & 3)")
    wrong = generator("check", code=1)
    assert f"integer.yaml:{line}:" in wrong and "error[E355]" in wrong, wrong
    assert "lowering 'imidpoint:sums' is wrong at 64 bits" in wrong, wrong
    broken("{group: averages}", "{group: averagse}")
    assert "did you mean 'averages'?" in generator("check", code=1)
    broken("(src0 >> 1) + (src1 >> 1) + (src0 & src1 & 1)", '"imidpoint(src0, src1)"')
    assert "imidpoint@8 → imidpoint@8" in generator("check", code=1)
    table.write_text(right, encoding="utf-8")
    assert "new or changed since it was proven: " in generator("check")


def check_tool(tool: Path, scratch: Path, run: Run) -> None:
    """The opcode is folded, interpreted, and lowered by the group that is asked for."""
    assert run(tool, "fold", "imidpoint", "32", "1", "7fffffff", "7ffffffd") == "7ffffffe\n"
    assert run(tool, "fold", "imidpoint", "8", "1", "80", "ff") == "bf\n"
    shader = scratch / "midpoint.nir"
    shader.write_text(NIR, encoding="utf-8")
    case = scratch / "midpoint.case"
    case.write_text(CASE, encoding="utf-8")

    def lowered(group: str) -> str:
        passes = f"lower_integer_compounds:{group},dead_code"
        text = run(tool, "opt", "--passes", passes, shader)
        path = scratch / f"midpoint_{group}.nir"
        path.write_text(text, encoding="utf-8")
        printed = run(tool, "run", path, "--case", case, "--engine", "nir")
        for lane, wanted in enumerate(WANTED):
            assert f"OUT 0 COLOR 0 lane {lane} {wanted}" in printed, printed
        return text

    assert "imidpoint" in lowered("saturating")
    averages, sums = lowered("averages"), lowered("sums")
    assert "imidpoint" not in averages + sums
    assert averages.count(" = ishr ") == 1 and averages.count(" = ixor ") == 1, averages
    assert sums.count(" = ishr ") == 2 and " = ixor " not in sums, sums


def check_tests(build: Path, defs: Path, run: Run) -> None:
    """The generated tests try the lowerings, and find one that is wrong."""
    table = defs / "nir" / "alu" / "integer.yaml"
    right = table.read_text(encoding="utf-8")
    program = build / "tests" / "rules" / "jacquard_rules_tests"
    cases = "both sides of every rule*"
    os.environ["JACQUARD_RULES"] = "imidpoint"
    run("cmake", "--build", build, "--target", "jacquard_rules_tests", "-j", "2")
    assert "All tests passed" in run(program, cases)
    table.write_text(right.replace("src1 & 1)}", "src1 & 3)}"), encoding="utf-8")
    run("cmake", "--build", build, "--target", "jacquard_rules_tests", "-j", "2")
    printed = run(program, cases, code=1)
    assert "'imidpoint:sums' is wrong at widths" in " ".join(printed.split()), printed
    table.write_text(right, encoding="utf-8")
