"""Runs the commands of a documentation page and compares what they print.

A fenced block marked `console` holds commands, each behind `$ ` (lines behind `> ` go on with it),
and what they print on standard output and standard error. A line `...` stands for any number of
lines. The commands of a page run in the order they stand in, in one scratch copy of the examples
and tables, so that a page may write a file and use it later. A command's exit code is checked where
`[exit N]` is its last line; without that line it must be 0.

A block marked `console if PROGRAM...` is run where those programs are installed; elsewhere its
commands are counted as skipped.

A block marked `cpp` or `c` holds lines of programs that the installation's test builds and runs.

Usage: run_page.py PAGE (relative to the project's root). Exit code 1 when anything differs.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# The folders with the code that pages show, by the language of a block.
COMPILED = {language: ROOT / "tests" / "install" / folder
            for language, folder in (("cpp", "consumer"), ("c", "consumer_c"))}
COPIED = ("bindings", "defs", "examples", "generators")
BLOCK = re.compile(r"```console(?: if (\S.*))?")
EXIT_LINE = re.compile(r"\[exit (\d+)\]")
TIMEOUT_SECONDS = 120
# Debian's packages of what blocks ask for.
PACKAGES = {"glslangValidator": "glslang-tools", "libpng-config": "libpng-dev",
            "parallel": "parallel", "dask-scheduler": "python3-distributed",
            "dask-worker": "python3-distributed", "python3:distributed": "python3-distributed",
            "python3:numpy": "python3-numpy", "python3:z3": "python3-z3",
            "spirv-val": "spirv-tools", "vkcube": "vulkan-tools", "xauth": "xauth",
            "xvfb-run": "xvfb", "capture-layer": "libvulkan-dev mesa-vulkan-drivers"}


@dataclass
class Command:
    line: int
    text: str
    needs: str = ""  # programs
    expected: list[str] = field(default_factory=list)
    exit_code: int = 0


def is_there(part: str) -> bool:
    """Returns true if a program can be started or, as python3:NAME, a module be imported;
    `libjacquard` is the library, which no Python loads that lacks its sanitizers, and
    `capture-layer` the Vulkan layer, with a software device for it."""
    if part == "capture-layer":
        return "VK_LAYER_PATH" in os.environ and "VK_ICD_FILENAMES" in os.environ
    if part == "libjacquard":
        try:
            importlib.import_module("jacquard").library_version()
        except ImportError:
            return False
        return True
    module = part.removeprefix("python3:")
    if module != part:
        return importlib.util.find_spec(module) is not None
    return shutil.which(part) is not None


def commands_of(page: str) -> list[Command]:
    """The commands of a page's console blocks, in order."""
    commands: list[Command] = []
    in_block = False
    needs = ""
    for number, line in enumerate(page.splitlines(), start=1):
        if line.startswith("```"):
            block = BLOCK.fullmatch(line.strip())
            in_block = block is not None
            needs = (block.group(1) or "") if block is not None else ""
        elif in_block and line.startswith("$ "):
            commands.append(Command(number, line[2:], needs))
        elif in_block and commands and not commands[-1].expected and line.startswith(">"):
            commands[-1].text += "\n" + line[1:].removeprefix(" ")
        elif in_block and commands:
            exit_line = EXIT_LINE.fullmatch(line)
            if exit_line:
                commands[-1].exit_code = int(exit_line.group(1))
            else:
                commands[-1].expected.append(line)
    return commands


def lines_of_blocks(page: str, language: str) -> list[tuple[int, str]]:
    """The lines in a page's blocks of a language, numbered, those without text left out."""
    found: list[tuple[int, str]] = []
    block = ""
    for number, line in enumerate(page.splitlines(), start=1):
        if line.startswith("```"):
            block = "" if block else line.removeprefix("```").strip()
        elif block == language and line.strip():
            found.append((number, line.strip()))
    return found


def code_faults(page: Path) -> int:
    """Returns how many lines of C++ and C the page shows that nothing compiles."""
    faults = 0
    text = page.read_text(encoding="utf-8")
    for language, folder in COMPILED.items():
        compiled = {line.strip() for source in folder.iterdir()
                    for line in source.read_text(encoding="utf-8").splitlines()}
        for number, line in lines_of_blocks(text, language):
            if line not in compiled:
                faults += 1
                print(f"{page.name}:{number}: not in {folder.relative_to(ROOT)}: {line}")
    return faults


def matches(expected: list[str], printed: list[str]) -> bool:
    """Returns true if the lines are the same, `...` standing for any number of them."""
    if not expected:
        return not printed
    if expected[0] == "...":
        return any(matches(expected[1:], printed[skip:]) for skip in range(len(printed) + 1))
    if not printed or printed[0].rstrip() != expected[0].rstrip():
        return False
    return matches(expected[1:], printed[1:])


def run_page(page: Path) -> int:
    faults = code_faults(page)
    commands = commands_of(page.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as scratch, tempfile.TemporaryDirectory() as tools:
        environment = dict(os.environ, PATH=f"{tools}:{os.environ['PATH']}")
        python = Path(tools) / "python3"
        python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n', encoding="utf-8")
        python.chmod(0o755)
        for name in COPIED:
            # With what Python and the generator keep of what they compiled, which is as good there.
            shutil.copytree(ROOT / name, Path(scratch) / name,
                            ignore=shutil.ignore_patterns(".mypy_cache"))
        # Pages that show a source write it where it belongs.
        (Path(scratch) / "runtime" / "jacquard" / "passes").mkdir(parents=True)
        skipped: Counter[str] = Counter()
        for command in commands:
            lacking = [part for part in command.needs.split() if not is_there(part)]
            if lacking:
                skipped[lacking[0]] += 1
                continue
            done = subprocess.run(["bash", "-c", command.text], cwd=scratch, text=True,
                                  env=environment,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  stdin=subprocess.DEVNULL, timeout=TIMEOUT_SECONDS, check=False)
            printed = done.stdout.splitlines()
            if done.returncode == command.exit_code and matches(command.expected, printed):
                continue
            faults += 1
            print(f"{page.name}:{command.line}: $ {command.text}")
            print(f"  expected exit code {command.exit_code}, got {done.returncode}; expected:")
            print("\n".join(f"    {line}" for line in command.expected))
            print("  printed:")
            print("\n".join(f"    {line}" for line in printed))
    print(f"{page.name}: {len(commands)} commands, {faults} differ, "
          f"{sum(skipped.values())} skipped")
    for part, number in skipped.items():
        wish = f" (Debian: {PACKAGES[part]})" if part in PACKAGES else ""
        print(f"skipped: {number} commands without {part}{wish}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(run_page(ROOT / sys.argv[1]))
