"""The promise that a version of the exported document keeps its shape, and the page about it."""

from __future__ import annotations

import contextlib
import copy
import io
import tempfile
import unittest
from functools import cache
from pathlib import Path
from unittest import mock

from jacquard_gen.dump.document import VERSION
from jacquard_gen.dump.schema import schema
from jacquard_gen.dump.shape import shape
from jacquard_gen.dump.types import Json

from ..support import DEFS, run
from . import bless_shape
from .bless_shape import KEPT, broken, read


@cache
def present() -> Json:
    return schema(VERSION, DEFS)


class Shape(unittest.TestCase):
    def test_the_kept_shape_is_the_present_one(self) -> None:
        """A key that is added is blessed; one that is gone, or whose type is another, needs a new
        version first."""
        version, lines = read(KEPT)
        now = shape(present())
        if version == VERSION:
            self.assertEqual(
                broken(lines, now), [], "readers of this version of the document miss these keys: "
                "raise VERSION in jacquard_gen/dump/document.py, say so in the changelog, then run "
                "python3 -m tests.dump.bless_shape")
        self.assertEqual((version, broken(now, lines)), (VERSION, []),
                         "run python3 -m tests.dump.bless_shape in generators")

    def test_what_breaks_readers_is_told_from_what_does_not(self) -> None:
        before = shape(present())

        def change(edit: str) -> list[str]:
            other = copy.deepcopy(present())
            keys = other["$defs"]["encoding"]["properties"]
            if edit == "removed":
                del keys["mask"]
            elif edit == "retyped":
                keys["layout"] = {"type": "string"}
            elif edit == "optional":
                other["$defs"]["encoding"]["required"].remove("free")
            elif edit == "added":
                keys["colour"] = {"type": "string"}
            elif edit == "reworded":
                keys["mask"]["description"] = "Other words."
            return broken(before, shape(other))

        self.assertEqual(change("removed"), ["encoding.mask: text"])
        self.assertEqual(change("retyped"), ["encoding.layout: number"])
        self.assertEqual(change("optional"), ["encoding.free: text"])
        self.assertEqual(change("added"), [])
        self.assertEqual(change("reworded"), [])

    def test_a_shape_that_breaks_readers_is_not_kept(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "shape.txt"
            before = [f"version {VERSION}", "encoding.colour: text", *shape(present())]
            for version, code in ((VERSION, 1), (VERSION - 1, 0)):
                before[0] = f"version {version}"
                path.write_text("\n".join(before) + "\n", encoding="utf-8")
                told = io.StringIO()
                with mock.patch.object(bless_shape, "KEPT", path), \
                        contextlib.redirect_stderr(told):
                    self.assertEqual(bless_shape.main(), code)
                self.assertEqual("encoding.colour: text" in told.getvalue(), code == 1)
            self.assertEqual(read(path), (VERSION, shape(present())))

    def test_all_of_the_document_and_every_table_has_lines(self) -> None:
        lines = shape(present())
        wanted = {"ir3: ir3", "tables.nir/alu/bit: list of nir.alu.AluOpcode",
                  "nir.alu.AluOpcode.fold: text | number | truth", "condition in.mask: number",
                  "bits.at?: number", "layout.text: text | null",
                  "expr.OperationEntry.args: list of text | map of text"}
        self.assertEqual(wanted - set(lines), set())
        self.assertGreater(len(lines), 1200)
        self.assertEqual([line for line in lines if "{" in line], [])


class Page(unittest.TestCase):
    def test_every_key_has_its_type_and_a_sentence(self) -> None:
        code, page, err = run("dump", "--model-page")
        self.assertEqual((code, err), (0, ""))
        rows = [line for line in page.split("\n") if line.startswith("| `")]
        self.assertEqual([row for row in rows if row.endswith("|  |")], [])
        self.assertEqual([row for row in rows if not row.endswith(" |")], [])
        self.assertGreater(len(rows), 1000)
        wanted = [f'\n<a id="{name}"></a>\n\n## {name}\n' for name in present()["$defs"]]
        wanted += ["| `nir/alu/bit` | [nir.alu.AluOpcode](#nir.alu.AluOpcode) |",
                   "`kind` is `in`: Whether a number is in a set."]
        self.assertEqual([text for text in wanted if text not in page], [])

    def test_a_page_and_a_schema_are_two_things(self) -> None:
        code, _, err = run("dump", "--model-page", "--schema")
        self.assertEqual(code, 2)
        self.assertIn("not allowed with argument", err)


if __name__ == "__main__":
    unittest.main()
