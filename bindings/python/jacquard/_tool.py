"""Finds the tool: the program that does on the command line what this package does in Python."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

_FILE_NAME = "jacquard.exe" if sys.platform == "win32" else "jacquard"


class ToolMissingError(FileNotFoundError):
    """The tool is not installed."""


def tool_path() -> str:
    """The tool: the file that the environment variable JACQUARD names, the one that came with this
    package, or the one of the system. Raises ToolMissingError."""
    if named := os.environ.get("JACQUARD"):
        found = shutil.which(named)
        if found is None:
            raise ToolMissingError(f"the environment variable JACQUARD names '{named}', "
                                   "which is no program")
        return found
    packaged = Path(__file__).resolve().parent / "native" / "bin" / _FILE_NAME
    if packaged.exists():
        return str(packaged)
    if found := shutil.which(_FILE_NAME):
        return found
    raise ToolMissingError(
        "the tool 'jacquard' is neither in this package nor in a folder of PATH; "
        "the environment variable JACQUARD may name it")
