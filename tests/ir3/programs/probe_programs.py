#!/usr/bin/env python3
"""Compares what the compiler makes for a3xx to a5xx with what another one made of small programs.

    probe_programs.py JACQUARD SHARED_FOLDER words|expressions|runs

The folder `probes` beside this file holds the programs as TGSI or NIR, by the names they have in
the recording. Exits with 77, which says so, where the recording is absent.
"""

from __future__ import annotations

import gzip
import json
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from symbolic import Computed, Inputs, NotStraight, evaluate, stepped

FILE = "probe_programs_a3xx_a5xx.jsonl.gz"
PROBES = Path(__file__).parent / "probes"
_WORD = re.compile(r"([0-9a-f]{16})  (.*)")
_INPUT = re.compile(r"in (\S+) (\S+) slot=(\d+) cm=(\w+) inloc=(\d+) sysval=(\d) bary=(\d) "
                    r"flat=(\d) half=(\d)")
_OUTPUT = re.compile(r"out (\S+) (\S+) slot=(\d+) view=0")


class Input(NamedTuple):
    register: str
    name: str
    slot: int
    mask: int
    location: int
    is_system_value: bool
    is_varying: bool
    is_flat: bool
    is_half: bool


class Probe(NamedTuple):
    name: str
    gpu: int
    stage: str
    words: list[tuple[str, str]]        # word and text, without labels
    labels: dict[str, int]
    inputs: list[Input]
    outputs: list[tuple[str, str, int]]     # register, slot, number
    immediates: dict[str, str]

    @property
    def title(self) -> str:
        return f"{self.name} on {self.gpu}"


def read_probe(entry: dict[str, Any]) -> Probe:
    words: list[tuple[str, str]] = []
    labels: dict[str, int] = {}
    for line in entry["program"]:
        found = _WORD.match(line)
        if found is not None:
            words.append((found[1], found[2]))
        else:
            labels[line.rstrip(":")] = len(words)
    inputs = [Input(m[1], m[2], int(m[3]), int(m[4], 16), int(m[5]), m[6] == "1", m[7] == "1",
                    m[8] == "1", m[9] == "1")
              for m in map(_INPUT.match, entry["facts"]) if m]
    outputs = [(m[1], m[2], int(m[3])) for m in map(_OUTPUT.match, entry["facts"]) if m]
    immediates: dict[str, str] = {}
    for line in entry["constants_and_inputs"]:
        constant = re.match(r"@const\((c\d+\.x)\)\s+(.*)", line)
        if constant is not None:
            for i, value in enumerate(constant[2].split(", ")):
                immediates[stepped(constant[1], i)] = f"#{int(value, 16):08x}"
    return Probe(entry["probe"], int(entry["gpu"]), entry["variant"], words, labels, inputs,
                 outputs, immediates)


def load(shared: Path) -> list[Probe]:
    with gzip.open(shared / "vectors" / FILE, "rt", encoding="utf-8") as lines:
        return [read_probe(json.loads(line)) for line in lines]


