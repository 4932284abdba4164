"""Templates that print lines which Python made, against the list of those that may.

Usage: template_lines.py SOURCE_FOLDER

A template carries the shape of its file. Lines come from Python only where a tree is walked, and
where items are filled into lines, by `filled` in the template itself.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

FORMULAS = "formulas, from the trees of expressions"
FORMATS = "what formats say of words and texts, from the trees of their entries"
ALLOWED = {
    "expr/function_cases.cpp.j2": FORMULAS,
    "ir3/assemble/assemble_tables.cpp.j2": FORMATS,
    "ir3/codec/decode.cpp.j2": FORMATS,
    "ir3/codec/encode.cpp.j2": FORMATS,
    "ir3/codec/find_encoding.cpp.j2": "the decision trees of words",
    "ir3/codec/print.cpp.j2": FORMATS,
    "ir3/select/select_texture.cpp.j2": FORMULAS,
    "ir3/codec/semantics.cpp.j2": FORMULAS,
    "nir/interpreter/atomics.cpp.j2": FORMULAS,
    "nir/folds.h.j2": FORMULAS,
    "nir/interpreter/formulas.cpp.j2": FORMULAS,
    "nir/identities.cpp.j2": FORMULAS,
    "nir/passes/pass.h.j2": "comments, wrapped",
    "nir/rules/rule_functions.cpp.j2": FORMULAS,
    "nir/system_value_lowerings.cpp.j2": FORMULAS,
    "pipelines/context.cpp.j2": "steps, from the trees of pipelines",
    "spirv/formulas.cpp.j2": FORMULAS,
    "tgsi/formulas.cpp.j2": FORMULAS,
}

_LINES = re.compile(r"\{%-?\s*for line in (?P<source>.*?)-?%\}")


def main() -> int:
    templates = Path(sys.argv[1]) / "generators" / "templates"
    found = {str(path.relative_to(templates)) for path in templates.rglob("*.j2")
             for loop in _LINES.finditer(path.read_text(encoding="utf-8"))
             if "filled" not in loop.group("source")}
    for name in sorted(found - ALLOWED.keys()):
        print(f"generators/templates/{name} prints lines that Python made; let it carry the shape")
    for name in sorted(ALLOWED.keys() - found):
        print(f"generators/templates/{name} prints no such lines, but is on the list")
    return 1 if found != ALLOWED.keys() else 0


if __name__ == "__main__":
    sys.exit(main())
