"""The licences of others whose code a wheel contains, from where Debian keeps them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

# Names in the wheel, and (patterns of) Debian's packages that have the text: of libraries that are
# linked into the tool and its module, and of those that are copied beside it.
PACKAGES = {
    "glslang": "glslang-dev",
    "libpng": "libpng-dev",
    "zlib": "zlib1g-dev",
    "gcc-runtime": "gcc-*-base",
}
DOCUMENTS = Path(os.environ.get("JACQUARD_LICENCES", "/usr/share/doc"))


def licences() -> Iterator[tuple[str, Path | None]]:
    """Yields the name of each and the file with its text, or None where this machine has none."""
    for name, package in PACKAGES.items():
        found = sorted(DOCUMENTS.glob(f"{package}/copyright"))
        yield name, found[-1] if found else None
