"""The formats of a revision with everything they inherit.

Inheritance between formats is resolved after the changes of overlays are laid over them, so that a
changed format changes all that extend it.
"""

from __future__ import annotations

from ...diagnostics import Diagnostics
from ...schema import Text
from ...source import Mapping, Node, Scalar
from . import records
from .bits import Entry, EntryParser, parse_range
from .load import FORMATS, Tables
from .model import Format
from .versions import Version


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
                report_faulty(extends, self.diagnostics)
                return None
            if parent not in self.version.formats:
                self.diagnostics.error("E506", extends.position,
                                       f"there is no format '{parent}'", near=parent,
                                       known=self.version.formats, within=FORMATS)
                return None
            if parent in chain:
                circle = chain[chain.index(parent):]
                self.diagnostics.error("E507", extends.position,
                                       f"the format '{name}' extends itself: "
                                       + " → ".join([name] + circle))
                self._broken |= set(circle)
                return None
            if parent in self._broken:
                report_faulty(extends, self.diagnostics)
                return None
            if self._resolved.get(parent) is None:
                key = self._key(parent)
                if self.tables.resolved.get(key) is None:
                    self.tables.resolved[key] = self._resolve(parent, chain + [parent])
                self._resolved[parent] = self.tables.resolved[key]
            base = self._resolved[parent]
            if base is None:
                if parent not in self._broken:
                    report_faulty(extends, self.diagnostics)
                return None
        result = Format(name, entry, [], {}, None, None, {}, {})
        if base is not None:
            result = Format(name, entry, list(base.entries), dict(base.pieces), base.text,
                            base.timing, dict(base.parameters), dict(base.kinds), dict(base.places),
                            base.properties, base.action, dict(base.vectors), base.memory,
                            base.older, base.marks_count,
                            base.broken)
        for change in changes:
            apply_change(result, change, self.tables.word_bits, self.diagnostics)
        return result


def report_faulty(name: Text, diagnostics: Diagnostics) -> None:
    """Says that something cannot be read since a format that it names has faults, which were
    reported: what depends on the former follows from them as well."""
    diagnostics.error("E506", name.position, f"the format '{name}' has faults", called=str(name),
                      within=FORMATS)


def apply_change(result: Format, change: records.FormatChange | records.OpcodeChange,
                 word_bits: int, diagnostics: Diagnostics) -> None:
    """Lays the bits and texts that an entry names over those of a format."""
    bits = change.node.get("bits")
    if isinstance(bits, Mapping):
        result.entries, good = lay_over(result.entries, bits.entries, word_bits,
                                        diagnostics)
        result.broken = result.broken or not good
    for name, text in change.pieces.items():
        result.pieces[str(name)] = str(text)
        result.places[str(name)] = text.node
    if change.text is not None:
        result.text = str(change.text)
        result.places[""] = change.text.node
    if change.has("older"):
        result.older = tuple(str(text) for text in change.older)
    if isinstance(change, records.FormatChange) and change.has("marks_count"):
        result.marks_count = change.marks_count
    if change.timing is not None:
        result.timing = change.timing
    if isinstance(change, records.FormatChange) and change.has("parameters"):
        result.parameters = {str(name): str(kind) for name, kind in change.parameters.items()}
    for name, kinds in change.kinds.items():
        result.kinds[str(name)] = [str(kind) for kind in kinds]
    for name, length in change.vectors.items():
        result.vectors[str(name)] = str(length)
    result.properties += tuple(str(name) for name in change.properties
                               if str(name) not in result.properties)
    if change.action is not None:
        result.action = str(change.action)
    if change.memory is not None:
        result.memory = str(change.memory)
