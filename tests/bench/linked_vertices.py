"""Vertex modules linked with a fragment shader that reads all that they write.

The other compiler's figures are of such pairs: constants, uniforms and what is twice the same have
moved into the stage that reads.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

_VARYING = "VARYING_SLOT_VAR"


def _compile(tool: str, gpu: str, *files: Path) -> list[dict[str, object]]:
    """Returns what `compile --json` says of each file."""
    run = subprocess.run([tool, "compile", *files, "--gpu", gpu, "--json"],
                         capture_output=True, text=True, check=False)
    return [json.loads(line) for line in run.stdout.splitlines()]


def _reader(outputs: list[dict[str, object]]) -> str:
    """A fragment shader that tells all components of the varyings apart."""
    components: dict[int, set[int]] = {}
    for output in outputs:
        name = str(output["name"])
        if name.startswith(_VARYING):
            first, count = int(str(output["component"])), int(str(output["components"]))
            components.setdefault(int(name.removeprefix(_VARYING)), set()).update(
                range(first, first + count))
    lines = ["#version 450", "layout(location = 0) out vec4 sum;"]
    lines += [f"layout(location = {slot}) in vec4 v{slot};" for slot in sorted(components)]
    lines += ["void main() {", "    sum = vec4(0.0);"]
    lines += [f"    sum.x += v{slot}.{'xyzw'[component]} * {slot + 1}.{component}1;"
              for slot, each in sorted(components.items()) for component in sorted(each)]
    return "\n".join([*lines, "}"]) + "\n"


def linked_statistics(tool: str, folder: Path, gpu: str,
                      modules: list[str]) -> dict[str, dict[str, int]]:
    """Returns the statistics of each vertex module that compiles and links, by its path."""
    with tempfile.TemporaryDirectory() as scratch:
        def linked(numbered: tuple[int, str]) -> dict[str, int] | None:
            number, module = numbered
            alone = _compile(tool, gpu, folder / module)
            if not alone or alone[0]["status"] != "compiled":
                return None
            header = alone[0]["header"]
            assert isinstance(header, dict)
            reader = Path(scratch) / f"{number}.frag"
            reader.write_text(_reader(header["outputs"]), encoding="utf-8")
            stages = _compile(tool, gpu, folder / module, reader)
            if not stages or stages[0]["status"] != "compiled":
                return None
            statistics = stages[0]["statistics"]
            assert isinstance(statistics, dict)
            return statistics

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            found = list(pool.map(linked, enumerate(modules)))
    return {module: statistics for module, statistics in zip(modules, found)
            if statistics is not None}
