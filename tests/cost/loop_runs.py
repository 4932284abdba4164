"""The issue slots that a report counts are those that the emulator executes.

Shaders are run in the emulator, with the inputs of their case where there is one, and every word
that a wave executes is counted. How often loops went round is told to the report by `--trips`
where it does not know. Where there is but one path, its slots must be those that were executed,
within two percent; where there are several, what was executed must lie between the shortest path
and what the words of all paths take together. Whatever cannot be compared is counted by its
reason.

    python3 tests/cost/loop_runs.py TOOL tests/cost                    # a sample
    python3 tests/cost/loop_runs.py TOOL tests/cost --all --gpu 630    # the corpus
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

_WORD = re.compile(r"(\d+) \[\w+\] (.*?)(?:  ;.*)?$")
_REPEATED = re.compile(r"\((?:rpt|nop)(\d+)\)")
_WITHIN = 0.02
_LOOP = re.compile(rb"\b(BGNLOOP|loop)\b")
_SAMPLE = 12
_MOST = 200
_MOST_STEPS = 400_000
# At least so many of the sample and of the corpus must be compared on one path or several.
_LEAST_COMPARED = 8


class Run(NamedTuple):
    """Holds what one wave executed behind its preamble."""

    words: list[int]
    slots: int


def slots_of(text: str) -> int:
    return 1 + sum(int(number) for number in _REPEATED.findall(text))


def runs_of(trace: str) -> list[Run]:
    """The words of each run, in order: a run is traced before its results are told."""
    runs = []
    words: list[tuple[int, str]] = []
    for line in trace.splitlines():
        if match := _WORD.match(line):
            words.append((int(match[1]), match[2]))
        elif line == "run" or line.startswith("run "):
            behind = [at for at, (_, text) in enumerate(words) if re.search(r"\bshpe\b", text)]
            main = words[behind[-1] + 1:] if behind else words
            # A wave that skips its preamble still executes the branch around it.
            while main and re.search(r"\b(shps|getone)\b", main[0][1]):
                main = main[1:]
            runs.append(Run([index for index, _ in main],
                            sum(slots_of(text) for _, text in main)))
            words = []
    return runs


def rounds_of(loop: dict[str, Any], words: list[int]) -> int | None:
    """How often control came back to the loop, each time it was entered; None: it varies."""
    entered: list[int] = []
    before = -1
    for word in words:
        if word == loop["word"]:
            if before >= word:
                if not entered:
                    return None
                entered[-1] += 1
            else:
                entered.append(0)
        before = word
    return entered[0] if len(set(entered)) == 1 else None if entered else 0


class Comparison:
    """Compares shaders one by one, and counts what came of each."""

    def __init__(self, tool: str, gpu: str) -> None:
        self.tool, self.gpu = tool, gpu
        self.outcomes: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()
        self.faults: list[str] = []
        self.loops = 0

    def call(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([self.tool, *arguments, "--gpu", self.gpu], capture_output=True,
                              text=True, check=False)

    def report(self, path: Path, trips: dict[int, int]) -> dict[str, Any] | None:
        options = [text for line, times in trips.items() for text in ("--trips", f"{line}={times}")]
        done = self.call("cost", str(path), "--format", "json", "--lines", "0", *options)
        reports: list[dict[str, Any]] = [json.loads(each) for each in done.stdout.splitlines()]
        return reports[0] if reports and reports[0]["status"] == "compiled" else None

    def trace(self, path: Path, case: Path | None) -> str | None:
        limit = ["--max-steps", str(_MOST_STEPS), "--trace"]
        if path.suffix != ".spv":
            told = ["--case", str(case)] if case is not None else []
            done = self.call("run", str(path), *told, *limit)
        else:
            with tempfile.TemporaryDirectory() as folder:
                words, header = f"{folder}/words", f"{folder}/header"
                self.call("compile", str(path), "-o", words, "--header", header)
                done = self.call("run", words, "--header", header, *limit)
        return done.stdout if done.returncode == 0 else None

    def leave_out(self, reason: str) -> None:
        self.outcomes["left out"] += 1
        self.reasons[reason] += 1

    def compare(self, path: Path, case: Path | None) -> None:
        report = self.report(path, {})
        if report is None:
            self.leave_out("the part does not take it")
            return
        trace = self.trace(path, case)
        if trace is None:
            self.leave_out("it does not run without what a driver sets up, or runs too long")
            return
        for run in runs_of(trace):
            self.compare_run(path, report, run)

    def compare_run(self, path: Path, report: dict[str, Any], run: Run) -> None:
        if not run.words:
            self.leave_out("nothing of it was executed")
            return
        trips: dict[int, int] = {}
        for loop in report["loop_list"]:
            rounds = rounds_of(loop, run.words)
            if rounds is None:
                self.leave_out("a loop goes round a different number of times each time")
                return
            if loop["rounds"] is None:
                line = int(loop["line"].rsplit(":", 1)[1]) if ":" in loop["line"] else 0
                if line == 0 or trips.get(line, rounds) != rounds:
                    self.leave_out("loops that no line tells apart have different rounds")
                    return
                trips[line] = rounds
            elif loop["is_exact"] and rounds != loop["rounds"] and loop["word"] in run.words:
                self.faults.append(f"{path}: the loop at word {loop['word']} went round {rounds} "
                                   f"times, the report says {loop['rounds']}")
                return
        told = self.report(path, trips) if trips else report
        assert told is not None
        self.loops += len(told["loop_list"])
        if any(loop["rounds"] is None for loop in told["loop_list"]):
            self.leave_out("no line says where a loop is")
            return
        least, most = told["shortest"]["issue"], told["whole"]["issue"]
        one_path = least == most
        self.outcomes["one path" if one_path else "several paths"] += 1
        if least * (1 - _WITHIN) <= run.slots <= most * (1 + _WITHIN):
            return
        may_end_early = told["critical"]["discarded"] < told["critical"]["cycles"]
        if may_end_early and run.slots < least:
            self.reasons["all lanes were discarded before the end"] += 1
            return
        self.faults.append(f"{path}: {run.slots} slots were executed, the report says "
                           f"{least}" + ("" if one_path else f" to {most}"))


def shaders(folder: Path, shared: Path) -> list[tuple[Path, Path | None]]:
    """Returns the shaders, those with loops first, each with its case."""
    corpus = shared / "corpus"
    own = folder.parent.parent
    texts = sorted([*own.glob("tests/**/*.tgsi"), *own.glob("examples/*.tgsi"),
                    *own.glob("tests/**/*.nir"), *(corpus / "tgsi").rglob("*.tgsi")])
    found: list[tuple[bool, Path, Path | None]] = []
    for path in texts:
        case = path.with_suffix(".case")
        if corpus in path.parents:
            case = (corpus / "cases" / path.relative_to(corpus / "tgsi")).with_suffix(".case")
        has_loop = _LOOP.search(path.read_bytes()) is not None
        found.append((has_loop, path, case if case.exists() else None))
    modules = [path for name in ("spirv", "today") for path in (corpus / name).rglob("*.spv")]
    found += [(b"\xf6\x00\x04\x00" in path.read_bytes(), path, None) for path in sorted(modules)]
    return [(path, case) for has_loop, path, case in sorted(found, key=lambda each: not each[0])]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tool")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--all", action="store_true",
                        help=f"until {_MOST} shaders with one path were compared")
    parser.add_argument("--gpu", default="740")
    arguments = parser.parse_args()
    shared = Path(os.environ.get("JACQUARD_SHARED", ""))
    if not (shared / "corpus").exists():
        print("skipped: the corpus of shaders is not there")
        return 77
    found = shaders(arguments.folder.resolve(), shared)
    comparison = Comparison(arguments.tool, arguments.gpu)
    tried = exact = 0
    for path, case in found if arguments.all else found[:_SAMPLE]:
        before = comparison.outcomes["one path"]
        comparison.compare(path, case)
        tried += 1
        exact += comparison.outcomes["one path"] > before
        if exact == _MOST:
            break
    print("\n".join(comparison.faults))
    for reason, count in comparison.reasons.most_common():
        print(f"{count:4}  {reason}")
    told = "  ".join(f"{name} {count}" for name, count in sorted(comparison.outcomes.items()))
    print(f"shaders {tried}, of which {exact} have one path  runs: {told}  "
          f"loops {comparison.loops}  faults {len(comparison.faults)}")
    compared = comparison.outcomes["one path"] + comparison.outcomes["several paths"]
    return 1 if comparison.faults or compared < _LEAST_COMPARED else 0


if __name__ == "__main__":
    sys.exit(main())
