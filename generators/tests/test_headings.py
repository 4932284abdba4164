"""Every table begins with the line that names its schema, and every schema is well formed."""

from __future__ import annotations

import importlib
import json
import unittest

from jacquard_gen.groups import present_groups
from jacquard_gen.headings import schema_for, with_heading

from .support import DEFS

SCHEMAS = {name: schema for group in present_groups().values()
           for name, schema in group.schemas().items()}


class Headings(unittest.TestCase):
    def test_every_table_is_headed_with_its_schema(self) -> None:
        for path in sorted(DEFS.glob("*/**/*.yaml")):
            table = path.relative_to(DEFS).as_posix()
            with self.subTest(table):
                text = path.read_text(encoding="utf-8")
                self.assertIsNotNone(schema_for(table, text, SCHEMAS), "the table has no schema")
                self.assertEqual(text.split("\n", 1)[0],
                                 with_heading(text, table, SCHEMAS).split("\n", 1)[0],
                                 "run python3 -m jacquard_gen schema --head")

    def test_a_heading_is_added_or_corrected(self) -> None:
        line = "# yaml-language-server: $schema=../../.schema/nir/alu.json\n"
        for text in ("- op: a\n", line + "- op: a\n",
                     "# yaml-language-server: $schema=elsewhere.json\n- op: a\n"):
            self.assertEqual(with_heading(text, "nir/alu/x.yaml", {"nir/alu"}),
                             line + "- op: a\n")

    def test_every_reference_in_a_schema_is_defined(self) -> None:
        for name, schema in sorted(SCHEMAS.items()):
            with self.subTest(name):
                text = json.dumps(schema)
                for reference in set(text.split('"$ref": "#/$defs/')[1:]):
                    self.assertIn(reference.split('"')[0], schema["$defs"])

    def test_every_table_is_valid_under_its_schema(self) -> None:
        try:
            jsonschema = importlib.import_module("jsonschema")
        except ImportError:
            self.skipTest("skipped: jsonschema is not installed (Debian: python3-jsonschema)")
        yaml = importlib.import_module("yaml")
        for path in sorted(DEFS.glob("*/**/*.yaml")):
            table = path.relative_to(DEFS).as_posix()
            text = path.read_text(encoding="utf-8")
            schema = schema_for(table, text, SCHEMAS)
            if schema is None:
                continue
            with self.subTest(table):
                validator = jsonschema.Draft202012Validator(SCHEMAS[schema])
                faults = [f"{fault.json_path}: {fault.message}"
                          for fault in validator.iter_errors(yaml.safe_load(text))]
                self.assertEqual(faults, [])


if __name__ == "__main__":
    unittest.main()
