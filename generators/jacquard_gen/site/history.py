"""The changes of the tables from version to version, as far as the checkout knows them."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

from .. import since
from .catalogue import Json

_VERSION = re.compile(r"v?([0-9]+)\.([0-9]+)\.([0-9]+)\Z")


class Change(NamedTuple):
    """The text of `jacquard_gen diff --since` between two tags, or from the last to now."""

    before: str
    after: str
    lines: list[str]


class History(NamedTuple):
    changes: list[Change]
    tags: list[str]
    reason: str
    marked: dict[str, list[tuple[str, str]]]


def history(tables_dir: Path, document: Json) -> History:
    tags, reason = _tags(tables_dir)
    changes = []
    for before, after in zip(tags, [*tags[1:], ""]):
        try:
            old = since.tables_at(tables_dir, before)
            new = since.tables_at(tables_dir, after) if after else since.tables_now(tables_dir)
        except ValueError as error:
            reason = str(error)
            continue
        text = since.text(old, new, before)
        changes.append(Change(before, after, text.rstrip("\n").split("\n")))
    return History(changes, tags, reason, _marked(document))


def _tags(tables_dir: Path) -> tuple[list[str], str]:
    """The tags of versions, oldest first; else why there are none."""
    try:
        result = subprocess.run(["git", "-C", str(tables_dir), "tag", "--merged", "HEAD"],
                                capture_output=True, check=False, text=True)
    except FileNotFoundError:
        return [], "git is not installed"
    if result.returncode != 0:
        return [], "the tables are in no checkout of git"
    found = [(tuple(map(int, match.groups())), name) for name in result.stdout.split()
             if (match := _VERSION.match(name))]
    return [name for _, name in sorted(found)], "" if found else "the checkout has no tag of a " \
        "version"


def _marked(document: Json) -> dict[str, list[tuple[str, str]]]:
    """The entries that say themselves since which version they are there."""
    made: dict[str, list[tuple[str, str]]] = {}

    def look(value: Any, label: str, place: str) -> None:
        if isinstance(value, dict):
            if isinstance(value.get("since"), str):
                made.setdefault(str(value["since"]), []).append((label, place))
            for each in value.values():
                look(each, label, place)
        elif isinstance(value, list):
            for each in value:
                look(each, label, place)

    for entries in document["tables"].values():
        for entry in entries:
            keys = [key for key in entry if key != "place"]
            look(entry, f"{keys[0]} {entry[keys[0]]}" if keys else "", entry["place"])
    return made
