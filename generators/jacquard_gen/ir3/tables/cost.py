"""The costs of ir3 instructions: `defs/ir3/cost.yaml` and the changes of overlays →
`<jacquard/generated/ir3/cost_model.h>` and its source."""

from __future__ import annotations

from typing import NamedTuple

from ...diagnostics import Diagnostics
from ...escape import name as cpp_name
from ...groups import Output
from ...identifiers import check_identifiers
from ...schema import (NAME, TEXT, Integer, Json, Number, Record, Text, choice, key, list_of,
                       record, table_schema, text)
from .cost_classes import COUNTED, UNITS, CostClass, classify
from .model import Model
from .versions import EntryKind, Version, changes_of

TABLE = "ir3/cost.yaml"
OUTPUT_NAMES = ["jacquard/generated/ir3/cost_model.h", "jacquard/generated/ir3/cost_model.cpp"]

_SOURCES = {
    "measured": "Measured on hardware.",
    "stated": "Stated by those who know it.",
    "published": "Published by others who measured it, or by the vendor in passing.",
    "assumed": "Assumed, since nobody has said it.",
}
_WIDTHS = {"full": "Of 32 bits.", "half": "Of 16 bits.", "any": "Of any width."}
_EACH = {"instruction": "For an instruction.", "register": "For a register that it moves."}
# The library asks for these figures by name; each has a description.
FIGURES = {
    "issue_slots": "What issue slots instructions take.",
    "short_latency": "How long (ss) waits.",
    "long_latency": "How long (sy) waits.",
    "register_file": "Registers and waves.",
    "wave_groups": "Waves that are given registers together.",
    "hiding": "What waves do while others wait.",
    "shared_banks": "Banks of the memory of a workgroup.",
    "memory_line": "Bytes that come from memory at once.",
    "atomic_turn": "What an atomic takes at an address where others are.",
}
_WITH_VALUE = ("wave_groups", "shared_banks", "memory_line", "atomic_turn")
_NUMBERS = ("cycles", "per", "each", "value")
_PUBLISHED = "published"
# An assumption may be off by half, either way.
_OFF = (0.5, 1.5)
_ADDRESS = text("an address", r"https?://[^\s<>]+")
_AMOUNT = Number(0.001, 4096)


class Published(Record):
    """A number that others publish, with how they obtained it."""

    parts: list[int] = key(list_of(Integer(100, 9999), low=1), "Of which parts.", default=[])
    revisions: list[Text] = key(list_of(NAME, low=1), "Of which revisions as a whole.", default=[])
    value: float = key(_AMOUNT, "The number, in the unit of what it is given for.", required=True)
    low: float | None = key(_AMOUNT, "The least that they found; `value` if they found one.")
    high: float | None = key(_AMOUNT, "The most that they found; `value` if they found one.")
    method: Text = key(TEXT, "How it was found, and what it is computed from.", required=True)
    title: Text = key(TEXT, "What it is published in.", required=True)
    address: Text = key(_ADDRESS, "Where that is.", required=True)

    @property
    def least(self) -> float:
        return self.value if self.low is None else self.low

    @property
    def most(self) -> float:
        return self.value if self.high is None else self.high


class Sourced(Record):
    """A record whose number has a source."""

    source: Text = key(choice(_SOURCES), "How it is known.", required=True)
    whence: Text = key(TEXT, "By whom it is known, or why it is assumed.", name="where",
                       required=True)
    published: list[Published] = key(list_of(record(Published), low=1),
                                     "What others published of it, if that is its source.",
                                     default=[])

    @property
    def number(self) -> float:
        raise NotImplementedError

    @property
    def found(self) -> list[Published]:
        """Returns no values if the revision has a better number than the inherited one."""
        return self.published if str(self.source) == _PUBLISHED else []

    @property
    def spread(self) -> tuple[float, float]:
        """Between which numbers the truth may lie: where others published several, between these;
        an assumption, and a number that stands alone, may be off by half."""
        if str(self.source) not in (_PUBLISHED, "assumed"):
            return self.number, self.number
        low = min((entry.least for entry in self.found), default=self.number)
        high = max((entry.most for entry in self.found), default=self.number)
        return (low, high) if low < high else (_OFF[0] * self.number, _OFF[1] * self.number)


class Rate(Sourced):
    """Describes how long a unit is busy with instructions of some classes."""

    rate: Text = key(NAME, "Name of the rate.", required=True)
    doc: Text = key(TEXT, "What it is the rate of.", required=True)
    of: list[Text] = key(list_of(NAME, low=1), "Classes of instructions.", required=True)
    width: Text | str = key(choice(_WIDTHS), "Of which width.", default="any")
    cycles: int = key(Integer(1, 4096), "Cycles in which `per` of them are done.", required=True)
    per: int = key(Integer(1, 64), "How many are done in these cycles; a power of 2.", default=1)
    each: Text | str = key(choice(_EACH), "What is counted.", default="instruction")

    @property
    def number(self) -> float:
        return self.cycles / self.per


