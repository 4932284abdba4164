"""Timing of ir3 instructions: `defs/ir3/timing.yaml` and what overlays change of it
→ `<jacquard/generated/ir3/timing.h>` and its source."""

from __future__ import annotations

from typing import NamedTuple

from ...diagnostics import Diagnostics
from ...groups import Output
from ...schema import (FLAG, NAME, TEXT, Integer, Json, Record, Text, choice, key, list_of,
                       table_schema)
from .versions import EntryKind, Version, changes_of

TABLE = "ir3/timing.yaml"
OUTPUT_NAMES = ["jacquard/generated/ir3/timing.h", "jacquard/generated/ir3/timing.cpp"]

_SYNC = {
    "short": "(ss)",
    "long": "(sy)",
}
_RESULTS = {
    "none": "There is no result.",
    "slots": "Readers wait for delay slots.",
    "short": "Readers and writers wait for (ss).",
    "long": "Readers and writers wait for (sy).",
    "constant": "Whatever reads the constant file waits for (ss).",
    "constant_long": "Whatever reads the constant file waits for (sy).",
}
_READS = {
    "issue": "Sources are read when the instruction issues.",
    "late": "A write of a source waits for (ss).",
    "late_long": "A write of a source waits for (ss) or (sy).",
    "until_long": "A write of a source waits for (sy); (ss) is not enough.",
}
_ISSUES = {
    "counted": "One slot, and one more for each repetition and each (nopN).",
    "repeated": "One slot, and one more for each repetition.",
    "nops": "One slot for each (nopN), none for the instruction.",
    "free": "No slot may be counted on.",
}
_ALLOWANCES = {
    "gap_components": "Components that gaps between values take.",
    "lookup_components": "Components that lookups return beyond those that they read.",
}
_REGISTERS = {"address": "a0.x and a1.x", "predicate": "p0"}
_LATENCY = list_of(Integer(0, 1000), low=4, high=4)


class TimingClass(Record):
    """A class of instructions with the same timing."""

    timing: Text = key(NAME, "Name of the class; opcodes give it as their `timing`.",
                       required=True)
    doc: Text = key(TEXT, "What belongs to the class.", required=True)
    issue: Text = key(choice(_ISSUES), "Issue slots an instruction takes.", required=True)
    result: Text = key(choice(_RESULTS), "How a reader waits for the result.", required=True)
    reads: Text = key(choice(_READS), "When sources are read.", required=True)
    third_source_later: int = key(Integer(0, 6), "Slots by which the third source is read later.",
                                  default=0)
    requires: list[Text] = key(list_of(choice(_SYNC)), "Flags the instruction must carry.",
                               default=[])
    after: list[Text] = key(list_of(choice(_SYNC)), "Flags the next instruction must carry.",
                            default=[])
    latency: list[int] = key(_LATENCY, "Estimated slots until the result of 1 to 4 components "
                             "stops stalling.", default=[0, 0, 0, 0])
    latency_double: list[int] | None = key(_LATENCY, "The same in waves of double width.")
    on_shared: Text | None = key(NAME, "The class of such an instruction that works on shared "
                                 "registers alone, where these have a unit of their own.")
    in_order: bool = key(FLAG, "Instructions of the class end in their order, so that none of them "
                         "waits for another.", default=False)


class DelayRule(Record):
    """Slots between a write of a register by one class and a read of it by another."""

    delay: Text = key(NAME, "Name of the rule.", required=True)
    doc: Text = key(TEXT, "Why the slots are needed.", required=True)
    producer: list[Text] = key(list_of(NAME, low=1), "Classes that write.", required=True)
    consumer: list[Text] = key(list_of(NAME, low=1), "Classes that read.", required=True)
    slots: int = key(Integer(0, 15), "Slots between them.", required=True)
    other_width: int = key(Integer(0, 15), "Slots where one is full and the other half.",
                           required=True)


class RegisterDelay(Record):
    """Slots between a write of a register outside the register file and any read of it."""

    register: Text = key(choice(_REGISTERS), "The register.", required=True)
    doc: Text = key(TEXT, "The registers' names.", required=True)
    slots: int = key(Integer(0, 15), "Slots between them.", required=True)


class Allowance(Record):
    """An allowance that schedulers make."""

    allowance: Text = key(choice(_ALLOWANCES), "What is allowed for.", required=True)
    doc: Text = key(TEXT, "What it means.", required=True)
    value: int = key(Integer(0, 255), "How much.", required=True)


_TABLES = (TABLE, "ir3/revisions")
KINDS = [EntryKind("allowance", "allowance", Allowance, changes_of(Allowance, "allowance"),
                   _TABLES),
         EntryKind("delay", "delay rule", DelayRule, changes_of(DelayRule, "delay"), _TABLES),
         EntryKind("register", "register", RegisterDelay, changes_of(RegisterDelay, "register"),
                   _TABLES),
         EntryKind("timing", "timing class", TimingClass, changes_of(TimingClass, "timing"),
                   _TABLES)]


class Timing(NamedTuple):
    """The timing of one revision."""

    classes: dict[str, TimingClass]
    rules: list[DelayRule]
    registers: dict[str, RegisterDelay]
    allowances: dict[str, Allowance]

    def slots(self, producer: str, consumer: str) -> tuple[int, int]:
        """Slots of the rule for a pair of classes: same width, other width."""
        for rule in self.rules:
            if producer in rule.producer and consumer in rule.consumer:
                return rule.slots, rule.other_width
        return 0, 0


