"""`new-op` writes an entry that checks, or says what is wrong with it and writes nothing."""

from __future__ import annotations

import shutil
import tempfile
import unittest
from pathlib import Path

from .support import DEFS, run_beside_real as run

HYPOT = ("--doc", "Length of a vector.", "--dest", "float", "--srcs", "float, float",
         "--properties", "commutative", "--fold", "sqrt(src0 * src0 + src1 * src1)")


class NewOp(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.defs = Path(folder.name) / "defs"
        for name in ("expr", "nir", "proofs"):
            shutil.copytree(DEFS / name, self.defs / name)
        self.alu = self.defs / "nir" / "alu"
        self.before = self.texts()

    def texts(self) -> dict[str, str]:
        return {path.name: path.read_text(encoding="utf-8") for path in self.alu.iterdir()}

    def new_op(self, *arguments: str) -> tuple[int, str, str]:
        return run("new-op", *arguments, "--defs", str(self.defs))

    def assert_nothing_written(self) -> None:
        self.assertEqual(self.texts(), self.before)

    def test_the_entry_stands_at_the_end_of_the_table_of_its_like(self) -> None:
        code, out, err = self.new_op("fhypot", *HYPOT, "--table", "float")
        self.assertEqual((code, err), (0, ""))
        table, _, line = out.strip().rpartition(":")
        self.assertEqual(table, str(self.alu / "float.yaml"))
        lines = Path(table).read_text(encoding="utf-8").splitlines()
        self.assertEqual(lines[int(line) - 1], "- op: fhypot")
        added = self.texts()["float.yaml"].removeprefix(self.before["float.yaml"])
        self.assertEqual(added, """
- op: fhypot
  doc: Length of a vector.
  dest: float
  srcs: [float, float]
  properties: [commutative]
  fold: sqrt(src0 * src0 + src1 * src1)
""")
        code, out, err = run("check", "--group", "nir", "--defs", str(self.defs))
        self.assertEqual((code, out), (0, ""))
        self.assertIn("new or changed since it was proven: 1 claim; tried with edge", err)
        self.assertIn("Length of a vector.",
                      run("explain", "nir:fhypot", "--defs", str(self.defs))[1])

    def test_the_table_follows_from_the_types(self) -> None:
        for types, table in ((("float", "float,float"), "float"),
                             (("int", "int,int"), "integer"),
                             (("bool1", "float,float"), "comparison")):
            with self.subTest(table):
                fold = "src0 < src1" if table == "comparison" else "src0"
                code, out, err = self.new_op(f"new_{table}", "--doc", "Something new.", "--dest",
                                             types[0], "--srcs", types[1], "--fold", fold)
                self.assertEqual((code, err), (0, ""))
                self.assertEqual(Path(out.strip().rpartition(":")[0]).stem, table)

    def test_a_table_that_is_not_there_is_refused(self) -> None:
        for table, said in (("flaot", "did you mean 'float'?"), ("../enums", "there is no table"),
                            ("nosuch", "there are bit, comparison, conversion, float, ")):
            with self.subTest(table):
                code, out, err = self.new_op("fhypot", *HYPOT, "--table", table)
                self.assertEqual((code, out), (2, ""))
                self.assertIn(said, err)
                self.assert_nothing_written()

    def test_text_that_yaml_would_misread_is_quoted(self) -> None:
        code, _, err = self.new_op("fodd", "--doc", "Odd: # so to speak", "--dest", "float",
                                   "--srcs", "float", "--fold=-src0", "--table", "float")
        self.assertEqual((code, err), (0, ""))
        self.assertIn('  doc: "Odd: # so to speak"\n', self.texts()["float.yaml"])

    def test_a_fault_is_told_where_it_would_stand_and_nothing_is_written(self) -> None:
        code, _, err = self.new_op("fhypot", *HYPOT[:-1], "sqt(srcO)", "--table", "float")
        self.assertEqual(code, 1)
        line = self.before["float.yaml"].count("\n") + 7
        self.assertIn(f"defs/nir/alu/float.yaml:{line}:9: error[E204]", err)
        self.assertIn("did you mean 'sqrt'?", err)
        self.assertIn("there is no operand 'srcO'", err)
        self.assertIn("nothing was written", err)
        self.assert_nothing_written()

    def test_a_name_that_is_taken_is_refused(self) -> None:
        code, _, err = self.new_op("fadd", *HYPOT)
        self.assertEqual(code, 1)
        self.assertIn("error[E118]", err)
        self.assert_nothing_written()

    def test_wrong_usage_is_2(self) -> None:
        self.assertEqual(self.new_op("fhypot", "--doc", "No types.")[0], 2)


if __name__ == "__main__":
    unittest.main()
