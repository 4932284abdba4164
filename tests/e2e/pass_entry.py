"""The pass of docs/add-a-pass.md: its entry, its source, and what a tool built with them must do;
then with a source that does not do what the entry says.

Part of one_entry_opcode.py, whose build it shares.
"""

from __future__ import annotations

import re
from pathlib import Path

from outer_build import Run

PAGE = Path(__file__).resolve().parents[2] / "docs" / "add-a-pass.md"
TABLE = "defs/nir/passes/exactness.yaml"
SOURCE = "runtime/jacquard/passes/exactness/make_exact.cpp"

NIR = """\
shader fragment
input generic 0 flat mask xy
output color 0 mask x

function "main" entry {
    b0:
        %0:32 = const 0
        %1:32x2 = load_input %0
        %2:32 = fadd %1.x, %1.y
        %3:32 = fsub %2, %1.y
        store_output %3, %0 {write_mask=x}
}
"""


def written(path: str) -> str:
    """Returns the text that the page writes into a file."""
    page = PAGE.read_text(encoding="utf-8")
    found = re.search(rf"cat > {re.escape(path)} <<'END'\n(.*?)\n> END", page, re.DOTALL)
    assert found is not None, f"the page does not write {path}"
    return "".join(line.removeprefix(">").removeprefix(" ") + "\n"
                   for line in found.group(1).splitlines())


def write_entry(defs: Path, sources: Path) -> None:
    """One entry and one source."""
    (defs / "nir" / "passes" / "exactness.yaml").write_text(written(TABLE), encoding="utf-8")
    sources.mkdir()
    (sources / "make_exact.cpp").write_text(written(SOURCE), encoding="utf-8")


def check_tool(tool: Path, scratch: Path, run: Run) -> None:
    """The pass is listed and explained, takes its argument, runs and changes what rewrites do."""
    shader = scratch / "sum.nir"
    shader.write_text(NIR, encoding="utf-8")
    listed = run(tool, "opt", "--list")
    assert "make_exact: keeps arithmetic as it is written\n    :min_bits=NUMBER: " in listed, listed
    assert "exact_alu: ALU instructions are exact" in run(tool, "explain", "nir:make_exact")
    assert "given by: make_exact" in run(tool, "explain", "nir:exact_alu")

    def optimised(passes: str) -> str:
        return run(tool, "opt", "--passes", passes, shader)

    exact = optimised("make_exact")
    assert "= exact fadd" in exact and "= exact fsub" in exact, exact
    assert optimised("make_exact:min_bits=64") == optimised("make_exact:min_bits=33")
    assert "exact" not in optimised("make_exact:min_bits=64")
    wrong = run(tool, "opt", "--passes", "make_exact:min_bits=0", shader, code=2)
    assert "parameter 'min_bits' takes a number from 1 to 64, not '0'" in wrong, wrong


def check_promise(build: Path, tool: Path, scratch: Path, sources: Path, run: Run) -> None:
    """A source that does not do what its entry says: only what depends on it is built anew, and
    the pass is named."""
    source = sources / "make_exact.cpp"
    right = source.read_text(encoding="utf-8")
    source.write_text(right.replace("alu->exact = true;", ""), encoding="utf-8")
    printed = run("cmake", "--build", build, "--target", "jacquard_tool")
    rebuilt = re.findall(r"Building CXX object \S*/(\w+\.cpp)\.o", printed)
    assert rebuilt == ["make_exact.cpp"], rebuilt
    shader = scratch / "sum.nir"
    broken = run(tool, "opt", "--passes", "make_exact", shader, code=1)
    assert "make_exact does not give 'exact_alu', that ALU instructions are exact" in broken, broken
    source.write_text(right, encoding="utf-8")
    run("cmake", "--build", build, "--target", "jacquard_tool")
