"""The values that a report lists where most registers are held are those that are alive there.

What is alive is found anew, from the text of the assembly and its directives alone: which registers
a word reads and writes follows from how it is written. Programs without a word or with other words
than those that this reader knows are left out, counted by the reason, and few.

    python3 tests/cost/register_table.py TOOL tests/cost          # a sample
    python3 tests/cost/register_table.py TOOL tests/cost --all    # the corpus
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from shaders import shaders

_GPU = "740"
_SAMPLE = 40
_LEAST_COMPARED = 35
# Programs of which not every word is known, or which have none.
_MOST_LEFT_OUT = 12
_REGISTER = re.compile(r"(h?)r(\d+)\.([xyzw])")
_RELATIVE = re.compile(r"(h?)r<a0\.x(?: ([+-]) (\d+))?>")
_FLAGS = re.compile(r"^\((?:sy|ss|jp|eq|sat|ul|nop\d|rpt(\d))\)")
_NAME = re.compile(r"([a-z][\w.]*)\s*(.*)")


class Unknown(Exception):
    """A word that this reader does not know."""


class Word(NamedTuple):
    """Halves of registers, a bit each, and where control goes."""

    reads: int
    writes: int
    targets: tuple[str, ...]
    falls: bool


class Array(NamedTuple):
    """Registers that are reached by an address."""

    half: bool
    first: int
    length: int

    def halves(self) -> set[int]:
        each = range(self.first, self.first + self.length)
        return set(each) if self.half else {half for at in each for half in (2 * at, 2 * at + 1)}


def halves(register: str, further: int = 0) -> set[int]:
    match = _REGISTER.search(register)
    if match is None:
        return set()
    number = int(match[2]) * 4 + "xyzw".index(match[3]) + further
    # Registers from r48 on are shared or hold conditions.
    if number >= 48 * 4:
        return set()
    return {number} if match[1] else {2 * number, 2 * number + 1}


def run_of(register: str, count: int) -> set[int]:
    return {half for i in range(count) for half in halves(register, i)}


def mask_of(numbers: set[int]) -> int:
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


def numbers_of(mask: int) -> frozenset[int]:
    return frozenset(at for at in range(mask.bit_length()) if mask >> at & 1)


def operands_of(text: str) -> list[str]:
    text = text.partition(" ;")[0]
    return [part.strip() for part in text.split(",")] if text else []


class Reader:
    """Reads words; what each instruction reads and writes stands in one method a family."""

    def __init__(self, arrays: list[Array]) -> None:
        self.arrays = arrays
        self.families: list[tuple[re.Pattern[str], Callable[..., tuple[set[int], set[int]]]]] = [
            (re.compile(pattern + r"(\.|$)"), method) for pattern, method in (
                (r"(add|mul|min|max|absneg|floor|ceil|trunc|rndne|sign|and|or|xor|not|shl|shr|ashr"
                 r"|mull|cmps|cmpv|mad|madsh|sel|sad|rcp|rsq|sqrt|log2|exp2|sin|cos|mov|cov|sub|clz"
                 r"|bfrev|cbits|mulu|muls|mova|mova1)", self.plain),
                (r"(nop|end|jump|br|kill|shps|shpe|getone|bkt|bar|fence|ccinv|stsc)", self.nothing),
                (r"(bary|flat)", self.varying),
                (r"(sam|saml|samb|samgq|isaml|isamm|gather4[rgba])", self.lookup),
                (r"(dsx|dsy|getsize|getinfo)", self.of_mask),
                (r"(ldl|ldlw|ldp|ldg|stl|stlw|stp|stg)", self.by_address),
                (r"ldc", self.from_constants),
                (r"stc", self.to_constants),
                (r"(ldib|stib)", self.of_image),
                (r"resinfo", self.size_of_image),
                (r"atomic", self.atomic))]

    def word(self, text: str) -> Word:
        repeated = 0
        while match := _FLAGS.match(text):
            repeated = int(match[1]) if match[1] else repeated
            text = text[match.end():].lstrip()
        named = _NAME.match(text)
        if named is None:
            raise Unknown(text.split()[0])
        name, operands = named[1], operands_of(named[2])
        family = next((method for pattern, method in self.families if pattern.match(name)), None)
        if family is None or (repeated and family not in (self.plain, self.nothing)):
            raise Unknown(name)
        reads, writes = family(name, operands, repeated)
        goes = re.match(r"(br|jump|bkt|shps|getone)\b", name)
        targets = tuple(re.findall(r"#(\w+)", named[2])) if goes else ()
        falls = not re.match(r"(jump|end)(\.|$)", name)
        return Word(mask_of(reads), mask_of(writes), targets, falls)

    # An access by an address may be to any element of its array, and overwrites none for certain.
    def relative(self, operand: str) -> set[int]:
        match = _RELATIVE.search(operand)
        if match is None:
            return set()
        at = int(match[3] or 0) * (-1 if match[2] == "-" else 1)
        for array in self.arrays:
            if array.half == bool(match[1]) and array.first <= at < array.first + array.length:
                return array.halves()
        raise Unknown(f"{operand}, which is in no array")

    # One result, and operands each of which is one register where it is one at all.
    def plain(self, _: str, operands: list[str], repeated: int) -> tuple[set[int], set[int]]:
        reads: set[int] = set()
        writes: set[int] = set()
        for i in range(repeated + 1):
            writes |= halves(operands[0], i)
            for operand in operands[1:]:
                reads |= halves(operand, i if "(r)" in operand else 0) | self.relative(operand)
        return reads, writes

    def nothing(self, *_: Any) -> tuple[set[int], set[int]]:
        return set(), set()

    # A barycentric coordinate has two registers. A varying into r63 only ends the inputs: what it
    # reads is wanted by nobody.
    def varying(self, _: str, operands: list[str], __: int) -> tuple[set[int], set[int]]:
        ends_inputs = "r63." in operands[0]
        return set() if ends_inputs else run_of(operands[2], 2), halves(operands[0])

    def masked(self, operand: str) -> tuple[set[int], int]:
        mask = re.search(r"\(([xyzw]+)\)", operand)
        if mask is None:
            raise Unknown(operand)
        writes: set[int] = set()
        for component in mask[1]:
            writes |= halves(operand, "xyzw".index(component))
        return writes, len(mask[1])

    # The coordinates, then the layer, the sample and what is compared with; behind them, in
    # another run of registers, offsets (one a dimension) and the level or its bias. A texture and a
    # sampler that registers tell come last: a register each.
    def lookup(self, name: str, operands: list[str], _: int) -> tuple[set[int], set[int]]:
        kind, *forms = name.split(".")
        writes, __ = self.masked(operands[0])
        dimensions = 3 if "3d" in forms else 2
        coordinates = dimensions + sum(form in ("a", "s") for form in forms)
        coordinates += 1 if kind == "isamm" else 0
        further = dimensions if "o" in forms else 0
        further += 1 if kind in ("saml", "samb", "isaml") else 0
        reads = run_of(operands[1], coordinates)
        reads |= run_of(operands[2], further) if further else set()
        if "s2en" in forms:
            reads |= run_of(operands[-1], 1 if kind.startswith("isam") else 2)
        return reads, writes

    def of_mask(self, name: str, operands: list[str], _: int) -> tuple[set[int], set[int]]:
        kind, *forms = name.split(".")
        writes, count = self.masked(operands[0])
        reads = set() if kind == "getinfo" else run_of(operands[1],
                                                       1 if kind == "getsize" else count)
        reads |= halves(operands[-1]) if "s2en" in forms else set()
        return reads, writes

    # Memory by an address: one register, or two of global memory and, with `.a`, an offset.
    def by_address(self, name: str, operands: list[str], _: int) -> tuple[set[int], set[int]]:
        count = int(operands[-1])
        stores = name.startswith("st")
        address, value = operands[0 if stores else 1], operands[1 if stores else 0]
        parts = address[address.index("[") + 1:].split("+")
        reads = run_of(parts[0], 2 if name[2] == "g" else 1)
        for part in parts[1:]:
            reads |= halves(part)
        values = run_of(value, count)
        return (reads | values, set()) if stores else (reads, values)

    def from_constants(self, name: str, operands: list[str], _: int) -> tuple[set[int], set[int]]:
        counts = [int(form) for form in name.split(".") if form.isdigit()]
        to_file = ".k." in name
        reads = {half for operand in operands[1:] for half in halves(operand)}
        return reads, set() if to_file else run_of(operands[0], counts[0])

    def to_constants(self, _: str, operands: list[str], __: int) -> tuple[set[int], set[int]]:
        return run_of(operands[1], int(operands[2])), set()

    def image_form(self, name: str) -> tuple[int, int]:
        form = re.search(r"\.(\d)d\.[fus]\d+\.(\d)(\.|$)", name)
        if form is None:
            raise Unknown(name)
        return int(form[1]), int(form[2])

    def of_image(self, name: str, operands: list[str], _: int) -> tuple[set[int], set[int]]:
        dimensions, count = self.image_form(name)
        values = run_of(operands[0], count)
        reads = run_of(operands[1], dimensions) | halves(operands[2])
        return (reads, values) if name.startswith("ldib") else (reads | values, set())

    def size_of_image(self, name: str, operands: list[str], _: int) -> tuple[set[int], set[int]]:
        dimensions, __ = self.image_form(name)
        return halves(operands[1]), run_of(operands[0], dimensions)

    # An atomic operation of a buffer has its inputs behind the register of its result.
    def atomic(self, name: str, operands: list[str], _: int) -> tuple[set[int], set[int]]:
        inputs = 2 if "cmpxchg" in name else 1
        writes = halves(operands[0])
        if name.startswith("atomic.b."):
            dimensions, __ = self.image_form(name)
            reads = {half for i in range(inputs) for half in halves(operands[0], 1 + i)}
            return reads | run_of(operands[1], dimensions) | halves(operands[2]), writes
        if ".g" in name:
            raise Unknown(name)
        return halves(operands[1]) | run_of(operands[2], inputs), writes


class Program:
    """A program, and which halves of registers are alive around each word."""

    def __init__(self, assembly: str) -> None:
        self.labels: dict[str, int] = {}
        self.texts: list[str] = []
        self.left: set[int] = set()
        self.arrays: list[Array] = []
        for line in assembly.splitlines():
            if line.startswith("@"):
                self.read_directive(line)
            elif line.strip():
                while match := re.match(r"(\w+):\s*", line):
                    self.labels[match[1]] = len(self.texts)
                    line = line[match.end():]
                self.texts.append(line.strip())
        reader = Reader(self.arrays)
        self.words = [reader.word(text) for text in self.texts]
        self.before = [0] * len(self.words)
        self.behind = [0] * len(self.words)
        self.find_live()

    def read_directive(self, line: str) -> None:
        name, *_ = line.split()
        match = re.search(r"(h?)r(\d+)\.([xyzw]) length (\d+)", line)
        if match and name == "@array":
            first = int(match[2]) * 4 + "xyzw".index(match[3])
            self.arrays.append(Array(bool(match[1]), first, int(match[4])))
        match = re.search(r"(h?r\d+\.[xyzw]) components (\w+)", line)
        if match and name == "@output":
            for component in match[2]:
                # The register is that of the first component that is listed.
                further = "xyzw".index(component) - "xyzw".index(match[2][0])
                self.left |= halves(match[1], further)

    def find_live(self) -> None:
        ends = [re.search(r"(^|\))end$", text) is not None for text in self.texts]
        left = mask_of(self.left)
        changes = True
        while changes:
            changes = False
            for at in reversed(range(len(self.words))):
                word = self.words[at]
                alive = left if ends[at] else 0
                if word.falls and at + 1 < len(self.words):
                    alive |= self.before[at + 1]
                for target in word.targets:
                    alive |= self.before[self.labels[target]]
                before = (alive & ~word.writes) | word.reads
                if before != self.before[at]:
                    self.before[at] = before
                    changes = True
                # A result that nobody reads is held where it is written.
                self.behind[at] = alive | word.writes


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
            self.left_out["it holds no registers" if report["status"] == "compiled" else
                          f"there is no program: {report['status']}"] += 1
            return
        try:
            program = Program(self.call("compile", str(path)))
        except Unknown as reason:
            self.left_out[str(reason)] += 1
            return
        holders = report["register_holders"]
        at = holders["word"]
        self.compared += 1
        told = halves_of({name for value in holders["values"] for name in value["registers"]})
        most = max(mask.bit_count() for mask in (*program.before, *program.behind))
        here = numbers_of(program.before[at]), numbers_of(program.behind[at])
        if told not in here:
            alive = max(here, key=len)
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
    few = comparison.compared < _LEAST_COMPARED or comparison.left_out.total() > _MOST_LEFT_OUT
    return 1 if comparison.faults or few else 0


if __name__ == "__main__":
    sys.exit(main())
