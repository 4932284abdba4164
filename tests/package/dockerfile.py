#!/usr/bin/env python3
"""Reads the Dockerfile of the project, where there is no engine that does.

    dockerfile.py DOCKERFILE --check      whether it is well-formed and copies what is there
    dockerfile.py DOCKERFILE --script N   stage N as a script for sh: what is copied from the
                                          sources or from another stage is expected below
                                          $SOURCES and $STAGES/NAME

Only the instructions that the project's file uses are known; another one is a fault. Exit code 1
and a line for each fault.
"""

from __future__ import annotations

import json
import re
import shlex
import sys
from dataclasses import dataclass, field
from pathlib import Path

FROM = re.compile(r"(?P<image>\S+)(?: AS (?P<name>[a-z]+))?")
KNOWN = {"FROM", "ENV", "RUN", "COPY", "WORKDIR", "USER", "ENTRYPOINT", "CMD"}


@dataclass
class Stage:
    """A stage is what follows a FROM."""

    image: str
    name: str
    steps: list[tuple[str, str]] = field(default_factory=list)


def stages_of(text: str, faults: list[str]) -> list[Stage]:
    stages: list[Stage] = []
    joined = re.sub(r"\\\n", " ", text)
    for line in joined.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        word, _, rest = line.partition(" ")
        if word == "FROM":
            match = FROM.fullmatch(rest)
            if match is None:
                faults.append(f"this is no image: {rest}")
                continue
            stages.append(Stage(match["image"], match["name"] or ""))
        elif word not in KNOWN:
            faults.append(f"the instruction {word} is not known")
        elif not stages:
            faults.append(f"{word} stands before the first FROM")
        else:
            stages[-1].steps.append((word, rest.strip()))
    return stages


def check_step(root: Path, names: set[str], word: str, rest: str, faults: list[str]) -> None:
    if word == "COPY":
        words = rest.split()
        other = words[0].removeprefix("--from=") if words[0].startswith("--from=") else ""
        if other and other not in names:
            faults.append(f"there is no stage '{other}' above")
        if len(words) != (3 if other else 2):
            faults.append(f"COPY takes one source and one target here: {rest}")
        elif not other and not (root / words[0]).exists():
            faults.append(f"there is no {words[0]} to copy")
    elif word in ("ENTRYPOINT", "CMD"):
        try:
            is_list = isinstance(json.loads(rest), list)
        except ValueError:
            is_list = False
        if not is_list:
            faults.append(f"{word} is no list of words: {rest}")
    elif word == "ENV" and not re.fullmatch(r"[A-Z_]+=\S+", rest):
        faults.append(f"ENV takes NAME=VALUE: {rest}")
    elif not rest:
        faults.append(f"{word} has nothing behind it")


def check(root: Path, stages: list[Stage], faults: list[str]) -> None:
    names: set[str] = set()
    for stage in stages:
        for word, rest in stage.steps:
            check_step(root, names, word, rest, faults)
        names.add(stage.name)
    last = dict(stages[-1].steps) if stages else {}
    for word in ("ENTRYPOINT", "USER"):
        if word not in last:
            faults.append(f"the image has no {word}")


def script(stage: Stage) -> str:
    """The stage as commands, each in the folder and with the variables that the engine gives it."""
    lines = ["set -eu", "cd /"]
    for word, rest in stage.steps:
        if word == "ENV":
            name, _, value = rest.partition("=")
            lines.append(f"export {name}={shlex.quote(value)}")
        elif word == "RUN":
            lines += [f"echo '== RUN' {shlex.quote(rest)}", f"sh -c {shlex.quote(rest)}"]
        elif word == "WORKDIR":
            lines += [f"mkdir -p {rest}", f"cd {rest}"]
        elif word == "COPY":
            words = rest.split()
            source, target = words[-2:]
            other = words[0].removeprefix("--from=")
            below = f'"$STAGES/{other}{source}/."' if len(words) == 3 else f'"$SOURCES/{source}/."'
            lines += [f"mkdir -p {target}", f"cp -a {below} {target}/"]
        elif word == "USER":
            break  # what follows is how the image is started
    return "\n".join(lines) + "\n"


def main() -> int:
    path, how = Path(sys.argv[1]), sys.argv[2]
    faults: list[str] = []
    stages = stages_of(path.read_text(encoding="utf-8"), faults)
    if how == "--script":
        print(script(stages[int(sys.argv[3])]), end="")
        return 0
    check(path.parent, stages, faults)
    print("\n".join(faults) or f"{len(stages)} stages")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
