"""Comparisons with other compilers share their options and how they get our statistics."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path


def batch_statistics(tool: str, folder: Path, gpu: str) -> dict[str, dict[str, int]]:
    """Returns the statistics of each shader that compiles for a part, by its path."""
    run = subprocess.run([tool, "batch", folder, "--gpu", gpu, "--json"], capture_output=True,
                         text=True, check=False)
    if run.returncode not in (0, 1):
        sys.exit(run.stderr)
    values = (json.loads(line) for line in run.stdout.splitlines())
    return {value["shader"]: value["statistics"] for value in values
            if value.get("status") == "compiled" and value.get("statistics")}


def quality_options(description: str | None, parts: str) -> argparse.ArgumentParser:
    """Returns the options of a comparison, on these parts by default."""
    parser = argparse.ArgumentParser(description=description,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool", metavar="JACQUARD")
    parser.add_argument("--gpu", default=parts)
    parser.add_argument("--worst", type=int, default=0, metavar="N")
    parser.add_argument("--check", action="store_true")
    return parser
