#!/usr/bin/env python3
"""Headers with images and samplers as arguments are read as they were written, from assembly and
from JSON, and faults in them are told.

    image_headers.py TOOL
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

MODULE = Path(__file__).parent / "modules" / "images.spvasm"
TOOL = sys.argv.pop() if __name__ == "__main__" else ""
ROWS = ["@argument image argument0 set 0 binding 1 shape 2d",
        "@argument texture argument1 set 0 binding 2 shape buf",
        "@argument texture argument2 set 0 binding 3 shape 2d array",
        "@argument address argument3 at 0 bytes 8",
        "@argument literal sampler0 set 1 binding 0 address clamp_to_border filter nearest texels"]


def run(*words: str, given: str = "") -> tuple[str, str]:
    done = subprocess.run([TOOL, *words], input=given, capture_output=True, text=True, timeout=120,
                          check=False)
    return done.stdout, done.stderr


class ImageHeaders(unittest.TestCase):

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.text, _ = run("compile", str(MODULE), "--gpu", "730")

    def header(self, *words: str, given: str = "") -> dict[str, object]:
        place = self.folder / "header.json"
        _, fault = run(*words, "--header", str(place), "-o", str(self.folder / "words"),
                       given=given)
        self.assertEqual(fault, "")
        read: dict[str, object] = json.loads(place.read_text(encoding="utf-8"))
        return read

    def test_assembly_has_a_row_for_each(self) -> None:
        self.assertEqual([line for line in self.text.splitlines() if line.startswith("@argument")],
                         ROWS)

    def test_assembly_is_read_as_it_was_written(self) -> None:
        self.assertEqual(self.header("asm", "-", given=self.text)["arguments"],
                         self.header("compile", str(MODULE), "--gpu", "730")["arguments"])

    def test_json_is_read(self) -> None:
        header = self.header("compile", str(MODULE), "--gpu", "730")
        arguments = header["arguments"]
        assert isinstance(arguments, list)
        self.assertEqual(self.faults_of(header), "")
        for number, key, value, said in (
                (0, "kind", "picture", "must be value, address, local, texture, image, sampler or "
                                       "literal"),
                (1, "shape", "7d", "must be a shape of images"),
                (1, "shape", None, "must be a shape of images"),
                (4, "address", "away", "must be what is around an image"),
                (4, "filter", "coffee", "must be a filter")):
            with self.subTest(key=key, value=value):
                wrong = [dict(each) for each in arguments]
                wrong[number][key] = value
                if value is None:
                    del wrong[number][key]
                self.assertIn(f'"{key}" {said}', self.faults_of(header | {"arguments": wrong}))

    def faults_of(self, header: dict[str, object]) -> str:
        place = self.folder / "given.json"
        place.write_text(json.dumps(header, indent=2), encoding="utf-8")
        return run("check", str(self.folder / "words"), "--header", str(place))[1]

    def test_faults_of_directives_have_a_place(self) -> None:
        for row, place, said in (
                (ROWS[0].replace("2d", "7d"), "1:49", "expected a shape of images"),
                (ROWS[4].replace("clamp_to_border", "away"), "1:52",
                 "expected what is around an image"),
                (ROWS[4].replace("nearest", "coffee"), "1:75", "expected a filter"),
                (ROWS[0].replace("image", "picture", 1), "1:11", "or literal")):
            with self.subTest(row=row):
                _, fault = run("asm", "-", "--gpu", "730", given=f"{row}\nend\n")
                self.assertIn(f":{place}: error", fault)
                self.assertIn(said, fault)


if __name__ == "__main__":
    unittest.main()
