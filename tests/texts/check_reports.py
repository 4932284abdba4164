#!/usr/bin/env python3
"""Checks the reports of jacquard_text_tests on wrong files and on cases that fail, and --bless.

    check_reports.py JACQUARD_TEXT_TESTS

Exit codes: 0 all is as it should be, 1 something is not.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

HEAD = "# A program as it is printed.\nkind: tgsi to tgsi\n\n"
INPUT = "=== a case\n--- before\nFRAG\nEND\n"
ANSWER = "--- after\nFRAG\n  0: END\n"
GOOD = HEAD + INPUT + ANSWER
WRONG = HEAD + INPUT + "--- after\nFRAG\n  0: RET\n"


class Fault(NamedTuple):
    """A file, and a line or more of what is said of it."""

    what: str
    text: str
    said: str


FAULTS = (
    Fault("an empty file", "", "FILE: there are no cases: a case begins with a line '=== NAME'"),
    Fault("no comment at the top", GOOD.removeprefix("# A program as it is printed.\n"),
          "FILE:1: the file must begin with a comment '# …' that says what behaviour it holds"),
    Fault("no kind", GOOD.replace("kind: tgsi to tgsi\n", ""),
          "FILE:1: a case\n  '' is no kind; 'kind: FROM to TO' must name one; there are"),
    Fault("an unknown kind", GOOD.replace("tgsi to tgsi", "tgsi to nri"),
          "FILE:2: a case\n  'tgsi to nri' is no kind of cases; did you mean 'tgsi to nir'?"),
    Fault("an unknown key", HEAD + "=== a case\nfarme: x\n--- before\nFRAG\nEND\n" + ANSWER,
          "FILE:5: a case\n  'farme' is no key of cases 'tgsi to tgsi'; did you mean 'frame'?"),
    Fault("an unknown value of a key",
          GOOD.replace("to tgsi\n", "to nir\nshow: mian\n"),
          "FILE:3: a case\n  'mian' is no value of 'show'; did you mean 'main'?"),
    Fault("an unknown frame", GOOD.replace("--- before", "frame: vretex\n--- before").replace(
        "\n\n", "\n--- frame vertex\nVERT\n...\n\n", 1),
          "FILE:8: a case\n  'vretex' is no frame of this file; did you mean 'vertex'?"),
    Fault("a frame without a place", GOOD.replace("--- before", "frame: f\n--- before").replace(
        "\n\n", "\n--- frame f\nVERT\n\n", 1),
          "FILE:3: a case\n  a frame has a line '...' where the lines of a case stand"),
    Fault("an unknown section", GOOD.replace("--- after", "--- aftre"),
          "FILE:8: there is no section 'aftre' in a case; did you mean 'after'?"),
    Fault("no input", HEAD + "=== a case\n" + ANSWER,
          "FILE:5: an answer needs lines '--- before' of its own in front of it"),
    Fault("an empty input", HEAD + "=== a case\n--- before\n" + ANSWER,
          "FILE:6: the input is empty"),
    Fault("no answer", HEAD + INPUT,
          "FILE:6: these lines '--- before' need an answer '--- after' or '--- error' behind them"),
    Fault("a line that is nothing", GOOD.replace("kind", "kinds of things\nkind"),
          "FILE:2: expected a comment '# …', a setting 'KEY: VALUE', a section '--- NAME' or a "
          "case '=== NAME', found 'kinds of things'"),
    Fault("two cases of one name", GOOD + "\n" + INPUT + ANSWER,
          "FILE:12: there is another case 'a case' in line 4"),
    Fault("a wrong expected text", WRONG,
          "FILE:10: a case\n    FRAG\n  -   0: RET\n  +   0: END\n"),
    Fault("a refusal that is not expected", GOOD.replace("FRAG\nEND", "FARG\nEND"),
          "FILE:9: a case\n  the input is refused:\nbefore:1:1: error[T101]: "),
    Fault("an answer where a refusal is expected", GOOD.replace("--- after", "--- error"),
          "FILE:9: a case\n  the input should be refused, but the answer is\nFRAG\n"),
    Fault("a check that fails", HEAD + INPUT + "--- after\ncheck: FRAG\ncheck: RET\n",
          "FILE:10: a case\n  no line below line 1 of the answer has 'RET'\n"
          "  the answer is\n  1  FRAG\n  2    0: END\n"),
    Fault("a check-next that fails", HEAD + INPUT + "--- after\ncheck-next: END\n",
          "FILE:9: a case\n  the line right below line 0 of the answer has no 'END'\n"),
    Fault("a check-not that fails", HEAD + INPUT + "--- after\ncheck-not: EN{{.}}\n",
          "FILE:9: a case\n  'EN{{.}}' stands in line 2 of the answer:   0: END\n"),
    Fault("a check-any that fails", HEAD + INPUT + "--- after\ncheck-any: RET\n",
          "FILE:9: a case\n  no line of the answer has 'RET'\n"),
    Fault("a check-last that fails", HEAD + INPUT + "--- after\ncheck-last: FRAG\n",
          "FILE:9: a case\n  the last line of the answer has no 'FRAG'\n"),
    Fault("a check-count that fails", HEAD + INPUT + "--- after\ncheck-count 2: END\n",
          "FILE:9: a case\n  'END' stands 1 times in the answer, not 2\n"),
    Fault("an unknown directive", HEAD + INPUT + "--- after\ncheck-nxt: END\n",
          "FILE:9: a case\n  there is no directive 'check-nxt'; did you mean 'check-next'?\n"),
    Fault("a pattern that is none", HEAD + INPUT + "--- after\ncheck: {{[}}\n",
          "FILE:9: a case\n  the pattern '{{[}}' is no regular expression: "),
    Fault("a line among directives", HEAD + INPUT + "--- after\ncheck: FRAG\nEND\n",
          "FILE:10: a case\n  expected a directive such as 'check: PATTERN' and not the line "
          "'END'"),
)


class Checker:
    """Runs the program on one file, and counts what is not as it should be."""

    def __init__(self, program: str, folder: Path) -> None:
        self.program = program
        self.path = folder / "case.txt"
        self.faults = 0

    def run(self, *options: str) -> tuple[int, str]:
        """Returns the exit code and the output, with FILE for the path."""
        done = subprocess.run([self.program, *options, str(self.path)], capture_output=True,
                              text=True, check=False)
        return done.returncode, done.stdout.replace(str(self.path), "FILE")

    def expect(self, what: str, good: bool, output: str) -> None:
        if not good:
            print(f"{what}: not as it should be\n{output}")
            self.faults += 1

    def check_fault(self, fault: Fault) -> None:
        """The file fails with the message."""
        self.path.write_text(fault.text)
        code, output = self.run()
        self.expect(fault.what, code == 1 and fault.said in output, output)

    def check_bless(self) -> None:
        """Whole answers are replaced; directives and the kind of an answer are not."""
        self.path.write_text(WRONG)
        code, output = self.run("--bless")
        self.expect("bless", code == 0 and output == "FILE: blessed\n"
                    and self.path.read_text() == GOOD, output)
        for what, text in (("bless of directives", HEAD + INPUT + "--- after\ncheck: RET\n"),
                           ("bless of a refusal", GOOD.replace("END", "EDN")),
                           ("bless of an answer", GOOD.replace("--- after", "--- error"))):
            self.path.write_text(text)
            code, output = self.run("--bless")
            self.expect(what, code == 1 and self.path.read_text() == text, output)

    def check_filter(self) -> None:
        """--case runs the cases with these letters, and there must be some."""
        self.path.write_text(WRONG.replace("a case", "a wrong one") + "\n" + INPUT + ANSWER)
        for name, wanted in (("", 1), ("a case", 0), ("wrong", 1), ("no such", 1)):
            code, output = self.run("--case", name)
            self.expect(f"--case '{name}'", code == wanted, output)


def main(arguments: list[str]) -> int:
    with tempfile.TemporaryDirectory() as folder:
        checker = Checker(arguments[0], Path(folder))
        checker.path.write_text(GOOD)
        checker.expect("a good file", checker.run() == (0, ""), "")
        for fault in FAULTS:
            checker.check_fault(fault)
        checker.check_bless()
        checker.check_filter()
    usage = subprocess.run([arguments[0]], capture_output=True, check=False)
    checker.expect("no file", usage.returncode == 2, usage.stderr.decode())
    return 1 if checker.faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
