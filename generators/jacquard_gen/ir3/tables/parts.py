"""The names of parts and the chip ids that they report, from `defs/ir3/parts.yaml` →
`<jacquard/generated/ir3/parts.h>`, its source and `<jacquard/generated/ir3/default_part.h>`."""

from __future__ import annotations

from typing import Any

from ...diagnostics import Diagnostics
from ...groups import Context, Output
from ...schema import (FLAG, TEXT, Integer, Json, Record, Text, check_unique, key, list_of,
                       load_entries, table_schema)
from .model import Model, Revision

PARTS = "ir3/parts.yaml"
OUTPUT_NAMES = ["jacquard/generated/ir3/parts.h", "jacquard/generated/ir3/parts.cpp",
                "jacquard/generated/ir3/default_part.h"]
_LAST_CHIP = (1 << 48) - 1


class NamedPart(Record):
    """The name of a part and the chips it stands for."""

    part: int = key(Integer(1, 0xffff), "The number by which revisions list it.", required=True)
    called: Text | None = key(TEXT, "Its name, its number where nothing is said.")
    doc: Text | None = key(TEXT, "A sentence about it.")
    names: list[Text] = key(list_of(TEXT), "What else people call it.", default=[])
    chips: list[int] = key(list_of(Integer(0, _LAST_CHIP)), "The chip ids that it tells.",
                           default=[])
    default: bool = key(FLAG, "It is meant where no part is named.", default=False)


def load(context: Context, model: Model) -> dict[int, NamedPart]:
    """Returns the entries of parts by number: every part is known, and each name and chip
    belongs to one part."""
    diagnostics = context.diagnostics
    entries = list(check_unique(load_entries(NamedPart, context.table(PARTS), diagnostics),
                                lambda entry: Text(str(entry.part)), diagnostics).values())
    known = {part for revision in model.revisions for part in revision.parts}
    incomplete = diagnostics.failed
    owners: dict[str, NamedPart] = {}
    for entry in entries:
        # A revision that could not be read may have it.
        if entry.part not in known and not incomplete:
            diagnostics.error("E679", entry.where("part"),
                              f"no revision lists the part {entry.part}")
        for name in [*([entry.called] if entry.called is not None else []), *entry.names]:
            _claim(plain_name(str(name)), f"the name '{name}'", "names", entry, owners,
                   diagnostics)
        for chip in entry.chips:
            _claim(hex(chip), f"the chip {hex(chip)}", "chips", entry, owners, diagnostics)
    chosen = [entry for entry in entries if entry.default]
    for entry in chosen[1:]:
        diagnostics.error("E688", entry.where("default"), "there are two default parts",
                          [(chosen[0].where("default"), "the other one is here")])
    if not chosen and not incomplete:
        diagnostics.error("E688", context.place(PARTS), "no part is the default")
    return {entry.part: entry for entry in entries}


def _claim(name: str, noun: str, where: str, entry: NamedPart, owners: dict[str, NamedPart],
           diagnostics: Diagnostics) -> None:
    owner = owners.setdefault(name, entry)
    if owner is not entry:
        diagnostics.error("E680", entry.where(where), f"{noun} belongs to part {owner.part} too",
                          [(owner.where(where), "it is said here")])


def plain_name(name: str) -> str:
    """A name as it is compared: small letters without blanks, and without what all names may begin
    with."""
    plain = name.lower().replace(" ", "").replace("(tm)", "")
    plain = plain.removeprefix("adreno").removeprefix("fd")
    return plain[1:] if plain[:1] == "a" and plain[1:4].isdigit() and len(plain) > 3 else plain


def find(model: Model, name: str) -> tuple[Revision, int] | None:
    """A revision by name, with 0, or a part by any of its names, with its number."""
    for revision in model.revisions:
        if revision.name == name:
            return revision, 0
    wanted = plain_name(name)
    for revision in model.revisions:
        for part in revision.parts:
            entry = model.named_parts.get(part)
            names = [name_of(part, model.named_parts), str(part),
                     *(map(str, entry.names) if entry is not None else ())]
            if wanted in map(plain_name, names):
                return revision, part
    return None


def name_of(part: int, named: dict[int, NamedPart]) -> str:
    entry = named.get(part)
    return str(entry.called) if entry is not None and entry.called is not None else str(part)


def disputed_facts(revision: Revision, part: int) -> dict[str, str]:
    """Returns the differing statements of sources about a part, by fact."""
    return {str(fact): str(text) for some in revision.version.entry.some_parts
            if part in some.parts for fact, text in some.disputed.items()}


def outputs(model: Model, named: dict[int, NamedPart]) -> list[Output]:
    rows: list[dict[str, Any]] = []
    for revision in model.revisions:
        for part in revision.parts:
            entry = named.get(part)
            rows.append({
                "part": part, "revision": revision.name, "name": name_of(part, named),
                "plain": plain_name(name_of(part, named)),
                "doc": str(entry.doc) if entry is not None and entry.doc is not None else "",
                "names": [] if entry is None else [
                    {"written": str(name), "plain": plain_name(str(name))}
                    for name in entry.names],
                "chips": [] if entry is None else [f"{chip:#x}" for chip in entry.chips],
                "disputed": list(disputed_facts(revision, part).items()),
                "position": (entry or revision).position,
                "is_default": entry is not None and entry.default})
    return [Output(name, "ir3/tables/" + name.rsplit("/", 1)[1] + ".j2",
                   {"parts": rows, "revisions": model.revisions}) for name in OUTPUT_NAMES]


def schemas() -> dict[str, Json]:
    return {"ir3/parts": table_schema("Parts", NamedPart)}
