"""Adds an opcode as one table entry in a scratch copy, with a rule that uses it, builds the tool,
folds, interprets and rewrites with the opcode, edits its expression and builds again; and breaks
the entry in five ways and reads the errors.

The same build has the made-up revision of docs/bring-up-a-revision.md, a new kind of memory
(memory_entry.py), the lowered opcode of one_entry_lowering.py and the pass of docs/add-a-pass.md,
which are tried, too.

Usage: one_entry_opcode.py SOURCE_FOLDER BUILD_FOLDER. Runs with the Python of the build, whose
PYTHONPATH names the generator.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

import memory_entry
import one_entry_lowering
import pass_entry
import revision_page
from outer_build import cached, run

SOURCE = Path(sys.argv.pop(1))
BUILD = Path(sys.argv.pop(1))

TRIPLE = Path(__file__).resolve().parent / "triple"
ENTRY = "\n" + (TRIPLE / "opcode.yaml").read_text(encoding="utf-8")
RULE = "\n" + (TRIPLE / "rule.yaml").read_text(encoding="utf-8")

NIR = """\
shader fragment
output color 0

function "main" entry {
    b0:
        %0:32 = const 2.0
        %1:32 = ftriple %0
        %2:32 = const 0
        store_output %1, %2
}
"""

NEGATED_INPUT = """\
shader fragment
input generic 0 flat mask x
output color 0 mask x

