"""Writes the site: files that changed, and nothing of an earlier run that is no more."""

from __future__ import annotations

import sys
from pathlib import Path

from ..emit import unwritten, write_changed
from ..groups import Context
from .build import build

_LIST = ".files"


def publish(context: Context, folder: Path) -> int:
    if folder.exists() and not folder.is_dir():
        print(f"jacquard_gen: {folder} is no folder", file=sys.stderr)
        return 2
    files = build(context)
    if files is None:
        context.diagnostics.print()
        return 1
    listed = folder / _LIST
    try:
        earlier = listed.read_text(encoding="utf-8").splitlines() if listed.is_file() else []
        changed = sum(write_changed(folder / name, data) for name, data in sorted(files.items()))
        gone = sorted(set(earlier) - set(files))
        for name in gone:
            path = folder / name
            # A list that somebody edited must not reach beyond the folder.
            if path.is_file() and path.resolve().is_relative_to(folder.resolve()):
                path.unlink()
        write_changed(listed, "".join(f"{name}\n" for name in sorted(files)))
    except OSError as error:
        return unwritten(error)
    size = sum(map(len, files.values()))
    print(f"{folder / 'index.html'}: {len(files):,} files, {size / 1e6:.1f} MB; {changed:,} "
          f"written, {len(gone):,} removed")
    return 0
