"""Starts an output of others: a folder with a template, a page about it and a test."""

from __future__ import annotations

import re
from pathlib import Path

from ..emit import write_changed

SCAFFOLD = Path(__file__).resolve().parents[2] / "scaffold" / "new_output"
_NAME = re.compile(r"[a-z][a-z0-9_-]*\Z")
_PLACEHOLDER = "@NAME@"


def fault(name: str, folder: Path) -> str | None:
    """Returns why the output cannot be started there."""
    if not _NAME.match(name):
        return f"'{name}' is not a name: small letters, digits, '_' and '-', a letter first"
    if folder.exists() and not folder.is_dir():
        return f"{folder} is there and no folder; choose another with --out"
    if folder.is_dir() and any(folder.iterdir()):
        return f"{folder} is there and not empty; choose another folder with --out"
    return None


def write(name: str, folder: Path) -> list[Path]:
    """Writes the files and returns their paths."""
    made = []
    for path in sorted(SCAFFOLD.rglob("*")):
        if path.is_file() and path.suffix != ".pyc":
            text = path.read_text(encoding="utf-8").replace(_PLACEHOLDER, name)
            made.append(folder / path.relative_to(SCAFFOLD))
            write_changed(made[-1], text)
    return made
