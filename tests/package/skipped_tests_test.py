"""Tests how skipped_tests.py reads a report of ctest's.

Usage: skipped_tests_test.py. Exit code 1 when anything is wrong.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).with_name("skipped_tests.py")
REPORT = """<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="Linux" tests="5">
  <testcase name="fine (a+b)" status="run"><system-out>2 skipped lines were read
</system-out></testcase>
  <testcase name="view: clicks [x]" status="notrun"><skipped message="SKIP_RETURN_CODE=77"/>
    <system-out>skipped: no Chromium (Debian: chromium)</system-out></testcase>
  <testcase name="of Catch" status="notrun"><skipped message="SKIP_RETURN_CODE=77"/>
    <system-out>file.cpp:36: warning:
  skipped: the recording is not there
</system-out></testcase>
  <testcase name="pages" status="run">
    <system-out>test_a ... skipped 'no spirv-as (Debian: spirv-tools)'
test_b ... skipped "skipped: z3's not there (Debian: python3-z3, spirv-tools)"
</system-out></testcase>
  %s
</testsuite>
"""
SILENT = '<testcase name="silent" status="notrun"><skipped message="77"/></testcase>'


def asked(report: str, *options: str) -> tuple[int, str]:
    with tempfile.NamedTemporaryFile("w", suffix=".xml", encoding="utf-8") as file:
        file.write(report)
        file.flush()
        done = subprocess.run([sys.executable, str(SCRIPT), file.name, *options],
                              capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


class SkippedTests(unittest.TestCase):
    def test_tests_are_counted_by_reason(self) -> None:
        code, said = asked(REPORT % "")
        self.assertEqual(code, 0)
        self.assertEqual(said, "2 of 4 tests skipped\n"
                               "  no Chromium (Debian: chromium)\n"
                               "    view: clicks [x]\n"
                               "  the recording is not there\n"
                               "    of Catch\n"
                               "1 of 4 tests passed, with a part left out\n"
                               "  no spirv-as; z3's not there (Debian: spirv-tools python3-z3)\n"
                               "    pages\n")

    def test_each_package_is_named_once(self) -> None:
        self.assertEqual(asked(REPORT % "", "--packages"),
                         (0, "chromium\npython3-z3\nspirv-tools\n"))

    def test_the_pattern_is_for_those_that_ask_for_a_package(self) -> None:
        code, pattern = asked(REPORT % "", "--pattern")
        self.assertEqual(code, 0)
        found = [name for name in ("fine (a+b)", "view: clicks [x]", "view: clicks x", "of Catch",
                                   "pages", "pages too") if re.search(pattern.strip(), name)]
        self.assertEqual(found, ["view: clicks [x]", "pages"])

    def test_a_test_that_gives_no_reason_is_a_fault(self) -> None:
        code, said = asked(REPORT % SILENT)
        self.assertEqual(code, 1)
        self.assertIn("  no reason is given\n    silent\n", said)


if __name__ == "__main__":
    unittest.main()
