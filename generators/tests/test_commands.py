"""The commands: exit codes, depfile and stamp, writing only what changed, equal bytes always."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from collections.abc import Callable
from pathlib import Path
from unittest import mock

from jacquard_gen.groups import GROUP_NAMES, READS, find_group

from .support import DEFS, GENERATORS, ContextBesideReal, run, run_beside_real

OUTPUT = "jacquard/generated/expr/function_cases.cpp"


class Commands(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.defs = self.folder / "defs"
        shutil.copytree(DEFS / "expr", self.defs / "expr")
        self.out = self.folder / "out"
        self.stamp = self.folder / "expr.stamp"
        self.depfile = self.folder / "expr.d"

    def generate(self) -> tuple[int, str, str]:
        return run("generate", "--group", "expr", "--defs", str(self.defs), "--out", str(self.out),
                   "--stamp", str(self.stamp), "--depfile", str(self.depfile))

    def edit(self, old: str, new: str, table: str = "functions.yaml") -> None:
        path = self.defs / "expr" / table
        text = path.read_text(encoding="utf-8")
        self.assertIn(old, text)
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    def test_wrong_usage_is_2(self) -> None:
        for arguments in ((), ("weave",), ("generate", "--group", "cotton"),
                          ("check", "--defs", str(self.folder / "absent"))):
            self.assertEqual(run(*arguments)[0], 2, arguments)

    def test_help_lists_the_commands(self) -> None:
        code, out, _ = run("--help")
        self.assertEqual(code, 0)
        for command in ("generate", "check", "schema", "docs", "explain"):
            self.assertIn(command, out)
        for limit in ("1,048,576 bytes", "2,000 entries", "20,000 characters"):
            self.assertIn(limit, " ".join(out.split()))

    def test_faults_are_1_and_write_nothing(self) -> None:
        self.edit("python: floor", "python: flour")
        self.edit("doc: Absolute value.", "dok: Absolute value.")
        code, _, err = self.generate()
        self.assertEqual(code, 1)
        self.assertIn("defs/expr/functions.yaml:", err)
        self.assertIn("has a function 'flour'", err)
        self.assertIn("did you mean 'floor'?", err)
        self.assertIn("error[E110]: unknown key 'dok'", err)
        self.assertFalse(self.out.exists() or self.stamp.exists() or self.depfile.exists())

    def test_a_fault_leaves_earlier_output_as_it_was(self) -> None:
        self.assertEqual(self.generate()[0], 0)
        before = (self.out / OUTPUT).read_bytes()
        self.edit("python: floor", "python: flour")
        self.assertEqual(self.generate()[0], 1)
        self.assertEqual((self.out / OUTPUT).read_bytes(), before)
        self.edit("python: flour", "python: floor")
        self.assertEqual(self.generate()[0], 0)

    def test_an_output_that_cannot_be_written(self) -> None:
        self.out.write_text("in the way")
        code, _, err = self.generate()
        self.assertEqual(code, 1)
        self.assertIn("error[E902]: cannot write", err)

    def test_list_names_the_outputs(self) -> None:
        code, out, _ = run("generate", "--group", "expr", "--list")
        self.assertEqual((code, out), (0, OUTPUT + "\n"))

    def test_list_agrees_with_what_is_written(self) -> None:
        for group in GROUP_NAMES:
            if find_group(group) is None:
                continue
            with self.subTest(group):
                out = self.folder / group
                code, _, err = run_beside_real("generate", "--group", group, "--out", str(out))
                self.assertEqual((code, err), (0, ""))
                written = sorted(str(path.relative_to(out)) for path in out.rglob("*")
                                 if path.is_file())
                self.assertEqual(sorted(run("generate", "--group", group, "--list")[1].split()),
                                 written)

    def test_a_build_notices_tables_that_come_and_go(self) -> None:
        ninja = shutil.which("ninja")
        if ninja is None:
            self.skipTest("ninja is not there (Debian: ninja-build)")
        defs = self.folder / "errors_only"
        shutil.copytree(DEFS / "errors", defs / "errors")
        (self.folder / "build.ninja").write_text(
            "rule make\n  depfile = all.d\n"
            f"  command = {sys.executable} -m jacquard_gen generate --group errors --defs {defs} "
            f"--out {self.out} --stamp all.stamp --depfile all.d\n"
            "build all.stamp: make\n", encoding="utf-8")

        def build() -> str:
            done = subprocess.run([ninja, "-C", str(self.folder)], capture_output=True, text=True,
                                  check=True, env={**os.environ, "PYTHONPATH": str(GENERATORS)})
            if "no work to do" in done.stdout:
                return "nothing"
            texts = (self.out / "jacquard/generated/errors/explanations.txt").read_text("utf-8")
            return "with" if "A fault that nothing has." in texts else "without"

        self.assertEqual([build(), build()], ["without", "nothing"])
        table = defs / "errors" / "made_up.yaml"
        table.write_text("area: made-up faults\ncodes: Z\nstatus: malformed\nerrors:\n"
                         "  - code: Z901\n    doc: A fault that nothing has.\n", encoding="utf-8")
        self.assertEqual([build(), build()], ["with", "nothing"])
        table.unlink()
        self.assertEqual([build(), build()], ["without", "nothing"])

    def test_the_depfile_names_tables_with_their_folders_templates_and_python(self) -> None:
        self.assertEqual(self.generate()[0], 0)
        target, _, rest = self.depfile.read_text().partition(":")
        self.assertEqual(target, str(self.stamp))
        inputs = rest.replace("\\\n", " ").split()
        for part in ("/defs/expr/functions.yaml", "/templates/expr/function_cases.cpp.j2",
                     "/jacquard_gen/cli.py", "/jacquard_gen/expr/cpp.py"):
            self.assertTrue(any(path.endswith(part) for path in inputs), part)
        folders = [path for path in inputs if not Path(path).is_file()]
        self.assertEqual(folders, [str(self.defs.resolve() / "expr")])

    def test_only_what_changed_is_written(self) -> None:
        self.assertEqual(self.generate()[0], 0)
        output = self.out / OUTPUT
        os.utime(output, (1, 1))
        self.edit("The smaller of two values.", "The lesser of two values.")
        self.assertEqual(self.generate()[0], 0)
        self.assertEqual(output.stat().st_mtime, 1, "a sentence of documentation is not in it")
        self.edit("cpp: std::ceil({0})", "cpp: std::ceil(+{0})")
        self.assertEqual(self.generate()[0], 0)
        self.assertNotEqual(output.stat().st_mtime, 1)

    def test_nothing_is_loaded_when_nothing_changed(self) -> None:
        self.assertEqual(self.generate()[0], 0)
        os.utime(self.stamp, (1, 1))
        with mock.patch("jacquard_gen.cli._generate_groups") as generate_all:
            self.assertEqual(self.generate()[0], 0)
            generate_all.assert_not_called()
            self.assertGreater(self.stamp.stat().st_mtime, 1, "the build must see it as made")
            os.utime(self.defs / "expr" / "casts.yaml")
            self.assertEqual(self.generate()[0], 0)
            generate_all.assert_not_called()

    def test_only_groups_that_read_what_changed_are_made_again(self) -> None:
        shutil.copytree(DEFS, self.defs, dirs_exist_ok=True)

        def generate(out: Path, command: Callable[..., tuple[int, str, str]]) -> int:
            code, _, _ = command("generate", "--defs", str(self.defs), "--out", str(out),
                                 "--stamp", str(out / "all.stamp"))
            return code

        self.assertEqual(generate(self.out, run_beside_real), 0)
        for table, names in (("tgsi/opcodes/bits.yaml", ["tgsi"]),
                             ("nir/alu/bit.yaml",
                              ["nir", "tgsi", "spirv", "ir3", "pipelines", "glsl", "amber",
                               "advice"]),
                             ("ir3/revisions/a8xx.yaml", ["ir3", "pipelines"])):
            path = self.defs / table
            path.write_text("# A comment.\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
            with mock.patch("jacquard_gen.cli._generate_groups", return_value=0) as made:
                self.assertEqual(generate(self.out, run_beside_real), 0)
                self.assertEqual(made.call_args.args[2], names)
            self.assertEqual(generate(self.out, run_beside_real), 0)
            with mock.patch("jacquard_gen.cli._generate_groups", return_value=0) as made:
                self.assertEqual(generate(self.out, run_beside_real), 0)
                made.assert_not_called()
        anew = self.folder / "anew"
        self.assertEqual(generate(anew, run), 0)
        for path in anew.rglob("*"):
            if path.is_file() and path.suffix != ".stamp":
                again = self.out / path.relative_to(anew)
                self.assertEqual(path.read_bytes(), again.read_bytes(), path)

    def test_groups_read_the_tables_that_they_are_said_to_read(self) -> None:
        real = ContextBesideReal.real
        for group in GROUP_NAMES:
            with self.subTest(group):
                self.assertIsNotNone(real.model(group))
                self.assertEqual({name.partition("/")[0] for name in real.read[group]},
                                 READS[group])

    def test_every_kind_of_change_is_seen(self) -> None:
        def add_table() -> None:
            (self.defs / "expr" / "more.yaml").write_text(
                "- {construct: more, doc: None., edges: None., form: more(a)}\n")

        def drop_output() -> None:
            (self.out / OUTPUT).unlink()

        def change_output() -> None:
            (self.out / OUTPUT).write_text("changed by hand")

        def change_table() -> None:
            self.edit("doc: Absolute value.", "doc: absolute value.")

        for change in (add_table, drop_output, change_output, change_table):
            with self.subTest(change.__name__):
                self.assertEqual(self.generate()[0], 0)
                change()
                with mock.patch("jacquard_gen.cli._generate_groups", return_value=0) as made:
                    self.generate()
                    made.assert_called_once()
                self.assertEqual(self.generate()[0], 0)

    def test_outputs_do_not_depend_on_the_hash_seed_or_the_folder(self) -> None:
        made = []
        for seed, folder in (("0", "a"), ("4242", "b/c")):
            out = self.folder / folder
            subprocess.run([sys.executable, "-m", "jacquard_gen", "generate", "--out", str(out)],
                           check=True, cwd=GENERATORS, env={**os.environ, "PYTHONHASHSEED": seed})
            made.append({str(path.relative_to(out)): path.read_bytes()
                         for path in sorted(out.rglob("*")) if path.is_file()})
        self.assertEqual(list(made[0]), list(made[1]))
        for name, data in made[0].items():
            self.assertTrue(data == made[1][name], name)
            self.assertNotIn(str(self.folder).encode(), data)

    def test_schemas_are_written(self) -> None:
        code, out, _ = run("schema", "--out", str(self.folder / "schemas"))
        self.assertEqual(code, 0)
        self.assertIn(str(self.folder / "schemas" / "expr.json"), out)

    def test_explain(self) -> None:
        code, out, _ = run("explain", "--defs", str(self.defs), "expr:ldexp")
        self.assertEqual(code, 0)
        self.assertIn("ldexp(T, int32) -> T", out)
        self.assertIn("defined at defs/expr/functions.yaml:", out)
        code, out, err = run("explain", "--defs", str(self.defs), "expr:nothing")
        self.assertEqual((code, out), (1, ""))
        self.assertIn("no table says anything about 'nothing'", err)

    def test_prove_takes_names_of_rules_and_of_lowered_opcodes(self) -> None:
        code, out, err = run("prove", "and_zero", "isign", "--jobs", "1")
        self.assertEqual(code, 0, err)
        self.assertIn("1 rule, 5 with the members of families and all widths; 5 of these", out)
        self.assertIn("\n1 lowering, 4 with the members of families and all widths; 4 of", out)
        code, out, err = run("prove", "isgn")
        self.assertEqual((code, out), (1, ""))
        self.assertEqual(err, "jacquard_gen: nothing is to be proven of a rule or opcode 'isgn'; "
                              "did you mean 'isign'?\n")
        for arguments in (("--steps", "0"), ("--steps", "x"), ("--jobs", "-1")):
            code, _, err = run("prove", *arguments)
            self.assertEqual(code, 2)
            self.assertIn("a number above 0 is expected, not", err)

    def test_a_run_with_nothing_to_do_imports_no_yaml(self) -> None:
        self.assertEqual(self.generate()[0], 0)
        code = ("import sys; from jacquard_gen import cli; "
                "cli.main(sys.argv[1:]); print(sorted({'yaml', 'jinja2'} & set(sys.modules)))")
        started = time.monotonic()
        result = subprocess.run(
            [sys.executable, "-c", code, "generate", "--group", "expr", "--defs", str(self.defs),
             "--out", str(self.out), "--stamp", str(self.stamp), "--depfile", str(self.depfile)],
            check=True, cwd=GENERATORS, stdout=subprocess.PIPE, text=True)
        self.assertEqual(result.stdout, "[]\n")
        self.assertLess(time.monotonic() - started, 5)


class CopiedTables(unittest.TestCase):
    """Commands that share what does not depend on changed tables say and write what they do when
    everything is made anew."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.defs = self.folder / "defs"
        shutil.copytree(DEFS, self.defs)

    def edit(self, table: str, old: str, new: str) -> None:
        path = self.defs / table
        text = path.read_text(encoding="utf-8")
        self.assertIn(old, text)
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    def assert_same(self, *arguments: str) -> tuple[int, str, str]:
        words = (*arguments, "--defs", str(self.defs))
        cold = run(*words)
        self.assertEqual(cold, run_beside_real(*words))
        return cold

    def test_every_fault_is_found_in_the_same_words(self) -> None:
        self.edit("nir/alu/float.yaml", "fold: src0 + src1", "fold: src0 + scr1")
        self.edit("ir3/select/alu.yaml", "emit: ", "emti: ")
        self.edit("tgsi/opcodes/arithmetic.yaml", "each: ", "each: nothing + ")
        (self.defs / "ir3" / "timing.yaml").unlink()
        (self.defs / "spirv" / "opcodes" / "more.yaml").write_text("- op: [\n", encoding="utf-8")
        (self.defs / "glsl").rename(self.defs / "elsewhere")
        code, _, err = self.assert_same("check")
        self.assertEqual(code, 1)
        for table in ("nir/alu/float", "ir3/select/alu", "tgsi/opcodes/arithmetic", "ir3/timing",
                      "spirv/opcodes/more", "glsl/"):
            self.assertIn(f"defs/{table}", err)

    def test_files_made_of_changed_tables_are_the_same(self) -> None:
        self.edit("ir3/timing.yaml", "- ", "# A comment that moves every line.\n- ")
        made = {}
        runs: dict[str, Callable[..., tuple[int, str, str]]] = {
            "cold": run, "shared": run_beside_real}
        for name, command in runs.items():
            out, depfile = self.folder / name, self.folder / f"{name}.d"
            answer = command("generate", "--group", "ir3", "--defs", str(self.defs),
                             "--out", str(out), "--depfile", str(depfile))
            self.assertEqual(answer, (0, "", ""))
            made[name] = {str(path.relative_to(out)): path.read_bytes()
                          for path in out.rglob("*") if path.is_file()}
            made[name]["what was read"] = depfile.read_bytes().replace(name.encode(), b"")
        self.assertEqual(list(made["cold"]), list(made["shared"]))
        for path, data in made["cold"].items():
            self.assertTrue(data == made["shared"][path], path)

    def test_what_is_said_of_a_name_is_the_same(self) -> None:
        self.edit("nir/alu/float.yaml", "doc: ", "doc: Changed. ")
        self.assertEqual(self.assert_same("explain", "nir:fadd")[0], 0)

    def test_differences_of_revisions_are_the_same(self) -> None:
        self.edit("ir3/revisions/a7xx.yaml", "doc: ", "doc: Changed. ")
        self.assertEqual(self.assert_same("diff", "a6xx", "a7xx")[0], 0)

    def test_what_is_added_is_the_same(self) -> None:
        self.edit("ir3/revisions/a7xx.yaml", "doc: ", "doc: Changed. ")
        self.edit("nir/alu/float.yaml", "doc: ", "doc: Changed. ")
        added = {("new-revision", "a9xx", "--from", "a7xx"): "ir3/revisions/a9xx.yaml",
                 ("new-op", "fmeasure", "--srcs", "float", "--dest", "float", "--fold", "src0 + 1",
                  "--doc", "A measure.", "--table", "float"): "nir/alu/float.yaml"}
        for command, table in added.items():
            path = self.defs / table
            before = path.read_bytes() if path.exists() else None
            answers = []
            for way in (run, run_beside_real):
                code, out, err = way(*command, "--defs", str(self.defs))
                self.assertEqual((code, err), (0, ""), command)
                answers.append((out, path.read_bytes()))
                if before is None:
                    path.unlink()
                else:
                    path.write_bytes(before)
            self.assertEqual(*answers)


if __name__ == "__main__":
    unittest.main()
