"""The encoder, decoder, assembler and emulator that are made of the tables of the example."""

from __future__ import annotations

import importlib
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

from jacquard_gen.dump import commands

from ..support import ROOT, run
from .beside import MACHINE, MachineBesideReal

TEMPLATES = ROOT / "examples" / "tables"
WAIT = "jump 1"
EDGES = [0, 1, 2, 31, 32, 0x7fffffff, 0x80000000, 0xffffffff, 0x3f800000, 0xbf800000, 0x7f800000,
         0x00000001, 0x00800000, 0xff7fffff]
_FOLDER = tempfile.TemporaryDirectory()


def setUpModule() -> None:
    """Renders both outputs, and has their package found by its name."""
    made = Path(_FOLDER.name)
    for name in ("python", "machine"):
        with mock.patch.object(commands, "context_of", lambda options: MachineBesideReal()):
            code, _, err = run("render", "--machine", str(MACHINE), "--templates",
                               str(TEMPLATES / name), "--out", str(made), "--copy")
        assert code == 0, err
    sys.path.insert(0, str(made))


def tearDownModule() -> None:
    sys.path.remove(_FOLDER.name)
    for name in [name for name in sys.modules if name.split(".")[0] == "jacquard_tables"]:
        del sys.modules[name]
    _FOLDER.cleanup()


def part(name: str) -> Any:
    return importlib.import_module(f"jacquard_tables.{name}")


def final_registers(text: str, **registers: int) -> dict[int, int]:
    words = part("assembler").assemble_program(text, "shuttle")
    emulator = part("emulator").Emulator(words, "shuttle")
    emulator.registers = {int(name[1:]): value for name, value in registers.items()}
    emulator.run()
    found: dict[int, int] = emulator.registers
    return found


class Programs(unittest.TestCase):
    def test_a_program_is_assembled_run_and_read_back(self) -> None:
        text = f"""
            mov r1, 10
            mov r2, 0
        loop: add r2, r2, r1    ; 10 + 9 + ... + 1
            sub r1, r1, 1
            branch r1, @loop
            mov r3, 0x100
            store [r3+4], r2
            load r4, [r3+4]
            {WAIT}
            {WAIT}
            mul r5, r4, -3
            {WAIT}
            cmp.lt r6, r5, 0
            end"""
        words = part("assembler").assemble_program(text, "shuttle")
        self.assertEqual([f"{word:08x}" for word in words[:3]],
                         ["3842000a", "38820000", "00880001"])
        self.assertEqual(str(part("decoder").decode(words[4], "shuttle")), "branch r1, -2")
        found = final_registers(text)
        self.assertEqual((found[4], found[5], found[6]), (55, -165 & 0xffffffff, 1))

    def test_faults_of_a_text_are_at_their_line(self) -> None:
        for text, message in (
                ("end\nsubb r1, r2, r3", "line 2: there is no instruction 'subb'"),
                ("sub r1, r2, 70000", "line 1: src1 of sub: 70000 does not fit 17 bits"),
                ("sub r1, r2, r16", "line 1: src1 of sub: 16 does not fit 4 bits"),
                ("sub r1 r2", "line 1: 'sub r1 r2' is not as 'sub' is written"),
                ("jump @nowhere", "line 1: there is no label 'nowhere'"),
                ("a: end\na: end", "line 2: there is another label 'a'"),
                ("cmp.le r1, r2, r3", "is not as 'cmp' is written")):
            with self.subTest(text), self.assertRaisesRegex(part("assembler").AssembleError,
                                                            message):
                part("assembler").assemble_program(text, "shuttle")

    def test_faults_of_a_run_are_told(self) -> None:
        for text, message in (
                ("load r1, [r0]\nadd r2, r1, 1\nend", "reads register 1 0 slots after 'load' wrote "
                                                      "it, which takes 2"),
                ("mul r1, r0, 3\nadd r2, r1, 1\nend", "which takes 1"),
                ("mov r1, 1", "goes on at word 1, and has 1"),
                ("jump 0", "runs for more than 100000 slots")):
            with self.subTest(text), self.assertRaisesRegex(part("emulator").MachineFault, message):
                final_registers(text)
        emulator = part("emulator").Emulator([0xffffffff], "shuttle")
        with self.assertRaisesRegex(part("emulator").MachineFault, "is no instruction"):
            emulator.run()

    def test_selected_instructions_compute_what_nir_folds(self) -> None:
        fold = part("fold").fold
        numbers = random.Random(11)
        rules = MachineBesideReal().model("ir3").selection.rules
        self.assertGreaterEqual(len(rules), 10)
        for rule in rules:
            inputs = [name for name, node in rule.names.items() if node.kind == "variable"]
            for _ in range(20):
                values = {name: numbers.choice([*EDGES, numbers.getrandbits(32)])
                          for name in inputs}
                if rule.find.text == "bcsel":
                    values["c"] &= 1
                sources = [[values[child.text]] for child in rule.find.children]
                wanted = fold(rule.find.text, 32, sources)[0]
                with self.subTest(f"{rule.pattern} {values}"):
                    self.assertEqual(self._run(rule, values), wanted)

    def _run(self, rule: Any, values: dict[str, int]) -> int:
        """Runs the lines of a rule, each result in a register of its own."""
        places = {name: number for number, name in enumerate(values)}
        lines = []
        for line in rule.lines:
            operands = [f"r{places[operand.name]}" if operand.name else operand.number
                        for operand in line.operands]
            places[line.target] = len(places)
            lines += [f"{line.mnemonic} r{places[line.target]}, {', '.join(operands)}", WAIT, WAIT]
        found = final_registers("\n".join([*lines, "end"]), **{
            f"r{places[name]}": value for name, value in values.items()})
        return found[places["dst"]]

    def test_the_package_passes_its_own_tests(self) -> None:
        done = subprocess.run([sys.executable, "-m", "unittest", "tests.test_words"],
                              cwd=_FOLDER.name, check=False, text=True, capture_output=True)
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
