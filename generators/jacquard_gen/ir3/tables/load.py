"""Reads the ir3 tables: what all revisions share, and the entries that each revision has.

`defs/ir3/isa` describes the instruction set, `defs/ir3/revisions` has a file for each revision, and
the tables beside these folders say what else belongs to one. What overlays do is in `versions`.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any, TypeVar

from ...groups import Context
from ...schema import Record, load_entries, load_record
from ...source import Mapping, Node, Scalar, Sequence
from . import cost, records, timing
from ..select import memory_records as memory, records as select, texture_records as texture
from .bits import Range, parse_range
from .model import MOST_BITS, Enumeration, Format
from .versions import EntryKind, Overlays, Version, read_table

ISA = "ir3/isa"
WORD = f"{ISA}/word.yaml"
INSTRUCTIONS = ("cat", "instructions")
"""How the names of the tables begin that have instructions."""
REVISIONS = "ir3/revisions"
SELECT = "ir3/select"
FORMATS = (f"{ISA}/formats", REVISIONS)
"""How the names of the tables begin that have formats."""
# The kinds of entry that overlays drop, change and add. An entry may name others by the key of
# their kind: the first of these keys that it has is its own.
KINDS = [
    EntryKind("op", "opcode", records.OpcodeEntry, records.OpcodeChange,
              (f"{ISA}/cat", REVISIONS)),
    EntryKind("format", "format", records.FormatEntry, records.FormatChange, FORMATS),
    *cost.KINDS,
    *timing.KINDS,
    select.KIND,
    *texture.KINDS,
    *memory.KINDS,
]
_KINDS_OF = {texture.TABLE: texture.KINDS, memory.TABLE: memory.KINDS}
R = TypeVar("R", bound=Record)


class Tables:
    """All ir3 tables of one run."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.diagnostics = context.diagnostics
        self.fields: dict[str, records.FieldEntry] = {}
        self.enums: dict[str, Enumeration] = {}
        self.forms: dict[str, records.FormEntry] = {}
        self.registers: dict[str, records.RegisterEntry] = {}
        self.versions: dict[str, Version] = {}
        self.word_bits = MOST_BITS
        self.category: Range | None = None
        self.word_read = False  # else nothing is known of how many bits there are
        # Formats whose entries could not be read, which was reported.
        self.lost: set[str] = set()
        # False if a part of the timing could not be read: then missing entries are not reported.
        self.timing_read = False
        self.costs_read = False  # the same of the costs
        # Resolved formats by the entries they are made of, which revisions mostly share.
        self.resolved: dict[tuple[int, ...], Format | None] = {}
        self._load()

    def _load(self) -> None:
        names = set(self.context.names(ISA))
        needed = ["fields", "operands"] + \
            (["enums", "registers"] if self.context.serves_library else [])
        names |= {f"{ISA}/{kind}.yaml" for kind in needed}
        self._load_word()
        trees = {name.rpartition("/")[2]: self.context.table(name) for name in sorted(names)}
        self.fields = self._named(records.FieldEntry, "field", trees)
        for enum in self._named(records.EnumEntry, "enum", trees).values():
            self._enumeration(enum)
        self.forms = self._named(records.FormEntry, "form", trees, "operands")
        self.registers = self._named(records.RegisterEntry, "registers", trees, "registers")
        formats = self._named(records.FormatEntry, "format", trees)
        for file, tree in trees.items():
            if file.startswith("formats") and isinstance(tree, Sequence):
                for item in tree.items:
                    self._lose(item, formats)
        opcodes = self._named(records.OpcodeEntry, "op", trees, INSTRUCTIONS)
        before = len(self.diagnostics)
        timings = read_table(self.context.table(timing.TABLE), timing.KINDS, self.diagnostics)
        self.timing_read = len(self.diagnostics) == before
        before = len(self.diagnostics)
        costs = self._kinds(cost.TABLE, cost.KINDS)
        self.costs_read = len(self.diagnostics) == before and self.context.serves_library
        tables: dict[str, dict[str, list[Any]]] = {
            "op": {name: [entry] for name, entry in opcodes.items()},
            "format": {name: [entry] for name, entry in formats.items()}, **timings,
            **costs, **self._selection()}
        revisions, broken = self._revisions()
        overlays = Overlays(KINDS, self.diagnostics, self._lose)
        self.versions = overlays.run(revisions, broken, tables)

    def _load_word(self) -> None:
        words = load_entries(records.WordEntry, self.context.table(WORD), self.diagnostics)
        for extra in words[1:]:
            self.diagnostics.error("E118", extra.position,
                                   "an instruction set has words of one kind",
                                   [(words[0].position, "they are described here")])
        self.word_read = bool(words)
        if words:
            self.word_bits = words[0].bits
            if words[0].category is not None:
                self.category = parse_range(words[0].category.node, self.word_bits,
                                            self.diagnostics)

    def _kinds(self, name: str, kinds: list[EntryKind]) -> dict[str, dict[str, list[Any]]]:
        """The entries of a table of several kinds. A machine that the library does not compile for
        may lack it."""
        root = self.context.table(name) if self.context.has(name) else None
        if root is None:
            return {kind.key: {} for kind in kinds}
        return read_table(root, kinds, self.diagnostics)

    def _selection(self) -> dict[str, dict[str, list[Any]]]:
        found: dict[str, dict[str, list[Any]]] = {
            kind.key: {} for kind in (select.KIND, *texture.KINDS, *memory.KINDS)}
        needed = {f"{SELECT}/alu.yaml", texture.TABLE, memory.TABLE} \
            if self.context.serves_library else set()
        for name in sorted({*self.context.names(SELECT)} | needed):
            table = self._kinds(name, _KINDS_OF.get(name, [select.KIND]))
            for kind, entries in table.items():
                found[kind].update(entries)
        return found

    def _revisions(self) -> tuple[dict[str, records.RevisionEntry], set[str]]:
        """The revisions by name, and the names of those whose files cannot be read."""
        found: dict[str, records.RevisionEntry] = {}
        broken: set[str] = set()
        if not self.context.serves_library:
            self.context.tables(REVISIONS)  # that there are none is reported
        for name in self.context.names(REVISIONS):
            tree = self.context.table(name)
            entry = None
            if isinstance(tree, Mapping):
                entry = load_record(records.RevisionEntry, tree, self.diagnostics)
            elif tree is not None:
                self.diagnostics.error("E112", tree.position(),
                                       f"a revision is expected here, not {tree.kind}")
            if entry is None:
                broken.add(name.rpartition("/")[2].removesuffix(".yaml"))
            else:
                self._unique(found, str(entry.revision), entry)
        return found, broken

    def _named(self, kind: type[R], name: str, trees: dict[str, Node | None],
               prefix: str | tuple[str, ...] = "") -> dict[str, R]:
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
                                   [(first.position, "it is here")], misnamed=True)

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
                                           f"'{member}' is not a value of {entry.enum}",
                                           near=str(member), known=values)
                else:
                    mask |= 1 << values[str(member)]
            sets[str(name)] = mask
        self.enums[str(entry.enum)] = Enumeration(entry, values, texts, sets)
