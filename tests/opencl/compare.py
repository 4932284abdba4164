#!/usr/bin/env python3
"""Compares kernels with the system's OpenCL.

    compare.py TOOL KERNEL.cl... [--gpu N,...] [--launch NAME] [--refused TABLE]

Each line `//! NAME GRID local GROUP PARAMETER=VALUE...` of a file is a launch, by the engines of
the tool and by the device that OpenCL has; the buffers must be equal afterwards, floats as close
as `close=` says. A line `//: OPTIONS` gives both what they are to compile it with; the device has
JUDGE defined, too, for what it lacks. The tool compiles a file for its first launch, and for the
others takes the module that it prints of it, which is the same. What a part refuses is a fault,
unless it stands in the table: part, kernel and reason a line, with tabs between them. Exits with
77 where OpenCL or the compiler is missing.
"""

from __future__ import annotations

import argparse
import math
import random
import re
import struct
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from pocl import STANDARD, Argument, Device, OpenClFault

SKIPPED = 77


class Launch(NamedTuple):
    name: str
    grid: str
    local: str
    arguments: list[tuple[str, str]]
    close: float | None


def launches_of(text: str) -> list[Launch]:
    found = []
    for line in text.splitlines():
        if not line.startswith("//! "):
            continue
        name, grid, _, local, *given = line[4:].split()
        pairs = [(each.partition("=")[0], each.partition("=")[2]) for each in given]
        close = [float(value) for key, value in pairs if key == "close"]
        found.append(Launch(name, grid, local, [pair for pair in pairs if pair[0] != "close"],
                            close[0] if close else None))
    return found


def options_of(text: str) -> str:
    found = re.search(r"^//: (.*)$", text, re.MULTILINE)
    return found[1] if found is not None else STANDARD


def extent(text: str) -> tuple[int, int, int]:
    numbers = [int(each) for each in text.split("x")] + [1, 1]
    return numbers[0], numbers[1], numbers[2]


