"""Families are expanded for every value, and their faults keep their place."""

from __future__ import annotations

import unittest

from jacquard_gen.diagnostics import Diagnostics, render
from jacquard_gen.reading import parse
from jacquard_gen.schema import load_entries
from jacquard_gen.source import SourceFile

from .support import Specimen


def load(text: str) -> tuple[list[Specimen], Diagnostics]:
    diagnostics = Diagnostics()
    tree = parse(SourceFile("t.yaml", text), diagnostics)
    return load_entries(Specimen, tree, diagnostics), diagnostics


class Families(unittest.TestCase):
    def test_one_entry_per_value(self) -> None:
        loaded, diagnostics = load("- op: b2f{W}\n  for: {W: [16, 32, 64]}\n  doc: To {W} bits.\n")
        self.assertFalse(diagnostics.failed)
        self.assertEqual([(str(entry.op), str(entry.doc)) for entry in loaded],
                         [("b2f16", "To 16 bits."), ("b2f32", "To 32 bits."),
                          ("b2f64", "To 64 bits.")])

    def test_several_variables_make_every_combination_in_order(self) -> None:
        loaded, _ = load("- op: p{A}{B}\n  for: {A: [x, y], B: [1, 2]}\n")
        self.assertEqual([str(entry.op) for entry in loaded], ["px1", "px2", "py1", "py2"])

    def test_a_list_names_the_combinations(self) -> None:
        loaded, _ = load("- op: p{A}{B}\n  for: [{A: x, B: 1}, {A: y, B: 2}]\n")
        self.assertEqual([str(entry.op) for entry in loaded], ["px1", "py2"])

    def test_arithmetic_and_numbers(self) -> None:
        loaded, diagnostics = load(
            "- op: p{N}\n  for: {N: [2, 4]}\n  count: '{N*2}'\n  doc: up to {N-1}\n")
        self.assertFalse(diagnostics.failed)
        self.assertEqual([(entry.count, str(entry.doc)) for entry in loaded],
                         [(4, "up to 1"), (8, "up to 3")])

    def test_lower_case_braces_stay(self) -> None:
        loaded, _ = load("- op: p{N}\n  for: {N: [2]}\n  doc: '{flags}{name} {dst}'\n")
        self.assertEqual(str(loaded[0].doc), "{flags}{name} {dst}")

    def test_a_fault_behind_a_variable_is_placed_in_the_written_text(self) -> None:
        loaded, _ = load("- op: p{WIDTH}\n  for: {WIDTH: [8]}\n  doc: a {WIDTH} b {WIDTH} c\n")
        doc = loaded[0].doc
        assert doc is not None
        self.assertEqual(doc.node.at(doc.index("b")).column, 18)
        self.assertEqual(doc.node.at(doc.index("c")).column, 28)
        self.assertEqual(doc.node.at(2)[2:4], (10, 7))

    def test_a_fault_in_all_members_is_told_once(self) -> None:
        _, diagnostics = load("- op: p{N}\n  for: {N: [1, 2, 3]}\n  colour: blue\n")
        self.assertEqual([render(fault) for fault in diagnostics.sorted()], [
            "t.yaml:3:11: error[E115]: 'blue' is not allowed here; expected red or green\n"
            " 3 |   colour: blue\n"
            "   |           ^~~~\n"
            "  note: in the family member with N = 1, and in 2 more\n"])


if __name__ == "__main__":
    unittest.main()
