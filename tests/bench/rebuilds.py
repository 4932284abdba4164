"""Counts what is compiled again after edits of the tables.

Usage: PYTHONPATH=generators rebuilds.py BUILD_FOLDER, for a build with Ninja in which the tool is
up to date. Each edit is made in the folder of tables that the build reads, the generator runs,
Ninja is asked what it would compile for the tool, and the edit is taken back. Lines: edit, units.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


TRIPLE = Path(__file__).resolve().parents[1] / "e2e" / "triple"
OPCODE = "\n" + (TRIPLE / "opcode.yaml").read_text(encoding="utf-8")
RULE = "\n" + (TRIPLE / "rule.yaml").read_text(encoding="utf-8")

Edit = Callable[[Path], None]


def cached(build: Path, name: str) -> str:
    for line in (build / "CMakeCache.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith(f"{name}:"):
            return line.split("=", 1)[1]
    raise SystemExit(f"{build} knows no {name}")


def replaced(table: str, old: str, new: str) -> Edit:
    def edit(defs: Path) -> None:
        path = defs / table
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{table} has no '{old}'"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return edit


def appended(*texts: tuple[str, str]) -> Edit:
    def edit(defs: Path) -> None:
        for table, text in texts:
            with (defs / table).open("a", encoding="utf-8") as file:
                file.write(text)
    return edit


def comment_in_every_table(defs: Path) -> None:
    for path in sorted(defs.glob("*/**/*.yaml")):
        lines = path.read_text(encoding="utf-8").split("\n")
        first = next(number for number, line in enumerate(lines) if not line.startswith("#"))
        lines.insert(first, "# One more line.")
        path.write_text("\n".join(lines), encoding="utf-8")


def new_revision(defs: Path) -> None:
    subprocess.run([sys.executable, "-m", "jacquard_gen", "new-revision", "a9xx", "--from", "a8xx",
                    "--defs", defs], check=True, stdout=subprocess.DEVNULL)


EDITS: tuple[tuple[str, Edit], ...] = (
    ("a comment line in every table", comment_in_every_table),
    ("the doc of a NIR opcode", replaced("nir/alu/float.yaml", "doc: Product.",
                                         "doc: The product.")),
    ("the doc of a machine opcode", replaced("ir3/isa/cat2.yaml", "  doc: ", "  doc: Always ")),
    ("the formula of a NIR opcode", replaced("nir/alu/float.yaml", "fold: src0 * src1",
                                             "fold: src1 * src0")),
    ("a NIR opcode with a rule", appended(("nir/alu/float.yaml", OPCODE),
                                          ("nir/rules/float_signs.yaml", RULE))),
    ("an overlay of a revision", new_revision),
)


@contextmanager
def kept(*folders: Path) -> Iterator[None]:
    """The folders are restored afterwards, including their times."""
    with tempfile.TemporaryDirectory() as scratch:
        for number, folder in enumerate(folders):
            shutil.copytree(folder, Path(scratch) / str(number))
        try:
            yield
        finally:
            for number, folder in enumerate(folders):
                shutil.rmtree(folder)
                shutil.copytree(Path(scratch) / str(number), folder)


def compiled(build: Path) -> list[str]:
    """The units that Ninja would compile, once the generator has run."""
    subprocess.run(["ninja", "-C", build, "build.ninja", "jacquard_generate"], check=True,
                   stdout=subprocess.DEVNULL)
    # Asked for a plan, Ninja would stop at CMake, which might change it; this one leaves CMake out.
    plan = (build / "build.ninja").read_text(encoding="utf-8")
    plan = re.sub(r"^build [^\n]*: (RERUN_CMAKE|VERIFY_GLOBS)\b.*?^$", "", plan,
                  flags=re.MULTILINE | re.DOTALL)
    (build / "plan.ninja").write_text(plan, encoding="utf-8")
    planned = subprocess.run(["ninja", "-C", build, "-f", "plan.ninja", "-n", "-v",
                              "jacquard_tool"], check=True, text=True,
                             stdout=subprocess.PIPE).stdout
    return [line for line in planned.splitlines() if " -c " in line and ".cpp" in line]


def main() -> int:
    build = Path(sys.argv[1]).resolve()
    defs = Path(cached(build, "JACQUARD_DEFS_DIR"))
    if compiled(build):
        print("the tool is not up to date in this build", file=sys.stderr)
        return 2
    for name, edit in EDITS:
        with kept(defs, build / "generated"):
            edit(defs)
            units = compiled(build)
        print(f"{name:32} {len(units):4}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
