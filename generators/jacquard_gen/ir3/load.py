"""Reads the ir3 tables and works out what every revision has.

The category tables describe the first revision of revisions.yaml; every table that is a mapping
with the key `revision` is an overlay. An overlay's changes are laid over the entries of the
revision it extends, in the order of the chain, and inheritance between formats is resolved after
that, so that a changed format changes all that extend it.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field
from typing import TypeVar

from ..diagnostics import Diagnostics
from ..families import expand
from ..groups import Context
from ..schema import FAILED, Record, Text, load_entries, load_record
from ..source import Mapping, Node, Scalar, Sequence
from . import records
from .bits import Entry, EntryParser, parse_range
from .model import Enumeration, Format

FOLDER = "ir3"
OTHER_TABLES = ("timing.yaml", "select.yaml", "machine.yaml", "slots.yaml")
R = TypeVar("R", bound=Record)


@dataclass
class Version:
    """The entries of one revision, changes not yet laid over."""

    entry: records.RevisionEntry
    formats: dict[str, list[records.FormatChange]] = field(default_factory=dict)
    opcodes: dict[str, list[records.OpcodeChange]] = field(default_factory=dict)


class Tables:
    """All ir3 tables of one run."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.diagnostics = context.diagnostics
        self.fields: dict[str, records.FieldEntry] = {}
        self.enums: dict[str, Enumeration] = {}
        self.forms: dict[str, records.FormEntry] = {}
        self.versions: dict[str, Version] = {}
        # Formats whose entries could not be read, which was reported.
        self.lost: set[str] = set()
        # Resolved formats by the entries they are made of, which revisions mostly share.
        self.resolved: dict[tuple[int, ...], Format | None] = {}
        self._load()

    def _load(self) -> None:
        names = {name.split("/", 1)[1] for name in self.context.names(FOLDER)}
        names |= {f"{kind}.yaml" for kind in ("fields", "enums", "operands", "revisions")}
        trees = {name: self.context.table(f"{FOLDER}/{name}") for name in sorted(names)
                 if name not in OTHER_TABLES}
        overlays: dict[str, records.OverlayEntry] = {}
        # Overlays stand in files of their names; what extends a broken one is not at fault.
        broken = {name.removesuffix(".yaml") for name, tree in trees.items() if tree is None}
        for name, tree in trees.items():
            if isinstance(tree, Mapping) and "revision" in tree.entries:
                entry = load_record(records.OverlayEntry, tree, self.diagnostics)
                if entry is None:
                    broken.add(name.removesuffix(".yaml"))
                else:
                    self._unique(overlays, str(entry.revision), entry)
        self.fields = self._named(records.FieldEntry, "field", trees)
        for enum in self._named(records.EnumEntry, "enum", trees).values():
            self._enumeration(enum)
        self.forms = self._named(records.FormEntry, "form", trees, "operands")
        formats = self._named(records.FormatEntry, "format", trees)
        for file, tree in trees.items():
            if file.startswith("formats") and isinstance(tree, Sequence):
                for item in tree.items:
                    self._lose(item, formats)
        bases = self._named(records.RevisionEntry, "revision", trees)
        opcodes = self._named(records.OpcodeEntry, "op", trees, "cat")
        for base_name, base in bases.items():
            self.versions[base_name] = Version(
                base, {name: [entry] for name, entry in formats.items()},
                {name: [entry] for name, entry in opcodes.items()})
        self._overlays(overlays, broken)

    def _named(self, kind: type[R], name: str, trees: dict[str, Node | None],
               prefix: str = "") -> dict[str, R]:
        """The entries of every table whose file name begins with the prefix (`formats`)."""
        prefix = prefix or name + "s"
        result: dict[str, R] = {}
        for file, tree in trees.items():
            if file.startswith(prefix):
                for entry in load_entries(kind, tree, self.diagnostics):
                    self._unique(result, str(getattr(entry, name)), entry)
        return result

    def _lose(self, node: Node, read: Container[str] = ()) -> None:
        name = node.get("format") if isinstance(node, Mapping) else None
        if isinstance(name, Scalar) and name.value not in read:
            self.lost.add(name.value)

    def _unique(self, found: dict[str, R], name: str, entry: R) -> None:
        first = found.setdefault(name, entry)
        if first is not entry:
            self.diagnostics.error("E118", entry.position,
                                   f"there is another entry named '{name}'",
                                   [(first.position, "it is here")])

    def _enumeration(self, entry: records.EnumEntry) -> None:
        values: dict[str, int] = {}
        texts: dict[int, str] = {}
        for name, value in entry.values.items():
            number = value if isinstance(value, int) else value.value
            other = next((known for known, taken in values.items() if taken == number), None)
            if other is not None:
                self.diagnostics.error("E520", name.position,
                                       f"'{name}' and '{other}' of {entry.enum} are both {number}")
            values[str(name)] = number
            text = None if isinstance(value, int) else value.text
            texts[number] = str(name) if text is None else str(text)
        sets: dict[str, int] = {}
        for name, members in entry.sets.items():
            mask = 0
            for member in members:
                if str(member) not in values:
                    self.diagnostics.error("E506", member.position,
                                           f"'{member}' is no value of {entry.enum}",
                                           near=str(member), known=values)
                else:
                    mask |= 1 << values[str(member)]
            sets[str(name)] = mask
        self.enums[str(entry.enum)] = Enumeration(entry, values, texts, sets)

    def _overlays(self, overlays: dict[str, records.OverlayEntry], broken: set[str]) -> None:
        waiting = dict(overlays)
        while waiting:
            ready = [name for name, entry in waiting.items() if str(entry.extends) in self.versions]
            if not ready:
                for entry in waiting.values():
                    if self._in_circle(str(entry.revision), waiting):
                        self.diagnostics.error("E507", entry.extends.position,
                                               f"'{entry.revision}' extends itself in a circle")
                    elif str(entry.extends) not in broken:
                        self.diagnostics.error(
                            "E506", entry.extends.position,
                            f"there is no revision '{entry.extends}'", near=str(entry.extends),
                            known=list(self.versions) + list(overlays))
                return
            for name in ready:
                entry = waiting.pop(name)
                self.versions[name] = self._overlay(entry, self.versions[str(entry.extends)])

    @staticmethod
    def _in_circle(name: str, waiting: dict[str, records.OverlayEntry]) -> bool:
        """Whether the chain of what a revision extends comes back to it."""
        at = name
        for _ in waiting:
            at = str(waiting[at].extends)
            if at not in waiting:
                return False
        return True

    def _overlay(self, entry: records.OverlayEntry, base: Version) -> Version:
        version = Version(entry, {name: list(found) for name, found in base.formats.items()},
                          {name: list(found) for name, found in base.opcodes.items()})
        for node in self._items(entry.drop):
            dropped = load_record(records.Drop, node, self.diagnostics)
            if dropped is not None and version.opcodes.pop(str(dropped.op), None) is None:
                self.diagnostics.error("E515", dropped.op.position,
                                       f"{entry.extends} has no opcode '{dropped.op}' to drop",
                                       near=str(dropped.op), known=base.opcodes)
        for node in self._items(entry.change):
            if "format" in node.entries and "op" not in node.entries:
                change = load_record(records.FormatChange, node, self.diagnostics)
                if change is not None:
                    self._change(version.formats, change.format, change, "format", entry)
            else:
                other = load_record(records.OpcodeChange, node, self.diagnostics)
                if other is not None:
                    self._change(version.opcodes, other.op, other, "opcode", entry)
        for node in self._items(entry.add):
            if "op" in node.entries:
                opcode = load_record(records.OpcodeEntry, node, self.diagnostics)
                if opcode is not None:
                    self._add(version.opcodes, str(opcode.op), opcode, entry)
            else:
                added = load_record(records.FormatEntry, node, self.diagnostics)
                if added is not None:
                    self._add(version.formats, str(added.format), added, entry)
                else:
                    self._lose(node)
        return version

    def _items(self, node: Node | None) -> list[Mapping]:
        if node is None:
            return []
        if not isinstance(node, Sequence):
            self.diagnostics.error("E112", node.position(),
                                   f"a list is expected here, not {node.kind}")
            return []
        result: list[Mapping] = []
        for item in node.items:
            if isinstance(item, Mapping):
                result += expand(item, self.diagnostics)
            else:
                self.diagnostics.error("E106", item.position(),
                                       f"an entry must be a mapping, not {item.kind}")
        return result

    def _change(self, found: dict[str, list[R]], name: Text, change: R, noun: str,
                overlay: records.OverlayEntry) -> None:
        if str(name) in found:
            found[str(name)].append(change)
        else:
            self.diagnostics.error("E515", name.position,
                                   f"{overlay.extends} has no {noun} '{name}' to change",
                                   near=str(name), known=found)

    def _add(self, found: dict[str, list[R]], name: str, entry: R,
             overlay: records.OverlayEntry) -> None:
        if name in found:
            self.diagnostics.error("E515", entry.position,
                                   f"{overlay.extends} already has '{name}'; use change",
                                   [(found[name][0].position, "it is here")])
        else:
            found[name] = [entry]


