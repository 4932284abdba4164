"""Refuses facts of the machine that nothing asks for: no rule, register or role of the tables and
no C++. A fact that all parts have alike is refused by the generator.

Usage: machine_facts.py SOURCE_FOLDER. Runs with the Python of the build, whose PYTHONPATH names the
generator.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from jacquard_gen.groups import Context


def asked(text: str) -> set[str]:
    """The facts that a text asks a machine for."""
    return set(re.findall(r"(?:machine_?|machine\(\)|machine_of\(\w+\)|facts)\.(\w+)", text)) | \
        set(re.findall(r"counted_by: (\w+)", text))


def main() -> int:
    root = Path(sys.argv[1])
    context = Context(root / "defs")
    model = context.model("ir3")
    if model is None or model.machine is None:
        print("the tables of ir3 have faults", file=sys.stderr)
        return 1
    # Runs of the programs of other compilers, which the tests make, ask for what only these need.
    places = (("defs/ir3", "yaml"), ("backend", "cpp"), ("backend", "h"),
              ("tests/ir3/foreign", "cpp"))
    texts = [path for folder, ending in places
             for path in sorted((root / folder).rglob(f"*.{ending}"))]
    found: set[str] = set()
    for path in texts:
        found |= asked(path.read_text(encoding="utf-8"))
    unread = [fact for name, fact in model.machine.facts.items() if name not in found]
    for fact in unread:
        print(f"{fact.provenance}: nothing asks for the fact '{fact.fact}' of the machine")
    return 1 if unread else 0


if __name__ == "__main__":
    sys.exit(main())
