"""Edits of tables that are answers: renaming an entry, and formatting a table."""

from __future__ import annotations

import re

from ..diagnostics import Diagnostics, listed
from ..kinds import MNEMONIC
from ..reading import parse
from ..since import plain
from ..source import Scalar, SourceFile
from .answers import Answers
from .documents import Json, Lines

_BLOCK = re.compile(r".*[|>][-+0-9]*\s*\Z")


def rename(answers: Answers, table: str, position: Json, new: str) -> Json:
    """The edits that give an entry another name, in its table and where tables use it; raises
    ValueError with the reason where it cannot be."""
    name = answers.name_at(table, position)
    found = answers.index.definitions(name) if name else []
    if not found:
        raise ValueError("there is no name of an entry here")
    if found[0].is_of_family:
        raise ValueError(f"'{name}' is of a family, whose members get their names from its "
                         "variables")
    kinds = list(dict.fromkeys(each.kind for each in found))
    if len(found) > 1:
        raise ValueError(f"'{name}' is the name of {len(found)} entries "
                         f"({listed(kinds, joined='and')}): which of them a use means, no table "
                         "says")
    faults = Diagnostics()
    MNEMONIC.load(Scalar(SourceFile("", ""), 1, 1, new, "'", 0, 0), faults)
    if faults.failed:
        raise ValueError(f"'{new}' is no name: it has letters, digits, underscores and dots, and "
                         "does not begin with a digit")
    other = next(iter(answers.index.definitions(new)), None)
    if other is not None:
        raise ValueError(f"there is an entry '{new}' already, at defs/{other.table}:{other.first}")
    changes: dict[str, list[Json]] = {}
    for use in answers.index.uses(name):
        location = answers.location_of(use)
        changes.setdefault(location["uri"], []).append(
            {"range": location["range"], "newText": new})
    return {"changes": changes}


def formatted(text: str) -> str:
    """The table with line ends, blanks and empty lines as tables have them. Nothing else changes:
    where lines are broken is up to who writes them."""
    lines = re.split("\r\n|\r|\n", text)
    kept: list[str] = []
    block = -1
    for line in lines:
        indentation = len(line) - len(line.lstrip(" "))
        if block >= 0 and line.strip() and indentation <= block:
            block = -1
        if block < 0:
            line = line.rstrip(" \t")
            if not line and kept and not kept[-1]:
                continue
            if _BLOCK.match(line) and not line.lstrip().startswith("#"):
                block = indentation
        kept.append(line)
    result = "\n".join(kept).rstrip() + "\n"
    return result if _means_the_same(text, result) else text


def _means_the_same(before: str, after: str) -> bool:
    trees = [parse(SourceFile("", text), Diagnostics()) for text in (before, after)]
    return trees[0] is not None and trees[1] is not None and plain(trees[0]) == plain(trees[1])


def formatting(text: str) -> list[Json]:
    new = formatted(text)
    if new == text:
        return []
    return [{"range": Lines(text).range(0, len(text)), "newText": new}]
