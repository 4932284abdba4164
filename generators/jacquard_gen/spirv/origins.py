"""The origins of instructions and names: versions of the specification, and extensions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from ..schema import Text, key, list_of, text

VERSION = key(text('a version, as "1.3"', r"1\.[1-9]"),
              "The version of the specification that took it up, where that is not the first.")
EXTENSIONS = key(list_of(text("an extension, as SPV_KHR_multiview", r"SPV_[A-Za-z0-9_]+")),
                 "Modules have it by one of these where their version does not.", default=[])


class Known(Protocol):
    version: Text | None
    extensions: list[Text]


def explain_origin(entry: Known) -> list[str]:
    """The line that tells it, or nothing where it is of the first version."""
    ways = [f"version {entry.version}"] if entry.version is not None else []
    ways += [str(name) for name in entry.extensions]
    return [f"  from: {' or '.join(ways)}"] if ways else []


def extension_names(entries: Iterable[Known]) -> list[str]:
    """All extensions that something comes from, sorted."""
    return sorted({str(name) for entry in entries for name in entry.extensions})


def newest_version(entries: Iterable[Known]) -> int:
    """The newest version that something comes from, as the header of a module has it."""
    return max((int(str(entry.version).removeprefix("1.")) << 8 | 1 << 16
                for entry in entries if entry.version is not None), default=1 << 16)
