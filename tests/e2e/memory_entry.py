"""A new kind of memory and the intrinsic that loads from it, as entries of one new table: written
beside the other tables of a scratch copy, and tried with the tool that is built from them.

`run(*command, code=0)` ends with an error when the command does not end with the code.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

TABLE = Path("nir") / "intrinsics" / "ledger.yaml"
ENTRIES = """\
- space: ledger
  doc: Numbers that a work group keeps.
  shared_by: workgroup
  addressed_by: offset
  written: always
  wide: true

- op: load_ledger
  doc: Reads the ledger.
  srcs: {offset: 1}
  dest: n
  indices: [base, align_mul, align_offset]
  memory: {space: ledger, action: load, offset: offset}
"""
SHADER = """\
shader fragment
output color 0

function "main" entry {
    b0:
        %0:32 = const 0
        %1:32 = const 4
        %2:32 = load_ledger %1 {base=8, align_mul=4}
        %3:32 = load_ledger %1 {base=12, align_mul=4}
        %4:32 = load_ledger %1 {base=4096, align_mul=4}
        %5:32x3 = vec3 %2, %3, %4
        store_output %5, %0 {write_mask=xyz}
}
"""
CASE = """\
shader ledger.nir
run
MEMORY ledger 0 11 22 33 44
MEMORY ledger 1 55 66 77 88
"""


Run = Callable[..., str]


def expect(found: bool, text: str) -> None:
    if not found:
        raise AssertionError(text)


def write_entries(defs: Path) -> None:
    (defs / TABLE).write_text(ENTRIES, encoding="utf-8")


def check_tool(tool: Path, scratch: Path, run: Run) -> None:
    """The load is parsed, printed, executed, analysed and explained."""
    shader = scratch / "ledger.nir"
    shader.write_text(SHADER, encoding="utf-8")
    case = scratch / "ledger.case"
    case.write_text(CASE, encoding="utf-8")
    printed = run(tool, "opt", "--passes", "copy_propagation", shader)
    expect("load_ledger %1 {base=8, align_mul=4}" in printed, printed)

    # What is given at bytes 12 and 16; beyond what there is, 0.
    ran = run(tool, "run", shader, "--case", case, "--engine", "nir")
    expect("OUT 0 COLOR 0 lane 3 00000044 00000055 00000000 00000000" in ran, ran)

    # Neighbours are joined as the entry allows, and what nobody reads goes.
    joined = run(tool, "opt", "--passes", "vectorise_loads_stores,copy_propagation,dead_code",
                 shader)
    expect(re.search(r":32x2 = load_ledger %\d+ \{base=8, align_mul=4\}", joined) is not None,
           joined)
    expect(joined.count("load_ledger") == 2, joined)
    after = scratch / "joined.nir"
    after.write_text(joined, encoding="utf-8")
    expect(run(tool, "run", after, "--case", case, "--engine", "nir") == ran, joined)

    explained = run(tool, "explain", "nir:load_ledger")
    expect(f"intrinsic, defs/{TABLE.as_posix()}:8" in explained, explained)
    expect("space   ledger  Numbers that a work group keeps." in explained, explained)
    expect("can_eliminate" in explained and "can_reorder" not in explained, explained)
    expect("accessed by: load_ledger" in run(tool, "explain", "nir:ledger"), "nir:ledger")


FAULTS = [
    ("offset: offset}", "offset: ofset}", "13:49: error[E317]: 'load_ledger' has no source 'ofset'",
     "did you mean 'offset'?"),
    ("space: ledger, ", "space: ledgr, ", "13:19: error[E316]: there is no memory space 'ledgr'",
     "did you mean 'ledger'?"),
    ("  memory: {space: ledger, action: load, offset: offset}\n", "",
     "8:7: error[E315]: nothing says what 'load_ledger' does", "'opaque' takes the reason"),
    ("  written: always\n", "  written: never\n  given: inputs\n",
     "6:10: error[E316]: the environment of the interpreter calls another space 'inputs'",
     "'input'"),
]


def check_faults(defs: Path, check: Run) -> None:
    """Each fault is told at its place in the table; `check` runs the generator's checks."""
    for old, new, fault, note in FAULTS:
        expect(ENTRIES.count(old) == 1, old)
        (defs / TABLE).write_text(ENTRIES.replace(old, new), encoding="utf-8")
        printed = check(code=1)
        expect(f"defs/{TABLE.as_posix()}:{fault}" in printed and note in printed, printed)
    write_entries(defs)
