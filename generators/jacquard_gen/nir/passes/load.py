"""Tables to checked passes; every fault is reported."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from ...diagnostics import Diagnostics
from ...escape import camel, identifier
from ...groups import Context
from ...identifiers import check_identifiers
from ...kinds import Text
from ...schema import check_unique, entries, load_record
from ...source import Scalar
from ..enums import EnumType
from ..lowerings import LoweringTables
from ..lowerings.model import LoweringPass
from .entries import FOLDER, InvariantEntry, ParameterEntry, PassEntry
from .model import Parameter, Pass, PassTables
from .parameters import Parameters

MAXIMUM_INVARIANTS = 64
LOWERINGS = "nir/lowerings.yaml"
BIT_SIZES = "bit_sizes"
BIT_SIZES_DOC = "the widths that are lowered, or-ed"

_NAME = re.compile("[A-Za-z_][A-Za-z0-9_]*")


def names(tables_dir: Path) -> list[str]:
    """The passes that the tables name, whatever else is wrong in them."""
    context = Context(tables_dir)
    found = [node.get("pass") for table in context.tables(FOLDER)
             for node in entries(table, Diagnostics())]
    return sorted({node.value for node in found
                   if isinstance(node, Scalar) and _NAME.fullmatch(node.value)})


def load(context: Context, words: dict[str, EnumType], lowerings: LoweringTables) -> PassTables:
    """The passes of the tables, and those that are made of lowerings."""
    return _Loader(context, words, lowerings).load()


class _Loader:
    def __init__(self, context: Context, words: dict[str, EnumType],
                 lowerings: LoweringTables) -> None:
        self.diagnostics = context.diagnostics
        self.context = context
        self.parameters = Parameters(words, context.diagnostics)
        self.lowerings = lowerings
        self.invariants: dict[str, InvariantEntry] = {}

    def load(self) -> PassTables:
        passes: list[PassEntry] = []
        invariants: list[InvariantEntry] = []
        for table in self.context.tables(FOLDER):
            for node in entries(table, self.diagnostics):
                if "invariant" in node.entries:
                    invariant = load_record(InvariantEntry, node, self.diagnostics)
                    invariants += [invariant] if invariant is not None else []
                else:
                    found = load_record(PassEntry, node, self.diagnostics)
                    passes += [found] if found is not None else []
        self.invariants = check_unique(invariants, lambda entry: entry.invariant, self.diagnostics)
        by_name = check_unique(passes, lambda entry: entry.name, self.diagnostics)
        for make in (identifier, camel):
            check_identifiers([entry.name for entry in passes], self.diagnostics, make)
        check_identifiers([entry.invariant for entry in invariants], self.diagnostics)
        self._check_names(by_name)
        made = [self._pass(entry) for entry in by_name.values()]
        made += [self._of_lowerings(each) for each in self.lowerings.passes]
        self._check_invariants(made)
        return PassTables(sorted(made, key=lambda each: each.name), list(self.invariants.values()))

    def _check_names(self, passes: dict[str, PassEntry]) -> None:
        for each in self.lowerings.passes:
            written = passes.get(each.name)
            if written is not None:
                self.diagnostics.error(
                    "E364", written.name.position, f"there is also a pass '{each.name}' made of "
                    "lowerings", [(each.entry.name.position, "it is here")])
        for group in self.lowerings.groups:
            for user in group.used_by:
                if user not in passes:
                    self.diagnostics.error("E364", user.position, f"there is no pass '{user}'",
                                           near=str(user), known=passes, within=FOLDER)

    def _check_invariants(self, passes: Iterable[Pass]) -> None:
        by_name = {each.name: each for each in passes}
        used = {name for each in by_name.values() for name in (*each.needs, *each.gives)}
        if len(self.invariants) > MAXIMUM_INVARIANTS:
            last = list(self.invariants.values())[MAXIMUM_INVARIANTS]
            self.diagnostics.error("E363", last.position,
                                   f"at most {MAXIMUM_INVARIANTS} invariants fit")
        for name, entry in self.invariants.items():
            if name not in used:
                self.diagnostics.error("E363", entry.invariant.position,
                                       f"no pass needs or gives '{name}'", called=name,
                                       within=FOLDER)
            if entry.by is None:
                continue
            maker = by_name.get(entry.by)
            if maker is None:
                self.diagnostics.error("E364", entry.by.position, f"there is no pass '{entry.by}'",
                                       near=str(entry.by), known=by_name,
                                       within=(FOLDER, LOWERINGS))
            elif name not in maker.gives:
                self.diagnostics.error("E363", entry.by.position,
                                       f"the pass '{entry.by}' does not give '{name}'")

        self._check_circles(by_name)

    def _check_circles(self, passes: dict[str, Pass]) -> None:
        """The pass that establishes a need must not itself need the pass that asks for it."""
        makers = {each.name: [str(self.invariants[need].by) for need in each.needs
                              if need in self.invariants and self.invariants[need].by in passes]
                  for each in passes.values()}
        for name, each in passes.items():
            reached: set[str] = set()
            pending = list(makers[name])
            while pending:
                maker = pending.pop()
                if maker not in reached:
                    reached.add(maker)
                    pending += makers[maker]
            if name in reached and each.entry is not None:
                self.diagnostics.error("E365", each.entry.where("needs"),
                                       f"what brings about the needs of '{name}' needs '{name}'")

    def _pass(self, entry: PassEntry) -> Pass:
        for name in (*entry.needs, *entry.gives, *entry.loses):
            self._known(name)
        for name in entry.loses:
            if name in entry.gives:
                self.diagnostics.error("E363", name.position, f"the pass gives '{name}' as well")
        parameters = [self._parameter(entry, each) for each in entry.parameters]
        self._check_words(entry)
        return Pass(str(entry.name), str(entry.doc), str(entry.sentences).strip(),
                    _sentences(entry.before), _sentences(entry.after),
                    tuple(map(str, entry.needs)), tuple(map(str, entry.gives)), entry.settles,
                    entry.changes_meaning, entry.provenance, entry,
                    tuple(each for each in parameters if each is not None),
                    tuple(map(str, entry.loses)))

    def _known(self, name: Text) -> None:
        if name not in self.invariants:
            self.diagnostics.error("E360", name.position, f"there is no invariant '{name}'",
                                   near=str(name), known=self.invariants, within=FOLDER)

    def _of_lowerings(self, each: LoweringPass) -> Pass:
        docs = {str(group.group): str(group.doc) for group in self.lowerings.groups}
        parameters = [Parameter(option.name, "part", docs.get(option.group, ""), "true", "")
                      for option in each.options if option.name]
        if each.entry.bit_sizes:
            parameters.append(Parameter(BIT_SIZES, "mask", BIT_SIZES_DOC, "0", ""))
        doc = str(each.entry.doc)
        return Pass(each.name, doc, f"{doc[:1].upper()}{doc[1:]}, as `lower` in the entries of "
                    "opcodes says.", (), ("No opcode is left of the groups and widths chosen that "
                                          "one of its lowerings applies to.",), (), (), True, False,
                    each.entry.provenance, None, tuple(parameters))

    def _parameter(self, entry: PassEntry, each: ParameterEntry) -> Parameter | None:
        for name in each.voids:
            if name not in entry.gives:
                self.diagnostics.error("E360", name.position, f"the pass does not give '{name}'",
                                       near=str(name), known=map(str, entry.gives))
        return self.parameters.load(entry, each)

    def _check_words(self, entry: PassEntry) -> None:
        """Members of one structure, and words of one list, each of which names one thing."""
        members = [each.name for each in entry.parameters]
        enums = [each.enum for each in entry.parameters if each.enum is not None]
        shortcuts = [shortcut.name for each in entry.parameters for shortcut in each.shortcuts]
        check_identifiers(members, self.diagnostics, taken=("callback_data",))
        check_identifiers(members, self.diagnostics, camel)
        check_identifiers(enums, self.diagnostics)
        taken: dict[str, Text] = {}
        for name in members + shortcuts + enums:
            first = taken.setdefault(str(name), name)
            if first is not name:
                self.diagnostics.error("E362", name.position,
                                       f"the pass '{entry.name}' has another '{name}'",
                                       [(first.position, "it is here")])


def _sentences(text: Text | None) -> tuple[str, ...]:
    return (str(text).strip(),) if text is not None else ()
