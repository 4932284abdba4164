"""Small programs that another compiler made for a3xx to a5xx, the shaders of the folder `probes`
that are the same, and the tool that compiles these."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from symbolic import stepped

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
