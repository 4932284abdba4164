"""Compares the drawing in docs/design.md with the sources.

The arrows of the drawing between folders of runtime/jacquard/ and backend/jacquard/ are the
includes: each that is drawn is there, each that is there is drawn, and there is no circle. Each of
these folders and each of defs/ has a row in the table below the drawing, and each row a folder.

Exit code 1 when anything differs.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "design.md"
ARROW = re.compile(r"\s*(\w+)(?:\[[^\]]*\])? --> (\w+)(?:\[[^\]]*\])?")
INCLUDE = re.compile(r"#include <jacquard/(\w+)/[^>]+>")
PARENTS = ("runtime/jacquard", "backend/jacquard")
Arrows = set[tuple[str, str]]


def folders_of(*parents: str) -> dict[str, Path]:
    return {path.name: path for parent in parents for path in sorted((ROOT / parent).iterdir())
            if path.is_dir()}


def included(folders: dict[str, Path]) -> Arrows:
    arrows: Arrows = set()
    for folder, path in folders.items():
        for source in [*path.rglob("*.h"), *path.rglob("*.cpp")]:
            for target in INCLUDE.findall(source.read_text(encoding="utf-8")):
                if target in folders and target != folder:
                    arrows.add((folder, target))
    return arrows


def drawn(page: str, folders: dict[str, Path]) -> Arrows:
    drawing = page.split("```mermaid\n")[1].split("```")[0]
    arrows = {(match[1], match[2]) for match in map(ARROW.fullmatch, drawing.splitlines()) if match}
    return {arrow for arrow in arrows if arrow[0] in folders and arrow[1] in folders}


def has_circle(arrows: Arrows) -> bool:
    left = set(arrows)
    while True:
        ends = {to for _, to in left} - {start for start, _ in left}
        fewer = {arrow for arrow in left if arrow[1] not in ends}
        if fewer == left:
            return bool(left)
        left = fewer


def main() -> int:
    page = PAGE.read_text(encoding="utf-8")
    folders = folders_of(*PARENTS)
    real = included(folders)
    shown = drawn(page, folders)
    faults = [f"drawn, but nothing includes it: {a} --> {b}" for a, b in sorted(shown - real)]
    faults += [f"included, but not drawn: {a} --> {b}" for a, b in sorted(real - shown)]
    if has_circle(real):
        faults.append("the includes make a circle")
    rows = set(re.findall(r"^\| `((?:defs|runtime/jacquard|backend/jacquard)/\w+)` \|", page,
                          re.MULTILINE))
    there = {f"{parent}/{path.name}" for parent in ("defs", *PARENTS)
             for path in (ROOT / parent).iterdir() if path.is_dir() and path.name[0] not in "._"}
    faults += [f"there is no folder {name}" for name in sorted(rows - there)]
    faults += [f"no row tells of {name}" for name in sorted(there - rows)]
    for fault in faults:
        print(f"{PAGE.relative_to(ROOT)}: {fault}")
    print(f"{len(real)} arrows, {len(there)} folders, {len(faults)} faults")
    return 1 if faults or not real else 0


if __name__ == "__main__":
    sys.exit(main())
