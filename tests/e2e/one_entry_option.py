"""Adds the option of docs/add-an-option.md in a scratch copy of the tables, builds the tool and the
library, and uses it: in the tool with its help and its completion, and in Python, which asks the C
interface for its options.

Usage: one_entry_option.py SOURCE_FOLDER BUILD_FOLDER. Runs with the Python of the build, whose
PYTHONPATH names the generator.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

from outer_build import cached, run

SOURCE = Path(sys.argv.pop(1))
BUILD = Path(sys.argv.pop(1))

USE = """\
import jacquard
effort = {option.name: option for option in jacquard.compile_options()}["effort"]
print(effort.values, effort.doc)
shader = "FRAG\\nDCL OUT[0], COLOR\\nIMM FLT32 {1, 1, 1, 1}\\n  0: MOV OUT[0], IMM[0]\\n  1: END\\n"
print(len(list(jacquard.compile(shader, effort="greatest"))) > 0)
try:
    jacquard.compile(shader, effort="least")
except ValueError as fault:
    print(fault)
"""


class OneEntryOption(unittest.TestCase):
    def setUp(self) -> None:
        self.scratch = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.scratch)
        shutil.copytree(SOURCE / "defs", self.scratch / "defs")
        page = (SOURCE / "docs" / "add-an-option.md").read_text(encoding="utf-8")
        found = re.search(r"compile.yaml <<'END'\n((?:> ?.*\n)+?)> END\n", page)
        assert found is not None
        with open(self.scratch / "defs" / "options" / "compile.yaml", "a",
                  encoding="utf-8") as table:
            table.write(re.sub(r"^> ?", "", found.group(1), flags=re.MULTILINE))

    def test_one_entry_is_enough(self) -> None:
        build = self.scratch / "build"
        run("cmake", "-S", SOURCE, "-B", build, "-G", cached(BUILD, "CMAKE_GENERATOR"),
            f"-DJACQUARD_DEFS_DIR={self.scratch / 'defs'}", "-DJACQUARD_BUILD_TESTS=OFF",
            "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0",
            f"-DCMAKE_CXX_COMPILER={cached(BUILD, 'CMAKE_CXX_COMPILER')}",
            f"-DCMAKE_CXX_COMPILER_LAUNCHER={cached(BUILD, 'CMAKE_CXX_COMPILER_LAUNCHER')}",
            f"-DJACQUARD_PYTHON={sys.executable}")
        run("cmake", "--build", build, "--target", "jacquard_tool", "jacquard_shared", "-j", "2")
        self.the_tool_takes_it(next(path for path in build.rglob("jacquard")
                                    if path.is_file() and os.access(path, os.X_OK)))
        os.environ["JACQUARD_LIBRARY"] = str(next(build.glob("libjacquard.so*")))
        os.environ["PYTHONPATH"] = str(SOURCE / "bindings" / "python")
        self.assertEqual(run(sys.executable, "-c", USE),
                         "('usual', 'greatest') How long the compiler looks for better code.\n"
                         "True\nthe option 'effort' has an unknown name\n")

    def the_tool_takes_it(self, tool: Path) -> None:
        shader = SOURCE / "examples" / "lit_texture.frag.tgsi"
        self.assertEqual(run(tool, "compile", "--effort", "greatest", shader),
                         run(tool, "compile", shader))
        self.assertEqual(run(tool, "compile", "--effort", "gratest", shader, code=2),
                         "jacquard: --effort does not know 'gratest', did you mean 'greatest'?; it "
                         "takes usual or greatest\n")
        self.assertIn("how long to look for better code", " ".join(
            run(tool, "compile", "--help").split()))
        self.assertIn("--effort", run(tool, "completion", "bash"))


if __name__ == "__main__":
    unittest.main()