function "main" entry {
    b0:
        %0:32 = const 0
        %1:32 = load_input %0
        %2:32 = fneg %1
        %3:32 = ftriple %2
        store_output %3, %0 {write_mask=x}
}
"""

CASE = """\
shader negated.nir
run
IN 0 lane 0 40000000 0 0 0
IN 0 lane 1 bf800000 0 0 0
"""


class OneEntryOpcode(unittest.TestCase):
    scratch: Path
    table: Path
    original: str
    rules: Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.scratch = Path(tempfile.mkdtemp())
        shutil.copytree(SOURCE / "defs", cls.scratch / "defs")
        cls.table = cls.scratch / "defs" / "nir" / "alu" / "float.yaml"
        cls.original = cls.table.read_text(encoding="utf-8")
        cls.rules = cls.scratch / "defs" / "nir" / "rules" / "float_signs.yaml"
        revision_page.write_overlay(cls.scratch / "defs", run, sys.executable)
        memory_entry.write_entries(cls.scratch / "defs")
        one_entry_lowering.write_entries(cls.scratch / "defs")
        pass_entry.write_entry(cls.scratch / "defs", cls.scratch / "passes")

    @classmethod
    def tearDownClass(cls) -> None:
        shutil.rmtree(cls.scratch)

    def check(self, entry: str, code: int = 1) -> str:
        self.table.write_text(self.original + entry, encoding="utf-8")
        return run(sys.executable, "-m", "jacquard_gen", "check", "--defs", self.scratch / "defs",
                   code=code)

    def test_one_entry_is_enough(self) -> None:
        self.write_with_new_op()
        self.assertIn("new or changed since it was proven: ", self.check(ENTRY, code=0))
        self.rules.write_text(self.rules.read_text(encoding="utf-8") + RULE, encoding="utf-8")
        self.assertIn("new or changed since it was proven: ", self.check(ENTRY, code=0))
        one_entry_lowering.check_generator(self.scratch / "defs", run)
        build = self.scratch / "build"
        run("cmake", "-S", SOURCE, "-B", build, "-G", cached(BUILD, "CMAKE_GENERATOR"),
            f"-DJACQUARD_DEFS_DIR={self.scratch / 'defs'}", "-DJACQUARD_BUILD_TESTS=ON",
            f"-DJACQUARD_PASSES_DIR={self.scratch / 'passes'}",
            "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0",
            f"-DCMAKE_CXX_COMPILER={cached(BUILD, 'CMAKE_CXX_COMPILER')}",
            f"-DCMAKE_CXX_COMPILER_LAUNCHER={cached(BUILD, 'CMAKE_CXX_COMPILER_LAUNCHER')}",
            f"-DJACQUARD_PYTHON={sys.executable}")
        run("cmake", "--build", build, "--target", "jacquard_tool", "-j", "2")
        tool = build / "backend" / "driver" / "jacquard"

        self.assertEqual(run(tool, "fold", "ftriple", "32", "2", "3f800000,40000000"),
                         "40400000,40c00000\n")
        self.assertEqual(run(tool, "fold", "ftriple", "16", "1", "3c00"), "4200\n")
        self.assertIn("Three times the value.", run(tool, "explain", "nir:ftriple"))
        shader = self.scratch / "triple.nir"
        shader.write_text(NIR, encoding="utf-8")
        self.assertIn("= const 6.0", run(tool, "opt", "--passes", "fold_constants", shader))
        self.the_opcode_is_interpreted_and_rewritten(tool)
        revision_page.check_tool(tool, self.scratch, run)
        memory_entry.check_tool(tool, self.scratch, run)
        one_entry_lowering.check_tool(tool, self.scratch, run)
        pass_entry.check_tool(tool, self.scratch, run)
        pass_entry.check_promise(build, tool, self.scratch, self.scratch / "passes", run)
        self.an_edited_expression_rebuilds_what_depends_on_it(build, tool)
        one_entry_lowering.check_tests(build, self.scratch / "defs", run)

    def write_with_new_op(self) -> None:
        """The command writes the very entry that the tests here are about."""
        self.table.write_text(self.original, encoding="utf-8")
        run(sys.executable, "-m", "jacquard_gen", "new-op", "ftriple", "--defs",
            self.scratch / "defs", "--table", "float", "--doc", "Three times the value.",
            "--dest", "float", "--srcs", "float", "--fold", "src0 * 3.0")
        self.assertEqual(self.table.read_text(encoding="utf-8"), self.original + ENTRY)

    def the_opcode_is_interpreted_and_rewritten(self, tool: Path) -> None:
        shader = self.scratch / "negated.nir"
        shader.write_text(NEGATED_INPUT, encoding="utf-8")
        case = self.scratch / "negated.case"
        case.write_text(CASE, encoding="utf-8")
        rewritten = run(tool, "opt", "--passes", "algebraic", shader)
        self.assertRegex(rewritten, r"ftriple %1\n.* = fneg")
        after = self.scratch / "rewritten.nir"
        after.write_text(rewritten, encoding="utf-8")
        for text in (shader, after):
            printed = run(tool, "run", text, "--case", case, "--engine", "nir")
            self.assertIn("OUT 0 COLOR 0 lane 0 c0c00000", printed)
            self.assertIn("OUT 0 COLOR 0 lane 1 40400000", printed)

    def an_edited_expression_rebuilds_what_depends_on_it(self, build: Path, tool: Path) -> None:
        self.check(ENTRY.replace("* 3.0", "* 5.0"), code=0)
        printed = run("cmake", "--build", build, "--target", "jacquard_tool")
        rebuilt = sorted(set(re.findall(r"Building CXX object \S*/(\w+\.cpp)\.o", printed)))
        self.assertEqual(rebuilt, ["evaluate_float.cpp", "lanes_float.cpp"])
        self.assertEqual(run(tool, "fold", "ftriple", "32", "1", "3f800000"), "40a00000\n")

    def broken(self, old: str, new: str) -> str:
        self.assertIn(old, ENTRY)
        return self.check(ENTRY.replace(old, new))

    def assert_error(self, printed: str, code: str, line: str, column: int, text: str) -> None:
        """The error stands where `line` does in the table; the place is asserted, too."""
        lines = self.table.read_text(encoding="utf-8").splitlines()
        number = len(lines) - lines[::-1].index(line)
        self.assertIn(f"defs/nir/alu/float.yaml:{number}:{column}: error[{code}]: {text}", printed)

    def test_faults_of_a_memory_space_and_its_load(self) -> None:
        memory_entry.check_faults(self.scratch / "defs",
                                  lambda code: self.check(ENTRY, code=code))

    def test_a_misspelt_operand(self) -> None:
        printed = self.broken("src0 * 3.0", "scr0 * 3.0")
        self.assert_error(printed, "E203", "  fold: scr0 * 3.0", 9, "there is no operand 'scr0'")
        self.assertIn("did you mean 'src0'?", printed)

    def test_a_misspelt_key(self) -> None:
        printed = self.broken("srcs:", "srsc:")
        self.assert_error(printed, "E110", "  srsc: [float]", 3, "unknown key 'srsc'")
        self.assertIn("did you mean 'srcs'?", printed)

    def test_a_missing_key(self) -> None:
        printed = self.broken("  doc: Three times the value.\n", "")
        self.assert_error(printed, "E111", "- op: ftriple", 3, "the key 'doc' is missing")

    def test_a_type_that_does_not_fit(self) -> None:
        printed = self.broken("src0 * 3.0", "src0 + (src0 < 3.0)")
        self.assert_error(printed, "E206", "  fold: src0 + (src0 < 3.0)", 16,
                          "'+' takes float, int or uint, and this is bool1")

    def test_a_name_that_is_taken(self) -> None:
        printed = self.broken("op: ftriple", "op: fadd")
        self.assert_error(printed, "E118", "- op: fadd", 7, "there is another entry named 'fadd'")
        self.assertIn("note: it is here", printed)

    def test_all_faults_are_told_at_once(self) -> None:
        other = ENTRY.replace("op: ftriple", "op: fthrice").replace("srcs", "srsc")
        printed = self.check(ENTRY.replace("src0 * 3.0", "flor(src0)") +
                             other.replace("  doc: Three times the value.\n", ""))
        for code in ("E204", "E110", "E111"):
            self.assertIn(f"error[{code}]", printed)


if __name__ == "__main__":
    unittest.main()
