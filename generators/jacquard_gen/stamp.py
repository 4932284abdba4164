"""The record of a run, by which the next run sees that there is nothing to do.

It holds size, time and hash of every input and output. A file whose size and time are as recorded
is taken as unchanged; where only the time differs the hash decides.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

VERSION = 1


def _hash(path: str) -> str:
    import hashlib
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def _state(path: str) -> list[Any]:
    status = os.stat(path)
    return [status.st_size, status.st_mtime_ns, _hash(path)]


class Record:
    """The contents of a stamp about the run that wrote it."""

    def __init__(self, inputs: dict[str, list[Any]], listings: dict[str, list[str]],
                 outputs: dict[str, list[Any]]) -> None:
        self.inputs = inputs
        self.listings = listings
        self.outputs = outputs

    def changed(self, tables_dir: Path) -> list[str] | None:
        """The inputs, and the folders of tables, that are no longer as they were; None where an
        output is not."""
        from .groups import list_tables
        if not all(_same(path, state) for path, state in self.outputs.items()):
            return None
        return [path for path, state in self.inputs.items() if not _same(path, state)] + \
            [str(tables_dir.resolve() / folder) for folder, names in self.listings.items()
             if list_tables(tables_dir, folder) != names]


def read(stamp: Path, request: list[str]) -> Record | None:
    """The record of a run with this request; None where there is none."""
    try:
        record = json.loads(stamp.read_text(encoding="utf-8"))
        if record["version"] != VERSION or record["request"] != request:
            return None
        return Record(record["inputs"], record["listings"], record["outputs"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def make(request: list[str], inputs: Iterable[str], listings: dict[str, list[str]],
         outputs: Iterable[str]) -> str:
    """The text of a stamp. `listings` holds for each folder of tables the files it has."""
    record = {
        "version": VERSION,
        "request": request,
        "listings": listings,
        "inputs": {path: _state(path) for path in sorted(set(inputs))},
        "outputs": {path: _state(path) for path in sorted(set(outputs))},
    }
    return json.dumps(record, indent=0, sort_keys=True) + "\n"


def _same(path: str, state: list[Any]) -> bool:
    size, time, digest = state
    try:
        status = os.stat(path)
        if status.st_size != size:
            return False
        return bool(status.st_mtime_ns == time or _hash(path) == digest)
    except OSError:
        return False
