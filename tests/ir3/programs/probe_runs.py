"""Runs the words of recorded programs in the emulator of their part."""

from __future__ import annotations

import json
import random
import tempfile
from collections import Counter
from pathlib import Path
from struct import pack, unpack
from typing import Any

from probe_recording import Probe, Tool, compiled_header, source_of
from symbolic import float_bits

_NOT_RUN: dict[str | tuple[str, int], str] = {
    "centroid.frag": "that tool took the place for the centre of the pixel",
    ("loop.frag", 530): "that tool lets lanes meet at an end, where (jp) has no effect",
    "front.frag": "that tool took the side for a varying",
    "mediump.frag": "that tool put a uniform and an immediate into one constant",
    "pack.frag": "that tool left a rounding to half out",
}
_RUN = 186
# The number of words of constant buffer 0 at the beginning of the constant file.
_UNIFORMS = {"uniform.frag": 20, "ubo.frag": 20, "uarr.frag": 64, "ubo_dyn.frag": 256,
             "mvp.vert": 16, "skin.vert": 192}
_BOUND = 2.0 ** -13


def recorded_header(probe: Probe, ours: dict[str, Any] | None) -> dict[str, Any]:
    """Returns the header that the facts describe, with the numbers that our shader gives its
    inputs."""
    def number(kind: str, name: str) -> int:
        found = [one["index"] for one in (ours or {}).get(kind, []) if one["name"] == name]
        return int(found[0]) if found else 0

    values = sorted((int(name[1:].split(".")[0]) * 4 + "xyzw".index(name[-1]), value[1:])
                    for name, value in probe.immediates.items())
    return {
        "gpu": probe.gpu, "stage": probe.stage.upper(),
        "inputs": [{"slot": one.slot, "name": one.name,
                    "reg": "none" if one.is_varying else one.register, "compmask": one.mask,
                    "inloc": one.location, "sysval": int(one.is_system_value),
                    "bary": int(one.is_varying), "flat": int(one.is_varying and one.is_flat),
                    "half": int(one.is_half), "index": number("inputs", one.name)}
                   for one in probe.inputs],
        "outputs": [{"slot": slot, "name": name, "reg": register, "half": 0,
                     "index": number("outputs", name),
                     "component": {"FRAG_RESULT_DEPTH": 2}.get(name, 0),
                     "components": 1 if name in ("FRAG_RESULT_DEPTH", "VARYING_SLOT_PSIZ") else 4}
                    for register, name, slot in probe.outputs
                    if ours is None or any(one["name"] == name for one in ours["outputs"])],
        "immediates": {"base_vec4": values[0][0] // 4 if values else 0,
                       "values": [value for _, value in values]},
        "constant_buffers": [{"block": 0, "const_vec4": 0, "start": 0,
                              "end": _UNIFORMS[probe.name] * 4}]
        if probe.name in _UNIFORMS else [],
        "samplers": (ours or {}).get("samplers", [])}


def random_case(name: str, seed: int) -> str:
    """Runs with inputs and constants that are small numbers, most of them whole."""
    draw = random.Random(f"{name} {seed}")

    def word() -> str:
        value = draw.choice((float(draw.randint(1, 7)), draw.uniform(0.1, 4.0)))
        return float_bits(value)[1:]

    def integer() -> str:
        return f"{draw.randint(0, 7):08x}"

    lines = [f"shader {name}"]
    for _ in range(4):
        lines.append("run")
        for index in range(2):
            whole = (name, index) in (("flat.frag", 1), ("skin.vert", 1))
            for lane in range(4):
                made = [integer() if whole else word() for _ in range(4)]
                lines.append(f"IN {index} lane {lane} {' '.join(made)}")
        lines += [f"CONST 0 {index} {' '.join(word() for _ in range(4))}" for index in range(64)]
        number = integer()
        lines += [f"SV VERTEXID {number}", f"SV VERTEXID_NOBASE {number}"]
    return "\n".join(lines) + "\n"


def _numbers(text: str) -> list[list[str]]:
    """The lines of lanes that were not killed."""
    found: list[list[str]] = []
    mask = 0
    for words in map(str.split, text.splitlines()):
        if words[0] == "MASK":
            mask = int(words[1], 16)
            found.append(words)
        elif words[0] == "OUT" and mask >> int(words[5]) & 1:
            found.append(words)
    return found


def _close(expected: str, found: str) -> bool:
    if expected == found:
        return True
    try:
        one, other = (unpack("<f", pack("<I", int(word, 16)))[0] for word in (expected, found))
    except (ValueError, OverflowError):
        return False
    return bool(abs(one - other) <= _BOUND * max(1.0, abs(one)) or (one != one and other != other))


def run_probes(tool: Tool, probes: list[Probe]) -> int:
    """The recorded words, in the emulator of their part, compute what our shader computes in the
    interpreter."""
    faults = 0
    counts: Counter[str] = Counter()
    for probe in probes:
        reason = _NOT_RUN.get(probe.name) or _NOT_RUN.get((probe.name, probe.gpu))
        if probe.stage == "comp":
            counts["left out: compute programs"] += 1
            continue
        if reason is not None:
            counts[f"left out: {reason}"] += 1
            continue
        source = source_of(probe)
        assert source is not None, probe.title
        counts["run"] += 1
        faults += not _computes(tool, probe, source)
    for what, count in sorted(counts.items()):
        print(f"{count:4} {what}")
    return faults + (counts["run"] != _RUN)


def _computes(tool: Tool, probe: Probe, source: Path) -> bool:
    ours = compiled_header(tool, source, 630)
    assert not isinstance(ours, str), ours
    with tempfile.TemporaryDirectory() as folder:
        words, header, case = (Path(folder) / name for name in ("p.bin", "p.json", "p.case"))
        words.write_bytes(b"".join(int(word, 16).to_bytes(8, "little") for word, _ in probe.words))
        header.write_text(json.dumps(recorded_header(probe, ours[0])))
        case.write_text(random_case(probe.name, probe.gpu))
        of = ("--case", str(case))
        wanted = tool("run", str(source), *of, "--engine", "nir")
        got = tool("run", str(words), "--header", str(header), *of, "--engine", "ir3", "--gpu",
                   str(probe.gpu))
    if wanted.returncode != 0 or got.returncode != 0:
        print(f"{probe.title}: {wanted.stderr}{got.stderr}")
        return False
    expected, found = _numbers(wanted.stdout), _numbers(got.stdout)
    same = len(expected) == len(found) and all(
        len(one) == len(other) and all(map(_close, one, other))
        for one, other in zip(expected, found))
    if not same:
        pairs = [(one, other) for one, other in zip(expected, found)
                 if not all(map(_close, one, other))]
        print(f"{probe.title}: " + (f"expected {' '.join(pairs[0][0])}, computed "
                                    f"{' '.join(pairs[0][1])}" if pairs else "other outputs"))
    return same