def image_of(given: str, numbers: random.Random, text: str, name: str) -> tuple[Argument, str]:
    """Makes an image of `FORMAT:EXTENT`, and the words before its path for the tool. Floats are
    from -1 to 1, other components whatever their bits say."""
    format_name, _, words = given.partition(":")
    extent = tuple(int(each) for each in words.split("x"))
    declared = re.search(rf"\b(\w+)\s+image(\w+)_t\s+{name}\b", text)
    assert declared is not None, name
    texels = math.prod(extent)
    channels, bits = (4 if format_name.startswith("rgba") else 1), re.search(r"\d+", format_name)
    assert bits is not None, format_name
    count = texels * channels
    if format_name.endswith("f"):
        letter = "e" if bits[0] == "16" else "f"
        content = struct.pack(f"<{count}{letter}", *(numbers.uniform(-1, 1) for _ in range(count)))
    else:
        content = numbers.randbytes(count * int(bits[0]) // 8)
    return Argument("image", content, image=(declared[2], format_name, extent),
                    is_written=declared[1] != "read_only"), f"image:{given}"


def argument_of(value: str, numbers: random.Random, text: str, name: str) -> tuple[Argument, str]:
    """The argument for OpenCL, and for the tool; a buffer is written to a file later."""
    kind, _, rest = value.partition(":")
    if kind == "local":
        return Argument("local", size=int(rest)), value
    if kind == "zeros":
        return Argument("buffer", bytes(int(rest))), ""
    if kind == "words":
        words = [int(each, 0) for each in rest.split(",")]
        return Argument("buffer", struct.pack(f"<{len(words)}I", *words)), ""
    if kind == "image":
        return image_of(rest, numbers, text, name)
    if kind == "sampler":
        states = dict(word.split("=") for word in rest.split(","))
        return Argument("sampler", sampler=(states["address"], states["filter"],
                                            states.get("coordinates") == "texels")), value
    count = int(rest) if rest else 0
    if kind == "floats":
        content = struct.pack(f"<{count}f", *(numbers.uniform(-4, 4) for _ in range(count)))
        return Argument("buffer", content), ""
    if kind == "halves":
        content = struct.pack(f"<{count}e", *(numbers.uniform(-4, 4) for _ in range(count)))
        return Argument("buffer", content), ""
    if kind == "ints":
        return Argument("buffer", numbers.randbytes(4 * count)), ""
    if kind == "blocks":
        content = b"".join(struct.pack("<e", numbers.uniform(-1, 1)) + numbers.randbytes(16)
                           for _ in range(count))
        return Argument("buffer", content), ""
    is_float = re.search(rf"\bfloat\s+{name}\b", text) is not None
    return Argument("value", struct.pack("<f", float(value)) if is_float
                    else struct.pack("<i", int(value))), value


def differing(left: bytes, right: bytes, close: float | None) -> int | None:
    """The first byte at which they differ; nothing where they agree."""
    if close is None:
        return next((i for i, (a, b) in enumerate(zip(left, right)) if a != b), None)
    for i in range(0, len(left) - 3, 4):
        a, b = struct.unpack_from("<f", left, i)[0], struct.unpack_from("<f", right, i)[0]
        same = a == b or (math.isnan(a) and math.isnan(b))
        if not same and not abs(a - b) <= close * max(abs(a), abs(b), 1e-3):
            return i
    return None


def run_tool(tool: str, path: Path, launch: Launch, given: list[tuple[Argument, str]],
             engine: str, gpu: str, folder: Path) -> tuple[list[bytes], str]:
    command = [tool, "run", str(path), "--entry", launch.name, "--launch", launch.grid, "--local",
               launch.local, "--engine", engine, "--gpu", gpu]
    if path.suffix == ".cl":
        command += options_of(path.read_text(encoding="utf-8")).split()
    for number, (argument, word) in enumerate(given):
        if argument.kind in ("buffer", "image"):
            place = folder / f"in{number}"
            place.write_bytes(argument.content)
            command += ["--arg", f"{word or 'file'}:{place}"]
            if argument.is_written:
                command += ["--out", f"{number}={folder / f'out{number}'}"]
        else:
            command += ["--arg", word]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    if done.returncode != 0:
        return [], done.stderr.strip() or f"exit code {done.returncode}"
    return [(folder / f"out{number}").read_bytes() if (folder / f"out{number}").exists() else b""
            for number in range(len(given))], ""


def module_of(tool: str, path: Path, entry: str, folder: Path) -> Path:
    """The module that the tool makes of a file, as text; the file where it makes none."""
    options = options_of(path.read_text(encoding="utf-8")).split()
    done = subprocess.run([tool, "compile", str(path), "--entry", entry, "--print", "spirv",
                           *options],
                          capture_output=True, text=True, timeout=600, check=False)
    if done.returncode != 0:
        return path
    module = folder / f"{path.stem}.spvasm"
    module.write_text(done.stdout, encoding="utf-8")
    return module


class Found(NamedTuple):
    """It tells what is wrong, and what was refused: part, kernel and reason."""

    faults: list[str]
    refused: list[tuple[str, str, str]]


def refusal_of(fault: str) -> str | None:
    """The reason for which a kernel is refused; nothing where that is not what the fault is."""
    found = re.search(r"error\[\w+\]: (.*? not supported[^,\n]*)", fault)
    return found[1] if found is not None else None


def compare(device: Device, tool: str, path: Path, module: Path, launch: Launch,
            gpus: list[str]) -> Found:
    text = path.read_text(encoding="utf-8")
    numbers = random.Random(launch.name)
    parameters = text[text.index(f"kernel void {launch.name}("):].partition("{")[0]
    given = [argument_of(value, numbers, parameters, name) for name, value in launch.arguments]
    expected = device.run(text, launch.name, extent(launch.grid), extent(launch.local),
                          [argument for argument, _ in given], options_of(text) + " -DJUDGE")
    faults: list[str] = []
    refused: list[tuple[str, str, str]] = []
    for engine, gpu in [("nir", gpus[0]), *(("ir3", gpu) for gpu in gpus)]:
        where = f"{path.name} {launch.name}, {engine} {gpu}"
        with tempfile.TemporaryDirectory() as folder:
            left, fault = run_tool(tool, module, launch, given, engine, gpu, Path(folder))
        reason = refusal_of(fault)
        if reason is not None:
            refused.append((gpu if engine == "ir3" else engine, launch.name, reason))
            continue
        if fault:
            faults.append(f"{where}: {fault}")
            continue
        for (name, _), wanted, found in zip(launch.arguments, expected, left):
            at = differing(found, wanted, launch.close)
            if at is not None:
                row = at // 4 * 4
                faults.append(f"{where}: {name} differs at byte {at}: "
                              f"{found[row:row + 4].hex()} and not {wanted[row:row + 4].hex()}")
                break
    return Found(faults, refused)


def judge() -> Device | None:
    """Returns the device of the system's OpenCL; nothing, and says so, where there is none."""
    try:
        return Device()
    except OpenClFault as missing:
        # All that these tests need is named, also what compiles kernels, which is asked for later.
        print(f"skipped: no OpenCL to compare with: {missing} "
              "(Debian: pocl-opencl-icd ocl-icd-opencl-dev clang-14 llvm-spirv-14)")
        return None


def lacks_compiler(faults: list[str]) -> bool:
    """Returns whether the tool found nothing to compile kernels with, and says so."""
    lacks = any("error[G110]" in fault for fault in faults)
    if lacks:
        print("skipped: no clang and llvm-spirv (Debian: clang-14 llvm-spirv-14)")
    return lacks


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tool")
    parser.add_argument("kernels", nargs="+", type=Path)
    parser.add_argument("--gpu", default="630")
    parser.add_argument("--launch")
    parser.add_argument("--refused", type=Path)
    options = parser.parse_args()
    device = judge()
    if device is None:
        return SKIPPED
    faults: list[str] = []
    refused: list[tuple[str, str, str]] = []
    count = 0
    for path in options.kernels:
        launches = [launch for launch in launches_of(path.read_text(encoding="utf-8"))
                    if options.launch in (None, launch.name)]
        with tempfile.TemporaryDirectory() as folder:
            module = path
            for launch in launches:
                found = compare(device, options.tool, path, module, launch,
                                options.gpu.split(","))
                faults += found.faults
                refused += found.refused
                if module == path:
                    module = module_of(options.tool, path, launch.name, Path(folder))
        count += len(launches)
    if lacks_compiler(faults):
        return SKIPPED
    known = options.refused.read_text(encoding="utf-8").splitlines() if options.refused else []
    faults += [f"refused and not listed: {' '.join(each)}" for each in refused
               if "\t".join(each) not in known]
    for fault in faults:
        print(fault)
    for (part, reason), number in sorted(Counter((part, reason)
                                                 for part, _, reason in refused).items()):
        print(f"refused on {part}: {number}: {reason}")
    print(f"launches {count}  refused {len(refused)}  faults {len(faults)}")
    return 1 if faults or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