def timings(versions: list[Version], diagnostics: Diagnostics,
            serves_library: bool = True) -> list[Timing | None]:
    """The checked timing of each revision, None after a fault was reported. What revisions have in
    common is checked once."""
    def key(version: Version) -> tuple[int, ...]:
        return tuple(id(entry) for kind in KINDS for entry in version.merged(kind.key))

    known: dict[tuple[int, ...], Timing | None] = {}
    # Faults in delays that a revision inherits are reported for the revision that has them itself.
    for version in sorted(versions, key=lambda version: len(version.chain())):
        if key(version) not in known:
            known[key(version)] = _timing(version, diagnostics, serves_library)
    return [known[key(version)] for version in versions]


def _timing(version: Version, diagnostics: Diagnostics, serves_library: bool) -> Timing | None:
    before = len(diagnostics)
    timing = Timing({str(entry.timing): entry for entry in version.merged("timing")},
                    version.merged("delay"),
                    {str(entry.register): entry for entry in version.merged("register")},
                    {str(entry.allowance): entry for entry in version.merged("allowance")})
    missing = [("register", f"the slots of '{special}'", special)
               for special in _REGISTERS if special not in timing.registers]
    missing += [("allowance", f"'{allowance}'", allowance)
                for allowance in _ALLOWANCES if allowance not in timing.allowances]
    for kind, what, name in missing if serves_library else []:
        known = [*timing.registers.values(), *timing.classes.values()]
        place = known[0].position if known and version.base is None else version.entry.position
        diagnostics.error("E605", place, f"no entry gives {what}", [(None, f"- {kind}: {name}")])
    _check(timing, version, diagnostics)
    return timing if len(diagnostics) == before else None


def _check(timing: Timing, version: Version, diagnostics: Diagnostics) -> None:
    before = len(diagnostics)
    covered: dict[tuple[str, str], Text] = {}
    for entry in timing.classes.values():
        if entry.on_shared is not None and entry.on_shared not in timing.classes:
            _unknown_class(entry.on_shared, timing, diagnostics)
    for rule in timing.rules:
        for name in rule.producer + rule.consumer:
            if name not in timing.classes:
                _unknown_class(name, timing, diagnostics)
        for producer in rule.producer:
            writes = timing.classes.get(producer)
            if writes is not None and writes.result != "slots":
                diagnostics.error("E604", producer.position,
                                  f"results of '{producer}' do not arrive after delay slots",
                                  [(writes.where("result"), "its result is given here")])
            for consumer in rule.consumer:
                first = covered.setdefault((producer, consumer), consumer)
                if first is not consumer:
                    diagnostics.error("E602", consumer.position,
                                      f"'{producer}' before '{consumer}' has a rule already",
                                      [(first.position, "it is here")])
    if len(diagnostics) > before:
        return  # a class that was misspelt would also be one that no rule names
    notes = [] if version.base is None else [(version.entry.position, f"on '{version.name}'")]
    for producer_name, entry in timing.classes.items():
        if entry.result != "slots":
            continue
        for consumer_name, waiting in timing.classes.items():
            if (producer_name, consumer_name) not in covered:
                diagnostics.error(
                    "E603", waiting.timing.position,
                    f"no delay rule says how '{consumer_name}' waits for '{producer_name}'",
                    [(entry.timing.position, "its results arrive after delay slots"), *notes])


def _unknown_class(name: Text, timing: Timing, diagnostics: Diagnostics) -> None:
    diagnostics.error("E601", name.position, f"there is no timing class '{name}'", near=name,
                      known=timing.classes, within=_TABLES)


def outputs(timings: dict[str, Timing]) -> list[Output]:
    """The table of each revision; those that are alike share one."""
    classes: dict[str, TimingClass] = {}
    for timing in timings.values():
        classes |= {name: entry for name, entry in timing.classes.items() if name not in classes}
    tables: list[dict[str, object]] = []
    numbers: dict[str, int] = {}
    for revision, timing in timings.items():
        table = {
            "classes": [timing.classes.get(name, classes[name]) for name in classes],
            "rows": [[timing.slots(producer, consumer) for consumer in classes]
                     for producer in classes],
            "rules": timing.rules,
            "registers": timing.registers,
            "allowances": timing.allowances,
        }
        number = next((known for known, other in enumerate(tables)
                       if all(_same(table[key], other[key]) for key in table)), len(tables))
        if number == len(tables):
            tables.append(table)
        numbers[revision] = number
    maximum = max([max(rule.slots, rule.other_width) for timing in timings.values()
                   for rule in timing.rules]
                  + [entry.slots for timing in timings.values()
                     for entry in timing.registers.values()])
    return [Output(OUTPUT_NAMES[0], "ir3/tables/timing.h.j2",
                   {"classes": list(classes.values()), "maximum": maximum}),
            Output(OUTPUT_NAMES[1], "ir3/tables/timing.cpp.j2",
                   {"tables": tables, "numbers": numbers, "flags": _flags})]


def _same(one: object, other: object) -> bool:
    """Returns true if two parts of a table are the same, entries by what they are."""
    if isinstance(one, dict) and isinstance(other, dict):
        one, other = list(one.values()), list(other.values())
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return all(a is b if isinstance(a, Record) else a == b for a, b in zip(one, other))
    return False


def _flags(names: list[Text]) -> str:
    """The C++ text of a set of flags."""
    if not names:
        return "Sync::none"
    if len(set(names)) == 2:
        return "Sync::both"
    return "Sync::ss" if names[0] == "short" else "Sync::sy"


def schemas() -> dict[str, Json]:
    return {"ir3/timing": table_schema("Timing of ir3 instructions", TimingClass, DelayRule,
                                       RegisterDelay, Allowance)}
