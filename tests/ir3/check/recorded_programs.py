#!/usr/bin/env python3
"""Checks programs that another compiler made: none may have a finding, or the check is too strict.

    recorded_programs.py JACQUARD SHARED_FOLDER

Exits with 77, which says so, where the folder with recordings is absent. These recordings do not
list all registers that are set when a program begins, so reads of unwritten ones are not looked at.
"""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Iterator, NamedTuple

FILES = {"probe_programs.jsonl.gz": 1263, "probe_programs_a3xx_a5xx.jsonl.gz": 225,
         "spirv_programs.jsonl.gz": 1353}
_WORD = re.compile(r"([0-9a-f]{16})  ")


class Recorded(NamedTuple):
    name: str
    gpu: str
    words: str


def programs(path: Path) -> Iterator[Recorded]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            entry = json.loads(line)
            words = [found.group(1) for text in entry["program"] if (found := _WORD.match(text))]
            yield Recorded(entry.get("probe") or entry["module"], str(entry["gpu"]),
                           "\n".join(words) + "\n")


def check(tool: str, program: Recorded) -> str:
    """What is found; empty when nothing is."""
    answer = subprocess.run([tool, "check", "--hex", "-", "--gpu", program.gpu],
                            input=program.words, capture_output=True, text=True, check=False)
    if answer.returncode == 0 and not answer.stderr:
        return ""
    return f"{program.name} on {program.gpu}:\n{answer.stderr}"


def main() -> int:
    tool, shared = sys.argv[1], Path(sys.argv[2])
    failed = False
    for name, expected in FILES.items():
        path = shared / "vectors" / name
        if not path.exists():
            print(f"skipped: there is no {path}")
            return 77
        with ThreadPoolExecutor() as pool:
            found = list(pool.map(lambda program: check(tool, program), programs(path)))
        findings = [text for text in found if text]
        print(f"{name}: {len(found)} programs, {len(findings)} with findings")
        print("".join(findings), end="")
        failed = failed or bool(findings) or len(found) != expected
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
