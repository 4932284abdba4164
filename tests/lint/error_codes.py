"""Every code that the tool or the generator reports stands in defs/errors, and each that stands
there is reported somewhere.

Usage: error_codes.py SOURCE_FOLDER, with PYTHONPATH naming the generator. Exit code 1 when codes
differ, or when the table has faults, such as a code in two areas.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from jacquard_gen import errors
from jacquard_gen.groups import Context

# A code is written out where it is reported: "T102", or in a text such as "error[D104]: …".
_CODE = re.compile(r"(?:\"|\[)([A-Z][0-9]{3})(?:\"|\])")
_COMMENTS = {".cpp": re.compile(r"//.*"), ".h": re.compile(r"//.*"), ".py": re.compile(r"#.*")}
FOLDERS = ("runtime", "backend", "bindings", "generators/jacquard_gen")


def reported(root: Path) -> dict[str, str]:
    """The first place that reports each code, by the code."""
    found: dict[str, str] = {}
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            comment = _COMMENTS.get(path.suffix)
            if comment is None:
                continue
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                for code in _CODE.findall(comment.sub("", line)):
                    found.setdefault(code, f"{path.relative_to(root).as_posix()}:{number}")
    return found


def main() -> int:
    root = Path(sys.argv[1])
    context = Context(root / "defs")
    model = errors.load(context)
    if model is None:
        context.diagnostics.print()
        return 1
    places = reported(root)
    unknown = sorted(places.keys() - model.by_code.keys())
    unused = sorted(model.by_code.keys() - places.keys())
    for code in unknown:
        print(f"{places[code]}: {code} is in no table of defs/errors")
    for code in unused:
        print(f"{model.by_code[code].error.provenance}: nothing reports {code}")
    return 1 if unknown or unused else 0


if __name__ == "__main__":
    sys.exit(main())
