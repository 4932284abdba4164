#!/usr/bin/env python3
"""Compares what the compiler makes for a3xx to a5xx with what another one made of small programs.

    probe_programs.py JACQUARD SHARED_FOLDER words|expressions|runs

The folder `probes` beside this file holds the programs as TGSI or NIR, by the names they have in
the recording. Exits with 77, which says so, where the recording is absent.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from probe_recording import FILE, Input, Probe, Tool, compiled_header, load, source_of
from probe_runs import run_probes
from symbolic import Computed, Inputs, NotStraight, evaluate, stepped


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
    return faults + (count != 2911)


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


# Probes of which the expressions cannot be the same, and why, on all parts or on one.
_NO_EXPRESSION: dict[str | tuple[str, int], str] = {
    "centroid.frag": "that tool took the place for the centre of the pixel",
    "front.frag": "that tool took the side for a varying",
    "mediump.frag": "that tool put a uniform and an immediate into one constant",
    "uarr.frag": "TGSI says what an index out of bounds gives",
    "ubo_dyn.frag": "TGSI says what an index out of bounds gives",
    "skin.vert": "TGSI says what an index out of bounds gives",
    "arr.frag": "an array is in registers",
    "discard.frag": "branches behind the kill",
    "loop.frag": "branches",
    "if.frag": "another condition is tested",
    "math.frag": "other ways to a power and to an angle within a turn",
    "int.frag": "another way to divide",
    "bool.frag": "other ways to the same truths",
    "pack.frag": "another rounding, and a shift in place of a division",
    ("gather.frag", 420): "that tool believed all components of the texture to be the first",
    ("gatheroff.frag", 420): "that tool gave the texture a second number",
}
_SAME = 155
# Instructions that some parts need in a form of their own, at any position.
_POINTS = re.compile(r"(?:\([^)]*\)\s*)*((?:bary|ldlv|flat|cbits|sam|isam|gather|get|dsx|dsy|kill)"
                     r"[\w.]*)(?: (?:\([^)]*\))*(h?)[rp])?")


def points_of(lines: list[str]) -> set[str]:
    """The instructions among them; the component of a gather is none of their own."""
    found = (_POINTS.match(line) for line in lines)
    return {re.sub(r"gather4[rgba]", "gather4", point[1]) +
            (f" {point[2]}" if point[1].startswith("cbits") else "")
            for point in found if point is not None}


def compare_expressions(tool: Tool, probes: list[Probe]) -> int:
    """Programs for the same shader have outputs that are the same expressions of inputs: the same
    lookups with the same operands, read the same way."""
    faults = 0
    counts: Counter[str] = Counter()
    for probe in probes:
        reason = _NO_EXPRESSION.get(probe.name) or _NO_EXPRESSION.get((probe.name, probe.gpu))
        source = source_of(probe)
        if probe.stage == "comp":
            counts["left out: compute programs"] += 1
        elif source is None:
            counts["without a shader"] += 1
            faults += reason is None
        elif reason is not None:
            counts[f"points alone: {reason}"] += 1
            faults += not _have_same_points(tool, probe, source)
        else:
            faults += not _are_same(tool, probe, source)
            counts["same"] += 1
    for what, count in sorted(counts.items()):
        print(f"{count:4} {what}")
    return faults + (counts["same"] != _SAME)


def _have_same_points(tool: Tool, probe: Probe, source: Path) -> bool:
    made = compiled_header(tool, source, probe.gpu)
    if isinstance(made, str):
        print(f"{probe.title}: {made}")
        return False
    expected, found = points_of([text for _, text in probe.words]), points_of(made[1])
    if expected != found:
        print(f"{probe.title}: recorded {sorted(expected - found)}, "
              f"compiled {sorted(found - expected)}")
    return expected == found


def _are_same(tool: Tool, probe: Probe, source: Path) -> bool:
    made = compiled_header(tool, source, probe.gpu)
    if isinstance(made, str):
        print(f"{probe.title}: {made}")
        return False
    try:
        expected, found = recorded_expressions(probe), our_expressions(*made)
    except NotStraight as reason:
        print(f"{probe.title}: is not straight: {reason}")
        return False
    if any("(nop" in line for line in made[1]):
        print(f"{probe.title}: counts slots in instructions, which no part before a6xx does")
        return False
    # The other tool gives every vertex a size.
    if "VARYING_SLOT_PSIZ.x" not in found and expected.get("VARYING_SLOT_PSIZ.x") == "#3f800000":
        del expected["VARYING_SLOT_PSIZ.x"]
    for name in sorted(set(expected) | set(found)):
        if expected.get(name) != found.get(name):
            print(f"{probe.title}: {name}\n  recorded {expected.get(name)}\n"
                  f"  compiled {found.get(name)}")
    return expected == found


def main() -> int:
    tool, shared, mode = Tool(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    if not (shared / "vectors" / FILE).exists():
        print(f"skipped: there is no {shared / 'vectors' / FILE}")
        return 77
    check = {"words": check_words, "expressions": compare_expressions, "runs": run_probes}[mode]
    return 1 if check(tool, load(shared)) else 0


if __name__ == "__main__":
    sys.exit(main())
