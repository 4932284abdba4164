"""Templates of others: what they are given, where their faults are, what is written."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

from ..support import run_beside_real as run


class Render(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.templates = Path(folder.name) / "templates"
        self.out = Path(folder.name) / "out"
        self.templates.mkdir()

    def render(self, **templates: str) -> tuple[int, str, str]:
        for name, text in templates.items():
            (self.templates / f"{name}.txt.j2").write_text(text, encoding="utf-8")
        return run("render", "--templates", str(self.templates), "--out", str(self.out))

    def test_a_template_gets_all_tables_and_makes_any_language(self) -> None:
        (self.templates / "deep").mkdir()
        (self.templates / "deep" / "list.md.j2").write_text(
            "{% include '_head.txt.j2' %}\n"
            "{% for each in ir3.revisions %}\n- {{ each.revision }}: {{ each.parts[0] }}\n"
            "{% endfor %}\n", encoding="utf-8")
        made = self.out / "deep" / "list.md"
        self.assertEqual(self.render(_head="# {{ banner }}\n"), (0, f"{made}\n", ""))
        text = made.read_text(encoding="utf-8")
        self.assertIn("# Made by jacquard_gen from the tables in defs/ and deep/list.md.j2", text)
        self.assertIn("- a6xx: 630\n- a7xx: 730\n", text)
        self.assertEqual(self.render(), (0, "", ""))
        self.assertEqual(sorted(path.name for path in self.templates.rglob("__pycache__")), [])

    def test_each_fault_of_a_template_has_its_place_and_nothing_is_written(self) -> None:
        (self.templates / "bytes.txt.j2").write_bytes(b"\xff")
        code, out, err = self.render(
            good="text\n", missing="a\n{{ nothing }}\n", unfinished="{% for %}\n",
            part="a\nb\n{{ tables.nothing.more }}\n", included="{% include 'absent' %}\n")
        self.assertEqual((code, out), (1, ""))
        for name, line, message in (
                ("bytes", 1, "the template is not UTF-8"), ("missing", 2, "uses 'nothing'"),
                ("unfinished", 1, "Expected an expression"), ("part", 3, "has no attribute"),
                ("included", 1, "there is no template 'absent'")):
            self.assertRegex(err, rf"/{name}\.txt\.j2:{line}:1: error\[E901\]: .*{message}")
        self.assertIn("5 errors", err)
        self.assertFalse(self.out.exists())

    def test_a_fault_has_the_place_where_it_is_and_what_was_meant(self) -> None:
        code, _, err = self.render(
            _part="\n{% macro name(each) %}\n{{ each.revison }}{% endmacro %}\n",
            macro="{% import '_part.txt.j2' as part %}\n{{ part.name(ir3.revisions[0]) }}\n",
            name="{{ table }}\n", filter="\n\n{{ ir3 | tojsn }}\n",
            test="{% if ir3 is definde %}{% endif %}\n", far="{{ ir3.nothing_like_it }}\n",
            sum="\n{{ 'a' + 1 }}\n", quotient="{{ 1 // 0 }}\n")
        self.assertEqual(code, 1)
        for name, line, meant in (("_part", 3, "revision"), ("name", 1, "tables"),
                                  ("filter", 3, "tojson"), ("test", 1, "defined")):
            self.assertRegex(
                err, rf"/{name}\.txt\.j2:{line}:1: error\[E901\]: [^\n]*\n(?: .*\n)*?"
                rf"  note: did you mean '{meant}'\?")
        self.assertEqual(err.count("did you mean"), 4)
        self.assertRegex(err, r"/sum\.txt\.j2:2:1: error\[E901\]: TypeError: can only concatenate")
        self.assertRegex(err, r"/quotient\.txt\.j2:1:1: error\[E901\]: ZeroDivisionError: ")
        self.assertIn("7 errors", err)

    def test_files_that_are_no_templates_are_copied_where_that_is_asked_for(self) -> None:
        for name in ("deep/kept.bin", ".hidden/file", "__pycache__/file", "_kept.txt"):
            path = self.templates / name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(b"\xff" + name.encode())
        self.assertEqual(self.render(text="text\n"), (0, f"{self.out / 'text.txt'}\n", ""))
        # A folder of outputs below the templates is not copied into itself.
        self.out = self.templates / "out"
        for printed in (["_kept.txt", "deep/kept.bin", "text.txt"], []):
            code, out, _ = run("render", "--templates", str(self.templates), "--out",
                               str(self.out), "--copy")
            self.assertEqual((code, out.split()), (0, [str(self.out / name) for name in printed]))
        self.assertEqual((self.out / "deep" / "kept.bin").read_bytes(), b"\xffdeep/kept.bin")

    def test_folders_without_templates_are_told(self) -> None:
        self.assertEqual(self.render()[0], 1)
        code, _, err = run("render", "--templates", str(self.templates / "no"), "--out", "x")
        self.assertEqual(code, 2)
        self.assertIn("there is no folder", err)


if __name__ == "__main__":
    unittest.main()
