"""Tables that share what does not depend on their changes with the real ones give what they give
when everything is made anew."""

from __future__ import annotations

import shutil
import tempfile
import unittest
from collections.abc import Callable
from pathlib import Path

from .support import DEFS
from .test_commands import run, run_beside_real


class CopiedTables(unittest.TestCase):
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


if __name__ == "__main__":
    unittest.main()
