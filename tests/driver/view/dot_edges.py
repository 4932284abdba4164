"""Graphviz draws every edge of what `jacquard compile --dot` writes, and complains of none.

    python3 tests/driver/view/dot_edges.py TOOL examples
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

# A lookup and two components of it, which stand in neighbouring registers.
_TINY = """FRAG
DCL IN[0], GENERIC[0], PERSPECTIVE
DCL OUT[0], COLOR
DCL SAMP[0]
DCL SVIEW[0], 2D, FLOAT
DCL TEMP[0]
  0: TEX TEMP[0], IN[0], SAMP[0], 2D
  1: MUL OUT[0], TEMP[0], TEMP[0].yzwx
  2: END
"""


def main() -> int:
    tool, examples = sys.argv[1], Path(sys.argv[2])
    if shutil.which("dot") is None:
        print("skipped: Graphviz is not there (Debian: graphviz)")
        return 77
    faults = []
    edges = 0
    with tempfile.TemporaryDirectory() as scratch:
        tiny = Path(scratch) / "tiny.frag.tgsi"
        tiny.write_text(_TINY, encoding="utf-8")
        graph = Path(scratch) / "graph.dot"
        for path in [tiny, *sorted(examples.glob("*.tgsi"))]:
            subprocess.run([tool, "compile", str(path), "--dot", str(graph), "-o",
                            str(Path(scratch) / "words")], check=True, capture_output=True)
            drawn = subprocess.run(["dot", "-Tsvg", str(graph)], capture_output=True, text=True,
                                   check=False)
            written = graph.read_text(encoding="utf-8").count("->")
            shown = drawn.stdout.count('class="edge"')
            edges += written
            if drawn.stderr or shown != written:
                faults.append(f"{path.name}: {shown} of {written} edges: {drawn.stderr[:300]}")
    print("\n".join(faults))
    print(f"edges {edges}  faults {len(faults)}")
    return 1 if faults or edges < 20 else 0


if __name__ == "__main__":
    sys.exit(main())
