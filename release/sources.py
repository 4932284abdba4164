"""The list of the sources and of what others made, which CMake's archives have, too."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "cmake"))

import spdx  # noqa: E402 the path is set above

__all__ = ["spdx"]
