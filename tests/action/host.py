"""Does what a host does with action.yml: fills in the expressions, and runs each step's command in
a shell with the environment that the host sets."""

from __future__ import annotations

import os
import re
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
EXPRESSION = re.compile(r"\$\{\{(.*?)\}\}")

Context = dict[str, Any]


@cache
def action() -> dict[str, Any]:
    """The action as action.yml has it, which is read once."""
    read: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    return read


def value_of(name: str, context: Context) -> str:
    """A name with dots, such as github.event.before; empty where there is none."""
    found: Any = context
    for part in name.split("."):
        found = found.get(part, "") if isinstance(found, dict) else ""
    return str(found) if not isinstance(found, dict) else ""


def filled_in(text: str, context: Context) -> str:
    """The text with its expressions, which are names, of which the first with a value counts."""
    def fill(match: re.Match[str]) -> str:
        values = (value_of(name.strip(), context) for name in match.group(1).split("||"))
        return next((value for value in values if value), "")
    return EXPRESSION.sub(fill, text)


class Run:
    """One run of the action in a checkout."""

    def __init__(self, checkout: Path, folder: Path, inputs: dict[str, str],
                 github: dict[str, Any], variables: dict[str, str] | None = None) -> None:
        self.checkout = checkout
        self.temporary = folder / "temporary"
        self.temporary.mkdir(parents=True, exist_ok=True)
        self.files = {name: folder / name for name in
                      ("GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STEP_SUMMARY")}
        for file in self.files.values():
            file.write_text("", encoding="utf-8")
        defaults = {name: str(given.get("default", ""))
                    for name, given in action()["inputs"].items()}
        self.context: Context = {"github": github, "steps": {}}
        self.context["inputs"] = {name: filled_in(value, self.context)
                                  for name, value in {**defaults, **inputs}.items()}
        self.variables = {
            "PATH": os.environ["PATH"], "HOME": str(folder), "LC_ALL": "C.UTF-8",
            "GITHUB_ACTION_PATH": str(ROOT), "GITHUB_WORKSPACE": str(checkout),
            "GITHUB_REPOSITORY": "someone/shaders", "GITHUB_RUN_ID": "12",
            "GITHUB_SERVER_URL": "https://host.invalid", "RUNNER_TEMP": str(self.temporary),
            "PYTHONDONTWRITEBYTECODE": "1",
            **{name: str(file) for name, file in self.files.items()}, **(variables or {})}
        self.said = ""

    def step(self, name: str) -> int:
        """Runs the step and returns its exit code."""
        step = next(each for each in action()["runs"]["steps"] if each["name"] == name)
        environment = {key: filled_in(str(value), self.context)
                       for key, value in step.get("env", {}).items()}
        answer = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c",
                                 step["run"]], cwd=self.checkout, text=True,
                                env={**self.variables, **environment}, capture_output=True)
        self.said = answer.stdout + answer.stderr
        if "id" in step:
            lines = self.files["GITHUB_OUTPUT"].read_text(encoding="utf-8").splitlines()
            self.context["steps"][step["id"]] = {
                "outputs": dict(line.split("=", 1) for line in lines)}
        return answer.returncode

    def outputs(self) -> dict[str, str]:
        return {name: filled_in(given["value"], self.context)
                for name, given in action()["outputs"].items()}
