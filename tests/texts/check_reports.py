#!/usr/bin/env python3
"""Checks the reports of jacquard_text_tests on wrong files and on cases that fail, and --bless.

    check_reports.py JACQUARD_TEXT_TESTS

and what check_found.py says of texts that run nowhere.

Exit codes: 0 all is as it should be, 1 something is not.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from wrong_settings import SETTING_FAULTS
from wrong_texts import ANSWER, FORM_FAULTS, GOOD, HEAD, INPUT, WRONG, Fault


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
        """The file fails with the message, which may say where the output ends."""
        self.path.write_text(fault.text)
        code, output = self.run()
        self.expect(fault.what, code == 1 and fault.said in output + "END", output)

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

    def check_unwritable(self) -> None:
        """A file that cannot be written stays as it is, and is not called blessed."""
        self.path.write_text(WRONG)
        # A limit holds for every user, permissions do not; the signal that it sends stays ignored.
        done = subprocess.run(
            [self.program, "--bless", str(self.path)], capture_output=True, text=True, check=False,
            restore_signals=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)))
        self.expect("bless of a file that cannot be written", done.returncode == 1
                    and done.stdout == f"{self.path}: cannot be written: File too large\n"
                    and self.path.read_text() == WRONG
                    and list(self.path.parent.iterdir()) == [self.path], done.stdout)

    def check_paths(self) -> None:
        """A path that leads to no plain file is reported."""
        for path in (self.path.parent, self.path.parent / "none.txt"):
            done = subprocess.run([self.program, str(path)], capture_output=True, text=True,
                                  check=False)
            self.expect(f"the path {path}", done.returncode == 1
                        and done.stdout == f"{path}: is no plain file that can be read\n",
                        done.stdout)

    def check_filter(self) -> None:
        """--case runs the cases with these letters, and there must be some."""
        self.path.write_text(WRONG.replace("a case", "a wrong one") + "\n" + INPUT + ANSWER)
        for name, wanted in (("", 1), ("a case", 0), ("wrong", 1), ("no such", 1)):
            code, output = self.run("--case", name)
            self.expect(f"--case '{name}'", code == wanted, output)


def found_faults(root: Path) -> list[str]:
    """Returns what check_found.py says of a tree with texts where they run and where not."""
    files = {"tests/run.txt": GOOD, "tests/deep/in/new.txt": GOOD, "tests/odd.text": GOOD,
             "runtime/lost.txt": GOOD, "tests/list.txt": "one\ntwo\n", "tests/wrong_list.txt": GOOD,
             "docs/page.md": GOOD, "out/CMakeCache.txt": "", "out/made.txt": GOOD,
             ".git/x.txt": GOOD}
    for name, content in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(content)
    lists = (("texts", "run.txt\ngone.txt\n"),
             ("others", "list.txt\nwrong_list.txt\nlost.txt\n"))
    for name, content in lists:
        (root / "out" / name).write_text(content)
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("check_found.py")), str(root),
         str(root / "out/texts"), str(root / "out/others")],
        capture_output=True, text=True, check=False)
    return sorted(line.removeprefix(f"{root}/").split(";")[0] for line in done.stdout.splitlines())


FOUND = ["runtime/lost.txt: is a text that runs nowhere",
         "tests/deep/in/new.txt: does not run yet",
         "tests/gone.txt: runs, but does not exist any more",
         "tests/lost.txt: is in the list of tests/texts/CMakeLists.txt, but does not exist",
         "tests/odd.text: is a text that runs nowhere",
         "tests/wrong_list.txt: is a text, but in the list of those that are none"]


def main(arguments: list[str]) -> int:
    with tempfile.TemporaryDirectory() as folder:
        checker = Checker(arguments[0], Path(folder))
        checker.path.write_text(GOOD)
        checker.expect("a good file", checker.run() == (0, ""), "")
        for fault in (*FORM_FAULTS, *SETTING_FAULTS):
            checker.check_fault(fault)
        checker.check_bless()
        checker.check_unwritable()
        checker.check_paths()
        checker.check_filter()
    with tempfile.TemporaryDirectory() as folder:
        found = found_faults(Path(folder))
        checker.expect("texts that run nowhere", found == FOUND, "\n".join(found))
    usage = subprocess.run([arguments[0]], capture_output=True, check=False)
    checker.expect("no file", usage.returncode == 2, usage.stderr.decode())
    return 1 if checker.faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