class Tool:
    def __init__(self, path: str) -> None:
        self.path = path

    def __call__(self, *arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run([self.path, *arguments], input=text, capture_output=True, text=True,
                              check=False)


def source_of(probe: Probe) -> Path | None:
    for ending in ("tgsi", "nir"):
        path = PROBES / f"{probe.name}.{ending}"
        if path.exists():
            return path
    return None


# ---- words ---------------------------------------------------------------------------------------

def check_words(tool: Tool, probes: list[Probe]) -> int:
    """Every word prints as the recorded text, and that text gives the word."""
    faults = 0
    count = 0
    for gpu in sorted({probe.gpu for probe in probes}):
        expected: list[tuple[str, str]] = []
        for probe in probes:
            for number, (word, text) in enumerate(probe.words if probe.gpu == gpu else []):
                text = re.sub(r"#(l\d+)", lambda found, at=number, of=probe:  # type: ignore[misc]
                              f"#{of.labels[found[1]] - at}", text)
                expected.append((word, text))
        words = "".join(f"{word}\n" for word, _ in expected)
        texts = "".join(f"{text}\n" for _, text in expected)
        printed = tool("disasm", "--gpu", str(gpu), "--hex", "-", text=words).stdout.splitlines()
        made = tool("asm", "--gpu", str(gpu), "--hex", "-", text=texts).stdout.splitlines()
        count += len(expected)
        for (word, text), back, again in zip(expected, printed, made, strict=True):
            if back != text or again != word:
                faults += 1
                print(f"{gpu}: {word} {text}: printed '{back}', assembled {again}")
    print(f"{count} words, {faults} faults")
    return faults + (count != 5201)


# ---- expressions ---------------------------------------------------------------------------------

def varyings_of(inputs: list[Input]) -> dict[int, str]:
    names: dict[int, str] = {}
    for one in inputs:
        for i in range(4 if one.is_varying else 0):
            if one.mask >> i & 1:
                names[one.location + i] = f"{one.name}.{'xyzw'[i]}"
    return names


def registers_of(inputs: list[Input]) -> dict[str, str]:
    names: dict[str, str] = {}
    for one in inputs:
        for i in range(4 if not one.is_varying and one.register[-4:] != "r63.x" else 0):
            if one.mask >> i & 1:
                names[stepped(one.register, i)] = f"{one.name}.{'xyzw'[i]}"
    return names


def outputs_of(computed: Computed, outputs: list[tuple[str, str, int]]) -> dict[str, str]:
    values = {f"kill {i}": value for i, value in enumerate(computed.predicates)}
    for register, name, _ in outputs:
        count = 1 if name in ("FRAG_RESULT_DEPTH", "VARYING_SLOT_PSIZ") else 4
        for i in range(count):
            at = stepped(register, i)
            values[f"{name}.{'xyzw'[i]}"] = computed.registers.get(at, f"?{at}")
    return values


def recorded_expressions(probe: Probe) -> dict[str, str]:
    computed = evaluate([text for _, text in probe.words],
                        Inputs(registers_of(probe.inputs), probe.immediates,
                               varyings_of(probe.inputs)))
    return outputs_of(computed, probe.outputs)


def compiled_header(tool: Tool, source: Path, gpu: int) -> tuple[dict[str, Any], list[str]] | str:
    """The header and the instructions of a program, or why it is refused."""
    with tempfile.TemporaryDirectory() as folder:
        words, header = Path(folder) / "p.bin", Path(folder) / "p.json"
        answer = tool("compile", str(source), "--gpu", str(gpu), "-o", str(words), "--header",
                      str(header))
        if answer.returncode != 0:
            return answer.stderr.split(": ", 2)[-1].strip()
        text = tool("disasm", str(words), "--gpu", str(gpu)).stdout
        return json.loads(header.read_text()), \
            [line for line in text.splitlines() if line and not line.endswith(":")]


def our_inputs(header: dict[str, Any]) -> list[Input]:
    return [Input(one["reg"], one["name"], one["slot"], one["compmask"], one.get("inloc", 0),
                  bool(one.get("sysval")), bool(one.get("bary")), bool(one.get("flat")),
                  one["reg"].startswith("h")) for one in header["inputs"]]


def our_expressions(header: dict[str, Any], lines: list[str]) -> dict[str, str]:
    inputs = our_inputs(header)
    base = header["immediates"]["base_vec4"]
    constants = {stepped("c0.x", base * 4 + i): f"#{value}"
                 for i, value in enumerate(header["immediates"]["values"])}
    outputs = [(one["reg"], one["name"], one["slot"]) for one in header["outputs"]]
    computed = evaluate(lines, Inputs(registers_of(inputs), constants, varyings_of(inputs)))
    return outputs_of(computed, outputs)


def compare_expressions(tool: Tool, probes: list[Probe]) -> int:
    for probe in probes:
        source = source_of(probe)
        if source is None:
            print("NOSRC", probe.title); continue
        try:
            recorded = recorded_expressions(probe)
        except NotStraight as r:
            print("FLOW", probe.title, r); continue
        made = compiled_header(tool, source, probe.gpu)
        if isinstance(made, str):
            print("REFUSED", probe.title, made.split(chr(10))[0]); continue
        try:
            ours = our_expressions(*made)
        except NotStraight as r:
            print("OURFLOW", probe.title, r); continue
        if ours == recorded:
            print("SAME", probe.title)
        else:
            print("DIFF", probe.title)
            for k in sorted(set(ours)|set(recorded)):
                if ours.get(k)!=recorded.get(k):
                    print("    ",k); print("       theirs", recorded.get(k)); print("       ours  ", ours.get(k))
    return 0


def main() -> int:
    tool, shared, mode = Tool(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    probes = load(shared)
    return {"words": check_words, "expressions": compare_expressions}[mode](tool, probes)


if __name__ == "__main__":
    sys.exit(main())
