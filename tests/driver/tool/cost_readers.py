"""Reads what `jacquard cost` prints as scripts do that look for other compilers' output, and counts
instructions anew from the text of `jacquard disasm`.

Usage: cost_readers.py JACQUARD JACQUARD_AOC SHADER...  Exit code 1 when anything is not as it is
looked for.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PARTS = ("330", "540", "630", "730")

# An integration looks for lines that begin with one of these names and end with the number.
COUNTS = (
    "Total instruction count",
    "ALU instruction count - 32 bit", "ALU instruction count - 16 bit",
    "Complex instruction count - 32 bit", "Complex instruction count - 16 bit",
    "Flow control instruction count", "Barrier and fence Instruction count",
    "Short latency sync instruction count", "Long latency sync instruction count",
    "Texture read instruction count", "Memory read instruction count",
    "Memory write instruction count", "Miscellaneous instruction count",
)
OTHERS = (
    "Full precision register footprint per shader instance",
    "Half precision register footprint per shader instance",
    "Overall register footprint per shader instance",
    "Scratch memory usage per shader instance", "Loop count", "Output component count",
    "Input component count", "ALU fiber occupancy percentage",
)
HIDING = (
    "Cycles with short latency sync", "Cycles with exposed short latency sync",
    "Cycles with long latency sync", "Cycles with exposed long latency sync",
)
PERFORMANCE = (
    "Cycles with ALU instructions", "Cycles with Complex instructions",
    "Cycles with Memory instructions", "Cycles with Texture instructions",
)
SECTIONS = {
    "Shader Preamble Stats": COUNTS + ("Loop count",),
    "Main Shader Stats": COUNTS + OTHERS,
    "Latency Hiding": HIDING,
    "Performance Stats": PERFORMANCE,
}

FLAGS = re.compile(r"^(?:l\d+: )?((?:\([a-z]+\d*\))*) ?")
COMPLEX = {"rcp", "rsq", "log2", "exp2", "sin", "cos", "sqrt", "hrsq", "hlog2", "hexp2"}
FLOW = {"br", "brao", "braa", "brac", "bany", "ball", "jump", "kill", "end", "shps", "shpe",
        "getone", "getlast", "predt", "predf", "prede", "call", "ret", "chmask", "chsh"}
READS = {"isam", "isaml", "isamm", "samb", "saml", "samgq", "sam", "gather4r", "gather4g",
         "gather4b", "gather4a", "samgp0", "samgp1", "samgp2", "samgp3"}
LOADS = {"ldg", "ldl", "ldlw", "ldp", "ldc", "ldgb", "ldib"}
STORES = {"stg", "stl", "stlw", "stp", "stgb", "stib", "atomic"}
MOVES = {"mov", "cov", "mova", "mova1", "swz", "gat", "sct", "movmsk"}
TEXTURE_REST = {"dsx", "dsy", "dsxpp", "dsypp", "getlod", "getsize", "getinfo", "getbuf",
                "rgetpos", "getpos", "brcst", "quad_shuffle"}
REST = TEXTURE_REST | {"bary", "flat", "ldlv", "stc", "stsc", "resinfo", "shfl", "getfiberid",
                       "tcinv", "ccinv", "sleep", "dcinv", "dccln", "dcflu", "lock", "unlock"}


def kind_of(line: str) -> tuple[str, set[str]]:
    """The name that an instruction is counted under, and its flags."""
    found = FLAGS.match(line)
    assert found is not None
    flags = set(re.findall(r"\(([a-z]+)\d*\)", found.group(1)))
    text = line[found.end():]
    full_name, _, operands = text.partition(" ")
    name = full_name.split(".")[0]
    if name == "nop" or name in MOVES or name in REST:
        return "Miscellaneous instruction count", flags
    if name in FLOW:
        return "Flow control instruction count", flags
    if name in ("bar", "fence"):
        return "Barrier and fence Instruction count", flags
    if name in READS:
        return "Texture read instruction count", flags
    if name in LOADS:
        return "Memory read instruction count", flags
    if name in STORES:
        return "Memory write instruction count", flags
    # Arithmetic: the width is that of what is read first.
    sources = operands.split(", ")[1:]
    half = any(re.search(r"(?:^|\))h[rc]", source) for source in sources)
    bits = "16" if half else "32"
    if name in COMPLEX:
        return f"Complex instruction count - {bits} bit", flags
    return f"ALU instruction count - {bits} bit", flags


def counted(lines: list[str]) -> dict[str, int]:
    counts = dict.fromkeys(COUNTS, 0)
    for line in lines:
        kind, flags = kind_of(line)
        counts[kind] += 1
        counts["Total instruction count"] += 1
        counts["Short latency sync instruction count"] += "ss" in flags
        counts["Long latency sync instruction count"] += "sy" in flags
    return counts


def parts_of(listing: str) -> tuple[list[str], list[str]]:
    """The lines of the preamble and those of the main program, up to the last end."""
    lines = [line for line in listing.splitlines() if line.strip()]
    ends = [i for i, line in enumerate(lines) if re.search(r"\b(?:end|chsh)$", line)]
    lines = lines[:ends[-1] + 1] if ends else lines
    first = next((i for i, line in enumerate(lines) if re.search(r"\bshps\b", line)), None)
    if first is None:
        return [], lines
    last = next(i for i, line in enumerate(lines) if re.search(r"\bshpe\b", line))
    return lines[first:last + 1], lines[:first] + lines[last + 1:]


def sections_of(text: str) -> dict[str, dict[str, float]]:
    """The numbers of each section, by `STAGE/SECTION`."""
    found: dict[str, dict[str, float]] = {}
    stage = section = ""
    for line in text.splitlines():
        if line.startswith("Shader Stats "):
            stage = line.removeprefix("Shader Stats ").strip()
        elif line.strip() in SECTIONS:
            section = line.strip()
            found[f"{stage}/{section}"] = {}
        elif section:
            number = re.search(r"(-?\d+(?:\.\d+)?)$", line.strip())
            for name in SECTIONS[section]:
                if line.startswith(name) and number:
                    found[f"{stage}/{section}"][name] = float(number.group(1))
    return found


class Checks:
    def __init__(self, tool: str, front: str) -> None:
        self.tool = tool
        self.front = front
        self.faults: list[str] = []
        self.compared = 0

    def run(self, *words: str, code: int = 0) -> str:
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode != code:
            self.faults.append(f"{' '.join(words)}: exit code {done.returncode}, not {code}\n"
                               f"{done.stdout}{done.stderr}")
        return done.stdout

    def expect(self, what: str, is_right: bool) -> None:
        if not is_right:
            self.faults.append(what)

    def aoc(self, shader: str, part: str, folder: Path) -> None:
        words = str(folder / "words")
        self.run(self.tool, "compile", shader, "--gpu", part, "-o", words)
        preamble, main = parts_of(self.run(self.tool, "disasm", words, "--gpu", part))
        text = self.run(self.tool, "cost", shader, "--gpu", part, "--format", "aoc")
        self.expect(f"{shader} on {part}: no success", "Compilation succeeded." in text)
        sections = sections_of(text)
        stages = {key.split("/")[0] for key in sections}
        for stage in stages:
            for section, names in SECTIONS.items():
                given = sections.get(f"{stage}/{section}", {})
                for name in names:
                    self.expect(f"{shader} on {part}: '{name}' is not in {stage}/{section}",
                                name in given)
        stage = next((stage for stage in stages if not stage.startswith("BINNING")), "")
        for section, lines in (("Shader Preamble Stats", preamble), ("Main Shader Stats", main)):
            given = sections.get(f"{stage}/{section}", {})
            for name, count in counted(lines).items():
                self.compared += 1
                self.expect(f"{shader} on {part}, {section}: '{name}' is {given.get(name)}, "
                            f"counted are {count}", given.get(name) == count)
        for name in HIDING + PERFORMANCE:
            section = "Latency Hiding" if name in HIDING else "Performance Stats"
            share = sections.get(f"{stage}/{section}", {}).get(name, -1)
            self.expect(f"{shader} on {part}: '{name}' is {share}", 0 <= share <= 100)

    def front_door(self, shader: str, option: str) -> None:
        words = (self.front, "-arch=a650", "-api=Vulkan", "-dump=all", option, shader)
        text = self.run(*words)
        self.expect(f"{shader}: no success of jacquard-aoc", "Compilation succeeded." in text)
        stage = {"-vs": "VS", "-fs": "FS"}[option]
        sections = sections_of(text)
        self.expect(f"{shader}: sections are {sorted(sections)}",
                    {f"{stage}/{section}" for section in SECTIONS} <= set(sections))
        if option == "-vs":
            self.expect(f"{shader}: no binning form",
                        "BINNING VS/Main Shader Stats" in sections)
        counts = sections_of(self.run(self.front, "-arch=a650", "-api=Vulkan", "-dump=stats",
                                      option, shader))
        self.expect(f"{shader}: -dump=stats tells performance",
                    f"{stage}/Performance Stats" not in counts)

    def malioc(self, shaders: list[str]) -> None:
        text = self.run(self.tool, "cost", *shaders, "--gpu", ",".join(PARTS), "--format",
                        "malioc")
        report = json.loads(text)
        self.expect("malioc: schema", report["schema"]["name"] == "performance"
                    and report["schema"]["version"] == 2)
        self.expect("malioc: shaders", len(report["shaders"]) == len(shaders) * len(PARTS))
        for shader in report["shaders"]:
            pipelines = [pipeline["name"] for pipeline in shader["hardware"]["pipelines"]]
            self.expect("malioc: properties of a shader", {
                "has_uniform_computation", "has_side_effects", "modifies_coverage",
                "uses_late_zs_test", "uses_late_zs_update", "reads_color_buffer",
            } == {entry["name"] for entry in shader["properties"]})
            for variant in shader["variants"]:
                self.expect(f"malioc: variant {variant['name']}",
                            variant["name"] in ("Main", "Position", "Varying"))
                performance = variant["performance"]
                self.expect("malioc: pipelines", performance["pipelines"] == pipelines)
                for path in ("total_cycles", "shortest_path_cycles", "longest_path_cycles"):
                    cycles = performance[path]["cycle_count"]
                    bound = performance[path]["bound_pipelines"]
                    self.expect(f"malioc: {path}", len(cycles) == len(pipelines) and all(
                        name is None or cycles[pipelines.index(name)] == max(cycles)
                        for name in bound))
                values = {entry["name"]: entry["value"] for entry in variant["properties"]}
                self.expect("malioc: properties of a variant", set(values) == {
                    "work_registers_used", "uniform_registers_used", "thread_occupancy",
                    "stack_size", "has_stack_spilling", "stack_spill_bytes", "stack_alloca_bytes",
                    "fp16_arithmetic"})


def main() -> int:
    tool, front, *shaders = sys.argv[1:]
    checks = Checks(tool, front)
    with tempfile.TemporaryDirectory() as name:
        for shader in shaders:
            for part in PARTS:
                checks.aoc(shader, part, Path(name))
            checks.front_door(shader, "-vs" if ".vert" in shader else "-fs")
        checks.malioc(shaders)
    for fault in checks.faults:
        print(fault)
    print(f"{len(shaders)} shaders, {checks.compared} counts compared, "
          f"{len(checks.faults)} faults")
    return 1 if checks.faults or checks.compared == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
