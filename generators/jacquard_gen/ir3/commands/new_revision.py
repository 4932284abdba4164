"""Writes the overlay of a new revision: it extends another one and changes nothing yet."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from ..tables.load import REVISIONS
from ..tables.model import Model

_NAME = re.compile(r"[a-z][a-z0-9_]*\Z")
_HUNDRED = re.compile(r"a([0-9])xx\Z")
LARGEST_PART = 999

TEMPLATE = """\
# yaml-language-server: $schema=../../.schema/ir3/revisions.json
# What {name} drops, changes and adds.
revision: {name}
doc: {doc}
number: {number}
extends: {base}
parts: [{parts}]
"""


class Wanted(NamedTuple):
    """The command line's answers; None if the other facts decide."""

    name: str
    base: str
    number: int | None
    parts: list[int] | None


def parts_of(text: str) -> list[int]:
    """Part numbers separated by commas, with or without a letter a before them."""
    return [int(part.strip().removeprefix("a")) for part in text.split(",")]


def faults(model: Model, wanted: Wanted, number: int, parts: list[int]) -> list[str]:
    """Returns why the tables cannot have this revision, in the words of the command."""
    result: list[str] = []
    names = [revision.name for revision in model.revisions]
    if not _NAME.match(wanted.name):
        result.append(f"'{wanted.name}' is not a name: small letters, digits and underscores, "
                      "a letter first")
    existing = {revision.name: revision for revision in model.revisions}
    if wanted.name in existing:
        result.append(f"there is a revision '{wanted.name}' in "
                      f"{existing[wanted.name].position.provenance}")
    if wanted.base not in names:
        result.append(f"there is no revision '{wanted.base}' to start from; there are "
                      + ", ".join(names))
    for revision in model.revisions:
        if revision.number == number and revision.name != wanted.name:
            result.append(f"'{revision.name}' has the number {number}; choose another with "
                          "--number")
        taken = [str(part) for part in parts if part in revision.parts]
        if taken and revision.name != wanted.name:
            result.append(f"{', '.join(taken)} belongs to '{revision.name}' in "
                          f"{revision.position.provenance}; choose others with --parts")
    result += [f"a part is a number from 1 to {LARGEST_PART}, and {part} is not"
               for part in parts if not 1 <= part <= LARGEST_PART]
    return result


def chosen_number(model: Model, wanted: Wanted) -> int:
    """The number asked for, that of the name, or the hundred after all others."""
    if wanted.number is not None:
        return wanted.number
    hundred = _HUNDRED.match(wanted.name)
    if hundred:
        return int(hundred.group(1)) * 100
    return (max(revision.number for revision in model.revisions) // 100 + 1) * 100


def write(tables: Path, model: Model, wanted: Wanted) -> tuple[Path | None, list[str]]:
    """The overlay written, or why there is none."""
    number = chosen_number(model, wanted)
    parts = wanted.parts if wanted.parts is not None else [number + 30]
    found = faults(model, wanted, number, parts)
    path = tables / REVISIONS / f"{wanted.name}.yaml"
    if not found and path.exists():
        found.append(f"there is a file {path}")
    if found:
        return None, found
    path.write_text(TEMPLATE.format(name=wanted.name, doc=_doc(wanted.name), number=number,
                                    base=wanted.base, parts=", ".join(map(str, parts))),
                    encoding="utf-8")
    return path, []


def _doc(name: str) -> str:
    hundred = _HUNDRED.match(name)
    return f"Adreno {hundred.group(1)}xx." if hundred else f"The revision {name}."
