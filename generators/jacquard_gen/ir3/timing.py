"""Timing of ir3 instructions: `defs/ir3/timing.yaml` → `<jacquard/ir3/timing.h>`."""

from __future__ import annotations

from typing import NamedTuple

from ..diagnostics import Diagnostics
from ..groups import Context, Output
from ..schema import (NAME, NATURAL, TEXT, Integer, Json, Record, Text, check_unique, choice,
                      entries, key, list_of, load_record, table_schema)
from ..source import Mapping

TABLE = "ir3/timing.yaml"
OUTPUT_NAMES = ["jacquard/ir3/timing.h"]

CODES = {
    "E601": "A delay rule or an opcode names a timing class that does not exist.",
    "E602": "Two delay rules cover the same producer and consumer.",
    "E603": "No delay rule covers a class whose result takes slots and a class that reads it.",
    "E604": "A timing class contradicts itself.",
    "E605": "The slots that a read of a0.x or of a predicate waits are not given.",
}

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
}
_READS = {
    "issue": "Sources are read when the instruction issues.",
    "late": "A write of a source waits for (ss).",
    "late_long": "A write of a source waits for (ss) or (sy).",
}
_ISSUES = {
    "counted": "One slot, and one more for each repetition and each (nopN).",
    "repeated": "One slot, and one more for each repetition.",
    "nops": "One slot for each (nopN), none for the instruction.",
    "free": "No slot may be counted on.",
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
    slots: int = key(NATURAL, "Slots between them.", required=True)


class Timing(NamedTuple):
    classes: dict[str, TimingClass]
    rules: list[DelayRule]
    registers: dict[str, RegisterDelay]

    def slots(self, producer: str, consumer: str) -> tuple[int, int]:
        """Slots of the rule for a pair of classes: same width, other width."""
        for rule in self.rules:
            if producer in rule.producer and consumer in rule.consumer:
                return rule.slots, rule.other_width
        return 0, 0


def load(context: Context) -> Timing | None:
    diagnostics = context.diagnostics
    before = len(diagnostics)
    classes: list[TimingClass] = []
    rules: list[DelayRule] = []
    registers: list[RegisterDelay] = []
    for item in entries(context.table(TABLE), diagnostics):
        _load_entry(item, classes, rules, registers, diagnostics)
    timing = Timing(check_unique(classes, lambda entry: entry.timing, diagnostics),
                    list(check_unique(rules, lambda entry: entry.delay, diagnostics).values()),
                    check_unique(registers, lambda entry: entry.register, diagnostics))
    root = context.table(TABLE)
    for special in _REGISTERS:
        if root is not None and special not in timing.registers:
            diagnostics.error("E605", root.position(), f"no entry gives the slots of '{special}'",
                              [(None, f"- register: {special}")])
    if len(diagnostics) == before:
        _check(timing, diagnostics)
    return timing if len(diagnostics) == before else None


def _load_entry(item: Mapping, classes: list[TimingClass], rules: list[DelayRule],
                registers: list[RegisterDelay], diagnostics: Diagnostics) -> None:
    if "delay" in item.entries:
        rule = load_record(DelayRule, item, diagnostics)
        if rule is not None:
            rules.append(rule)
    elif "register" in item.entries:
        register = load_record(RegisterDelay, item, diagnostics)
        if register is not None:
            registers.append(register)
    else:
        entry = load_record(TimingClass, item, diagnostics)
        if entry is not None:
            classes.append(entry)


def _check(timing: Timing, diagnostics: Diagnostics) -> None:
    covered: dict[tuple[str, str], Text] = {}
    for rule in timing.rules:
        for name in rule.producer + rule.consumer:
            if name not in timing.classes:
                diagnostics.error("E601", name.position, f"there is no timing class '{name}'",
                                  near=name, known=timing.classes)
        for producer in rule.producer:
            entry = timing.classes.get(producer)
            if entry is not None and entry.result != "slots":
                diagnostics.error("E604", producer.position,
                                  f"results of '{producer}' do not arrive after delay slots",
                                  [(entry.where("result"), "its result is given here")])
            for consumer in rule.consumer:
                first = covered.setdefault((producer, consumer), consumer)
                if first is not consumer:
                    diagnostics.error("E602", consumer.position,
                                      f"'{producer}' before '{consumer}' has a rule already",
                                      [(first.position, "it is here")])
    for producer_name, entry in timing.classes.items():
        if entry.result != "slots":
            continue
        for consumer_name, waiting in timing.classes.items():
            if (producer_name, consumer_name) not in covered:
                diagnostics.error(
                    "E603", waiting.timing.position,
                    f"no delay rule says how '{consumer_name}' waits for '{producer_name}'",
                    [(entry.timing.position, "its results arrive after delay slots")])


def outputs(timing: Timing) -> list[Output]:
    classes = list(timing.classes.values())
    rows = [[timing.slots(producer.timing, consumer.timing) for consumer in classes]
            for producer in classes]
    return [Output(OUTPUT_NAMES[0], "ir3/timing.h.j2", {
        "classes": classes,
        "rows": rows,
        "rules": timing.rules,
        "registers": timing.registers,
        "maximum": max([max(rule.slots, rule.other_width) for rule in timing.rules]
                       + [entry.slots for entry in timing.registers.values()]),
        "flags": _flags,
    })]


def _flags(names: list[Text]) -> str:
    """The C++ text of a set of flags."""
    if not names:
        return "Sync::none"
    if len(set(names)) == 2:
        return "Sync::both"
    return "Sync::ss" if names[0] == "short" else "Sync::sy"


def explain(timing: Timing, name: str) -> str | None:
    """What is known about a timing class."""
    entry = timing.classes.get(name)
    if entry is None:
        return None
    lines = [f"ir3 timing class {entry.timing}  ({entry.provenance})", f"  {entry.doc}",
             f"  issue: {_ISSUES[entry.issue]}", f"  result: {_RESULTS[entry.result]}",
             f"  reads: {_READS[entry.reads]}"]
    return "\n".join(lines)


def schemas() -> dict[str, Json]:
    return {"ir3/timing": table_schema("Timing of ir3 instructions", TimingClass, DelayRule,
                                       RegisterDelay)}
