"""The helpers of tests that change tables and build with them: the build around them, and runs."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

Run = Callable[..., str]


def cached(build: Path, name: str) -> str:
    """A value of the outer build's CMake cache; empty where there is none."""
    for line in (build / "CMakeCache.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith(f"{name}:"):
            return line.split("=", 1)[1]
    return ""


def run(*command: str | Path, code: int = 0) -> str:
    """Runs a command that must end with `code`, and returns its output."""
    done = subprocess.run([str(part) for part in command], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False, env=os.environ)
    if done.returncode != code:
        raise AssertionError(f"{command} ended with {done.returncode}:\n{done.stdout}")
    return done.stdout
