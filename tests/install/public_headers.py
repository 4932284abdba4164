"""The public headers are those that cmake/public_headers.txt lists: they include no others, each is
marked as public from its includes to its end, and no other header is.

Usage: public_headers.py SOURCE_FOLDER BUILD_FOLDER. Exit code 1 when anything differs.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

_INCLUDE = re.compile(r"^\s*#\s*include\s+<jacquard/([^>]+)>", re.MULTILINE)
_QUOTED = re.compile(r'^\s*#\s*include\s+"', re.MULTILINE)
_MARKS = re.compile(r"^JACQUARD_(BEGIN|END)_API$", re.MULTILINE)
# They say what the others are marked with, or are C.
UNMARKED = ("generated/errors/status.h", "generated/options/compile_options.h",
            "generated/version.h", "jacquard.h", "support/api.h")


def main() -> int:
    source, build = Path(sys.argv[1]), Path(sys.argv[2])
    listed = (source / "cmake" / "public_headers.txt").read_text(encoding="utf-8").split()
    roots = (source / "runtime" / "jacquard", source / "backend" / "jacquard",
             build / "generated" / "jacquard")
    faults = []
    if listed != sorted(set(listed)):
        faults.append("cmake/public_headers.txt is not in order")
    for name in listed:
        path = next((root / name for root in roots if (root / name).is_file()), None)
        if path is None:
            faults.append(f"{name}: there is no such header")
            continue
        text = path.read_text(encoding="utf-8")
        faults += [f"{name} includes {other}, which is not public"
                   for other in _INCLUDE.findall(text) if other not in listed]
        if _QUOTED.search(text):
            faults.append(f'{name} includes a header by "", which is not installed beside it')
        if name not in UNMARKED and _MARKS.findall(text) != ["BEGIN", "END"]:
            faults.append(f"{name} does not stand between JACQUARD_BEGIN_API and JACQUARD_END_API")
    count = 0
    for root in roots:
        for path in root.rglob("*.h"):
            name = path.relative_to(root).as_posix()
            count += 1
            if name not in listed and _MARKS.search(path.read_text(encoding="utf-8")):
                faults.append(f"{name} is marked as public and not listed")
    for fault in faults:
        print(fault)
    print(f"{len(listed)} of {count} headers are public")
    return 1 if faults or not listed else 0


if __name__ == "__main__":
    sys.exit(main())
