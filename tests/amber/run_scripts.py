#!/usr/bin/env python3
"""Runs the scripts of this folder: those that pass, that fail and that are refused.

    run_scripts.py TOOL pass OPTION...    all of scripts/ pass, with these options of `jacquard run`
    run_scripts.py TOOL idle              none of them passes where nothing is run
    run_scripts.py TOOL fail              all of failing/ fail as their second line says
    run_scripts.py TOOL refuse PAGE       all of refused/ are refused for the part that they name;
                                          the help and the page list the same parts
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent
SKIPPED = 77
LEAST = 100  # scripts of AmberScript

GLSL = """#!amber
SHADER compute shader GLSL
#version 450
void main() {}
END
PIPELINE compute work
  ATTACH shader
END
RUN work 1 1 1
"""

# Commands that do something to a buffer.
ACTIVE = re.compile(r"^\s*(RUN|CLEAR|COPY|draw|compute|clear)\b(?! entrypoint)")


def scripts(folder: str) -> list[Path]:
    found = sorted(path for path in (FOLDER / folder).iterdir()
                   if path.suffix in (".amber", ".vkscript"))
    assert found, f"there are no scripts in {folder}"
    return found


def answers(tool: str, paths: list[Path], options: list[str]) -> list[dict[str, Any]]:
    """Returns the tool's answer for each script."""
    ran = subprocess.run([tool, "run", "--json", *options, *map(str, paths)],
                         capture_output=True, text=True, check=False)
    lines = [json.loads(line) for line in ran.stdout.splitlines()]
    assert len(lines) == len(paths) + 1, ran.stderr
    totals = lines.pop()["totals"]
    for word in ("passed", "failed", "refused"):
        assert totals[word] == sum(line["status"] == word for line in lines), totals
    assert ran.returncode == (1 if totals["failed"] else 0), ran.returncode
    return lines


def without_runs(path: Path, folder: Path) -> Path:
    """The script with its expectations, none of what they look at having been made."""
    text = path.read_text()
    kept: list[str] = []
    continued = False
    for line in text.splitlines():
        if not continued and not ACTIVE.match(line):
            kept.append(line)
        elif not continued or line.rstrip().endswith("\\"):
            continued = line.rstrip().endswith("\\")
        else:
            continued = False
    made = folder / path.name
    made.write_text("\n".join(kept) + "\n")
    return made


def check_passing(tool: str, options: list[str]) -> list[str]:
    found = scripts("scripts")
    assert sum(path.suffix == ".amber" for path in found) >= LEAST
    return [f"{line['script']}:{line.get('line', 0)}: {line['status']}: {line['reason']}"
            for line in answers(tool, found, options) if line["status"] != "passed"]


def check_idle(tool: str) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(FOLDER / "scripts/files", Path(folder) / "files")
        made = [without_runs(path, Path(folder)) for path in scripts("scripts")]
        return [f"{line['script']}: {line['status']} though nothing was run"
                for line in answers(tool, made, ["--engine", "nir"]) if line["status"] != "failed"]


def marked(path: Path, word: str) -> str:
    found = re.search(rf"^# {word}: (.*)$", path.read_text(), re.MULTILINE)
    assert found, f"{path} does not say '# {word}: ...'"
    return found.group(1)


def check_failing(tool: str) -> list[str]:
    faults = []
    paths = scripts("failing")
    for path, line in zip(paths, answers(tool, paths, ["--engine", "nir"])):
        place, message = marked(path, "fails").split(": ", 1)
        told = f"{line.get('line')}:{line.get('column')}"
        if line["status"] != "failed" or told != place or message not in line["reason"]:
            faults.append(f"{path}: expected {place}: {message}\n"
                          f"  told {line['status']} {told}: {line['reason']}")
    return faults


def check_refused(tool: str, page: Path) -> list[str]:
    faults = []
    paths = scripts("refused")
    parts = set()
    for path, line in zip(paths, answers(tool, paths, ["--engine", "nir"])):
        part = marked(path, "refused")
        parts.add(part)
        if line["status"] != "refused" or not line["reason"].startswith(f"{part} is not supported"):
            faults.append(f"{path}: {line['status']}: {line['reason']}")
    help_text = subprocess.run([tool, "run", "--help-all"], capture_output=True, text=True,
                               check=True).stdout
    start = help_text.index("Scripts are refused for")
    listed = dict(re.findall(r"^  (.+?): (.+)$", help_text[start:], re.MULTILINE))
    rows = dict(re.findall(r"^\| (.+?) \| (.+?) \|$", page.read_text(), re.MULTILINE))
    for part, reason in listed.items():
        if part not in parts:
            faults.append(f"no script is refused for {part}")
        if rows.get(part) != reason:
            faults.append(f"{page.name} has no row | {part} | {reason} |")
    faults += [f"{part} is refused and not listed" for part in sorted(parts - listed.keys())]
    return faults


def main() -> int:
    tool, what, *rest = sys.argv[1:]
    with tempfile.NamedTemporaryFile("w", suffix=".amber") as file:
        file.write(GLSL)
        file.flush()
        if answers(tool, [Path(file.name)], ["--engine", "nir"])[0]["status"] != "passed":
            print("skipped: there is no glslang (Debian: glslang-tools)")
            return SKIPPED
    faults = (check_passing(tool, rest) if what == "pass" else
              check_idle(tool) if what == "idle" else
              check_failing(tool) if what == "fail" else
              check_refused(tool, Path(rest[0])))
    print("\n".join(faults) or f"all as expected ({what})")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
