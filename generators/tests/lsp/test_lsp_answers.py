"""The server of tables answers about names and keys, with edits, and into generated code."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

from jacquard_gen.lsp.edits import formatted

from ..support import DEFS
from .support import Session

FLOAT, BITS, CAT2, SUBGROUP = "nir/alu/float.yaml", "nir/rules/bits.yaml", \
    "ir3/isa/cat2.yaml", "nir/intrinsics/subgroup.yaml"


class Names(unittest.TestCase):
    def setUp(self) -> None:
        self.session = Session().begun()
        self.text = self.session.open(FLOAT)

    def test_a_use_leads_to_the_entry_of_another_table(self) -> None:
        self.session.open(BITS)
        found = self.session.ask("textDocument/definition",
                                 self.session.at(BITS, "(iand a -1)", 2))["result"]
        self.assertEqual([each["uri"] for each in found],
                         [self.session.uri("nir/alu/bit.yaml"),
                          self.session.uri("nir/atomics.yaml")])

    def test_uses_stand_in_all_tables_that_have_any(self) -> None:
        place = {**self.session.at(FLOAT, "op: fsub", 5), "context": {"includeDeclaration": False}}
        found = self.session.ask("textDocument/references", place)["result"]
        uris = {each["uri"] for each in found}
        self.assertIn(self.session.uri("ir3/select/alu.yaml"), uris)
        self.assertIn(self.session.uri(BITS.replace("bits", "float_arithmetic")), uris)
        place["context"]["includeDeclaration"] = True
        more = self.session.ask("textDocument/references", place)["result"]
        self.assertEqual(len(more), len(found) + 1)

    def test_uses_lead_into_generated_code(self) -> None:
        line = self.text[:self.text.index("- op: fsub")].count("\n") + 1
        with tempfile.TemporaryDirectory() as folder:
            code = Path(folder) / "generated.cpp"
            code.write_text(f"// defs/{FLOAT}:{line}\n// defs/{FLOAT}:1\n", encoding="utf-8")
            session = Session(generated=Path(folder)).begun()
            found = session.ask("textDocument/implementation",
                                session.at(FLOAT, "op: fsub", 5))["result"]
            self.assertEqual([(each["uri"], each["range"]["start"]["line"]) for each in found],
                             [(code.resolve().as_uri(), 0)])

    def test_a_name_shows_its_entry_and_a_key_what_it_is_for(self) -> None:
        shown = self.session.ask("textDocument/hover", self.session.at(FLOAT, "op: fsub", 5))
        self.assertIn("**op fsub**, `defs/nir/alu/float.yaml:",
                      shown["result"]["contents"]["value"])
        self.assertIn("doc: Difference.", shown["result"]["contents"]["value"])
        shown = self.session.ask("textDocument/hover", self.session.at(FLOAT, "dest: float", 1))
        self.assertIn("**dest**: Type of the result", shown["result"]["contents"]["value"])

    def test_keys_that_an_entry_lacks_are_offered(self) -> None:
        self.session.replace(FLOAT, "  doc: Difference.\n", "  doc: Difference.\n  pro\n")
        offered = self.session.ask("textDocument/completion",
                                   self.session.at(FLOAT, "  pro\n", 5))["result"]
        labels = [each["label"] for each in offered]
        self.assertIn("properties", labels)
        self.assertNotIn("doc", labels)

    def test_words_of_a_value_are_offered_and_else_names(self) -> None:
        offered = self.session.ask("textDocument/completion",
                                   self.session.at(FLOAT, "core: true", 6))["result"]
        self.assertEqual([each["label"] for each in offered], ["true", "false"])
        self.session.replace(FLOAT, "fold: src0 - src1", "fold: saturat")
        offered = self.session.ask("textDocument/completion",
                                   self.session.at(FLOAT, "fold: saturat", 13))["result"]
        self.assertIn("saturate", [each["label"] for each in offered])


class Edits(unittest.TestCase):
    def setUp(self) -> None:
        self.session = Session().begun()
        self.text = self.session.open(FLOAT)

    def test_an_entry_gets_another_name_in_all_tables(self) -> None:
        place = {**self.session.at(FLOAT, "op: fsub", 5), "newName": "fminus"}
        changes = self.session.ask("textDocument/rename", place)["result"]["changes"]
        self.assertIn(self.session.uri(FLOAT), changes)
        self.assertIn(self.session.uri("ir3/select/alu.yaml"), changes)
        self.assertEqual({edit["newText"] for edits in changes.values() for edit in edits},
                         {"fminus"})

    def test_a_name_that_cannot_be_is_refused_with_the_reason(self) -> None:
        for new, reason in (("fmul", "there is an entry 'fmul' already, at defs/nir/alu/"),
                            ("f-minus", "'f-minus' is no name"), ("", "'' is no name")):
            place = {**self.session.at(FLOAT, "op: fsub", 5), "newName": new}
            error = self.session.ask("textDocument/rename", place)["error"]
            self.assertIn(reason, error["message"])
        place = {**self.session.at(FLOAT, "op: fadd", 5), "newName": "fplus"}
        self.assertIn("'fadd' is the name of 2 entries (op and atomic)",
                      self.session.ask("textDocument/rename", place)["error"]["message"])

    def test_formatting_changes_blanks_and_no_meaning(self) -> None:
        self.assertEqual(formatted("- op: a  \r\n\r\n\n\n- op: b\n  doc: |\n    x  \n\n\n"
                                   "    y\n\n\n"),
                         "- op: a\n\n- op: b\n  doc: |\n    x  \n\n\n    y\n")
        broken = "- op: [  \n"
        self.assertEqual(formatted(broken), broken)

    def test_tables_are_formatted_as_they_stand(self) -> None:
        for path in sorted(DEFS.rglob("*.yaml")):
            text = path.read_text(encoding="utf-8")
            self.assertEqual(formatted(text), text, str(path))


if __name__ == "__main__":
    unittest.main()