class Figure(Sourced):
    """Something else that reports rely on."""

    figure: Text = key(choice(FIGURES), "Name of the figure.", required=True)
    doc: Text = key(TEXT, "What it says.", required=True)
    value: int | None = key(Integer(1, 64), "Its number, where it has one.")

    @property
    def number(self) -> float:
        """1 where it has none: what it says holds, and is varied by its share."""
        return float(self.value or 1)


_TABLES = (TABLE, "ir3/revisions")
KINDS = [EntryKind("cost", "cost class", CostClass, changes_of(CostClass, "cost"), _TABLES,
                   added_first=True),
         EntryKind("rate", "rate", Rate, changes_of(Rate, "rate"), _TABLES),
         EntryKind("figure", "figure", Figure, changes_of(Figure, "figure"), _TABLES)]


class Costs(NamedTuple):
    """The costs of a revision's instructions."""

    classes: dict[str, CostClass]
    rates: list[Rate]
    figures: dict[str, Figure]
    of: dict[str, str]  # the class of each opcode that the revision has

    def rate(self, cost: str, width: str) -> int:
        """The place of a class's rate in the list; -1 where it has none."""
        return next((i for i, rate in enumerate(self.rates)
                     if cost in rate.of and str(rate.width) in (width, "any")), -1)


def load(model: Model, diagnostics: Diagnostics) -> dict[str, Costs]:
    """The checked costs of each revision; those with a fault are missing."""
    found: dict[str, Costs] = {}
    fitted: set[str] = set()
    for revision in sorted(model.revisions, key=lambda revision: len(revision.version.chain())):
        before = len(diagnostics)
        version = revision.version
        costs = Costs({str(entry.cost): entry for entry in version.merged("cost")},
                      version.merged("rate"),
                      {str(entry.figure): entry for entry in version.merged("figure")}, {})
        if not _is_inherited(version):  # what it has from another is checked for that one
            _check(costs, version, diagnostics)
            told = _check_sources(version, diagnostics)
            _check_published(costs, model, told, diagnostics)
        costs.of.update(classify(list(costs.classes.values()), model, revision, diagnostics))
        fitted |= set(costs.of.values())
        if len(diagnostics) == before:
            found[revision.name] = costs
    if len(found) == len(model.revisions):
        _check_reached(model, fitted, diagnostics)
        entries = {id(entry.cost): entry.cost for costs in found.values()
                   for entry in costs.classes.values()}
        check_identifiers(entries.values(), diagnostics, cpp_name)
    return found


def _is_inherited(version: Version) -> bool:
    """Returns true if all costs of a revision are those of the one that it extends."""
    base = version.base
    return base is not None and all(
        list(map(id, version.merged(kind.key))) == list(map(id, base.merged(kind.key)))
        for kind in KINDS)


def _check(costs: Costs, version: Version, diagnostics: Diagnostics) -> None:
    covered: dict[tuple[str, str], Text] = {}
    for rate in costs.rates:
        if rate.per & (rate.per - 1):
            diagnostics.error("E670", rate.where("per"), f"{rate.per} is not a power of 2, so that "
                              "sums of such costs would be rounded")
        for cost in rate.of:
            known = costs.classes.get(str(cost))
            if known is None:
                diagnostics.error("E671", cost.position, f"there is no cost class '{cost}'",
                                  near=str(cost), known=costs.classes, within=_TABLES)
                continue
            if str(known.unit) == "none":
                diagnostics.error("E672", cost.position, f"'{cost}' keeps no unit busy that could "
                                  "have a rate", [(known.position, "it is here")])
            for width in ("full", "half") if str(rate.width) == "any" else (str(rate.width),):
                first = covered.setdefault((str(cost), width), cost)
                if first is not cost:
                    diagnostics.error("E673", cost.position, f"'{cost}' has a rate at {width} "
                                      "width already", [(first.position, "it is here")])
    for cost_class in costs.classes.values():
        missing = [width for width in ("full", "half")
                   if (str(cost_class.cost), width) not in covered]
        if str(cost_class.unit) != "none" and missing:
            diagnostics.error("E674", cost_class.cost.position, f"'{cost_class.cost}' has no rate "
                              f"at {' and '.join(missing)} width", [
                                  (None, f"- rate: {cost_class.cost}")])
    for figure in FIGURES:
        entry = costs.figures.get(figure)
        if entry is None or (figure in _WITH_VALUE and entry.value is None):
            place = entry.position if entry is not None else version.entry.position
            what = "has no value" if entry is not None else "is missing"
            diagnostics.error("E675", place, f"the figure '{figure}' {what}",
                              [(None, f"- figure: {figure}")])


def _check_sources(version: Version, diagnostics: Diagnostics) -> set[str]:
    """An overlay that changes a number must give its source anew. Returns the names of those that
    do not."""
    told: set[str] = set()
    base = version.base
    if base is None:
        return told
    for kind in ("rate", "figure"):
        for name, changes in version.entries[kind].items():
            for change in changes[len(base.entries[kind].get(name, changes)):]:
                numbers = [key for key in _NUMBERS if key in change.keys and change.has(key)]
                if numbers and not (change.has("source") and change.has("where")):
                    told.add(name)
                    diagnostics.error(
                        "E676", change.where(numbers[0]),
                        f"a change of '{numbers[0]}' says anew where the number is from",
                        [(None, "source: measured, stated, published or assumed; where: by whom "
                          "or why")])
    return told


