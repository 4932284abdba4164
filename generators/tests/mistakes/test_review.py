"""Mistakes that people made who wrote an opcode, a rule and a revision for the first time: each
gives exactly one error, whose notes say what helps."""

from __future__ import annotations

import re
import unittest
from typing import NamedTuple

from jacquard_gen.diagnostics import render

from ..test_mistakes import A6XX, A7XX, BITS, FLOAT, Edit, found

SUM = "- op: fsub\n"


class Told(NamedTuple):
    """A mistake, the one error that it gives, and notes that the error must have."""

    name: str
    edits: list[Edit]
    error: str
    notes: list[str]


MISTAKES = [
    Told("a fact of the machine that its revisions and parts share",
         [Edit(A6XX, "  predicates: ", "  predicates: 8 # was ")],
         "E662 'predicates' is 8, and there are numbers for 4",
         ["so it is of a6xx, a7xx and a8xx and of the parts 605, "]),
    Told("a number that no fact can be",
         [Edit(A6XX, "wave_vec4: 96", "wave_vec4: 0")],
         "E116 the number must be from 2 to 256, and this is 0", []),
    Told("a comma within braces",
         [Edit(FLOAT, SUM, "- {op: fother, doc: Sum., dest: float, srcs: [float], "
                           "fold: max(src0, src0)}\n" + SUM)],
         "E110 unknown key 'src0)'",
         ['a comma ends a text within { }: write it in quotes, "max(src0, src0)"']),
    Told("a name with a hyphen",
         [Edit(FLOAT, SUM, "- op: f-sub\n")],
         "E117 a name is expected here, not 'f-sub'",
         ["a name has letters, digits and underscores, and does not begin with a digit",
          "words are joined by underscores: 'f_sub'"]),
    Told("a type of the wrong spelling",
         [Edit(FLOAT, "dest: float", "dest: flaot")],
         "E301 there is no type 'flaot'",
         ["a type is one of float, int, uint, bool, with a width and a count where they are fixed: "
          "float, uint8, float32[4]", "did you mean 'float'?"]),
    Told("a colon in a text",
         [Edit(FLOAT, "doc: Difference.", "doc: Difference: of two.")],
         "E102 broken YAML: a ':' cannot stand here", ["a text with ': ' in it needs quotes"]),
    Told("an unbalanced parenthesis",
         [Edit(FLOAT, "fold: src0 * src1", "fold: (src0 * src1")],
         "E202 ')' is expected after the expression in parentheses, not the end", []),
    Told("an opcode that a rule does not know",
         [Edit(BITS, "find: (iand a -1)", "find: (iandd a -1)")],
         "E331 there is no opcode 'iandd'", ["did you mean 'iand'?"]),
    Told("a revision that is misspelt",
         [Edit(A7XX, "extends: a6xx", "extends: a6x")],
         "E506 there is no revision 'a6x'", ["did you mean 'a6xx'?"]),
]


class Review(unittest.TestCase):
    def test_each_gives_one_error_with_the_note_that_helps(self) -> None:
        for mistake in MISTAKES:
            with self.subTest(mistake.name):
                faults = found(mistake.edits)
                shown = "".join(map(render, faults[:3]))
                self.assertEqual(len(faults), 1, shown)
                fault = faults[0]
                self.assertEqual(f"{fault.code} {fault.message}", mistake.error, shown)
                for note in mistake.notes:
                    self.assertTrue(any(note in text for _, text in fault.notes), shown)

    def test_the_parts_of_a_wrong_fact_are_listed_once_each(self) -> None:
        fault = found(MISTAKES[0].edits)[0]
        parts = re.findall(r"\b[0-9]{3}\b", fault.notes[1][1])
        self.assertEqual(len(parts), len(set(parts)))
        self.assertGreaterEqual(len(parts), 10)


if __name__ == "__main__":
    unittest.main()
