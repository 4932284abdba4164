"""Checks that two builds of the tool give the same results for every shader: compares the output of
`compile`, and its exit code, on several parts.

    python3 tests/bench/compare_words.py OLD NEW FOLDER... [--gpus 330,430] [--jobs N]

Prints the counts of equal and different compilations, and each shader that differs; exits 1 then.
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

GPUS = "330,430,530,630,730,750,830"
SUFFIXES = {".tgsi", ".spv", ".nir"}
SECONDS = 120


def answer(tool: Path, shader: Path, gpu: str) -> str:
    """A hash of the exit code and of what the tool prints; diagnostics name their reason there."""
    try:
        done = subprocess.run([tool, "compile", shader, "--gpu", gpu], capture_output=True,
                              timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return "timeout"
    return hashlib.sha256(b"%d\n" % done.returncode + done.stdout + done.stderr).hexdigest()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--gpus", default=GPUS)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    shaders = sorted(path for folder in options.folders for path in folder.rglob("*")
                     if path.suffix in SUFFIXES and path.is_file())
    cases = [(shader, gpu) for shader in shaders for gpu in options.gpus.split(",")]

    def is_equal(case: tuple[Path, str]) -> bool:
        old, new = (answer(tool, *case) for tool in (options.old, options.new))
        return old == new and old != "timeout"

    with ThreadPoolExecutor(options.jobs) as pool:
        equal = list(pool.map(is_equal, cases))
    for (shader, gpu), same in zip(cases, equal):
        if not same:
            print(f"different: {shader} on {gpu}")
    print(f"shaders {len(shaders)}  compilations {len(cases)}  equal {sum(equal)}  "
          f"different {len(cases) - sum(equal)}")
    return 0 if cases and all(equal) else 1


if __name__ == "__main__":
    sys.exit(main())
