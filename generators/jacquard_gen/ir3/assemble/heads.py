"""The assembler finds the encodings of a mnemonic by a perfect hash of the heads of the texts."""

from __future__ import annotations

import re
from typing import Any

from ...diagnostics import Diagnostics
from ..tables.model import Encoding, Model
from ..codec.texts import Piece, parse

FACTOR = 0x9E3779B97F4A7C15
START = 0xCBF29CE484222325
LETTERS_AT_ONCE = 8
BUCKETS = 128
_WORD = re.compile(r"[a-z0-9_.]+")


def hashed(text: str) -> int:
    """Returns the hash that the reader computes, word by word and up to eight letters at a time."""
    value = START
    for word in text.split("."):
        for start in range(0, len(word) + 1, LETTERS_AT_ONCE):
            letters = word[start:start + LETTERS_AT_ONCE].encode()
            value = (value ^ int.from_bytes(letters, "little")) * FACTOR & ((1 << 64) - 1)
            value ^= value >> 32
    return value & 0xFFFFFFFF


def slot_of(value: int, displacement: int, size: int) -> int:
    return (((value ^ displacement) * 0x9E3779B1 & 0xFFFFFFFF) >> 16) & (size - 1)


def heads_of(encoding: Encoding) -> list[str]:
    """Returns the beginnings of an encoding's texts after their flags, up to a dot."""
    layout = encoding.layout.format
    heads: list[str] = []
    for text in [layout.text or "", *layout.older]:
        found = _head(parse(text, None, Diagnostics(), encoding.layout.position), encoding, 0)
        assert found is not None, encoding.name
        if found not in heads:
            heads.append(found)
    return heads


def _head(pieces: list[Piece], encoding: Encoding, depth: int) -> str | None:
    layout = encoding.layout.format
    for piece in pieces:
        if piece.kind == "literal" and piece.text.strip():
            word = _WORD.match(piece.text)
            assert word is not None
            return word.group().rstrip(".")
        if piece.kind != "value":
            continue
        if piece.text == "name":
            return encoding.name
        if piece.text in layout.pieces and depth < 8:
            inner = parse(layout.pieces[piece.text], None, Diagnostics(),
                          encoding.layout.position)
            found = _head(inner, encoding, depth + 1)
            if found is not None:
                return found
    return None


def perfect_hash(names: list[str]) -> tuple[list[int], list[int]]:
    """Displacements of the buckets, and the index of a name in each slot (-1: none)."""
    size = 1
    while size < 2 * len(names):
        size *= 2
    buckets: list[list[int]] = [[] for _ in range(BUCKETS)]
    for index, name in enumerate(names):
        buckets[hashed(name) & (BUCKETS - 1)].append(index)
    displacements = [0] * BUCKETS
    slots = [-1] * size
    for bucket in sorted(range(BUCKETS), key=lambda number: (-len(buckets[number]), number)):
        for displacement in range(1 << 16):
            places = [slot_of(hashed(names[index]), displacement, size)
                      for index in buckets[bucket]]
            if len(set(places)) == len(places) and all(slots[place] < 0 for place in places):
                break
        else:
            raise ValueError("no perfect hash of the mnemonics was found")
        displacements[bucket] = displacement
        for index, place in zip(buckets[bucket], places):
            slots[place] = index
    return displacements, slots


def head_tables(model: Model) -> dict[str, Any]:
    order = [revision.name for revision in model.revisions]
    by_head: dict[str, list[Encoding]] = {}
    for encoding in model.encodings:
        for head in heads_of(encoding):
            by_head.setdefault(head, []).append(encoding)
    heads: list[dict[str, Any]] = []
    rows: list[dict[str, Any]] = []
    for name in sorted(by_head):
        heads.append({"name": name, "first": len(rows), "count": len(by_head[name]),
                      "hash": f"{hashed(name):#x}"})
        for encoding in by_head[name]:
            mask = sum(1 << order.index(revision) for revision in encoding.revisions)
            rows.append({"row": encoding.index, "revisions": f"{mask:#x}",
                         "name": encoding.name})
    displacements, slots = perfect_hash([str(head["name"]) for head in heads])
    return {"heads": heads, "head_rows": rows, "displacements": displacements,
            "slots": [slot if slot >= 0 else len(heads) for slot in slots],
            "most_dots": max(str(head["name"]).count(".") for head in heads),
            "hash_start": f"{START:#x}", "hash_factor": f"{FACTOR:#x}", "buckets": BUCKETS}
