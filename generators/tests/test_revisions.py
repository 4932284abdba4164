"""Making and comparing revisions from the command line."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from jacquard_gen.ir3.check.room import MOST_REVISIONS

from .support import DEFS, ChangedContext, run_beside_real as run


class Revisions(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.defs = Path(folder.name) / "defs"
        shutil.copytree(DEFS, self.defs)
        self.revisions = self.defs / "ir3" / "revisions"

    def command(self, name: str, *arguments: str) -> tuple[int, str, str]:
        return run(name, *arguments, "--defs", str(self.defs))

    def test_a_new_revision_passes_every_check_and_differs_in_nothing(self) -> None:
        code, out, err = self.command("new-revision", "a9xx", "--from", "a7xx")
        path = self.revisions / "a9xx.yaml"
        self.assertEqual((code, out, err), (0, f"{path}\n", ""))
        self.assertEqual(path.read_text(encoding="utf-8").splitlines()[2:],
                         ["revision: a9xx", "doc: Adreno 9xx.", "number: 900", "extends: a7xx",
                          "parts: [930]"])
        self.assertEqual(self.command("check", "--group", "ir3"), (0, "", ""))
        code, out, err = self.command("diff", "a7xx", "a9xx")
        lines = out.splitlines()
        self.assertEqual((code, lines[0], err),
                         (0, "a7xx -> a9xx: 0 opcodes added, 0 removed, 0 changed", ""))
        self.assertEqual(lines[1], "")
        self.assertEqual([line for line in lines[2:] if not line.startswith("part of a7xx: ")],
                         ["part of a9xx: 930"])

    def test_number_and_parts_can_be_said(self) -> None:
        code, _, _ = self.command("new-revision", "next", "--from", "a6xx", "--number", "100",
                                  "--parts", "a110,120")
        self.assertEqual(code, 0)
        text = (self.revisions / "next.yaml").read_text(encoding="utf-8")
        self.assertIn("number: 100\nextends: a6xx\nparts: [110, 120]\n", text)

    def test_a_difference_tells_facts_delays_and_parts(self) -> None:
        code, out, _ = self.command("diff", "a7xx", "a8xx")
        self.assertEqual(code, 0)
        for text in ("\nfact of the machine changed: double_waves  defs/ir3/machine.yaml:",
                     "\n    true -> false\n", "\ndelay rule changed: alu_to_alu  defs/ir3/",
                     "\n    slots: 2 -> 3\n", "\npart of a8xx: X2-90: ", "wave_vec4 128"):
            self.assertIn(text, out)
        # Parts have facts of their own.
        _, out, _ = self.command("diff", "610", "quest2")
        self.assertIn("wave_vec4  defs/ir3/machine.yaml:", out)
        self.assertIn("\n    48 -> 64\n", out)
        self.assertEqual(self.command("diff", "a6xx")[0], 2)
        self.assertEqual(self.command("diff", "a6xx", "631")[0], 1)

    def test_a_difference_tells_names_meanings_bits_and_texts(self) -> None:
        self.command("new-revision", "a9xx", "--from", "a8xx")
        path = self.revisions / "a9xx.yaml"
        with path.open("a", encoding="utf-8") as file:
            file.write("""drop:
  - op: setrm
change:
  - op: shb
    semantics: (src0 >> src1) & 3
    timing: mad
  - format: alu
    bits: {"50": free, "49:48": "00"}
    pieces: {clamp: "{saturate} "}
add:
  - op: setmode
    doc: Sets the mode of rounding.
    format: alu_one_source
    opc: 60
    srcs: [uint]
