"""Expands the tables to the encodings of every revision, sharing what revisions have in common."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...diagnostics import Note, listed
from ...expr import Language
from . import records
from .bits import bit_runs
from .conditions import Conditions
from .formats import Formats, apply_change, report_faulty
from .load import FORMATS, Tables
from .model import Encoding, Format, Layout, Model, Opcode, OpcodeFacts, Revision
from .versions import Version, merged

_MOST_PARAMETER = 255  # of the rows of encodings


def merged_opcode(changes: list[records.OpcodeChange]) -> records.OpcodeEntry:
    """The first entry with the keys of the later ones laid over it."""
    entry = merged(changes)
    assert isinstance(entry, records.OpcodeEntry)
    return entry


def number_places(changes: list[records.OpcodeChange]) -> dict[str, str]:
    """The table line of each number that an opcode gives to its format."""
    places: dict[str, str] = {}
    for change in changes:
        if change.has("opc"):
            places["opc"] = change.where("opc").provenance
        for name in change.parameters:
            places[str(name)] = change.where("parameters").provenance
    return places


class Resolver:
    """Builds the model of a run."""

    def __init__(self, tables: Tables, language: Language) -> None:
        self.tables = tables
        self.language = language
        self.diagnostics = tables.diagnostics
        self.opcodes: dict[str, Opcode] = {}
        self.unowned: dict[tuple[int, str], dict[str, Format]] = {}
        self.unowned_on: dict[tuple[int, str], Version] = {}
        self.layouts: dict[Any, Layout] = {}
        self.layout_names: set[str] = set()
        self.encodings: dict[tuple[Any, ...], Encoding] = {}
        # Opcodes by the entries they are made of, which revisions mostly share.
        self.done: dict[tuple[tuple[int, ...], tuple[int, ...]], OpcodeFacts | None] = {}

    def model(self) -> Model:
        revisions = []
        versions = sorted(self.tables.versions.values(), key=lambda v: v.entry.number)
        # The revision that the category tables describe comes first, so that enumerators stand
        # in the order of those tables and layouts carry plain names.
        versions.sort(key=lambda v: v.base is not None)
        for version in versions:
            revisions.append(self._revision(version))
        self._report_unowned()
        revisions.sort(key=lambda revision: revision.number)
        self._check_parts(revisions)
        opcodes = list(self.opcodes.values())
        encodings = [encoding for encoding in self.encodings.values()]
        for index, encoding in enumerate(encodings):
            encoding.index = index
        order = [revision.name for revision in revisions]
        for encoding in encodings:
            encoding.revisions.sort(key=order.index)
        for opcode in opcodes:
            for facts in opcode.facts:
                facts.revisions.sort(key=order.index)
            # The first entry stays first: it is the one that pages and enumerators show.
            opcode.facts[1:] = sorted(opcode.facts[1:], key=lambda f: order.index(f.revisions[0]))
        conditions = Conditions(self.language, {name: enum.names for name, enum in
                                                self.tables.enums.items()})
        return Model(self.tables.fields, self.tables.enums, self.tables.forms, revisions, opcodes,
                     list(self.layouts.values()), encodings, self.tables.registers, conditions,
                     self.tables.word_bits)

    def _revision(self, version: Version) -> Revision:
        entry = version.entry
        revision = Revision(str(entry.revision), str(entry.doc), entry.number, entry.parts,
                            entry.position, entry.where("parts"), version)
        if entry.extends is not None:
            revision.extends = str(entry.extends)
        formats = Formats(self.tables, version)
        with self.diagnostics.noting(version.overlay):
            for name in version.formats:
                formats.get(name)
            for name, changes in version.opcodes.items():
                for encoding in self._opcode(name, changes, version, formats):
                    encoding.revisions.append(revision.name)
                    revision.encodings.append(encoding)
        return revision

    def _opcode(self, name: str, changes: list[records.OpcodeChange], version: Version,
                formats: Formats) -> list[Encoding]:
        bases = [formats.get(str(wanted)) for wanted in
                 next(change.format for change in reversed(changes) if change.format is not None)
                 if str(wanted) in version.formats]
        key = (tuple(map(id, changes)), tuple(map(id, bases)))
        if key not in self.done:
            self.done[key] = self._expand(name, changes, version, formats)
        facts = self.done[key]
        if facts is None:
            return []
        facts.revisions.append(version.name)
        return facts.encodings

    def _expand(self, name: str, changes: list[records.OpcodeChange], version: Version,
                formats: Formats) -> OpcodeFacts | None:
        """Returns the facts about an opcode, with an encoding for each of its formats."""
        entry = merged_opcode(changes)
        facts: OpcodeFacts | None = None
        for format_name in entry.format:
            if str(format_name) in self.tables.lost:
                report_faulty(format_name, self.diagnostics)
                continue
            if str(format_name) not in version.formats:
                self.diagnostics.error("E506", format_name.position,
                                       f"there is no format '{format_name}'",
                                       near=str(format_name), known=version.formats,
                                       within=FORMATS)
                continue
            base = formats.get(str(format_name))
            if base is None:
                report_faulty(format_name, self.diagnostics)
                continue
            own = replace(base, entries=list(base.entries), pieces=dict(base.pieces),
                          kinds=dict(base.kinds), places=dict(base.places),
                          vectors=dict(base.vectors))
            different = False
            for change in changes:
                apply_change(own, change, self.tables.word_bits, self.diagnostics)
                different = different or change.has("bits") or change.has("pieces") or \
                    change.has("text")
            if different:
                own.name = name
            if facts is None:
                opcode = self.opcodes.setdefault(name, Opcode(name, self._category(own)))
                facts = OpcodeFacts(opcode, entry, own.timing or "", own.kinds, own.properties,
                                    own.action, own.vectors, own.memory)
                opcode.facts.append(facts)
            encoding = self._encoding(facts.opcode, entry, own, version, number_places(changes))
            if encoding is not None:
                facts.encodings.append(encoding)
        return facts

    def _category(self, own: Format) -> int:
        for entry in own.entries:
            if entry.kind == "fixed" and entry.bits == self.tables.category:
                return int(entry.pattern, 2)
        return 0

    def _encoding(self, opcode: Opcode, entry: records.OpcodeEntry, own: Format,
                  version: Version, places: dict[str, str]) -> Encoding | None:
        mask = match = free = owned = 0
        numbers = {str(name): value for name, value in entry.parameters.items()}
        if entry.opc is not None:
            numbers["opc"] = entry.opc
        used: set[str] = set()
        failed = False
        for item in own.entries:
            owned |= item.bits.mask
            if item.kind == "fixed" or item.fixed:
                mask |= item.bits.mask
                match |= item.bits.scatter(int(item.pattern, 2))
            elif item.kind == "number":
                if item.name not in numbers:
                    key = "opc" if item.name == "opc" else f"parameters: {item.name}"
                    self.diagnostics.error(
                        "E514", entry.position,
                        f"'{opcode.name}' does not give the number '{key}' of its format",
                        [(item.position, "the format asks for it here")])
                    failed = True
                    continue
                used.add(item.name)
                if numbers[item.name] >> item.bits.width:
                    self.diagnostics.error(
                        "E505", entry.where("opc" if item.name == "opc" else "parameters"),
                        f"{numbers[item.name]} does not fit the {item.bits.width} bits of "
                        f"'{item.name}'", [(item.position, "they are here")])
                    failed = True
                    continue
                mask |= item.bits.mask
                match |= item.bits.scatter(numbers[item.name])
            elif item.kind in ("free", "expect"):
                free |= item.bits.mask
                if item.kind == "expect":
                    match |= item.bits.scatter(int(item.pattern, 2))
        word = (1 << self.tables.word_bits) - 1
        if owned != word:
            if not own.broken and self.tables.word_read:
                self._unowned(own, word & ~owned, version)
            failed = True
        parameters: dict[str, int] = {}
        for name, kind in own.parameters.items():
            if name not in numbers:
                self.diagnostics.error("E514", entry.position,
                                       f"'{opcode.name}' does not give the parameter '{name}' of "
                                       f"its format '{own.name}'")
                failed = True
                continue
            if kind == "flag" and numbers[name] > 1:
                self.diagnostics.error("E514", entry.where("parameters"),
                                       f"the parameter '{name}' of the format '{own.name}' is a "
                                       "flag: 0 or 1")
                failed = True
            elif numbers[name] > _MOST_PARAMETER:
                self.diagnostics.error("E505", entry.where("parameters"),
                                       f"the parameter '{name}' is at most {_MOST_PARAMETER}")
                failed = True
            parameters[name] = numbers[name]
        for name in numbers:
            # Bits that could not be read may have been those of a number.
            if name not in parameters and name not in used and not own.broken:
                self.diagnostics.error(
                    "E514", entry.where("opc" if name == "opc" else "parameters"),
                    f"the format of '{opcode.name}' asks for no number '{name}'")
                failed = True
        if failed:
            return None
        layout = self._layout(own, version)
        identity = (opcode.name, layout.name, mask, match, free, tuple(sorted(parameters.items())),
                    entry.when.value if entry.when else "")
        encoding = self.encodings.get(identity)
        if encoding is None:
            encoding = Encoding(opcode, layout, mask, match, free, parameters, own, places,
                                entry.when)
            self.encodings[identity] = encoding
            opcode.encodings.append(encoding)
        return encoding

    def _layout(self, own: Format, version: Version) -> Layout:
        # Fixed and free bits belong to the encoding, so layouts that differ only in these are
        # shared.
        abstract = replace(own, entries=[entry for entry in own.entries if entry.kind not in
                                         ("fixed", "free", "expect", "number")])
        key = abstract.key()
        layout = self.layouts.get(key)
        if layout is None:
            name = own.name.replace(".", "_")
            if name in self.layout_names:
                name += f"_{version.entry.revision}"
            self.layout_names.add(name)
            layout = Layout(name, abstract, own.entry.position, version.overlay)
            self.layouts[key] = layout
        return layout

    def _unowned(self, own: Format, bits: int, version: Version) -> None:
        """Notes bits of a format that nothing owns, by what it extends in the end."""
        root = own.entry
        while root.extends is not None and str(root.extends) in version.formats:
            first = version.formats[str(root.extends)][0]
            assert isinstance(first, records.FormatEntry)
            root = first
        key = (bits, str(root.format))
        self.unowned.setdefault(key, {}).setdefault(own.name, own)
        self.unowned_on.setdefault(key, version)

    def _report_unowned(self) -> None:
        for (bits, root), found in self.unowned.items():
            formats = dict(sorted(found.items(), key=lambda item: item[1].entry.position.line))
            names = listed((f"'{name}'" for name in formats), joined="and")
            many = "s" if len(formats) > 1 else ""
            notes: list[Note] = [(None, f"they all extend '{root}'")] if many else []
            version = self.unowned_on[bits, root]
            if version.base is not None:
                notes.append((version.entry.position, f"on '{version.name}'"))
            runs = bit_runs(bits)
            one = runs.isdigit()
            self.diagnostics.error(
                "E504", next(iter(formats.values())).entry.position,
                f"bit{'' if one else 's'} {runs} of the format{many} {names} "
                f"{'is' if one else 'are'} neither fixed, nor a field, nor declared free", notes)

    def _check_parts(self, revisions: list[Revision]) -> None:
        owners: dict[int, Revision] = {}
        for revision in revisions:
            for part in revision.parts:
                other = owners.setdefault(part, revision)
                if other is not revision:
                    self.diagnostics.error("E516", revision.parts_position,
                                           f"the part {part} belongs to '{other.name}' too",
                                           [(other.parts_position, "it is listed here")])
