"""Measures the pages of `jacquard view` for every shader below some folders.

Usage: sizes.py JACQUARD [--gpu N] [--every N] [--seconds N] FOLDER... Each page has to stay below
two megabytes and to be written within a second of processor time (--seconds), that of Graphviz
among it. The largest and the slowest are named, and how many pages left something out. Exit code 1
when a page is above a limit or was not written although the shader compiles, 77 where there are no
shaders.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

MOST_BYTES = 2_000_000
ENDINGS = {".spv", ".tgsi", ".nir", ".frag", ".vert", ".comp"}


def processor_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def leaves_out(page: str) -> bool:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    data = json.loads(found.group(1)) if found else {}
    return any(row["section"] == "Left out of this page" for row in data.get("figures", []))


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--gpu", default="740")
    parser.add_argument("--seconds", type=float, default=1.0, help="the most for one page")
    parser.add_argument("--every", type=int, default=1, help="take one shader of so many")
    parser.add_argument("folders", nargs="+", type=Path)
    options = parser.parse_args()
    files = sorted(path for folder in options.folders for path in folder.rglob("*")
                   if path.suffix in ENDINGS)[::options.every]
    if not files:
        print("skipped: there are no shaders in the folders")
        return 77
    largest, slowest = (0, ""), (0.0, "")
    pages = shortened = refused = 0
    above: list[str] = []
    with tempfile.TemporaryDirectory(prefix="jacquard-sizes-") as folder:
        page = Path(folder) / "page.html"
        for path in files:
            page.unlink(missing_ok=True)
            before = processor_seconds()
            done = subprocess.run([options.tool, "view", str(path), "--gpu", options.gpu, "-o",
                                   str(page)], capture_output=True, check=False)
            seconds = processor_seconds() - before
            if not page.exists():
                compiled = subprocess.run(
                    [options.tool, "compile", str(path), "--gpu", options.gpu],
                    capture_output=True, check=False)
                if compiled.returncode == 0 or done.returncode not in (1, 2):
                    above.append(f"{path}: compiles, and has no page (exit code {done.returncode})")
                refused += 1
                continue
            size = page.stat().st_size
            pages += 1
            shortened += leaves_out(page.read_text(encoding="utf-8"))
            largest = max(largest, (size, str(path)))
            slowest = max(slowest, (seconds, str(path)))
            if size >= MOST_BYTES or seconds >= options.seconds:
                above.append(f"{path}: {size} bytes, {seconds:.2f} s")
    print(f"pages {pages}  shortened {shortened}  without a page {refused}  "
          f"above a limit {len(above)}")
    print(f"largest {largest[0]} bytes: {largest[1]}\nslowest {slowest[0]:.2f} s: {slowest[1]}")
    print("\n".join(above), end="\n" if above else "")
    return 1 if above or pages == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
