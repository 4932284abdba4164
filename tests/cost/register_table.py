"""The values that a report lists where most registers are held are those that are alive there.

What is alive is found anew, from the text of the assembly and its directives alone: which registers
a word reads and writes follows from how it is written. Programs with other instructions than those
that this reader knows are left out, and counted by what they have.

    python3 tests/cost/register_table.py TOOL tests/cost          # a sample
    python3 tests/cost/register_table.py TOOL tests/cost --all    # the corpus
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from shaders import shaders

_GPU = "740"
_SAMPLE = 40
_LEAST_COMPARED = 25
_REGISTER = re.compile(r"(h?)r(\d+)\.([xyzw])")
_FLAGS = re.compile(r"^\((?:sy|ss|jp|eq|sat|ul|nop\d|rpt(\d))\)")
_NAME = re.compile(r"([a-z][\w.]*)\s*(.*)")
# Instructions of one result, each operand of which is one register where it is one at all. A `*`
# stands for what follows a dot.
_PLAIN = re.compile(
    r"(add|mul|min|max|absneg|floor|ceil|trunc|rndne|sign|and|or|xor|not|shl|shr|ashr|mull|cmps"
    r"|cmpv|mad|madsh|sel|sad|rcp|rsq|sqrt|log2|exp2|sin|cos|mov|cov|sub|clz|bfrev|cbits|mulu|muls)"
    r"(\.|$)")
_WITHOUT_REGISTERS = re.compile(r"(nop|end|jump|br|kill|shps|shpe|getone|bkt)(\.|$)")
_COORDINATES = {"3d": 1, "a": 1, "s": 1, "p": 1}
_SAMPLES = re.compile(r"(sam|saml|samb)(\.|$)")


class Unknown(Exception):
    """A word that this reader does not know."""


class Word(NamedTuple):
    """Halves of registers, and where control goes."""

    reads: frozenset[int]
    writes: frozenset[int]
    targets: tuple[str, ...]
    falls: bool


def halves(register: str, further: int = 0) -> set[int]:
    match = _REGISTER.search(register)
    if match is None:
        return set()
    number = int(match[2]) * 4 + "xyzw".index(match[3]) + further
    # Registers from r48 on are shared or hold conditions.
    if number >= 48 * 4:
        return set()
    return {number} if match[1] else {2 * number, 2 * number + 1}


def operands_of(text: str) -> list[str]:
    return [part.strip() for part in text.split(",")] if text else []


def sampled(name: str, operands: list[str]) -> tuple[set[int], set[int]]:
    forms = name.split(".")[1:]
    if not set(forms) <= set(_COORDINATES):
        raise Unknown(name)
    coordinates = 2 + sum(_COORDINATES[form] for form in forms)
    mask = re.search(r"\(([xyzw]+)\)", operands[0])
    if mask is None:
        raise Unknown(name)
    writes: set[int] = set()
    for component in mask[1]:
        writes |= halves(operands[0], "xyzw".index(component))
    reads: set[int] = set()
    for i in range(coordinates):
        reads |= halves(operands[1], i)
    for further in operands[2:]:
        reads |= halves(further)
    return reads, writes


def word_of(text: str) -> Word:
    repeated = 0
    while match := _FLAGS.match(text):
        repeated = int(match[1]) if match[1] else repeated
        text = text[match.end():].lstrip()
    named = _NAME.match(text)
    if named is None:
        raise Unknown(text.split()[0])
    name, operands = named[1], operands_of(named[2])
    reads: set[int] = set()
    writes: set[int] = set()
    if _PLAIN.match(name):
        for i in range(repeated + 1):
            if "a0.x" in named[2] or "<" in named[2] or "r[" in named[2]:
                raise Unknown("an array")
            writes |= halves(operands[0], i)
            for operand in operands[1:]:
                reads |= halves(operand, i if "(r)" in operand else 0)
    elif name == "bary.f" and not repeated:
        writes = halves(operands[0])
        # One into r63 only ends the inputs: what it reads is wanted by nobody.
        if "r63." not in operands[0]:
            reads = halves(operands[2]) | halves(operands[2], 1)
    elif _SAMPLES.match(name):
        reads, writes = sampled(name, operands)
    elif not _WITHOUT_REGISTERS.match(name):
        raise Unknown(name)
    goes = re.match(r"(br|jump|bkt)\b", name)
    targets = tuple(re.findall(r"#(\w+)", named[2])) if goes else ()
    falls = not re.match(r"(jump|end)(\.|$)", name)
    return Word(frozenset(reads), frozenset(writes), targets, falls)


class Program:
    """The main part of a program, and which halves of registers are alive around each word."""

    def __init__(self, assembly: str) -> None:
        self.labels: dict[str, int] = {}
        self.texts: list[str] = []
        self.left: set[int] = set()
        for line in assembly.splitlines():
            if line.startswith("@"):
                self.read_directive(line)
            elif line.strip():
                while match := re.match(r"(\w+):\s*", line):
                    self.labels[match[1]] = len(self.texts)
                    line = line[match.end():]
                self.texts.append(line.strip())
        preamble = [at for at, text in enumerate(self.texts) if text.endswith("shpe")]
        self.first = preamble[-1] + 1 if preamble else 0
        self.words = [word_of(text) for text in self.texts[self.first:]]
        self.before: list[frozenset[int]] = []
        self.behind: list[frozenset[int]] = []
        self.find_live()

    def read_directive(self, line: str) -> None:
        name, *_ = line.split()
        if name == "@array":
            raise Unknown(name)
        match = re.search(r"(h?r\d+\.[xyzw]) components (\w+)", line)
        if match and name == "@output":
            for component in match[2]:
                # The register is that of the first component that is listed.
                further = "xyzw".index(component) - "xyzw".index(match[2][0])
                self.left |= halves(match[1], further)

    def find_live(self) -> None:
        empty: frozenset[int] = frozenset()
        self.before = [empty] * len(self.words)
        self.behind = [empty] * len(self.words)
        changes = True
        while changes:
            changes = False
            for at in reversed(range(len(self.words))):
                word = self.words[at]
                alive: set[int] = set()
                if self.texts[self.first + at].endswith("end"):
                    alive |= self.left
                if word.falls and at + 1 < len(self.words):
                    alive |= self.before[at + 1]
                for target in word.targets:
                    alive |= self.before[self.labels[target] - self.first]
                before = frozenset((alive - word.writes) | word.reads)
                if before != self.before[at]:
                    self.before[at] = before
                    changes = True
                self.behind[at] = frozenset(alive)


def names_of(alive: frozenset[int]) -> set[str]:
    names = set()
    for half in alive:
        number = half // 2
        if {2 * number, 2 * number + 1} <= alive:
            names.add(f"r{number // 4}.{'xyzw'[number % 4]}")
        else:
            names.add(f"hr{half // 4}.{'xyzw'[half % 4]}")
    return names


def halves_of(names: set[str]) -> set[int]:
    found: set[int] = set()
    for name in names:
        found |= halves(name)
    return found


class Comparison:
    def __init__(self, tool: str) -> None:
        self.tool = tool
        self.left_out: Counter[str] = Counter()
        self.compared = 0
        self.faults: list[str] = []

    def call(self, *arguments: str) -> str:
        return subprocess.run([self.tool, *arguments, "--gpu", _GPU], capture_output=True,
                              text=True, check=False).stdout

    def compare(self, path: Path) -> None:
        reports = self.call("cost", str(path), "--registers", "peak", "--lines", "0", "--format",
                            "json").splitlines()
        report: dict[str, Any] = json.loads(reports[0]) if reports else {"status": "failed"}
        if report["status"] != "compiled" or "register_holders" not in report:
            self.left_out["no program, or one without registers"] += 1
            return
        try:
            program = Program(self.call("compile", str(path)))
        except Unknown as reason:
            self.left_out[str(reason)] += 1
            return
        holders = report["register_holders"]
        at = holders["word"] - program.first
        if at < 0:
            self.left_out["most are held in the preamble"] += 1
            return
        self.compared += 1
        told = halves_of({name for value in holders["values"] for name in value["registers"]})
        most = max(map(len, [*program.before, *program.behind]))
        if told not in (program.before[at], program.behind[at]):
            alive = max(program.before[at], program.behind[at], key=len)
            self.faults.append(f"{path}: word {holders['word']}: not listed "
                               f"{sorted(names_of(alive - told))}, not alive "
                               f"{sorted(names_of(frozenset(told) - alive))}")
        elif len(told) != most:
            self.faults.append(f"{path}: {len(told) / 8} vec4 are listed, {most / 8} are held "
                               "elsewhere")


def main() -> int:
    given = shaders(__doc__)
    if not given.texts:
        print("skipped: the corpus of shaders is not there")
        return 77
    chosen = [*given.examples, *given.texts, *given.modules, *given.modules_of_today]
    if not given.all:
        chosen = [*given.examples, *given.texts[:: len(given.texts) // _SAMPLE]]
    comparison = Comparison(given.tool)
    for path in chosen:
        comparison.compare(path)
    print("\n".join(comparison.faults))
    for reason, count in comparison.left_out.most_common():
        print(f"{count:4}  left out: {reason}")
    print(f"programs {len(chosen)}  compared {comparison.compared}  left out "
          f"{comparison.left_out.total()}  faults {len(comparison.faults)}")
    return 1 if comparison.faults or comparison.compared < _LEAST_COMPARED else 0


if __name__ == "__main__":
    sys.exit(main())
