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

from jacquard_gen.dump.document import VERSION, document
from jacquard_gen.dump.entries import value_of
from jacquard_gen.dump.schema import PARTS, PIECES, schema
from jacquard_gen.groups import Context, list_all_tables
from jacquard_gen.ir3.codec.forms import PIECES as PRINTED, TARGETS
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


def meanings() -> list[Any]:
    """Returns what each instruction computes, on all revisions."""
    return [each for all_of_one in exported()["ir3"]["opcodes"].values() for each in all_of_one]


class Trees(unittest.TestCase):
    def test_every_condition_text_and_expression_is_there_as_a_tree(self) -> None:
        pairs = 0

        def look(node: Any) -> None:
            nonlocal pairs
            if isinstance(node, list):
                for each in node:
                    look(each)
            elif isinstance(node, dict):
                for key, tree in (("when", "when_tree"), ("expressions", "expression_trees"),
                                  ("text", "text_parts")):
                    if key in node and tree in node:
                        pairs += 1
                        self.assertEqual(bool(node[key]), bool(node[tree]), node)
                for each in node.values():
                    look(each)

        machine = exported()["ir3"]
        for part in ("forms", "layouts", "encodings"):
            look(machine[part])
        self.assertGreater(pairs, 800)

    def test_names_say_what_they_stand_for(self) -> None:
        machine = exported()["ir3"]
        [layout] = [each for each in machine["layouts"] if each["layout"] == "flow_cluster"]
        self.assertEqual(layout["text_parts"][3:6], [
            {"kind": "opcode"}, {"kind": "text", "text": ".w"},
            {"kind": "number", "value": {
                "kind": "operator", "name": "<<",
                "arguments": [{"kind": "number", "value": 2},
                              {"kind": "field", "name": "cluster"}]}}])
        [case] = [each for each in machine["forms"]["move_source"]["cases"]
                  if each["when"] == "type == f16"]
        self.assertEqual(case["when_tree"], {
            "kind": "operator", "name": "==", "arguments": [
                {"kind": "given", "name": "type"},
                {"kind": "number", "value": 0, "enum": "type", "name": "f16"}]})

    def test_what_operands_have_and_print_is_described(self) -> None:
        self.assertEqual(set(PARTS), set(TARGETS))
        self.assertEqual(set(PIECES), set(PRINTED))

    def test_opcodes_are_trees_of_functions_that_are_described(self) -> None:
        folds = exported()["nir"]
        names = {entry["op"] for name, entries in exported()["tables"].items()
                 if name.startswith("nir/alu/") for entry in entries}
        self.assertEqual(set(folds["opcodes"]), names)
        self.assertEqual(folds["opcodes"]["isub"]["values"], [{
            "kind": "apply", "type": "int", "function": "subtract", "arguments": [
                {"kind": "source", "type": "int", "source": number, "component": None}
                for number in range(2)]}])
        applied: set[str] = set()

        def look(value: Any) -> None:
            if value["kind"] == "apply":
                applied.add(value["function"])
                for each in value["arguments"]:
                    look(each)

        for opcode in folds["opcodes"].values():
            for value in [*opcode["values"], *(each["value"] for each in opcode["bindings"])]:
                look(value)
        for meaning in meanings():
            if meaning["computes"]:
                for each in meaning["computes"]["bindings"]:
                    look(each["value"])
                look(meaning["computes"]["value"])
        self.assertEqual(applied, set(folds["functions"]))

    def test_what_instructions_compute_and_how_long_results_take_is_told(self) -> None:
        ir3 = exported()["ir3"]
        self.assertEqual(ir3["word_bits"], 64)
        self.assertEqual(set(ir3["opcodes"]), {each["opcode"] for each in ir3["encodings"]})
        added = ir3["opcodes"]["add.f"][0]
        self.assertEqual((added["result"], added["sources"], added["timing"], added["action"]),
                         ("float", ["float", "float"], "alu", None))
        self.assertEqual(added["computes"]["value"]["function"], "add")
        self.assertGreater(sum(meaning["computes"] is not None for meaning in meanings()), 100)
        rules = [each for each in ir3["revisions"][-1]["delays"]
                 if (each["producer"], each["consumer"]) == ("alu", "alu")]
        self.assertEqual([rule["slots"] for rule in rules], [3])

    def test_constants_are_exactly_what_tables_say(self) -> None:
        text = json.dumps(exported()["nir"]["opcodes"]["fisnormal"])
        self.assertIn('"2.2250738585072014e-308"', text)
        self.assertIn('"inf"', text)


class Document(unittest.TestCase):
    def test_it_is_as_its_schema_says(self) -> None:
        if importlib.util.find_spec("jsonschema") is None:
            self.skipTest("python3:jsonschema is not installed (Debian: python3-jsonschema)")
        jsonschema = importlib.import_module("jsonschema")
        validator = jsonschema.Draft202012Validator(schema(VERSION, DEFS))
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


if __name__ == "__main__":
    unittest.main()
