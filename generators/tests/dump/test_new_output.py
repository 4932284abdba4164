"""Outputs that `new-output` starts work as they are."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from ..support import GENERATORS, run


class NewOutput(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_what_is_made_renders_and_passes_its_own_test(self) -> None:
        made = self.folder / "deep" / "list"
        code, out, err = run("new-output", "opcode-list", "--out", str(made))
        self.assertEqual((code, err), (0, ""))
        names = ["README.md", "templates/opcodes.tsv.j2", "test_output.py"]
        self.assertEqual(out.split(), [str(made / name) for name in names])
        readme = (made / "README.md").read_text(encoding="utf-8")
        self.assertTrue(readme.startswith("# opcode-list\n"))
        done = subprocess.run([sys.executable, "-m", "unittest"], cwd=made, check=False, text=True,
                              env={**os.environ, "PYTHONPATH": str(GENERATORS)},
                              stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Ran 1 test", done.stderr)

    def test_nothing_is_written_over_what_is_there(self) -> None:
        (self.folder / "kept.txt").write_text("mine", encoding="utf-8")
        for name, out, message in (
                ("list", self.folder, "is there and not empty; choose another folder"),
                ("list", self.folder / "kept.txt", "is there and no folder"),
                ("List", self.folder / "new", "'List' is not a name: small letters"),
                ("", self.folder / "new", "'' is not a name")):
            code, printed, err = run("new-output", name, "--out", str(out))
            self.assertEqual((code, printed), (1, ""))
            self.assertIn(message, err)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["kept.txt"])


if __name__ == "__main__":
    unittest.main()
