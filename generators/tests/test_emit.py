"""Templates: what they may use, and what their faults look like."""

from __future__ import annotations

import os
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
        return [f"{fault.position} {fault.code} {fault.message}"
                for fault in diagnostics.sorted()]

    def test_a_name_that_is_not_given_even_in_a_dead_branch(self) -> None:
        self.assertEqual(self.faults("E901_undefined_name.txt.j2"), [
            "generators/templates/E901_undefined_name.txt.j2:2:1 E901 "
            "the template uses 'opcode', which it is not given"])

    def test_an_attribute_that_is_not_there(self) -> None:
        self.assertEqual(self.faults("E901_undefined_attribute.txt.j2"), [
            "generators/templates/E901_undefined_attribute.txt.j2:2:1 E901 "
            "'str object' has no attribute 'missing'"])

    def test_values_that_name_no_filter(self) -> None:
        self.assertEqual(self.faults("E903_no_filter.txt.j2"), [
            "generators/templates/E903_no_filter.txt.j2:1:4 E903 "
            "the value does not name the filter of its place",
            "generators/templates/E903_no_filter.txt.j2:2:5 E903 "
            "the value does not name the filter of its place",
            "generators/templates/E903_no_filter.txt.j2:4:8 E903 "
            "the filter 'lower' does not make a value safe"])

    def test_filters_of_another_place(self) -> None:
        self.assertEqual(self.faults("E903_wrong_place.txt.j2"), [
            "generators/templates/E903_wrong_place.txt.j2:1:4 E903 "
            "the filter 'c_string' does not fit a value in a comment",
            "generators/templates/E903_wrong_place.txt.j2:2:1 E903 "
            "the filter 'comment_text' does not fit a value in code",
            "generators/templates/E903_wrong_place.txt.j2:3:21 E903 "
            "a value is inside a string literal",
            "generators/templates/E903_wrong_place.txt.j2:4:25 E903 "
            "the filter 'items' does not fit a value in a comment",
            "generators/templates/E903_wrong_place.txt.j2:5:21 E903 "
            "the filter 'cstring' does not make a value safe"])

    def test_a_value_that_cannot_stand_where_it_is_put(self) -> None:
        self.assertEqual(self.faults("E904_no_name.txt.j2"), [
            "generators/templates/E904_no_name.txt.j2:2:1 E904 '[1]' is not a C++ identifier"])

    def test_broken_syntax(self) -> None:
        self.assertEqual(self.faults("E901_syntax.txt.j2"), [
            "generators/templates/E901_syntax.txt.j2:2:1 E901 unexpected '}'"])

    def test_a_missing_template(self) -> None:
        self.assertEqual(self.faults("absent.h.j2"), [
            "generators/templates/absent.h.j2:1:1 E901 there is no template 'absent.h.j2'"])


class Files(unittest.TestCase):
    def test_a_file_is_written_only_when_its_text_changed(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a" / "b.h"
            self.assertTrue(emit.write_changed(path, "one"))
            self.assertFalse(emit.write_changed(path, "one"))
            self.assertTrue(emit.write_changed(path, "two"))
            self.assertEqual(list(path.parent.iterdir()), [path])

    def test_code_that_only_moved_keeps_its_time(self) -> None:
        first = '#include <a.h>\nint a;  // defs/a.yaml:9\nconst char* b = "  // no comment";\n'
        moved = first.replace(":9\n", ":10, which is too long\n// to stand behind\n")
        others = (first.replace('"  //', '" //'), first.replace("int a", "inta"),
                  first.replace("a.h>", "b.h>"), first.replace("no comment", "comment"))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "b.cpp"
            emit.write_changed(path, first)
            os.utime(path, ns=(1, 1))
            self.assertTrue(emit.write_changed(path, moved))
            self.assertEqual(path.read_text(encoding="utf-8"), moved)
            self.assertEqual(path.stat().st_mtime_ns, 1)
            for other in others:
                self.assertTrue(emit.write_changed(path, other))
                self.assertNotEqual(path.stat().st_mtime_ns, 1)
                emit.write_changed(path, first)
                os.utime(path, ns=(1, 1))

    def test_text_that_is_no_code_is_new_whatever_changed(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "b.txt"
            emit.write_changed(path, "a  // b\n")
            os.utime(path, ns=(1, 1))
            self.assertTrue(emit.write_changed(path, "a // b\n"))
            self.assertNotEqual(path.stat().st_mtime_ns, 1)

    def test_depfile_escapes(self) -> None:
        self.assertEqual(emit.depfile("out.stamp", ["b c", "a$#"]),
                         "out.stamp: \\\n  a$$\\# \\\n  b\\ c\n")


if __name__ == "__main__":
    unittest.main()
