"""The shaders that tests of costs take: examples of this project, and those of the corpora."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import NamedTuple


class Shaders(NamedTuple):
    """The tool to try, whether a whole corpus is asked for, and where the shaders are."""

    tool: str
    all: bool
    examples: list[Path]
    texts: list[Path]
    modules: list[Path]
    modules_of_today: list[Path]


def shaders(description: str | None) -> Shaders:
    """Returns what the command line names; lists of corpora are empty where their folder is not."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("tool")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--all", action="store_true")
    arguments = parser.parse_args()
    corpus = Path(os.environ.get("JACQUARD_SHARED", "")) / "corpus"
    examples = arguments.folder.resolve().parent.parent / "examples"
    return Shaders(arguments.tool, arguments.all, sorted(examples.glob("*.tgsi")),
                   sorted((corpus / "tgsi").rglob("*.tgsi")),
                   sorted((corpus / "spirv").rglob("*.spv")),
                   sorted((corpus / "today").rglob("*.spv")))
