"""Holds the list of the test programs that are not built for Windows.

Every program of the suite is either built there (programs.cmake) or stands in left_out.csv with its
reason; the first line of that file says how many there are.

Usage: left_out.py SOURCE_FOLDER. Exit code 1 when the list is wrong.
"""

from __future__ import annotations

import csv
import re
import sys
from pathlib import Path

FOLDER = re.compile(r"add_subdirectory\(([\w/]+)\)")
EXCLUDED = re.compile(r"set_target_properties\((\w+) PROPERTIES EXCLUDE_FROM_ALL ON\)")
PROGRAM = re.compile(r"(?:jacquard_add_tests|add_executable)\((jacquard_\w+)")


def programs_of(*lists: Path) -> set[str]:
    return {name for path in lists for name in PROGRAM.findall(path.read_text(encoding="utf-8"))
            if name.endswith("_tests")}


def main(root: Path) -> int:
    tests = root / "tests"
    here = tests / "windows"
    programs = (here / "programs.cmake").read_text(encoding="utf-8")
    built = programs_of(*(tests / folder / "CMakeLists.txt" for folder in FOLDER.findall(programs)))
    built -= set(EXCLUDED.findall(programs))
    with open(here / "left_out.csv", encoding="utf-8", newline="") as file:
        count = int(file.readline().removeprefix("# ").split()[0])
        left_out = {row["program"]: row["reason"] for row in csv.DictReader(file)}
    everything = programs_of(*tests.rglob("CMakeLists.txt"))
    faults = [f"{name} is neither built for Windows nor left out"
              for name in sorted(everything - built - set(left_out))]
    faults += [f"{name} is left out, and there is no such program, or it is built"
               for name in sorted(set(left_out) - (everything - built))]
    faults += [f"{name} is left out for no reason"
               for name, reason in left_out.items() if not reason]
    if count != len(left_out):
        faults.append(f"{len(left_out)} programs are left out, not {count}")
    print("\n".join(faults) or f"{len(built)} test programs are built, {count} are left out")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