def lay_over(entries: list[Entry], own: dict[str, tuple[Scalar, Node]], width: int,
             diagnostics: Diagnostics) -> tuple[list[Entry], bool]:
    """The entries with those of `own` in place of what shares a bit with them, and whether all of
    these could be read."""
    parser = EntryParser(diagnostics)
    added: list[Entry] = []
    seen = 0
    good = True
    for key, value in own.values():
        bits = parse_range(key, width, diagnostics)
        if bits is None:
            good = False
            continue
        if seen & bits.mask:
            other = next(entry for entry in added if entry.bits.mask & bits.mask)
            notes = [(other.position, "those are here")] if other.position else None
            diagnostics.error("E503", key.position(),
                              f"bits {bits} and {other.bits} overlap", notes)
            good = False
            continue
        entry = parser.parse(bits, value)
        if entry is None:
            good = False
        else:
            seen |= bits.mask
            added.append(entry)
    return [entry for entry in entries if not entry.bits.mask & seen] + added, good


class Formats:
    """The resolved formats of one revision."""

    def __init__(self, tables: Tables, version: Version) -> None:
        self.tables = tables
        self.version = version
        self.diagnostics = tables.diagnostics
        self._resolved: dict[str, Format | None] = {}
        self._broken: set[str] = set()

    def get(self, name: str) -> Format | None:
        if name not in self._resolved:
            shared = self.tables.resolved
            key = self._key(name)
            if key not in shared:
                self._resolved[name] = None
                shared[key] = self._resolve(name, [name])
            self._resolved[name] = shared[key]
        return self._resolved[name]

    def _key(self, name: str) -> tuple[int, ...]:
        """The entries that a format of this revision is made of."""
        key: list[int] = []
        seen: set[str] = set()
        while name in self.version.formats and name not in seen:
            seen.add(name)
            changes = self.version.formats[name]
            key += [id(change) for change in changes]
            name = next((str(change.extends) for change in reversed(changes)
                         if change.extends is not None), "")
        return tuple(key)

    def _resolve(self, name: str, chain: list[str]) -> Format | None:
        changes = self.version.formats[name]
        entry = changes[0]
        assert isinstance(entry, records.FormatEntry)
        base: Format | None = None
        extends = next((change.extends for change in reversed(changes)
                        if change.extends is not None), None)
        if extends is not None:
            parent = str(extends)
            if parent in self.tables.lost:
                return None
            if parent not in self.version.formats:
                self.diagnostics.error("E506", extends.position,
                                       f"there is no format '{parent}'", near=parent,
                                       known=self.version.formats)
                return None
            if parent in chain:
                circle = chain[chain.index(parent):]
                self.diagnostics.error("E507", extends.position,
                                       f"the format '{name}' extends itself: "
                                       + " → ".join([name] + circle))
                self._broken |= set(circle)
            if parent in self._broken:
                return None
            if self._resolved.get(parent) is None:
                key = self._key(parent)
                if self.tables.resolved.get(key) is None:
                    self.tables.resolved[key] = self._resolve(parent, chain + [parent])
                self._resolved[parent] = self.tables.resolved[key]
            base = self._resolved[parent]
            if base is None:
                return None
        result = Format(name, entry, [], {}, None, None, (), {})
        if base is not None:
            result = Format(name, entry, list(base.entries), dict(base.pieces), base.text,
                            base.timing, base.parameters, dict(base.kinds), dict(base.places),
                            base.properties, base.action, base.broken)
        for change in changes:
            apply_change(result, change, self.diagnostics)
        return result


def apply_change(result: Format, change: records.FormatChange | records.OpcodeChange,
                 diagnostics: Diagnostics) -> None:
    """Lays the bits and texts that an entry names over those of a format."""
    bits = change.node.get("bits")
    if isinstance(bits, Mapping):
        result.entries, good = lay_over(result.entries, bits.entries, 64, diagnostics)
        result.broken = result.broken or not good
    for name, text in change.pieces.items():
        result.pieces[str(name)] = str(text)
        result.places[str(name)] = text.node
    if change.text is not None:
        result.text = str(change.text)
        result.places[""] = change.text.node
    if change.timing is not None:
        result.timing = change.timing
    if isinstance(change, records.FormatChange) and change.has("parameters"):
        result.parameters = tuple(str(name) for name in change.parameters)
    for name, kinds in change.kinds.items():
        result.kinds[str(name)] = [str(kind) for kind in kinds]
    result.properties += tuple(str(name) for name in change.properties
                               if str(name) not in result.properties)
    if change.action is not None:
        result.action = str(change.action)


__all__ = ["FAILED", "FOLDER", "Formats", "Tables", "Version", "apply_change", "lay_over"]
