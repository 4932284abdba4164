"""The contents of each revision: the entries of the tables with the changes of its overlays.

The tables describe the one revision that extends no other. Every other revision is an overlay,
laid over the entries of the revision it extends, in the order of the chain; entries keep all that
was said of them, the first entry before its changes, and `merged` lays these over each other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from ...diagnostics import Diagnostics
from ...families import Room, expand
from ...schema import Key, Record, Text, check_unique, entries, load_record
from ...source import Mapping, Node, Position, Scalar, Sequence
from . import records

R = TypeVar("R", bound=Record)


def changes_of(kind: type[R], name: str) -> type[R]:
    """The kind of record that changes an entry: the same keys, of which only its name must be
    there."""
    made: type[R] = type(f"{kind.__name__}Change", (kind,),
                         {"__doc__": f"{kind.__doc__} What changes of it."})
    made.keys = {}
    for key, described in kind.keys.items():
        changed = Key(described.kind, described.doc, key == name, described.default, key)
        changed.attribute = described.attribute
        made.keys[key] = changed
    return made


class EntryKind(NamedTuple):
    """A kind of entry that revisions drop, change and add."""

    key: str   # the key that names an entry
    noun: str
    entry: type[Record]
    change: type[Record]
    # The names of tables with such entries begin like this.
    tables: tuple[str, ...]
    # Further keys that tell entries apart whose first is the same.
    also: tuple[str, ...] = ()
    # If true, the entries that a revision adds come before the inherited ones.
    added_first: bool = False


def read_table(root: Node | None, kinds: list[EntryKind],
               diagnostics: Diagnostics) -> dict[str, dict[str, list[Any]]]:
    """The entries of a table of several kinds, by kind and name; an entry that is named by none is
    taken for one of the last kind."""
    found: dict[str, list[Record]] = {kind.key: [] for kind in kinds}
    for node in entries(root, diagnostics):
        kind = next((kind for kind in kinds if kind.key in node.entries), kinds[-1])
        entry = load_record(kind.entry, node, diagnostics)
        if entry is not None:
            found[kind.key].append(entry)
    return {kind.key: {name: [entry] for name, entry in check_unique(
        found[kind.key], lambda entry: _name_of(entry, kind), diagnostics).items()}
        for kind in kinds}


@dataclass
class Version:
    """The entries of one revision, by kind and name, changes not yet laid over."""

    entry: records.RevisionEntry
    entries: dict[str, dict[str, list[Any]]]
    base: Version | None = None
    # Merged entries by what they are made of, which revisions mostly share.
    cache: dict[tuple[int, ...], Any] = field(default_factory=dict, repr=False)
    # The entries that it and those it extends drop, by kind and name, with the position that drops
    # them.
    dropped: dict[tuple[str, str], Text] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return str(self.entry.revision)

    @property
    def formats(self) -> dict[str, list[records.FormatChange]]:
        return self.entries["format"]

    @property
    def opcodes(self) -> dict[str, list[records.OpcodeChange]]:
        return self.entries["op"]

    @property
    def overlay(self) -> tuple[Position, str] | None:
        """The overlay that makes it, for faults that are found in the files it lies on."""
        return None if self.base is None else \
            (self.entry.position, f"with what {self.name} changes, in this overlay")

    def chain(self) -> list[Version]:
        """The revisions it extends and itself, the first one first."""
        return [*(self.base.chain() if self.base is not None else []), self]

    def merged(self, kind: str) -> list[Any]:
        """The entries of a kind with their changes laid over: the same objects for every revision
        that has them alike."""
        return [self._merged(changes) for changes in self.entries[kind].values()]

    def _merged(self, changes: list[R]) -> R:
        key = tuple(map(id, changes))
        if key not in self.cache:
            self.cache[key] = merged(changes)
        found: R = self.cache[key]
        return found


def merged(changes: list[R]) -> R:
    """The first entry with the keys of the later ones laid over it, mappings key by key."""
    first = changes[0]
    if len(changes) == 1:
        return first
    result = type(first).__new__(type(first))
    result.node = changes[-1].node
    for change in changes:
        for name, described in change.keys.items():
            if not change.has(name):
                continue
            value = getattr(change, described.attribute)
            known = getattr(result, described.attribute)
            if isinstance(value, dict) and isinstance(known, dict):
                value = known | value
            setattr(result, described.attribute, value)
    return result


class Overlays:
    """Lays the overlays of revisions over what they extend."""

    def __init__(self, kinds: list[EntryKind], diagnostics: Diagnostics,
                 lose: Callable[[Node], None]) -> None:
        self.kinds = kinds
        self.diagnostics = diagnostics
        self.lose = lose
        self.versions: dict[str, Version] = {}

    def run(self, entries: dict[str, records.RevisionEntry], broken: set[str],
            tables: dict[str, dict[str, list[Any]]]) -> dict[str, Version]:
        """The versions of all revisions. `broken` names revisions that could not be read: what
        extends one is not at fault."""
        bases = [entry for entry in entries.values() if entry.extends is None]
        for entry in bases[1:]:
            self.diagnostics.error(
                "E521", entry.revision.position,
                f"'{entry.revision}' extends no revision, and neither does '{bases[0].revision}'",
                [(bases[0].position, "the tables of the instruction set describe this one"),
                 (None, f"write extends: {bases[0].revision}")])
        for entry in bases:
            self.versions[str(entry.revision)] = Version(entry, tables)
        waiting = {name: entry for name, entry in entries.items() if entry.extends is not None}
        while waiting:
            ready = [name for name, entry in waiting.items() if str(entry.extends) in self.versions]
            if not ready:
                self._report(waiting, entries, broken)
                break
            for name in ready:
                entry = waiting.pop(name)
                self.versions[name] = self._overlay(entry, self.versions[str(entry.extends)])
        return self.versions

    def _report(self, waiting: dict[str, records.RevisionEntry],
                entries: dict[str, records.RevisionEntry], broken: set[str]) -> None:
        for entry in waiting.values():
            assert entry.extends is not None
            if _in_circle(str(entry.revision), waiting):
                self.diagnostics.error("E507", entry.extends.position,
                                       f"'{entry.revision}' extends itself in a circle")
            elif str(entry.extends) not in broken | set(waiting):
                self.diagnostics.error(
                    "E506", entry.extends.position,
                    f"there is no revision '{entry.extends}'", near=str(entry.extends),
                    known=entries, within="ir3/revisions")

    def _overlay(self, entry: records.RevisionEntry, base: Version) -> Version:
        version = Version(entry, {kind: {name: list(found) for name, found in entries.items()}
                                  for kind, entries in base.entries.items()}, base, base.cache,
                          dict(base.dropped))
        for item in self._items(entry.drop):
            self._drop(version, base, item)
        for node in self._items(entry.change):
            kind = self._kind(node)
            change = load_record(kind.change, node, self.diagnostics) if kind else None
            if kind is not None and change is not None:
                self._change(version, kind, change)
        for node in self._items(entry.add):
            kind = self._kind(node)
            added = load_record(kind.entry, node, self.diagnostics) if kind else None
            if kind is not None and added is not None:
                self._add(version, kind, added)
            else:
                self.lose(node)
        for each in self.kinds:
            if each.added_first:
                entries_of, known = version.entries[each.key], base.entries[each.key]
                own = {name: found for name, found in entries_of.items()
                       if name not in known or known[name][0] is not found[0]}
                version.entries[each.key] = {**own, **entries_of}
        return version

    def _items(self, node: Node | None) -> list[Mapping]:
        if node is None:
            return []
        if not isinstance(node, Sequence):
            self.diagnostics.error("E112", node.position(),
                                   f"a list is expected here, not {node.kind}")
            return []
        result: list[Mapping] = []
        room = Room()
        for item in node.items:
            if isinstance(item, Mapping):
                result += expand(item, self.diagnostics, room)
            else:
                self.diagnostics.error("E106", item.position(),
                                       f"an entry must be a mapping, not {item.kind}",
                                       [(None, f"- {self.kinds[0].key}: {item.value}")]
                                       if isinstance(item, Scalar) else None)
        return result

    def _kind(self, node: Mapping) -> EntryKind | None:
        """The kind of entry that a mapping is, told by the key that names it."""
        for kind in self.kinds:
            if kind.key in node.entries:
                return kind
        names = ", ".join(kind.key for kind in self.kinds)
        self.diagnostics.error("E522", node.position(),
                               f"an entry is named by one of the keys {names}",
                               near=next(iter(node.entries), ""),
                               known=[kind.key for kind in self.kinds])
        return None

    def _drop(self, version: Version, base: Version, node: Mapping) -> None:
        kind = self._kind(node)
        if kind is None:
            return
        values: dict[str, Scalar] = {}
        for name, (key_node, value) in node.entries.items():
            if name not in (kind.key, *kind.also):
                self.diagnostics.error("E110", key_node.position(), f"unknown key '{name}'",
                                       [(None, "an entry to drop has its name alone")])
                return
            if not isinstance(value, Scalar):
                self.diagnostics.error("E112", value.position(),
                                       f"a name is expected here, not {value.kind}")
                return
            values[name] = value
        full = _full_name(values[kind.key], {name: values.get(name) for name in kind.also})
        if version.entries[kind.key].pop(str(full), None) is None:
            self._unknown(version, kind, full, "drop", base)
        else:
            version.dropped[kind.key, str(full)] = full

    def _change(self, version: Version, kind: EntryKind, change: Record) -> None:
        name = _name_of(change, kind)
        found = version.entries[kind.key].get(str(name))
        if found is None:
            self._unknown(version, kind, name, "change", version)
        else:
            found.append(change)

    def _unknown(self, version: Version, kind: EntryKind, name: Text, verb: str,
                 known: Version) -> None:
        self.diagnostics.error("E515", name.position,
                               f"{version.entry.extends} has no {kind.noun} '{name}' to {verb}",
                               near=str(name), known=known.entries[kind.key],
                               within=kind.tables)

    def _add(self, version: Version, kind: EntryKind, entry: Record) -> None:
        name = str(_name_of(entry, kind))
        found = version.entries[kind.key].setdefault(name, [entry])
        if found[0] is not entry:
            self.diagnostics.error("E515", entry.position,
                                   f"{version.entry.extends} already has '{name}'; use change",
                                   [(found[0].position, "it is here")])


def _name_of(entry: Record, kind: EntryKind) -> Text:
    name = getattr(entry, kind.key)
    if kind.also:
        node = name if isinstance(name, Scalar) else name.node
        return _full_name(node, {key: getattr(entry, key) for key in kind.also})
    assert isinstance(name, Text)
    return name


def _full_name(name: Scalar, also: dict[str, Scalar | Text | bool | None]) -> Text:
    text = name.value
    for key, value in also.items():
        if isinstance(value, Scalar) and value.value != "true":
            text += f" {key} {value.value}"
        elif value:
            text += f" {key} {value}" if isinstance(value, Text) else f" {key}"
    result = Text(text)
    result.node = name
    return result


def _in_circle(name: str, waiting: dict[str, records.RevisionEntry]) -> bool:
    """Returns true if the chain of what a revision extends comes back to it."""
    at = name
    for _ in waiting:
        at = str(waiting[at].extends)
        if at not in waiting:
            return False
    return True


__all__ = ["EntryKind", "Overlays", "Version", "changes_of", "merged", "read_table"]