def _check_published(costs: Costs, model: Model, told: set[str],
                     diagnostics: Diagnostics) -> None:
    """Published numbers are of parts that there are, and the number taken lies among them; not of
    those of which a fault is told already."""
    parts = {number for revision in model.revisions for number in revision.parts}
    revisions = [revision.name for revision in model.revisions]
    given: list[tuple[Text, Sourced]] = [(rate.rate, rate) for rate in costs.rates]
    given += [(figure.figure, figure) for figure in costs.figures.values()]
    for name, entry in given:
        if str(entry.source) != _PUBLISHED or str(name) in told:
            continue
        if not entry.found:
            diagnostics.error("E685", entry.source.position, f"'{name}' is published, and nothing "
                              "under 'published' says where",
                              [(None, "published: parts, value, method, title, address of each")])
            continue
        for found in entry.found:
            for part in found.parts:
                if part not in parts:
                    diagnostics.error("E686", found.where("parts"), f"there is no part {part}",
                                      near=str(part), known=[str(each) for each in sorted(parts)],
                                      within="ir3/revisions")
            for revision in found.revisions:
                if str(revision) not in revisions:
                    diagnostics.error("E686", revision.position,
                                      f"there is no revision '{revision}'", near=str(revision),
                                      known=revisions, within="ir3/revisions")
            if not found.parts and not found.revisions:
                diagnostics.error("E686", found.position, "it is said of no part and no revision")
        low = min(found.least for found in entry.found)
        high = max(found.most for found in entry.found)
        if not low <= entry.number <= high:
            diagnostics.error("E687", entry.where("source"), f"'{name}' is {entry.number:g}, and "
                              f"what is published of it is {low:g} to {high:g}")


def _check_reached(model: Model, fitted: set[str], diagnostics: Diagnostics) -> None:
    """Reports classes that no opcode of any revision belongs to."""
    told: set[str] = set()
    for revision in model.revisions:
        for entry in revision.version.merged("cost"):
            if str(entry.cost) not in fitted | told:
                told.add(str(entry.cost))
                diagnostics.error("E677", entry.cost.position,
                                  f"no instruction is of the cost class '{entry.cost}'",
                                  [(None, "an earlier class takes what it lists")])


def outputs(costs: dict[str, Costs], model: Model) -> list[Output]:
    """The table of each revision."""
    classes: dict[str, CostClass] = {}
    of: dict[str, str] = {}
    for each in costs.values():
        classes |= {name: entry for name, entry in each.classes.items() if name not in classes}
        of |= each.of
    rows = []
    for revision in model.revisions:
        own = costs[revision.name]
        rows.append({
            "name": revision.name, "rates": own.rates,
            "figures": [own.figures[name] for name in FIGURES],
            "classes": [_class_row(own, name, classes) for name in classes],
            # An opcode that it has not is of the class that it has elsewhere.
            "of": [own.of.get(opcode.name, of[opcode.name]) for opcode in model.opcodes],
        })
    published = _lists_of(costs)
    values: dict[str, object] = {
        "published": list(published.values()),
        "observations": [found for entries in published.values() for found in entries],
        "parts_text": _parts_text,
        "part_names": [_parts_text(found) for entries in published.values() for found in entries],
        "list_name": lambda entry: (f"kPublished{list(published).index(id(entry.published))}"
                                    if entry.found else "{}"),
        "classes": list(classes.values()), "figures": FIGURES, "revisions": rows,
        "sources": _SOURCES, "counted": COUNTED, "units": UNITS,
        "rates": [rate for each in costs.values() for rate in each.rates],
        "given_figures": [figure for each in costs.values() for figure in each.figures.values()]}
    return [Output(name, "ir3/tables/" + name.rsplit("/", 1)[1] + ".j2", values)
            for name in OUTPUT_NAMES]


def _lists_of(costs: dict[str, Costs]) -> dict[int, list[Published]]:
    """Returns the published values of rates and figures, by identity: most revisions have the
    same lists."""
    entries = [entry for each in costs.values()
               for entry in [*each.rates, *each.figures.values()]]
    return {id(entry.published): entry.published for entry in entries if entry.found}


def _parts_text(found: Published) -> str:
    return ", ".join([f"a{part}" for part in found.parts] + [str(name) for name in found.revisions])


def _class_row(costs: Costs, name: str, classes: dict[str, CostClass]) -> dict[str, object]:
    return {"entry": costs.classes.get(name, classes[name]),
            "full": costs.rate(name, "full"), "half": costs.rate(name, "half")}


def schemas() -> dict[str, Json]:
    return {"ir3/cost": table_schema("What ir3 instructions cost", CostClass, Rate, Figure)}


__all__ = ["Costs", "KINDS", "OUTPUT_NAMES", "load", "outputs", "schemas"]
