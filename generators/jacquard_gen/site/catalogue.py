"""The entries of all tables by kind and name, each with the address of its page."""

from __future__ import annotations

import fnmatch
import re
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .records import Kind

Json = dict[str, Any]
_SENTENCES = ("doc", "title", "text", "reason", "meaning", "test")
# Windows does not allow these as names of files, whatever follows behind a dot; `index` is the page
# of a folder.
_TAKEN = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9]|index)\Z", re.IGNORECASE)
_HEAD = re.compile(r"\(\s*([^\s()]+)")


class Entry(NamedTuple):
    """An entry of a table; one that stands in a list, which `inside` names, has what surrounds
    that beside it."""

    table: str
    value: Json
    around: Json
    inside: str = ""


@dataclass
class Subject:
    """Everything that has one name of one kind, which is a page."""

    kind: Kind
    name: str
    set_name: str
    address: str
    entries: list[Entry] = field(default_factory=list)
    sentence: str = ""

    @property
    def key(self) -> tuple[str, str]:
        return str(self.kind.kind), self.full_name

    @property
    def full_name(self) -> str:
        return f"{self.set_name}:{self.name}" if self.set_name else self.name


def slug(name: str) -> str:
    """A name as a part of an address: what is no letter, digit, dot, `_` or `-` is its code."""
    made = "".join(character if character.isascii() and character.isalnum() or character in "._-"
                   else f"-{ord(character):x}" for character in name)
    return f"{made}_" if _TAKEN.match(made.partition(".")[0]) or not made.strip(".") else made


class Catalogue:
    """All subjects, in the order of the kinds and of the tables."""

    def __init__(self, kinds: list[Kind], tables: dict[str, list[Json]]) -> None:
        self.kinds = kinds
        self.by_kind: dict[str, dict[str, Subject]] = {str(kind.kind): {} for kind in kinds}
        self.anchors: dict[tuple[str, str], dict[str, str]] = {}
        self.left_out: dict[str, str] = {}
        self._names_at: dict[str, list[str]] = {}
        for table, entries in tables.items():
            for each in entries:
                self._add(table, each)
        for subjects in self.by_kind.values():
            for subject in subjects.values():
                subject.sentence = _sentence(subject.entries[0].value)

    def subjects(self) -> list[Subject]:
        return [subject for subjects in self.by_kind.values() for subject in subjects.values()]

    def address(self, kind: str, name: str, within: str | None = None) -> str | None:
        """The address of what a kind calls so; with `within`, of its place on another's page."""
        if within is not None:
            found = self.by_kind[kind].get(within)
            place = self.anchors.get((kind, within), {}).get(name)
            return f"{found.address}#{place}" if found is not None and place else None
        found = self.by_kind[kind].get(name)
        return found.address if found is not None else None

    def _add(self, table: str, value: Json) -> None:
        hit = False
        whole = False
        for kind in self.kinds:
            if not any(fnmatch.fnmatchcase(table, pattern) for pattern in kind.tables):
                continue
            if kind.inside is None and not whole and kind.named in value:
                self._put(kind, table, value, {})
                hit = whole = True
            lists = [str(kind.inside)] if kind.inside is not None else list(map(str, kind.overlays))
            for name in lists:
                around = {key: each for key, each in value.items() if key != name}
                for each in value.get(name, []):
                    if kind.named == next(iter(each)):
                        self._put(kind, table, {"place": value["place"], **each}, around, name)
                        hit = True
        if not hit:
            self.left_out.setdefault(table, str(value["place"]))

    def _put(self, kind: Kind, table: str, value: Json, around: Json,
             inside: str = "") -> None:
        name = str(value[kind.named])
        set_name = ""
        if kind.named_by == "head":
            found = _HEAD.search(name)
            name = found.group(1) if found is not None else name
        elif kind.named_by == "table":
            set_name = table.rpartition("/")[2]
        below = f"{slug(set_name)}/" if set_name else ""
        address = f"{kind.folder}/{below}{slug(name)}"
        # Some systems have one file for names that differ in case alone.
        others = self._names_at.setdefault(address.lower(), [name])
        if name not in others:
            others.append(name)
        number = others.index(name)
        subject = Subject(kind, name, set_name,
                          f"{address}-{number + 1}.html" if number else f"{address}.html")
        kept = self.by_kind[str(kind.kind)].setdefault(subject.full_name, subject)
        kept.entries.append(Entry(table, value, around, inside))
        if kind.anchors is not None and kind.anchors in value:
            self.anchors[kept.key] = {each: f"v-{slug(each)}"
                                      for each in names_in(value[kind.anchors])}


def names_in(values: Any) -> list[str]:
    """The names of a map or of a list of entries, whose first key names each."""
    if isinstance(values, dict):
        return [str(name) for name in values]
    return [str(next(iter(each.values()))) if isinstance(each, dict) else str(each)
            for each in values]


def _sentence(value: Json) -> str:
    for key in _SENTENCES:
        if isinstance(value.get(key), str) and key in value:
            return str(value[key])
    for before, after in (("find", "replace"), ("select", "emit"), ("memory", "emit"),
                          ("texture", "emit")):
        if before in value and after in value:
            return f"{value[before]} → {value[after]}"
    shown = [f"{key} {_plain(each)}" for key, each in list(value.items())[2:5]
             if not isinstance(each, dict)]
    return ", ".join(shown)


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(str(each) for each in value[:6] if not isinstance(each, (dict, list)))
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) \
        else str(value)
