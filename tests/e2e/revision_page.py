"""The made-up revision of docs/bring-up-a-revision.md: its overlay, and what a tool built with it
must answer."""

from __future__ import annotations

import re
from pathlib import Path

from outer_build import Run

PAGE = Path(__file__).resolve().parents[2] / "docs" / "bring-up-a-revision.md"
SHUFFLE_OF_A7XX = "c6e6200405000010"
SHUFFLE_OF_A9XX = "c7a6200405000010"
SHUFFLE = "shfl.xor.u32 r1.x, r2.x, r1.y"
PAUSE = "e600000000000007"
# Only the two new bits of the widened field are set, which a7xx ignores.
ALIAS = "e440600400000004"


def overlay_lines() -> list[str]:
    """The changes that the page appends to the overlay."""
    page = PAGE.read_text(encoding="utf-8")
    found = re.search(r"cat >> defs/ir3/revisions/a9xx\.yaml <<'END'\n(.*?)\n> END", page,
                      re.DOTALL)
    assert found is not None, "the page has no overlay"
    return [line.removeprefix("> ") for line in found.group(1).splitlines()]


def write_overlay(defs: Path, run: Run, python: str) -> None:
    """Makes the revision with the command of the page and adds its changes."""
    run(python, "-m", "jacquard_gen", "new-revision", "a9xx", "--from", "a7xx", "--defs", defs)
    with (defs / "ir3" / "revisions" / "a9xx.yaml").open("a", encoding="utf-8") as overlay:
        overlay.write("\n".join(overlay_lines()) + "\n")


def check_tool(tool: Path, scratch: Path, run: Run) -> None:
    """The moved opcode, the added one and the widened field, in the tool."""
    words = scratch / "words.txt"

    def text(word: str, gpu: str) -> str:
        words.write_text(word + "\n", encoding="utf-8")
        return run(tool, "disasm", "--hex", "--gpu", gpu, words).rstrip("\n")

    assert text(SHUFFLE_OF_A7XX, "730") == SHUFFLE
    assert text(SHUFFLE_OF_A9XX, "730") == f".word 0x{SHUFFLE_OF_A9XX}"
    assert text(SHUFFLE_OF_A9XX, "930") == SHUFFLE
    assert text(SHUFFLE_OF_A7XX, "a9xx") == f".word 0x{SHUFFLE_OF_A7XX}"
    assert text(PAUSE, "930") == "pause 7"
    assert text(PAUSE, "730") == f".word 0x{PAUSE}"
    assert text(ALIAS, "730") == "alias.tex.b16.0 r1.x, hr1.x"
    assert text(ALIAS, "930") == "alias.tex.b16.48 r1.x, hr1.x"

    explained = run(tool, "explain", SHUFFLE_OF_A9XX, "--gpu", "930")
    owner = r"58:54 +11110 +opc +30 +defs/ir3/revisions/a9xx\.yaml:10"
    assert re.search(owner, explained), explained
    near = run(tool, "explain", SHUFFLE_OF_A7XX, "--gpu", "930", code=1)
    assert f"0x{SHUFFLE_OF_A9XX}  {SHUFFLE}" in near, near

    difference = run(tool, "isa", "diff", "a7xx", "a9xx")
    for line in ("a7xx -> a9xx: 1 opcodes added, 0 removed, 1 moved; 2 changes of words",
                 "    to    30  defs/ir3/revisions/a9xx.yaml:10",
                 "  field widened: alias_left",
                 "    to    46:45,43:40  defs/ir3/revisions/a9xx.yaml:13",
                 "  pause                defs/ir3/revisions/a9xx.yaml:23"):
        assert line in difference, (line, difference)
