"""What a step is told by its environment, which is all that it is told."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path


class StepError(Exception):
    """The step cannot go on; the text says why."""


def text(name: str) -> str:
    """A variable of the environment; empty where it is not set."""
    return os.environ.get(name, "").strip()


def lines(name: str) -> list[str]:
    return [line.strip() for line in text(name).splitlines() if line.strip()]


def truth(name: str) -> bool:
    value = text(name).lower()
    if value not in ("true", "false", ""):
        raise StepError(f"{name} is 'true' or 'false', not '{value}'")
    return value == "true"


def count(name: str) -> int:
    value = text(name) or "0"
    if not re.fullmatch(r"[0-9]{1,4}", value):
        raise StepError(f"{name} is a number, not '{value}'")
    return int(value)


def temporary() -> Path:
    """Where the steps of a run keep what they leave for each other."""
    folder = Path(text("RUNNER_TEMP") or "/tmp") / "jacquard-action"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def results() -> Path:
    """What is kept of the run."""
    folder = temporary() / "shader-costs"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def tell_host(variable: str, said: str) -> None:
    """Appends a line to a file by which the host is told something, where there is one."""
    if path := text(variable):
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(said + "\n")


def put_output(name: str, value: object) -> None:
    one_line = str(value).replace("\r", " ").replace("\n", " ")
    tell_host("GITHUB_OUTPUT", f"{name}={one_line}")


def error(message: str) -> None:
    """Shows an error on the page of the run. Nothing that stands in it is a command of the host."""
    safe = message.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    print(f"::error::{safe}")
    print(message, file=sys.stderr)
