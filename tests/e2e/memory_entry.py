"""The new kind of memory of docs/add-an-intrinsic.md and the intrinsic that loads from it: the
entries of the page, written beside the other tables of a scratch copy, and what a tool built with
them must answer."""

from __future__ import annotations

import re
from pathlib import Path

from outer_build import Run

PAGE = Path(__file__).resolve().parents[2] / "docs" / "add-an-intrinsic.md"
TABLE = "defs/nir/intrinsics/ledger.yaml"


def expect(found: bool, text: str) -> None:
    if not found:
        raise AssertionError(text)


def written_by_page(name: str) -> str:
    """The file that the page writes under a name."""
    found = re.search(rf"cat > {re.escape(name)} <<'END'\n(.*?)\n> END",
                      PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None, f"the page writes no {name}"
    return "".join(line.removeprefix(">").removeprefix(" ") + "\n"
                   for line in found.group(1).splitlines())


def table_in(defs: Path) -> Path:
    return defs / Path(TABLE).relative_to("defs")


def write_entries(defs: Path) -> None:
    table_in(defs).write_text(written_by_page(TABLE), encoding="utf-8")


def check_tool(tool: Path, scratch: Path, run: Run) -> None:
    """The load is parsed, printed, executed, analysed and explained."""
    shader = scratch / "ledger.nir"
    shader.write_text(written_by_page("ledger.nir"), encoding="utf-8")
    case = scratch / "ledger.case"
    case.write_text(written_by_page("ledger.case"), encoding="utf-8")
    printed = run(tool, "opt", "--passes", "copy_propagation", shader)
    expect("load_ledger %1 {base=8, align_mul=4}" in printed, printed)

    # The lane reads the words at bytes 12 and 16; words beyond the end are 0.
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
    expect(f"intrinsic, {TABLE}:8" in explained, explained)
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
    entries = written_by_page(TABLE)
    for old, new, fault, note in FAULTS:
        expect(entries.count(old) == 1, old)
        table_in(defs).write_text(entries.replace(old, new), encoding="utf-8")
        printed = check(code=1)
        expect(f"{TABLE}:{fault}" in printed and note in printed, printed)
    write_entries(defs)
