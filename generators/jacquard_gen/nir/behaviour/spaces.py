"""Memory spaces: what each is shared by, how it is addressed, who may write it.

A space is an entry in any table of `nir/intrinsics`, beside the intrinsics that access it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ...diagnostics import Diagnostics
from ...schema import (FLAG, NAME, TEXT, Integer, Record, Text, choice, key, list_of)
from ..enums import EnumType

ADDRESSED_BY = {
    "offset": "By the distance from its start.",
    "buffer": "By the number of a buffer and the distance from its start.",
    "address": "By an address of 64 bits.",
    "slot": "By slots of four words, of which each invocation has its own.",
    "component": "By components, each of which takes what an offset counts, whatever its width.",
    "value": "Not as memory: each component is asked for when it is read.",
}
SHARED_BY = {
    "invocation": "Nobody: each invocation has its own.",
    "wave": "The invocations that run together.",
    "workgroup": "The invocations of a work group.",
    "device": "All invocations.",
}
WRITTEN = {
    "never": "Nothing writes it while the shader runs.",
    "in_preamble": "Only what is done once before all invocations writes it, by the first active "
                   "invocation.",
    "always": "It may change at any time.",
}
BOUNDS = {
    "checked": "An access outside is an error of the program; it reads 0 and writes nothing.",
    "robust": "An access outside reads 0 and writes nothing, so a load may be done where the "
              "program would not have done it.",
}
LAYOUTS = {
    "scalar": "Without gaps.",
    "std140": "As constant buffers are laid out.",
    "std430": "As storage buffers are laid out.",
    "vec4_slots": "In slots of four words.",
}
BYTES_OF = {"bytes": 1, "words": 4, "double_words": 8, "vec4": 16, "elements": 0}
COUNTS = {"bytes": "Bytes.", "words": "Four bytes.", "double_words": "Eight bytes.",
          "vec4": "Sixteen bytes."}
GIVEN_SHARES = ("workgroup", "device")


class MemorySpace(Record):
    """A memory space."""

    space: Text = key(NAME, "Name of the space.", required=True)
    doc: Text = key(TEXT, "A sentence for the reference page.", required=True)
    shared_by: Text = key(choice(SHARED_BY), "Who sees the same memory.", required=True)
    addressed_by: Text = key(choice(ADDRESSED_BY), "How a place in it is named.", required=True)
    counts: Text = key(choice(COUNTS), "What offsets count.", default=Text("bytes"))
    written: Text = key(choice(WRITTEN), "When it may change.", required=True)
    bounds: Text = key(choice(BOUNDS), "What an access outside does.", default=Text("checked"))
    wide: bool = key(FLAG, "Whether accesses to neighbouring places may be joined.", default=False)
    modes: list[Text] = key(list_of(NAME), "Modes of the variables that live in it.", default=[])
    layout: Text = key(choice(LAYOUTS), "How the interpreter lays out variables in it.",
                       default=Text("scalar"))
    per_vertex: Text | None = key(NAME, "The space of variables that have an element for each "
                                  "vertex.")
    lowered_to: Text | None = key(NAME, "The space that accesses to its variables go to when they "
                                  "are lowered.")
    overlaps: list[Text] = key(list_of(NAME), "Spaces in which the same bytes may be found.",
                               default=[])
    view_of: Text | None = key(NAME, "The space of which it is another view.")
    given: Text | None = key(NAME, "What the environment of the interpreter calls it; none: as it "
                             "is called here.")
    parts: Text | None = key(NAME, "For slots of which there are several sets: what the "
                             "environment counts them as.")
    bytes: int | None = key(Integer(1, 1 << 20), "How much of it there is, for a space that the "
                            "environment does not give.")
    initialised: bool = key(FLAG, "Whether it holds what its variables begin with, unless the "
                            "environment gives it.", default=False)


@dataclass
class SpaceRow:
    """A space for the templates. `number` is the enumerator's; `alias_class` is the same for
    spaces in which the same bytes may be found, -1 where nothing changes."""

    entry: MemorySpace
    number: int
    alias_class: int = -1
    storage: str = ""
    per_vertex_of: str = ""
    overlaps: set[str] = field(default_factory=set)

    @property
    def name(self) -> str:
        return str(self.entry.space)

    @property
    def doc(self) -> str:
        return str(self.entry.doc)

    @property
    def provenance(self) -> str:
        return self.entry.provenance

    @property
    def unit(self) -> int:
        return BYTES_OF[self.entry.counts]

    @property
    def is_view(self) -> bool:
        return self.entry.view_of is not None

    @property
    def is_given(self) -> bool:
        """Returns true if the environment of the interpreter gives its bytes."""
        return not self.is_view and self.entry.addressed_by != "value" and \
            (self.entry.addressed_by == "slot" or self.entry.shared_by in GIVEN_SHARES)

    @property
    def is_own(self) -> bool:
        """Returns true if the interpreter has room for it itself."""
        return not self.is_view and self.entry.addressed_by != "value" and not self.is_given

    @property
    def member(self) -> str:
        """The name that the environment of the interpreter gives it."""
        return str(self.entry.given or self.entry.space)

    @property
    def given_type(self) -> str:
        """The C++ type of what the environment of the interpreter gives."""
        changes = self.entry.written != "never"
        if self.entry.addressed_by == "slot":
            return "OutputWords" if changes else "InputWords"
        span = "std::span<std::byte>" if changes else "std::span<const std::byte>"
        return f"std::span<const {span}>" if self.entry.addressed_by == "buffer" else span

    @property
    def lowered(self) -> str:
        return str(self.entry.lowered_to or self.entry.space)

    @property
    def changes(self) -> bool:
        """Returns true if accesses of the shader may see it change."""
        return self.entry.written == "always"


def checked(entries: Iterable[MemorySpace], words: dict[str, EnumType],
            diagnostics: Diagnostics) -> dict[str, SpaceRow]:
    """The spaces by name, in the order of their names."""
    rows = {str(entry.space): SpaceRow(entry, 0) for entry in entries}
    rows = dict(sorted(rows.items()))
    for number, row in enumerate(rows.values()):
        row.number = number
        row.storage = row.name
    modes = [value.word for value in words["VariableMode"].values] if "VariableMode" in words \
        else []
    homes: dict[str, MemorySpace] = {}
    members: dict[str, MemorySpace] = {}
    for row in rows.values():
        _check_members(row, members, diagnostics)
        _check_modes(row.entry, modes, homes, diagnostics)
        _check_names(row, rows, diagnostics)
        _check_room(row, diagnostics)
    _number_alias_classes(rows)
    return rows


def _check_modes(entry: MemorySpace, modes: list[str], homes: dict[str, MemorySpace],
                 diagnostics: Diagnostics) -> None:
    for mode in entry.modes:
        if mode not in modes:
            diagnostics.error("E316", mode.position, f"there is no mode '{mode}' of variables",
                              near=mode, known=modes, within="nir/enums.yaml")
            continue
        other = homes.setdefault(str(mode), entry)
        if other is not entry:
            diagnostics.error("E316", mode.position,
                              f"variables of mode '{mode}' live in another space",
                              [(other.space.position, f"in '{other.space}'")])


def _check_members(row: SpaceRow, members: dict[str, MemorySpace],
                   diagnostics: Diagnostics) -> None:
    """Checks the names of a space and of the sets of its slots in the environment of the
    interpreter."""
    entry = row.entry
    named = [(entry.given or entry.space, "space")] if row.is_given else []
    named += [(entry.parts, "sets of slots")] if entry.parts is not None else []
    for name, what in named:
        other = members.setdefault(str(name), entry)
        if other is not entry:
            diagnostics.error("E316", name.position,
                              f"the environment of the interpreter calls another {what} '{name}'",
                              [(other.space.position, f"'{other.space}'")])


def unknown_space(name: Text, known: Iterable[str], diagnostics: Diagnostics) -> None:
    diagnostics.error("E316", name.position, f"there is no memory space '{name}'", near=name,
                      known=known, within="nir/intrinsics")


def _check_names(row: SpaceRow, rows: dict[str, SpaceRow], diagnostics: Diagnostics) -> None:
    entry = row.entry
    named = [entry.per_vertex, entry.lowered_to, entry.view_of, *entry.overlaps]
    for name in named:
        if name is not None and name not in rows:
            unknown_space(name, rows, diagnostics)
    if entry.per_vertex in rows:
        rows[str(entry.per_vertex)].per_vertex_of = row.name
    if entry.view_of in rows:
        base = rows[str(entry.view_of)]
        row.storage = base.name
        same = base.entry.addressed_by == entry.addressed_by and \
            base.entry.shared_by == entry.shared_by
        if base is row or base.is_view or not same:
            assert entry.view_of is not None
            diagnostics.error("E316", entry.view_of.position,
                              f"'{row.name}' cannot be a view of '{base.name}': a view is of "
                              "another space that is none, shared and addressed in the same way")
    for name in entry.overlaps:
        if name in rows:
            row.overlaps.add(str(name))
            rows[str(name)].overlaps.add(row.name)


def _check_room(row: SpaceRow, diagnostics: Diagnostics) -> None:
    """Checks that the entry says where the bytes of the space come from."""
    entry = row.entry

    def refuse(name: str, message: str) -> None:
        diagnostics.error("E316", entry.where(name), message)

    if entry.bytes is not None and not row.is_own:
        refuse("bytes", f"the environment gives '{row.name}', so its size is not said here")
    if entry.given is not None and not row.is_given:
        refuse("given", f"the environment does not give '{row.name}'")
    if row.is_own and entry.bytes is None and not entry.modes:
        refuse("shared_by", f"'bytes' must say how much of '{row.name}' there is, since each "
               f"{entry.shared_by} has its own")
    if row.is_own and entry.addressed_by in ("buffer", "address"):
        refuse("addressed_by", f"a space that each {entry.shared_by} has for itself is addressed "
               "by offset or component")
    if entry.addressed_by == "component" and row.unit == 1:
        refuse("addressed_by", "'counts' must say how much a component takes")
    if entry.addressed_by != "offset" and entry.addressed_by != "component" and \
            entry.has("counts"):
        refuse("counts", f"a space that is addressed by {entry.addressed_by} says by that what "
               "offsets count")
    if entry.parts is not None and entry.addressed_by != "slot":
        refuse("parts", "only a space that is addressed by slot has parts")
    if entry.initialised and (not row.is_given or entry.written != "never" or not entry.modes or
                              entry.addressed_by != "offset"):
        refuse("initialised", "only a space of variables that is given, addressed by offset and "
               "never written can hold what they begin with")


def _number_alias_classes(rows: dict[str, SpaceRow]) -> None:
    """Spaces that overlap, through others too, are one class."""
    count = 0
    for row in rows.values():
        if not row.changes or row.alias_class >= 0:
            continue
        reached = [row]
        while reached:
            each = reached.pop()
            if each.alias_class < 0 and each.changes:
                each.alias_class = count
                others = each.overlaps | {other.name for other in rows.values()
                                          if other.storage == each.storage}
                reached += [rows[name] for name in sorted(others)]
        count += 1
