"""Which artifacts there are, and which of them can be made here."""

from __future__ import annotations

import importlib.util
import platform
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

TABLE = Path(__file__).with_name("artifacts.yaml")


@dataclass
class Place:
    """Where a release is made, and of what."""

    root: Path
    build: Path  # for this machine
    version: str
    when: int
    out: Path


@dataclass
class Artifact:
    """A row of the table."""

    step: str
    file: str  # a name, or a pattern
    kind: str
    doc: str
    folder: str = ""
    find: str = ""
    needs: list[str] = field(default_factory=list)
    made_by: str = ""
    has: list[str] = field(default_factory=list)

    def build(self, place: Place) -> Path:
        return place.root / self.folder if self.folder else place.build

    def found(self, place: Place) -> list[Path]:
        """What the row looks for in the build."""
        pattern = self.find.format(version=place.version)
        return sorted(self.build(place).rglob(pattern)) if pattern else []


def artifacts(version: str) -> list[Artifact]:
    rows: list[dict[str, Any]] = yaml.safe_load(TABLE.read_text(encoding="utf-8"))
    made = [Artifact(**row) for row in rows]
    for artifact in made:
        artifact.file = artifact.file.format(version=version, machine=platform.machine())
    return made


def _is_there(need: str) -> bool:
    module = need.removeprefix("python:")
    if module != need:
        return importlib.util.find_spec(module) is not None
    return shutil.which(need) is not None


def obstacle(artifact: Artifact, place: Place) -> str:
    """Why an artifact cannot be made here; empty where it can."""
    for need in artifact.needs:
        if not _is_there(need):
            return f"{need.replace('python:', 'the Python module ')} is not installed"
    is_built = artifact.kind in ("install", "wheel", "copy", "pack")
    if is_built and artifact.find and not artifact.found(place):
        return (f"there is no {artifact.find.format(version=place.version)} below "
                f"{artifact.folder} ({artifact.made_by})")
    if is_built and not artifact.folder and not (place.build / "CMakeCache.txt").exists():
        return f"there is no build in {place.build} ({artifact.made_by})"
    if artifact.kind == "debian":
        answer = subprocess.run(["dpkg-checkbuilddeps"], cwd=place.root, capture_output=True,
                                text=True)
        if answer.returncode != 0:
            said = answer.stderr.strip().splitlines()[-1]
            return said.removeprefix("dpkg-checkbuilddeps: error: ")
    return ""
