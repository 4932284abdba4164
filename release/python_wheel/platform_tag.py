"""The tag of a wheel, which says on what systems its files run.

    python3 -m python_wheel.platform_tag FILE...

prints the tag for these ELF files, and what asks for it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from . import elf

WINDOWS = "win_amd64"
_FACTS = Path(__file__).with_name("manylinux.yaml")


class Tag(NamedTuple):
    """A tag and why it is no lower."""

    name: str
    reason: str


class NoTagError(Exception):
    """The files are for different machines, or there are none."""


def _number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def _facts() -> dict[str, Any]:
    facts: dict[str, Any] = yaml.safe_load(_FACTS.read_text(encoding="utf-8"))
    return facts


def allowed_libraries() -> frozenset[str]:
    """Those that every system with a manylinux tag has."""
    return frozenset(_facts()["libraries"])


def glibc_for(version: str) -> tuple[int, ...] | None:
    """The C library whose systems have a version of a symbol, such as GLIBCXX_3.4.29; nothing where
    that is not known."""
    if version in (marks := _facts()["marks"]):
        return _number(marks[version])
    family, _, number = version.rpartition("_")
    if family.startswith("GLIBC") and not re.fullmatch(r"[0-9]+(\.[0-9]+)*", number):
        return None  # private to one build of the library
    if family == "GLIBC":
        return _number(number)
    if family in ("GLIBCXX", "CXXABI"):
        for row in _facts()["runtimes"]:
            if _number(row[family]) >= _number(number):
                return _number(row["glibc"])
        return None
    # GCC's own runtime and zlib, whose symbols are older than any system here.
    return (0,)


def linux_tag(files: Iterable[Path]) -> Tag:
    """The lowest tag for ELF files that lie in one wheel."""
    machines: set[str] = set()
    highest: tuple[int, ...] = (2, 5)
    reason = "nothing newer is needed"
    unknown = ""
    files = list(files)
    brought = {file.name for file in files}
    allowed = allowed_libraries()
    for file in files:
        needs = elf.needs(file)
        machines.add(needs.machine)
        for library in sorted(needs.libraries - allowed - brought):
            unknown = f"{file.name} needs {library}, which neither the wheel nor every system has"
        for version in sorted(needs.versions):
            glibc = glibc_for(version)
            if glibc is None:
                unknown = f"{file.name} needs {version}, which no known system has"
            elif glibc > highest:
                highest, reason = glibc, f"{file.name} needs {version}"
    if len(machines) != 1:
        raise NoTagError("the files are for " + (" and ".join(sorted(machines)) or "no machine"))
    machine = machines.pop()
    if unknown:
        return Tag(f"linux_{machine}", unknown)
    return Tag(f"manylinux_{highest[0]}_{highest[1]}_{machine}", reason)


def main() -> int:
    if len(sys.argv) < 2:
        print("usage: python3 -m python_wheel.platform_tag FILE...", file=sys.stderr)
        return 2
    try:
        tag = linux_tag(Path(name) for name in sys.argv[1:])
    except (NoTagError, elf.ElfError, OSError) as fault:
        print(fault, file=sys.stderr)
        return 1
    print(f"{tag.name}\t{tag.reason}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
