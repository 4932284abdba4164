"""Runs the tests that a folder has for Node, with the tool as the server.

Usage: node_tests.py JACQUARD FOLDER. Exit code 77 where Node is not installed, or the folder's
packages are not: `npm ci` installs them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

SKIPPED = 77


def main() -> int:
    tool, folder = sys.argv[1], Path(sys.argv[2])
    node = shutil.which("node")
    if node is None:
        print("skipped: node is not installed (Debian: nodejs)")
        return SKIPPED
    if not (folder / "node_modules").is_dir():
        print(f"skipped: 'npm ci' in {folder.name} was not run (Debian: npm)")
        return SKIPPED
    tests = sorted(str(path) for path in (folder / "test").glob("*.test.mjs"))
    if not tests:
        print(f"{folder} has no tests")
        return 1
    return subprocess.run([node, "--test", *tests], env={**os.environ, "JACQUARD": tool},
                          check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
