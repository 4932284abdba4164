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


def is_current(stamp: Path, request: list[str], tables_dir: Path) -> bool:
    """Whether a run with this request would read and write exactly what the stamp records."""
    from .groups import list_tables
    try:
        record = json.loads(stamp.read_text(encoding="utf-8"))
        if record["version"] != VERSION or record["request"] != request:
            return False
        for folder, names in record["listings"].items():
            if list_tables(tables_dir, folder) != names:
                return False
        return all(_same(path, state) for section in ("inputs", "outputs")
                   for path, state in record[section].items())
    except (OSError, ValueError, KeyError, TypeError):
        return False


def _same(path: str, state: list[Any]) -> bool:
    size, time, digest = state
    status = os.stat(path)
    if status.st_size != size:
        return False
    return bool(status.st_mtime_ns == time or _hash(path) == digest)
