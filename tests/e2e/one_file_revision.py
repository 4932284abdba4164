"""Adds a revision as one file in a scratch copy of the tables and builds the tool: it has another
delay, fewer registers, another instruction for products, and a texture unit that takes the nearest
layer. What it compiles must disassemble, assemble and run there; and when the delay of the table is
raised behind the back of a program, its emulator must refuse to run it.

Usage: one_file_revision.py SOURCE_FOLDER BUILD_FOLDER. Runs with the Python of the build, whose
PYTHONPATH names the generator.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

from outer_build import cached, run

SOURCE = Path(sys.argv.pop(1))
BUILD = Path(sys.argv.pop(1))

OVERLAY = """\
revision: a9xx
doc: A made-up revision.
number: 900
extends: a7xx
parts: [930]
machine:
  full_registers: 40
  half_registers: 40
  layers_start_at_half: false
change:
  - {delay: alu_to_alu, slots: 4}
drop:
  - select: (fmul a b)
add:
  - select: (fmul@32 a b)
    doc: Minus zero changes no product.
    emit: mad.f32 a, b, -0.0
  - select: (fmul@16 a b)
    emit: mad.f16 a, b, -0.0
"""
DELAY = "{delay: alu_to_alu, slots: 4}"
RAISED = "{delay: alu_to_alu, slots: 6, other_width: 7}"

PRODUCT = """\
FRAG
DCL IN[0], GENERIC[0], CONSTANT
DCL IN[1], GENERIC[1], CONSTANT
DCL OUT[0], COLOR
DCL TEMP[0]
MUL TEMP[0], IN[0], IN[1]
MUL TEMP[0], TEMP[0], TEMP[0]
ADD OUT[0], TEMP[0], IN[1]
END
"""
CASE = """\
shader product.tgsi
run
IN 0 lane 0 40000000 40400000 bf800000 3f000000
IN 0 lane 1 3fc00000 c0000000 40800000 41000000
IN 1 lane 0 40000000 3f800000 40400000 40800000
IN 1 lane 1 c0400000 40a00000 3e800000 bf000000
"""
LAYERS = """\
FRAG
DCL IN[0], GENERIC[0], PERSPECTIVE
DCL OUT[0], COLOR
DCL SAMP[0]
TEX OUT[0], IN[0], SAMP[0], 2D_ARRAY
END
"""


def many_values(count: int) -> str:
    """A shader in which so many vectors live at a time: each is made of the one before, and read
    after those that follow."""
    lines = ["FRAG", "DCL IN[0], GENERIC[0], CONSTANT", "DCL OUT[0], COLOR",
             f"DCL TEMP[0..{count}]", "MOV TEMP[0], IN[0]"]
    lines += [f"MAD TEMP[{i}], TEMP[{i - 1}], TEMP[{i - 1}], IN[0]" for i in range(1, count)]
    lines += [f"MOV TEMP[{count}], TEMP[{count - 1}]"]
    lines += [f"MAD TEMP[{count}], TEMP[{count}], TEMP[{i}], TEMP[{i}].yzwx"
              for i in reversed(range(count - 1))]
    return "\n".join([*lines, f"MOV OUT[0], TEMP[{count}]", "END", ""])


def instructions(assembly: str) -> list[str]:
    return [line for line in assembly.splitlines() if line and not line.startswith("@")]


class OneFileRevision(unittest.TestCase):
    scratch: Path
    overlay: Path
    tool: Path

    @classmethod
    def setUpClass(cls) -> None:
        # Beside the outer build, so that a compiler cache finds what both compile alike.
        cls.scratch = Path(tempfile.mkdtemp(dir=BUILD.parent))
        shutil.copytree(SOURCE / "defs", cls.scratch / "defs")
        cls.overlay = cls.scratch / "defs" / "ir3" / "revisions" / "a9xx.yaml"
        cls.overlay.write_text(OVERLAY, encoding="utf-8")
        flags = [f"-D{name}={cached(BUILD, name)}" for name in (
            "CMAKE_BUILD_TYPE", "CMAKE_CXX_COMPILER", "CMAKE_CXX_COMPILER_LAUNCHER",
            "CMAKE_CXX_FLAGS", "CMAKE_EXE_LINKER_FLAGS")]
        run("cmake", "-S", SOURCE, "-B", cls.scratch, "-G", cached(BUILD, "CMAKE_GENERATOR"),
            f"-DJACQUARD_DEFS_DIR={cls.scratch / 'defs'}", "-DJACQUARD_BUILD_TESTS=OFF", *flags,
            f"-DJACQUARD_PYTHON={sys.executable}")
        cls.tool = cls.scratch / "backend" / "driver" / "jacquard"
        cls.build()

    @classmethod
    def tearDownClass(cls) -> None:
        shutil.rmtree(cls.scratch)

    @classmethod
    def build(cls) -> None:
        run("cmake", "--build", cls.scratch, "--target", "jacquard_tool", "-j", "2")

    def file(self, name: str, text: str) -> Path:
        path = self.scratch / name
        path.write_text(text, encoding="utf-8")
        return path

    def compiled(self, shader: Path, gpu: str) -> list[str]:
        return instructions(run(self.tool, "compile", shader, "--gpu", gpu))

    def test_it_is_a_revision_of_its_own(self) -> None:
        self.products_are_sums()
        self.layers_are_whole_numbers()
        self.registers_are_fewer()
        self.delays_are_kept()

    def products_are_sums(self) -> None:
        shader = self.file("product.tgsi", PRODUCT)
        self.assertIn("mul.f", "\n".join(self.compiled(shader, "730")))
        text = "\n".join(self.compiled(shader, "930"))
        self.assertNotIn("mul.f", text)
        self.assertIn("mad.f32", text)
        # The same words, there and back.
        words, header = self.scratch / "product.bin", self.scratch / "product.json"
        run(self.tool, "compile", shader, "--gpu", "930", "-o", words, "--header", header)
        shown = run(self.tool, "disasm", words, "--gpu", "930")
        self.assertEqual(instructions(shown), instructions(
            run(self.tool, "compile", shader, "--gpu", "930")))
        again = self.scratch / "again.bin"
        run(self.tool, "asm", self.file("product.asm", shown), "--gpu", "930", "-o", again)
        self.assertEqual(again.read_bytes(), words.read_bytes())
        # The same results as the interpreter, and as another revision.
        case = self.file("product.case", CASE)
        results = [run(self.tool, "run", shader, "--case", case, *options) for options in (
            ("--gpu", "930"), ("--gpu", "730"), ("--engine", "nir"))]
        results.append(run(self.tool, "run", words, "--header", header, "--gpu", "930", "--case",
                           case))
        self.assertRegex(results[0], r"OUT 0 COLOR 0 lane 0 41900000 41200000 41400000 41000000")
        for result in results[1:]:
            self.assertEqual(result, results[0])

    def layers_are_whole_numbers(self) -> None:
        shader = self.file("layers.tgsi", LAYERS)
        self.assertIn("(0.5)", "\n".join(self.compiled(shader, "730")))
        self.assertNotIn("add.f", "\n".join(self.compiled(shader, "930")))

    def registers_are_fewer(self) -> None:
        """Values that do not fit into forty registers are kept in memory, if the base has room."""
        shader = self.file("values.tgsi", many_values(38))
        self.assertLess(max(self.general_registers(shader, "930")), 40)
        shader = self.file("more_values.tgsi", many_values(44))
        self.assertGreaterEqual(max(self.general_registers(shader, "730")), 40)
        self.assertNotIn("stp", "\n".join(self.compiled(shader, "730")))
        self.assertLess(max(self.general_registers(shader, "930")), 40)
        self.assertIn("stp", "\n".join(self.compiled(shader, "930")))

    def general_registers(self, shader: Path, gpu: str) -> list[int]:
        numbers = [int(number) for line in self.compiled(shader, gpu)
                   for number in re.findall(r"(?<![a-z])r([0-9]+)\.", line)]
        return [number for number in numbers if number < 48]

    def delays_are_kept(self) -> None:
        """A product waits for the one before it as long as the table says."""
        shader = self.scratch / "product.tgsi"
        case = self.scratch / "product.case"
        words, header = self.scratch / "product.bin", self.scratch / "product.json"
        program = ("run", words, "--header", header, "--gpu", "930", "--case", case)
        before = run(self.tool, *program)
        self.overlay.write_text(OVERLAY.replace(DELAY, RAISED), encoding="utf-8")
        self.build()
        refused = run(self.tool, *program, code=1)
        self.assertRegex(refused, r"reads r[0-9]+\.[xyzw]")
        run(self.tool, "check", words, "--header", header, "--gpu", "930", code=1)
        # The program compiled with this revision waits longer, and computes the same.
        self.assertEqual(run(self.tool, "run", shader, "--gpu", "930", "--case", case), before)


if __name__ == "__main__":
    unittest.main()
