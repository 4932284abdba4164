"""The export of all tables: what stands in it, where it comes from, and its schema."""

from __future__ import annotations

import importlib.util
import json
import re
import tempfile
import unittest
from functools import cache
from pathlib import Path
from typing import Any

from jacquard_gen.dump import VERSION, document
from jacquard_gen.dump.entries import value_of
from jacquard_gen.dump.schema import schema
from jacquard_gen.groups import Context, list_all_tables
from jacquard_gen.reading import parse
from jacquard_gen.diagnostics import Diagnostics
from jacquard_gen.source import SourceFile

from ..support import DEFS, ROOT, run


@cache
def exported() -> Any:
    context = Context(DEFS)
    made = document(context)
    assert made is not None, [str(fault) for fault in context.diagnostics.sorted()]
    return json.loads(json.dumps(made))


class Entries(unittest.TestCase):
    def test_every_table_is_there_with_the_place_of_each_entry(self) -> None:
        tables = exported()["tables"]
        self.assertEqual(sorted(f"{name}.yaml" for name in tables), list_all_tables(DEFS))
        count = 0
        for name, entries in tables.items():
            lines = (DEFS / f"{name}.yaml").read_text(encoding="utf-8").split("\n")
            for entry in entries:
                file, line = entry["place"].rsplit(":", 1)
                self.assertEqual(file, f"defs/{name}.yaml")
                self.assertRegex(lines[int(line) - 1], r"\S")
                count += 1
        self.assertGreater(count, 7000)

    def test_families_are_expanded(self) -> None:
        found = {entry["op"]: entry for entry in exported()["tables"]["ir3/isa/cat3"]}
        self.assertIn("dp2acc", found)
        self.assertNotIn("dp{N}acc", found)
        self.assertNotIn("for", found["dp4acc"])
        self.assertEqual(found["dp4acc"]["parameters"], {"wide": 1})

    def test_plain_numbers_and_truths_are_such_and_all_else_is_text(self) -> None:
        text = "{a: 12, b: 0x1f, c: -3, d: true, e: 1.5, f: '12', g: 010, h: no, i: [1, x]}\n"
        root = parse(SourceFile("defs/made.yaml", text), Diagnostics())
        assert root is not None
        self.assertEqual(value_of(root), {"a": 12, "b": 31, "c": -3, "d": True, "e": 1.5,
                                          "f": "12", "g": "010", "h": "no", "i": [1, "x"]})


class Machine(unittest.TestCase):
    def test_every_part_has_its_facts(self) -> None:
        revisions = {each["revision"]: each for each in exported()["ir3"]["revisions"]}
        self.assertEqual(list(revisions), ["a3xx", "a4xx", "a5xx", "a6xx", "a7xx", "a8xx"])
        old = revisions["a6xx"]
        self.assertFalse(old["machine"]["byte_products"])
        self.assertTrue(old["machine_of_parts"]["660"]["byte_products"])
        self.assertEqual({len(each["machine"]) for each in revisions.values()},
                         {len(exported()["tables"]["ir3/machine"])})

    def test_encodings_are_those_of_their_revisions(self) -> None:
        machine = exported()["ir3"]
        for revision in machine["revisions"]:
            for index in revision["encodings"]:
                self.assertIn(revision["revision"], machine["encodings"][index]["revisions"])
        used = {index for revision in machine["revisions"] for index in revision["encodings"]}
        self.assertEqual(used, set(range(len(machine["encodings"]))))


class Document(unittest.TestCase):
    def test_it_is_as_its_schema_says(self) -> None:
        if importlib.util.find_spec("jsonschema") is None:
            self.skipTest("python3:jsonschema is not installed (Debian: python3-jsonschema)")
        jsonschema = importlib.import_module("jsonschema")
        validator = jsonschema.Draft202012Validator(schema(VERSION))
        faults = [f"{list(fault.path)}: {fault.message[:200]}"
                  for fault in validator.iter_errors(exported())]
        self.assertEqual(faults[:5], [])
        broken = {**exported(), "jacquard_tables": VERSION + 1, "ir3": {}}
        self.assertGreater(len(list(validator.iter_errors(broken))), 1)

    def test_it_is_the_same_each_time_and_left_alone_then(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "tables.json"
            self.assertEqual(run("dump", "--out", str(path)), (0, "", ""))
            before = (path.stat().st_mtime_ns, path.read_bytes())
            self.assertEqual(run("dump", "--out", str(path)), (0, "", ""))
            self.assertEqual((path.stat().st_mtime_ns, path.read_bytes()), before)
            self.assertFalse(re.search(str(ROOT).encode(), before[1]))

    def test_faults_of_tables_are_told_and_nothing_is_written(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            tables = Path(folder) / "defs" / "ir3"
            tables.mkdir(parents=True)
            (tables / "machine.yaml").write_text("- fact: [\n", encoding="utf-8")
            path = Path(folder) / "tables.json"
            code, out, err = run("dump", "--defs", str(tables.parent), "--out", str(path))
            self.assertEqual((code, out), (1, ""))
            self.assertIn("defs/ir3/machine.yaml:", err)
            self.assertFalse(path.exists())


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

    def test_folders_without_templates_are_told(self) -> None:
        self.assertEqual(self.render()[0], 1)
        code, _, err = run("render", "--templates", str(self.templates / "no"), "--out", "x")
        self.assertEqual(code, 2)
        self.assertIn("there is no folder", err)


if __name__ == "__main__":
    unittest.main()
