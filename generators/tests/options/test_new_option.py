"""An option of a compile that is added to its table reaches C++, C, Python and the tool."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from jacquard_gen.options.c_members import placed
from jacquard_gen.options.entries import Member, Option
from jacquard_gen.options.names import OF_DERIVED, OF_PYTHON, PART

from ..support import DEFS, run_beside_real as run

SOURCES = DEFS.parent
PAGE = SOURCES / "docs" / "add-an-option.md"
FOLDER = Path("jacquard") / "generated" / "options"
# These options are of modules, one of them beside the settings, and of whole pipelines.
MORE = """
- option: lowest
  type: number
  doc: It is a number of modules.
  of_module: true
  most: 9
  takes: a number up to 9
  c: {position: 13, since: 0.1.0, doc: of modules}
  tool: {name: --lowest, value: N, help: of modules}

- option: strict
  type: flag
  doc: It is for the settings and for modules.
  module: true
  tool: {name: --strict, help: for both, commands: [compile]}

- option: behind
  type: flag
  doc: It is what a pipeline says.
  of_pipeline: true
  tool: {name: --behind, help: of pipelines, commands: [compile, run]}
"""


def entry_of_page() -> str:
    """The entry that docs/add-an-option.md adds."""
    found = re.search(r"compile.yaml <<'END'\n((?:> ?.*\n)+?)> END\n",
                      PAGE.read_text(encoding="utf-8"))
    assert found is not None
    return re.sub(r"^> ?", "", found.group(1), flags=re.MULTILINE)


class Added(unittest.TestCase):
    """Some entries that are added to the table, and what is generated then."""

    added = ""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = Path(folder.name) / "out"
        defs = Path(folder.name) / "defs"
        shutil.copytree(DEFS / "options", defs / "options")
        with open(defs / "options" / "compile.yaml", "a", encoding="utf-8") as table:
            table.write(self.added)
        self.assertEqual(run("generate", "--group", "options", "--defs", str(defs), "--out",
                             str(self.out)), (0, "", ""))

    def text(self, name: str) -> str:
        return (self.out / FOLDER / name).read_text(encoding="utf-8")


class NewOption(Added):
    added = entry_of_page()

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


class OptionsOfModulesAndPipelines(Added):
    added = MORE

    def test_the_tool_reads_options_of_modules_into_the_translation(self) -> None:
        reading = self.text("read_tool_options.h").partition("read_module_arguments(")[2]
        self.assertIn('read_number(arguments, "--lowest", {"a number up to 9", 9, false}, streams, '
                      "translation.lowest)", " ".join(reading.split()))
        self.assertIn("{\"--lowest\", \"N\", \"of modules\",",
                      self.text("tool_options.h").partition("kModuleOptions = ")[2])

    def test_the_translation_is_told_of_settings_and_tells_results_apart_by_them(self) -> None:
        taking = self.text("take_settings.h")
        self.assertIn("translation.strict = settings.strict;", taking)
        self.assertIn("known.strict = settings.strict;", taking)
        self.assertNotIn("precision", taking)

    def test_whole_pipelines_refuse_what_they_say_themselves(self) -> None:
        names = self.text("tool_options.h").partition("kOptionsOfPipelines = ")[2].partition("}")[0]
        self.assertEqual(re.findall(r'"(--\w+)"', names), ["--feeds", "--patches", "--behind"])

    def test_c_refuses_a_number_that_is_too_large(self) -> None:
        self.assertIn("if (given.lowest > 9) {", self.text("read_members.h"))


class LaterVersions(unittest.TestCase):
    """The members of later versions lie where callers of earlier ones have none."""

    def members(self, *since: tuple[str, str]) -> list[tuple[str, int]]:
        options = []
        for number, (kind, version) in enumerate(since, 1):
            option = mock.Mock(spec=Option, type=kind, option=f"option_{number}")
            option.c = mock.Mock(spec=Member, place=number, since=version)
            options.append(option)
        return [(str(each.option.option), each.offset) for each in placed(options)]

    def test_flags_of_one_version_share_eight_bytes(self) -> None:
        self.assertEqual(self.members(("flag", "0.1.0"), ("flag", "0.1.0"), ("text", "0.1.0")),
                         [("option_1", 8), ("option_2", 12), ("option_3", 16)])

    def test_a_flag_of_a_later_version_leaves_out_what_pads_the_structure_before(self) -> None:
        self.assertEqual(self.members(("flag", "0.1.0"), ("flag", "0.2.0"), ("flag", "0.2.0"),
                                      ("flag", "0.3.0"), ("flag", "0.4.0")),
                         [("option_1", 8), ("option_2", 16), ("option_3", 20), ("option_4", 24),
                          ("option_5", 32)])


class Names(unittest.TestCase):
    def test_the_members_of_structures_that_derive_from_the_settings_are_known(self) -> None:
        derived = re.compile(r"^struct (\w+) : (?:\w+::)*CompileSettings \{\n(.*?)^\};",
                             re.MULTILINE | re.DOTALL)
        member = re.compile(r"^    [\w:<>,*& ]+ \*?(\w+)(?: = .*| : .*)?;", re.MULTILINE)
        structures = set()
        found = set()
        for folder in ("backend", "bindings", "runtime", "tests"):
            for path in (SOURCES / folder).rglob("*.h"):
                for name, body in derived.findall(path.read_text(encoding="utf-8")):
                    structures.add(name)
                    found |= set(member.findall(body))
        self.assertEqual(structures, {"CompileOptions", "RunOptions", "StageOptions"})
        self.assertEqual(found, set(OF_DERIVED))

    def test_the_parameters_of_the_functions_of_python_are_known(self) -> None:
        path = SOURCES / "bindings" / "python" / "jacquard" / "_compile.py"
        found = set()
        for each in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(each, ast.FunctionDef) and each.args.kwarg is not None:
                found |= {argument.arg for argument in each.args.args + each.args.kwonlyargs}
        self.assertEqual(found, {*OF_PYTHON, PART})


if __name__ == "__main__":
    unittest.main()
