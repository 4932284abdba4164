#!/usr/bin/env python3
"""Lists the tests of a run that were skipped, why, and the packages they ask for.

Reads the report that `./build.sh test` leaves in its build folder, tests.xml. A test that is
skipped says so in a line of its output, `skipped: REASON (Debian: PACKAGE...)`, with the packages
that it asks for where some would do. So does a test that leaves out a part of what it does and
passes.

    skipped_tests.py tests.xml              both, counted, by reason
    skipped_tests.py tests.xml --packages   the packages that they ask for, one a line
    skipped_tests.py tests.xml --pattern    a pattern for `ctest -R` of those that ask for one

Exit code 1 when a skipped test does not say why.
"""

from __future__ import annotations

import argparse
import re
import sys
import xml.etree.ElementTree
from collections import defaultdict
from dataclasses import dataclass, field

# The reason as scripts and programs print it, and as unittest does.
REASON = re.compile(r"(?:^\W*skipped: |\bskipped ['\"](?:skipped: )?)(.*?)['\"]?$", re.MULTILINE)
PACKAGES = re.compile(r"\s*\(Debian: ([a-z0-9 ,.+-]+)\)")
# Letters that mean something in a pattern of CMake.
SPECIAL = re.compile(r"([][.*+?()|^$\\])")


@dataclass
class LeftOut:
    """A test that left something out."""
    name: str
    is_whole: bool  # it did nothing
    reasons: list[str] = field(default_factory=list)
    packages: list[str] = field(default_factory=list)


def read_report(path: str) -> tuple[int, list[LeftOut]]:
    """Returns how many tests there are, and those that left something out."""
    tests = list(xml.etree.ElementTree.parse(path).getroot().iter("testcase"))
    found: list[LeftOut] = []
    for test in tests:
        output = test.findtext("system-out") or ""
        entry = LeftOut(test.get("name", ""), test.find("skipped") is not None)
        for said in REASON.findall(output):
            reason = PACKAGES.sub("", said)
            if reason not in entry.reasons:
                entry.reasons.append(reason)
            for names in PACKAGES.findall(said):
                entry.packages += [name for name in re.split(r"[ ,]+", names)
                                   if name and name not in entry.packages]
        if entry.is_whole or entry.reasons:
            found.append(entry)
    return len(tests), found


def print_summary(number: int, entries: list[LeftOut]) -> None:
    for is_whole, head in ((True, "skipped"), (False, "passed, with a part left out")):
        named = [entry for entry in entries if entry.is_whole == is_whole]
        print(f"{len(named)} of {number} tests {head}")
        by_reason: dict[str, list[str]] = defaultdict(list)
        for entry in named:
            wish = f" (Debian: {' '.join(entry.packages)})" if entry.packages else ""
            by_reason["; ".join(entry.reasons or ["no reason is given"]) + wish].append(entry.name)
        for reason, names in sorted(by_reason.items()):
            print(f"  {reason}")
            for name in names:
                print(f"    {name}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("report")
    parser.add_argument("--packages", action="store_true")
    parser.add_argument("--pattern", action="store_true")
    options = parser.parse_args()
    number, entries = read_report(options.report)
    if options.packages:
        print("\n".join(sorted({name for entry in entries for name in entry.packages})))
    elif options.pattern:
        names = [SPECIAL.sub(r"\\\1", entry.name) for entry in entries if entry.packages]
        print(f"^({'|'.join(names)})$")
    else:
        print_summary(number, entries)
    return 1 if any(entry.is_whole and not entry.reasons for entry in entries) else 0


if __name__ == "__main__":
    sys.exit(main())
