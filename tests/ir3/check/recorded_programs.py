#!/usr/bin/env python3
"""Checks programs that another compiler made: what is found is listed here with the reason, or the
check is too strict.

    recorded_programs.py JACQUARD SHARED_FOLDER

Exits with 77, which says so, where the folder with recordings is absent. These recordings do not
list all registers that are set when a program begins, so reads of unwritten ones are not looked at.
The programs of 2025 whose `bar.g` lost its waits (K106) are not among those that are given.
"""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path
from typing import Iterator, NamedTuple

FILES = {"probe_programs.jsonl.gz": 1263, "probe_programs_a3xx_a5xx.jsonl.gz": 225,
         "spirv_programs.jsonl.gz": 1353, "spirv_programs_26.jsonl.gz": 475,
         "probe_programs_26.jsonl.gz": 1263}
_WORD = re.compile(r"([0-9a-f]{16})  ")
_FINDING = re.compile(r"error\[(K[0-9]+)\]: (.*)")


class Reason(NamedTuple):
    """Findings that are no fault of the check."""

    name: str
    code: str
    message: re.Pattern[str]
    why: str
    # The count in each file and on each part.
    counts: dict[tuple[str, str], int]


# One slot too few before an instruction of three sources, which reads the register as its third.
_THIRD = re.compile(
    r"'(\([^)]*\) ?)*(sel\.[bsf]|sad\.s|sh[lr][gm]|andg)(16|32)?(\.\w+)? [^,]+, [^,]+, [^,]+, "
    r"(\([a-z]+\))*(?P<third>h?r[0-9]+)\.[xyzw]' reads (?P=third)\.[xyzw] ("
    + "|".join(f"{slots} slots? after .*; {slots + 1}" for slots in range(6)) + ") are needed")

REASONS = [
    Reason("third source", "K103", _THIRD,
           "By the driver of October 2025 all of these read it a slot later, which a later list of "
           "devices does not say: the erratum third_source, which is disputed.",
           {("spirv_programs_26.jsonl.gz", "730"): 99, ("spirv_programs_26.jsonl.gz", "750"): 99,
            ("probe_programs_26.jsonl.gz", "730"): 141,
            ("probe_programs_26.jsonl.gz", "750"): 141}),
    Reason("rest behind predication", "K121", re.compile(r"'pred[tfe]' is followed by"),
           "The driver of October 2024 knew neither predicated_sides nor predicated_end.",
           {("probe_programs.jsonl.gz", "730"): 28, ("probe_programs.jsonl.gz", "750"): 28,
            ("spirv_programs.jsonl.gz", "660"): 137, ("spirv_programs.jsonl.gz", "730"): 135}),
    Reason("mark on end", "K120", re.compile(r"'\(jp\)end' is marked"),
           "The driver of October 2024 did not know the erratum unmarked_end.",
           {("probe_programs_a3xx_a5xx.jsonl.gz", "530"): 2}),
]


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


def check(tool: str, gpu: str, of_gpu: list[Recorded]) -> list[tuple[Recorded, str]]:
    """Returns the findings in programs of one part, a text for each; empty if there are none. One
    run of the tool checks them all."""
    with tempfile.TemporaryDirectory() as folder:
        for number, program in enumerate(of_gpu):
            Path(folder, f"{number}.hex").write_text(program.words, encoding="ascii")
        files = [f"{number}.hex" for number in range(len(of_gpu))]
        answer = subprocess.run([tool, "check", "--hex", "--gpu", gpu, *files], cwd=folder,
                                capture_output=True, text=True, check=False)
    said: defaultdict[int, str] = defaultdict(str)
    for text in re.split(r"^(?=[0-9]+\.hex:)", answer.stderr, flags=re.MULTILINE):
        number, is_of_file, _ = text.partition(".hex:")
        if is_of_file:
            said[int(number)] += text
        elif text:
            sys.exit(f"what the tool says of part {gpu} is of no file: {text}")
    if answer.returncode != (1 if said else 0):
        sys.exit(f"the tool ended with {answer.returncode} on {len(of_gpu)} programs of part {gpu}")
    return [(program, said[number]) for number, program in enumerate(of_gpu)]


def reason_of(code: str, message: str) -> Reason | None:
    return next((reason for reason in REASONS
                 if reason.code == code and reason.message.search(message)), None)


def main() -> int:
    tool, shared = sys.argv[1], Path(sys.argv[2])
    failed = False
    told: Counter[tuple[str, str, str]] = Counter()
    for name, expected in FILES.items():
        path = shared / "vectors" / name
        if not path.exists():
            print(f"skipped: there is no {path}")
            return 77
        by_gpu: defaultdict[str, list[Recorded]] = defaultdict(list)
        for program in programs(path):
            by_gpu[program.gpu].append(program)
        found = [each for gpu, of_gpu in by_gpu.items() for each in check(tool, gpu, of_gpu)]
        strange = 0
        for program, text in found:
            findings = _FINDING.findall(text)
            for code, message in findings:
                reason = reason_of(code, message)
                if reason is not None:
                    told[reason.name, name, program.gpu] += 1
                    continue
                strange += 1
                print(f"{program.name} on {program.gpu}: {code} {message}")
            if text and not findings:
                strange += 1
                print(f"{program.name} on {program.gpu}:\n{text}")
        print(f"{name}: {len(found)} programs, {strange} findings without a reason")
        failed = failed or strange != 0 or len(found) != expected
    listed = {(reason.name, name, gpu): count for reason in REASONS
              for (name, gpu), count in reason.counts.items()}
    for key in sorted(listed.keys() | told.keys()):
        if listed.get(key, 0) != told[key]:
            print(f"{' '.join(key)}: {told[key]} findings, {listed.get(key, 0)} are listed")
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
