"""The tests of captures have this in common: the layer's environment, and costs."""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import fossilize

LAYER = "VK_LAYER_JACQUARD_capture"
# Debian's software device.
DRIVERS = Path("/usr/share/vulkan/icd.d")
PARTS = ("630", "730", "830")


def software_device() -> Path | None:
    """The description of the software device, whose name has the architecture in it."""
    return next(iter(sorted(DRIVERS.glob("lvp_icd*.json"))), None)


def environment(layer: Path | None, file: Path | None = None) -> dict[str, str]:
    """The environment of a program on the software device, with the layer or without."""
    found = {name: value for name, value in os.environ.items()
             if not name.startswith(("VK_", "JACQUARD_"))}
    found["VK_ICD_FILENAMES"] = found["VK_DRIVER_FILES"] = str(software_device())
    if layer is not None:
        found["VK_LAYER_PATH"] = str(layer)
        found["VK_INSTANCE_LAYERS"] = LAYER
    if file is not None:
        found["JACQUARD_CAPTURE"] = str(file)
    return found


def cost(tool: str, database: fossilize.Database) -> int:
    """Costs each different stage on each part. Returns how many there are; a stage that does not
    compile ends the test."""
    stages = {stage[1:]: stage for stage in database.stages()}.values()
    with tempfile.TemporaryDirectory() as folder:
        for stage in stages:
            file = Path(folder) / f"{stage.module}.spv"
            file.write_bytes(database.modules[stage.module])
            command = [tool, "cost", str(file), "--gpu", ",".join(PARTS), "--format", "csv",
                       "--stage", stage.kind, "--entry", stage.entry]
            if stage.constants:
                command += ["--spec", ",".join(f"{number}={bits:#x}"
                                               for number, bits in stage.constants)]
            run = subprocess.run(command, capture_output=True, text=True, check=False)
            rows = [row for row in csv.DictReader(io.StringIO(run.stdout)) if row["form"] == "main"]
            found = {row["gpu"] for row in rows if row["status"] == "compiled"
                     and int(row["instructions.total"]) > 0}
            if run.returncode != 0 or found != set(PARTS):
                raise SystemExit(f"{stage}: exit {run.returncode}\n{run.stdout}{run.stderr}")
    return len(stages)


def batch(tool: str, file: Path) -> None:
    """The tool reads the captured file itself, and compiles each shader of it for each part."""
    for part in PARTS:
        run = subprocess.run([tool, "batch", str(file), "--gpu", part, "--json"],
                             capture_output=True, text=True, check=False)
        totals = json.loads(run.stdout.splitlines()[-1])["totals"]
        if run.returncode != 0 or not 0 < totals["shaders"] == totals["compiled"]:
            raise SystemExit(f"batch on {part}: exit {run.returncode}\n{run.stdout}{run.stderr}")


def missing(programs: dict[str, str]) -> str:
    """Returns why a test is skipped that needs these programs and the device, or nothing. All that
    is missing is named at once, so that whoever installs it need not ask again."""
    lacking = {program: package for program, package in programs.items()
               if shutil.which(program) is None}
    if software_device() is None:
        lacking["software device for Vulkan"] = "mesa-vulkan-drivers"
    if not lacking:
        return ""
    return f"there is no {', no '.join(lacking)} (Debian: {' '.join(lacking.values())})"
