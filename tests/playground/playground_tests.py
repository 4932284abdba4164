"""Runs tests of the playground under Node.

Usage: playground_tests.py JACQUARD FOLDER parts|page. `parts` are the tests of its modules, which
need its packages; `page` clicks on the page as it was built with the WebAssembly package, in a
browser. Exit code 77 where something of that is missing: building it is a matter of minutes, and
not that of a test.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

SKIPPED = 77
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")


def missing(folder: Path, what: str) -> str:
    """Returns what is not there, or an empty text."""
    if shutil.which("node") is None:
        return "there is no node"
    if not (folder / "node_modules").is_dir():
        return "the packages of the playground are not there: playground/build.sh fetches them"
    if what == "parts":
        return ""
    if not (folder / "out/index.html").is_file():
        return "the playground is not built: playground/build.sh does"
    if not (folder / "out/jacquard/jacquard.mjs").is_file():
        return "the playground was built without the WebAssembly package"
    return "" if Path(CHROMIUM).is_file() else f"there is no {CHROMIUM}"


def main() -> int:
    tool, folder, what = sys.argv[1], Path(sys.argv[2]), sys.argv[3]
    reason = missing(folder, what)
    if reason:
        print(f"skipped: {reason}")
        return SKIPPED
    tests = sorted((folder / "test" / ("browser" if what == "page" else ".")).glob("*.test.mjs"))
    if not tests:
        print(f"{folder} has no tests")
        return 1
    return subprocess.run(["node", "--test", *map(str, tests)],
                          env={**os.environ, "JACQUARD": tool}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
