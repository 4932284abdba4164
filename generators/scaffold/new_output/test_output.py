"""Renders the templates of this folder and looks at what they make: `python3 -m unittest` here."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TEMPLATES = Path(__file__).resolve().parent / "templates"


class Output(unittest.TestCase):
    def test_every_revision_has_its_opcodes(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, "-m", "jacquard_gen", "render", "--templates",
                            str(TEMPLATES), "--out", folder], check=True)
            text = (Path(folder) / "opcodes.tsv").read_text(encoding="utf-8")
        head, *rows = text.splitlines()
        self.assertIn("jacquard_gen", head)
        opcodes = {tuple(row.split("\t")[::3]) for row in rows}
        self.assertIn(("a6xx", "bary.f"), opcodes)
        self.assertNotIn(("a3xx", "alias"), opcodes)


if __name__ == "__main__":
    unittest.main()
