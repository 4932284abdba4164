"""Tells what given vectors cover: items of words by revision, or edges of constants by opcode."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from .folds import class_of, edges
from .items import Item, Items
from .package import Package

_SHOWN = 6
"""Items of an opcode that are named; of others only the number is told."""


class Unreadable(ValueError):
    """A file that has neither words nor constants in a line."""


def report(made: Package, path: Path) -> str:
    lines = path.read_text(encoding="utf-8").splitlines()
    if not lines:
        raise Unreadable(f"{path} is empty")
    head = lines[0].split("\t")
    if "=>" in head:
        return _of_folds(made, path, lines)
    column = next((name for name in ("hex", "word") if name in head), None)
    if column is None or "gpu" not in head:
        raise Unreadable(f"{path}:1: expected are rows of constants, or a line that names the "
                         "columns 'gpu' and 'hex'")
    return _of_words(made, path, lines, head.index("gpu"), head.index(column))


def _of_words(made: Package, path: Path, lines: list[str], part: int, column: int) -> str:
    words: dict[str, set[int]] = {}
    for number, line in enumerate(lines[1:], start=2):
        cells = line.split("\t")
        try:
            gpu, word = cells[part], int(cells[column], 16)
        except (IndexError, ValueError):
            raise Unreadable(f"{path}:{number}: there is no word in this line") from None
        words.setdefault(revision_of(made, gpu) or "", set()).add(word)
    if "" in words:
        raise Unreadable(f"{path} has words of a part that no revision has")
    return "".join(_of_revision(Items(made, revision), sorted(of_revision))
                   for revision, of_revision in sorted(words.items()))


def revision_of(made: Package, name: str) -> str | None:
    """The revision of a part such as 630 or a630, or with a name such as a6xx; parts that tables do
    not list are of the revision of their hundred."""
    if name in made.isa.REVISIONS:
        return name
    digits = name.removeprefix("a")
    hundred = f"a{digits[:1]}xx"
    if not digits.isdigit():
        return None
    known: str | None = made.isa.PARTS.get(int(digits))
    return known or (hundred if len(digits) == 3 and hundred in made.isa.REVISIONS else None)


def _of_revision(items: Items, words: list[int]) -> str:
    covered: set[Item] = set()
    illegal = 0
    for word in words:
        instruction = items.made.decoder.decode(word, items.revision)
        if instruction is None:
            illegal += 1
        else:
            covered |= items.said(word, instruction)
    wanted = {target.item: None for encoding in items.encodings
              for target in items.targets(encoding)}
    lacking: dict[str, list[str]] = {}
    for item in wanted:
        if item not in covered:
            lacking.setdefault(item.encoding, []).append(f"{item.subject}={item.value}")
    lines = [f"{items.revision}: {len(words)} words, {illegal} of them no instruction; "
             f"{len(wanted) - sum(map(len, lacking.values()))} of {len(wanted)} items are covered"]
    return "\n".join(lines + _lacks(lacking)) + "\n"


def _of_folds(made: Package, path: Path, lines: list[str]) -> str:
    covered: set[tuple[str, int, int, str]] = set()
    rows: Counter[str] = Counter()
    for number, line in enumerate(lines, start=1):
        cells = line.split("\t")
        name = made.fold_tables.ALIASES.get(cells[0], cells[0])
        opcode = made.fold_tables.OPCODES.get(name)
        if opcode is None or "=>" not in cells:
            raise Unreadable(f"{path}:{number}: there is no opcode '{cells[0]}'")
        rows[name] += 1
        width = (int(cells[1]) or opcode.former_width) if opcode.widths else 0
        for source, (text, cell) in enumerate(zip(opcode.sources, cells[3:])):
            type_ = made.numbers.type_of(text, width)
            covered |= {(name, width, source, class_of(type_.kind, type_.width, int(bits, 16)))
                        for bits in cell.split(",")}
    wanted = _edges_of_all(made)
    lacking: dict[str, list[str]] = {}
    for name, width, source, value in wanted:
        if (name, width, source, value) not in covered:
            lacking.setdefault(name, []).append(f"{width or 'any'}:src{source}={value}")
    head = f"{sum(rows.values())} rows of {len(rows)} opcodes; " \
           f"{len(wanted) - sum(map(len, lacking.values()))} of {len(wanted)} edges are covered"
    return "\n".join([head, *_lacks(lacking)]) + "\n"


def _edges_of_all(made: Package) -> list[tuple[str, int, int, str]]:
    found: list[tuple[str, int, int, str]] = []
    for name, opcode in made.fold_tables.OPCODES.items():
        for width in opcode.widths or [0]:
            for source, text in enumerate(opcode.sources):
                type_: Any = made.numbers.type_of(text, width)
                found += [(name, width, source, class_of(type_.kind, type_.width, bits))
                          for bits in dict.fromkeys(edges(type_.kind, type_.width).values())]
    return found


def _lacks(lacking: dict[str, list[str]]) -> list[str]:
    lines = []
    for name, items in sorted(lacking.items()):
        more = f" and {len(items) - _SHOWN} more" if len(items) > _SHOWN else ""
        lines.append(f"  {name} lacks {' '.join(items[:_SHOWN])}{more}")
    return lines
