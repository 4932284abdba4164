"""`new-op` writes an entry that checks, or says what is wrong with it and writes nothing; and an
option of a compile that is added to its table reaches C++, C, Python and the tool."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from .support import DEFS
from .test_commands import run_beside_real as run

HYPOT = ("--doc", "Length of a vector.", "--dest", "float", "--srcs", "float, float",
         "--properties", "commutative", "--fold", "sqrt(src0 * src0 + src1 * src1)")

PAGE = DEFS.parent / "docs" / "add-an-option.md"
FOLDER = Path("jacquard") / "generated" / "options"


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
        self.assertEqual(out.strip(), str(self.alu / "float.yaml"))
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
                self.assertEqual(Path(out.strip()).stem, table)

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


def entry_of_page() -> str:
    """The entry that docs/add-an-option.md adds."""
    found = re.search(r"compile.yaml <<'END'\n((?:> ?.*\n)+?)> END\n",
                      PAGE.read_text(encoding="utf-8"))
    assert found is not None
    return re.sub(r"^> ?", "", found.group(1), flags=re.MULTILINE)


class NewOption(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = Path(folder.name) / "out"
        defs = Path(folder.name) / "defs"
        shutil.copytree(DEFS / "options", defs / "options")
        with open(defs / "options" / "compile.yaml", "a", encoding="utf-8") as table:
            table.write(entry_of_page())
        self.assertEqual(run("generate", "--group", "options", "--defs", str(defs), "--out",
                             str(self.out)), (0, "", ""))

    def text(self, name: str) -> str:
        return (self.out / FOLDER / name).read_text(encoding="utf-8")

    def test_cpp_has_the_member_and_its_values(self) -> None:
        self.assertRegex(self.text("option_values.h"),
                         r"enum class Effort : std::uint8_t \{\s*usual,\s*greatest")
        settings = self.text("compile_settings.h")
        self.assertIn("// How long the compiler looks for better code.\n    Effort effort = "
                      "Effort::usual;", settings)

    def test_results_with_other_values_are_told_apart(self) -> None:
        settings = self.text("compile_settings.h")
        self.assertRegex(settings, r"std::tie\([^)]*\beffort\s*\)")
        self.assertIn('visit("effort", settings.effort);', settings)

    def test_c_has_it_as_its_last_member(self) -> None:
        header = self.text("compile_options.h")
        self.assertRegex(header, r'const char\* effort; /\* "usual" or "greatest"; default usual '
                                 r"\*/\n\} jacquard_compile_options;")
        self.assertIn("given.effort", self.text("read_members.h"))
        self.assertIn('"effort", JACQUARD_OPTION_TEXT', self.text("option_rows.h"))

    def test_the_header_is_c(self) -> None:
        compiler = shutil.which("cc")
        if compiler is None:
            self.skipTest("cc is not there (Debian: g++)")
        done = subprocess.run([compiler, "-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic",
                               "-fsyntax-only", "-x", "c", str(self.out / FOLDER /
                                                               "compile_options.h")],
                              capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_python_has_the_keyword(self) -> None:
        stub = self.text("_compile.pyi")
        compile(stub, "_compile.pyi", "exec")
        self.assertIn('effort: Literal["usual", "greatest"] | None = ...', stub)
        self.assertEqual(stub.count("effort"), 1, "the interpreter does not take it")

    def test_the_tool_reads_and_completes_it_and_its_help_explains_it(self) -> None:
        options = self.text("tool_options.h")
        row = r'\{"--effort", "WORD",\s*"how long to look for better code: usual or greatest",' \
            r"\s*false,\s*words_of<ir3::kEffortWords>\}"
        for command, takes in (("Compile", True), ("Cost", True), ("Run", False)):
            array = options.partition(f"kSettingsOf{command} = ")[2].partition("}};")[0]
            self.assertEqual(re.search(row, array) is not None, takes, command)
        self.assertRegex(self.text("read_tool_options.h"),
                         r'read_choice\(arguments, "--effort", ir3::kEffortNames,')


if __name__ == "__main__":
    unittest.main()
