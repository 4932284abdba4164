"""Tests the printing of faults."""

from __future__ import annotations

import io
import os
import unittest
from unittest import mock

from jacquard_gen.diagnostics import Diagnostics, closest, listed
from jacquard_gen.source import Position, SourceFile

SOURCE = SourceFile("defs/nir/alu/float.yaml", "- op: fadd\n\tdoc: Sum.\n")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Printing(unittest.TestCase):
    def printed(self, diagnostics: Diagnostics, stream: io.StringIO | None = None) -> str:
        stream = stream or io.StringIO()
        diagnostics.print(stream)
        return stream.getvalue()

    def test_line_caret_note_and_suggestion(self) -> None:
        diagnostics = Diagnostics()
        diagnostics.error("E110", Position(SOURCE, 1, 3, 2), "unknown key 'opp'",
                          [(Position(SOURCE, 2, 2, 3), "here is another")],
                          near="opp", known=["op", "doc"])
        self.assertEqual(self.printed(diagnostics), (
            "defs/nir/alu/float.yaml:1:3: error[E110]: unknown key 'opp'\n"
            " 1 | - op: fadd\n"
            "   |   ^~\n"
            "defs/nir/alu/float.yaml:2:2: note: here is another\n"
            " 2 | \tdoc: Sum.\n"
            "   | \t^~~\n"
            "  note: did you mean 'op'?\n"
            "1 error\n"))

    def test_faults_are_sorted_by_place_and_told_once(self) -> None:
        diagnostics = Diagnostics()
        for line, column in ((2, 1), (1, 9), (1, 2), (2, 1)):
            diagnostics.error("E110", Position(SOURCE, line, column), "x")
        self.assertEqual([fault.position[1:3] for fault in diagnostics.sorted()],
                         [(1, 2), (1, 9), (2, 1)])
        self.assertTrue(self.printed(diagnostics).endswith("3 errors\n"))

    def test_colour_only_on_a_terminal_that_wants_it(self) -> None:
        diagnostics = Diagnostics()
        diagnostics.error("E110", Position(SOURCE, 1, 1), "x")
        with mock.patch.dict(os.environ, {}, clear=True):
            self.assertNotIn("\x1b", self.printed(diagnostics))
            self.assertIn("\x1b[1;31m", self.printed(diagnostics, Terminal()))
        with mock.patch.dict(os.environ, {"NO_COLOR": "1"}):
            self.assertNotIn("\x1b", self.printed(diagnostics, Terminal()))


class Words(unittest.TestCase):
    def test_closest_finds_near_names_only(self) -> None:
        self.assertEqual(closest("flor", ["floor", "fract"]), "floor")
        self.assertEqual(closest("FMUL", ["fmul", "fadd"]), "fmul")
        self.assertEqual(closest("zebra", ["floor", "fract"]), "")

    def test_closest_does_not_depend_on_order(self) -> None:
        names = ["src0", "src1", "src2"]
        self.assertEqual(closest("src9", names), closest("src9", reversed(names)))

    def test_lists(self) -> None:
        self.assertEqual(listed(["a"]), "a")
        self.assertEqual(listed(["a", "b", "c"]), "a, b or c")
        self.assertEqual(listed(map(str, range(20)), 3), "0, 1, 2, … (20 in all)")


if __name__ == "__main__":
    unittest.main()
