"""Loading of entries, and the JSON Schema made from the same description."""

from __future__ import annotations

import json
import unittest

from jacquard_gen.diagnostics import Diagnostics
from jacquard_gen.groups import present_groups
from jacquard_gen.headings import SCHEMA_FOLDER
from jacquard_gen.reading import parse
from jacquard_gen.schema import load_entries, table_schema, yaml11_reads
from jacquard_gen.source import SourceFile

from .support import DEFS, Specimen


def load(text: str) -> list[Specimen]:
    diagnostics = Diagnostics()
    loaded = load_entries(Specimen, parse(SourceFile("defs/t.yaml", text), diagnostics),
                          diagnostics)
    assert not diagnostics.failed, diagnostics.sorted()
    return loaded


class Loading(unittest.TestCase):
    def test_values_have_their_types(self) -> None:
        entry, = load("- op: a\n  count: 0x10\n  exact: true\n  items: [b, \"1\"]\n"
                      "  part: {size: 3}\n  pattern: \"01x\"\n  fields: {\"63:61\": \"2\"}\n"
                      "  expression: 1.0\n")
        self.assertEqual(entry.count, 16)
        self.assertIs(entry.exact, True)
        self.assertEqual(entry.items, ["b", "1"])
        self.assertEqual(entry.part and entry.part.size, 3)
        self.assertEqual(entry.fields, {"63:61": "2"})
        self.assertEqual(entry.expression and entry.expression.value, "1.0")

    def test_defaults_stand_for_absent_keys(self) -> None:
        entry, = load("- op: a\n")
        self.assertEqual((entry.count, entry.exact, entry.items, entry.doc), (1, False, [], None))
        self.assertTrue(entry.has("op") and not entry.has("doc"))

    def test_places(self) -> None:
        entry, = load("\n- op: a\n  doc: Text.\n")
        self.assertEqual(entry.provenance, "defs/t.yaml:2")
        self.assertEqual(str(entry.where("doc")), "defs/t.yaml:3:8")
        self.assertEqual(str(entry.where("count")), "defs/t.yaml:2:3")

    def test_what_yaml_1_1_reads(self) -> None:
        for text, kind in (("no", "a boolean"), ("On", "a boolean"), ("~", "null"), ("", "null"),
                           ("010", "an octal number"), ("63:61", "a number of base 60"),
                           ("31:24", "a number of base 60"), ("1e3", "a number"),
                           (".5", "a number"), ("2001-01-01", "a date"), ("<<", "a merge key"),
                           ("x", ""), ("y", ""), ("src0 + 1", ""), ("1.0.2", ""), ("-", "")):
            self.assertEqual(yaml11_reads(text), kind, text)


class Schemas(unittest.TestCase):
    def test_schema_describes_the_same_keys(self) -> None:
        schema = table_schema("Specimens", Specimen)
        definition = schema["$defs"]["Specimen"]
        self.assertEqual(set(definition["properties"]), set(Specimen.keys) | {"for"})
        self.assertEqual(definition["required"], ["op"])
        self.assertEqual(definition["additionalProperties"], False)
        self.assertEqual(schema["$defs"]["Part"]["required"], ["size"])
        self.assertEqual(definition["properties"]["part"]["$ref"], "#/$defs/Part")

    def test_schema_has_the_documentation(self) -> None:
        definition = table_schema("Specimens", Specimen)["$defs"]["Specimen"]
        self.assertEqual(definition["description"],
                         "A kind of entry that uses every kind of field.")
        self.assertEqual(definition["properties"]["op"]["description"], "The name.")

    def test_the_schemas_of_a_checkout_are_those_of_the_tables(self) -> None:
        made = {f"{name}.json": json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
                for group in present_groups().values() for name, schema in group.schemas().items()}
        folder = DEFS / SCHEMA_FOLDER
        stored = {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
                  for path in folder.rglob("*.json")}
        self.assertEqual(sorted(stored), sorted(made))
        for name, text in made.items():
            self.assertEqual(stored[name], text, f"{name}: `jacquard_gen schema` writes it")


if __name__ == "__main__":
    unittest.main()
