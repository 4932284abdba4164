"""Each pass of the tables has its source in runtime/jacquard/passes, which defines its function,
and its headers; and nothing in that folder is a pass without an entry.

Usage: pass_sources.py SOURCE_FOLDER, with PYTHONPATH naming the generator. Exit code 1 when one is
missing.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from jacquard_gen.groups import Context

FOLDER = Path("runtime") / "jacquard" / "passes"
# Folders of what helps passes; a folder within a folder helps the passes of that one.
HELPERS = {"invariants", "registry", "rewrite", "util"}


def main() -> int:
    root = Path(sys.argv[1])
    model = Context(root / "defs").model("nir")
    faults = []
    sources = set()
    for each in model.passes.written():
        path = root / each.source
        sources.add(path)
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        if not re.search(rf"\bbool {each.name}\(Shader& shader[,)]", text):
            faults.append(f"{each.provenance}: {each.source} does not define '{each.name}'")
        faults += [f"{each.provenance}: there is no header {FOLDER / name}"
                   for name in each.entry.includes if not (root / FOLDER / name).is_file()]
    for path in sorted((root / FOLDER).glob("*.cpp")):
        faults.append(f"{FOLDER / path.name}: a pass belongs into the folder named after its table")
    for path in sorted((root / FOLDER).glob("*/*.cpp")):
        if path.parent.name not in HELPERS and path not in sources:
            faults.append(f"{path.relative_to(root)}: no entry of defs/nir/passes has this source")
    faults += [f"tests/lint/pass_sources.py: there is no folder '{name}'"
               for name in sorted(HELPERS) if not (root / FOLDER / name).is_dir()]
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
