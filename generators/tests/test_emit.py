"""Templates: what they may use, and what their faults look like."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

from jacquard_gen import emit
from jacquard_gen.diagnostics import Diagnostics
from jacquard_gen.groups import Output

from .support import BAD


class Templates(unittest.TestCase):
    def faults(self, name: str) -> list[str]:
        diagnostics = Diagnostics()
        renderer = emit.Renderer(BAD / "templates")
        output = Output("x", name, {"values": [1]})
        renderer.render(output, diagnostics)
        return [f"{fault.position.source.name}:{fault.position.line} {fault.code} {fault.message}"
                for fault in diagnostics.sorted()]

    def test_a_name_that_is_not_given_even_in_a_dead_branch(self) -> None:
        self.assertEqual(self.faults("E901_undefined_name.txt.j2"), [
            "generators/templates/E901_undefined_name.txt.j2:2 E901 "
            "the template uses 'opcode', which it is not given"])

    def test_an_attribute_that_is_not_there(self) -> None:
        self.assertEqual(self.faults("E901_undefined_attribute.txt.j2"), [
            "generators/templates/E901_undefined_attribute.txt.j2:2 E901 "
            "'str object' has no attribute 'missing'"])

    def test_broken_syntax(self) -> None:
        self.assertEqual(self.faults("E901_syntax.txt.j2"), [
            "generators/templates/E901_syntax.txt.j2:2 E901 unexpected '}'"])

    def test_a_missing_template(self) -> None:
        self.assertEqual(self.faults("absent.h.j2"), [
            "generators/templates/absent.h.j2:1 E901 there is no template 'absent.h.j2'"])


class Text(unittest.TestCase):
    def test_filters(self) -> None:
        self.assertEqual(emit.c_string('a "b"\\\n\x01'), '"a \\"b\\"\\\\\\n\\001"')
        self.assertEqual(emit.identifier("add.f"), "add_f")
        self.assertEqual(emit.identifier("2d"), "_2d")
        self.assertEqual(emit.snake_to_camel("load_input"), "LoadInput")
        self.assertEqual(emit.comment("one two three", 10), "// one two\n// three")

    def test_a_file_is_written_only_when_its_text_changed(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a" / "b.h"
            self.assertTrue(emit.write_changed(path, "one"))
            self.assertFalse(emit.write_changed(path, "one"))
            self.assertTrue(emit.write_changed(path, "two"))
            self.assertEqual(list(path.parent.iterdir()), [path])

    def test_depfile_escapes(self) -> None:
        self.assertEqual(emit.depfile("out.stamp", ["b c", "a$#"]),
                         "out.stamp: \\\n  a$$\\# \\\n  b\\ c\n")


if __name__ == "__main__":
    unittest.main()
