"""Every error code has a tiny bad file, and each file gives exactly the faults it names.

A file says what it expects in comments:

    # expect: LINE:COLUMN CODE message
    # note: text of a note that one of its faults must have

and for a table of a group, where among the tables it is put (`# at: nir/alu/bad.yaml`; with
`# only` no other table stands in that folder, with `# added` its entries follow those of the real
table of that name, which it replaces otherwise). Without `# at` it is a table of specimens
(see `support`). Run `python3 -m tests.bless` in `generators` to write the expectations anew.
"""

from __future__ import annotations

import re
import unittest
from pathlib import Path
from typing import NamedTuple

from jacquard_gen import errors
from jacquard_gen.diagnostics import Diagnostic
from jacquard_gen.groups import Context, find_group

from .support import BAD, DEFS, OverlaidContext, load_specimens

PACKAGE = Path(errors.__file__).parent.parent

# Codes whose fault is not found by loading a small file: test_source, test_commands,
# test_expressions, test_mistakes, test_nir_rules, test_lowerings, test_proofs, test_revisions and
# test_site provoke them.
WITHOUT_FILE = {"E108", "E212", "E326", "E340", "E341", "E355", "E523", "E524", "E659", "E681",
                "E902", "U002", "U003"}


class Expectation(NamedTuple):
    faults: list[str]
    notes: list[str]
    at: str
    only: bool
    added: bool


def read_expectation(path: Path) -> Expectation:
    text = path.read_text(encoding="utf-8", errors="replace")
    found = re.search(r"^# at: (\S+)$", text, re.MULTILINE)
    return Expectation(re.findall(r"^# expect: (.*)$", text, re.MULTILINE),
                       re.findall(r"^# note: (.*)$", text, re.MULTILINE),
                       found.group(1) if found else "",
                       re.search(r"^# only$", text, re.MULTILINE) is not None,
                       re.search(r"^# added$", text, re.MULTILINE) is not None)


def faults_of(path: Path, expectation: Expectation) -> list[Diagnostic]:
    """Returns the faults that loading the file reports, in the order in which they are printed."""
    if not expectation.at:
        context = Context(DEFS)
        load_specimens(path, context)
        return context.diagnostics.sorted()
    overlaid = OverlaidContext(expectation.at, path, expectation.only, expectation.added)
    group = expectation.at.partition("/")[0]
    overlaid.model(group)
    return overlaid.diagnostics.sorted()


def described(fault: Diagnostic) -> str:
    return f"{fault.position.line}:{fault.position.column} {fault.code} {fault.message}"


class BadTables(unittest.TestCase):
    maxDiff = None

    def test_each_bad_file_gives_the_faults_it_names(self) -> None:
        for path in sorted(BAD.rglob("*.yaml")):
            expectation = read_expectation(path)
            group = expectation.at.partition("/")[0]
            if group and find_group(group) is None:
                continue
            with self.subTest(path.name):
                faults = faults_of(path, expectation)
                self.assertEqual([described(fault) for fault in faults], expectation.faults)
                self.assertTrue(expectation.faults, "the file names no fault")
                notes = [text for fault in faults for _, text in fault.notes]
                for note in expectation.notes:
                    self.assertIn(note, notes)
                self.assertIn(path.name[:4], [fault.code for fault in faults])

    def test_every_code_of_the_generator_has_a_bad_file(self) -> None:
        sources = "".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
        known = set(re.findall(r'"([A-Z][0-9]{3})"', sources)) & set(errors.codes(Context(DEFS)))
        covered = {path.name[:4] for path in BAD.rglob("[A-Z][0-9][0-9][0-9]*")}
        self.assertEqual(sorted(known - covered - WITHOUT_FILE), [])
        self.assertEqual(sorted(covered - known), [])


if __name__ == "__main__":
    unittest.main()
