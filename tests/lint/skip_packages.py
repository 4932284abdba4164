"""Packages that skipped tests ask for, and that build.sh installs, are those that `doctor` lists.

Somebody whose tests were skipped is told what to install by each of them; this finds a name that
one of them has and another has not, and a test that says that a program is not installed and not
which package has it.

Usage: skip_packages.py ROOT JACQUARD. Exit code 1 when anything is wrong.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

FOLDERS = ("tests", "generators/tests", "bindings")
ENDINGS = (".py", ".sh", ".cpp", ".h", ".txt")
ASKED = re.compile(r"\(Debian: ([a-z0-9][a-z0-9 ,.+-]*)\)")
UNNAMED = re.compile(r"skipped: [^(]*not installed(?!.*Debian)")
INSTALLED = re.compile(r"(?:\|\||^)\s*echo \"?([a-z][a-z0-9 +.-]*)", re.MULTILINE)


def words(text: str) -> set[str]:
    return set(re.split(r"[ ,]+", text.strip())) - {""}


def packages_of_build(text: str) -> set[str]:
    """Returns the packages that build.sh may install: the first word of each that it needs, and
    all optional ones."""
    needed = text.split("missing() {")[1].split("\n}\n")[0]
    liked = text.split("optional() {")[1].split("\n}\n")[0]
    return ({name.split()[0] for name in INSTALLED.findall(needed)}
            | {word for names in INSTALLED.findall(liked) for word in names.split()})


def main() -> int:
    root, tool = Path(sys.argv[1]), sys.argv[2]
    said = subprocess.run([tool, "doctor", "--json"], capture_output=True, text=True, check=True)
    parts = [json.loads(line) for line in said.stdout.splitlines()]
    listed = {name for part in parts for name in words(part.get("debian", ""))}
    installed = packages_of_build((root / "build.sh").read_text("utf-8"))
    faults = [f"build.sh: 'jacquard doctor' does not list {name}"
              for name in sorted(installed - listed)]
    asked = 0
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in ENDINGS or path == Path(__file__):
                continue
            for number, line in enumerate(path.read_text("utf-8", "replace").splitlines(), start=1):
                place = f"{path.relative_to(root)}:{number}"
                for names in ASKED.findall(line):
                    asked += 1
                    faults += [f"{place}: 'jacquard doctor' does not list {name}"
                               for name in sorted(words(names) - listed)]
                if UNNAMED.search(line):
                    faults.append(f"{place}: say which package of Debian's it is in, "
                                  "as '(Debian: NAME)'")
    print("\n".join(faults))
    print(f"{asked} messages name a package, {len(listed)} packages are listed, "
          f"{len(faults)} faults")
    return 1 if faults or not asked else 0


if __name__ == "__main__":
    sys.exit(main())