""")
        code, out, err = self.command("diff", "a8xx", "a9xx")
        self.assertEqual((code, err), (0, ""))
        for text in ("0 opcodes added, 0 removed", "\nopcode renamed\n  setrm -> setmode\n",
                     "\n  semantics: none -> (src0 >> src1) & 3\n",
                     "\n  timing: alu -> mad\n", "\n  bits 49:48: free -> 0\n",
                     "\n  piece of the text 'clamp': {saturate} -> {saturate} \n"):
            self.assertIn(text, out)
        # A change that opcodes share is told once.
        self.assertEqual(out.count("piece of the text"), 2)

    def test_what_changed_since_a_revision_of_git_is_told(self) -> None:
        if shutil.which("git") is None:
            self.skipTest("git is not installed (Debian: git)")

        def git(*words: str) -> None:
            subprocess.run(["git", "-C", str(self.defs), "-c", "user.name=a", "-c",
                            "user.email=a@b.c", *words], check=True, capture_output=True)

        git("init", "-q")
        git("add", ".")
        git("commit", "-q", "-m", "All tables.")
        self.assertEqual(self.command("diff", "--since", "HEAD"),
                         (0, "since HEAD: 0 tables changed\n", ""))
        path = self.revisions / "a8xx.yaml"
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("wave_vec4: 128", "wave_vec4: 160")
                        .replace("1290]\nmachine", "1290, 850]\nmachine"), encoding="utf-8")
        code, out, err = self.command("diff", "--since", "HEAD")
        self.assertEqual((code, err), (0, ""))
        self.assertEqual(out.splitlines()[:5], [
            "since HEAD: 1 table changed", "", "parts", "  added: 850 (a8xx)",
            "  changed: 829: wave_vec4 128 -> 160"])
        self.assertIn("\ndefs/ir3/revisions/a8xx.yaml\n", out)
        for words in (("a6xx", "--since", "HEAD"), ("--since", "no_such_one")):
            code, out, err = self.command("diff", *words)
            self.assertEqual((code > 0, out), (True, ""))
            self.assertTrue(err.startswith("jacquard_gen: "))

    def test_a_fact_that_all_parts_have_alike_is_refused(self) -> None:
        names = ("ir3/machine.yaml", "ir3/revisions/a6xx.yaml")
        machine, a6xx = ((DEFS / name).read_text(encoding="utf-8") for name in names)
        context = ChangedContext({
            names[0]: machine + "- fact: wings\n  doc: Pairs of wings.\n  type: count\n",
            names[1]: a6xx.replace("\nmachine:\n", "\nmachine:\n  wings: 2\n")})
        context.model("ir3")
        self.assertEqual(
            [(fault.code, fault.message) for fault in context.diagnostics.sorted()],
            [("E681", "'wings' is 2 of all parts: say it here as `usual: 2` and not in revisions")])

    def test_more_than_there_is_room_for_are_refused(self) -> None:
        context = ChangedContext({
            f"ir3/revisions/next{count}.yaml":
            f"revision: next{count}\ndoc: One more.\nnumber: {900 + count}\nextends: a7xx\n"
            f"parts: [{900 + count}]\n" for count in range(MOST_REVISIONS)})
        context.model("ir3")
        count = len(list(self.revisions.glob("*.yaml"))) + MOST_REVISIONS
        self.assertEqual(
            [(fault.code, fault.message) for fault in context.diagnostics.sorted()],
            [("E523", f"there is room for {MOST_REVISIONS} revisions, and these are {count}")])

    def test_tables_without_the_default_opcode_are_refused(self) -> None:
        names = ("ir3/isa/cat0.yaml", "ir3/revisions/a7xx.yaml", "ir3/revisions/a8xx.yaml")
        context = ChangedContext({
            name: (DEFS / name).read_text(encoding="utf-8").replace("- op: nop", "- op: nothing")
            for name in names})
        context.model("ir3")
        self.assertIn("E524", [fault.code for fault in context.diagnostics.sorted()])

    def test_what_is_taken_is_refused(self) -> None:
        (self.revisions / "later.yaml").write_text(
            "revision: other\ndoc: A file of another name.\nnumber: 500\nextends: a7xx\n"
            "parts: [901]\n", encoding="utf-8")
        tables = sorted(path.name for path in self.revisions.iterdir())
        for arguments, message in (
                (("a7xx", "--from", "a6xx"),
                 "there is a revision 'a7xx' in defs/ir3/revisions/a7xx.yaml:"),
                (("a9xx", "--from", "a2xx"), "there is no revision 'a2xx' to start from"),
                (("a9xx", "--from", "a7xx", "--number", "600"), "'a6xx' has the number 600"),
                (("a9xx", "--from", "a7xx", "--parts", "931,730"), "730 belongs to 'a7xx'"),
                (("a9xx", "--from", "a7xx", "--parts", "0"), "a part is a number from 1"),
                (("../a9xx", "--from", "a7xx"), "'../a9xx' is not a name"),
                (("later", "--from", "a7xx", "--number", "200"), "there is a file ")):
            with self.subTest(arguments):
                code, out, err = self.command("new-revision", *arguments)
                self.assertEqual((code, out), (1, ""))
                self.assertIn(f"jacquard_gen: {message}", err)
        self.assertEqual(self.command("new-revision", "a9xx", "--from", "a7xx", "--parts", "x")[0],
                         2)
        self.assertEqual(sorted(path.name for path in self.revisions.iterdir()), tables)

    def test_a_difference_names_the_lines_of_both_sides(self) -> None:
        code, out, _ = self.command("diff", "a6xx", "a7xx")
        self.assertEqual(code, 0)
        self.assertRegex(out, r"\nopcode added\n(  .*\n)*"
                              r"  stsc  defs/ir3/revisions/a7xx\.yaml:\d+\n")
        self.assertRegex(out, r"\nldg\.a\n(  .*\n)*  field widened: offset\n"
                              r"    from  10:9  defs/ir3/isa/formats\S*\.yaml:\d+\n"
                              r"    to    48:41  defs/ir3/revisions/a7xx\.yaml:\d+\n")
        self.assertEqual(self.command("diff", "a6xx", "later")[0], 1)


if __name__ == "__main__":
    unittest.main()
