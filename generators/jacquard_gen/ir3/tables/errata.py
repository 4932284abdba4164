"""Deviations of parts from their documented instructions, from `defs/ir3/errata.yaml` →
`<jacquard/generated/ir3/errata.h>` and its source."""

from __future__ import annotations

from typing import Any

from ... import errors
from ...diagnostics import Diagnostics
from ...groups import Context, Output
from ...schema import (EXPRESSION, FAILED, NAME, TEXT, Integer, Json, Record, Text, check_unique,
                       key, list_of, load_entries, table_schema, text)
from ...source import Scalar
from . import machine
from .machine import Machine, facts_of
from .model import Model, Revision
from .parts import NamedPart, name_of

ERRATA = "ir3/errata.yaml"
OUTPUT_NAMES = ["jacquard/generated/ir3/errata.h", "jacquard/generated/ir3/errata.cpp"]
_CODE = text("a code of an error", r"[A-Z][0-9]{3}")


class ErratumEntry(Record):
    """A fault of some parts, and the code that works around it."""

    erratum: Text = key(NAME, "Its name.", required=True)
    doc: Text = key(TEXT, "What goes wrong.", required=True)
    source: Text = key(TEXT, "How it is known.", required=True)
    check: list[Text] = key(list_of(_CODE), "What the check of machine code finds of it.",
                            default=[])
    run: list[Text] = key(list_of(_CODE), "The faults of runs that meet it.", default=[])
    spares: Scalar | None = key(EXPRESSION, "What the fact is of parts that do not have it.")
    fact: Text | None = key(NAME, "The fact of the machine that tells which parts have it.")
    revisions: list[Text] = key(list_of(NAME), "The revisions whose parts have it, where no fact "
                                "tells.", default=[])
    parts: list[int] = key(list_of(Integer(1, 0xffff)), "The parts that have it, where no fact "
                           "tells.", default=[])
    compiler: Text | None = key(TEXT, "How compiled programs keep clear of it.")
    unseen: Text | None = key(TEXT, "Why neither a program nor a run of it tells, where nothing "
                              "above does.")
    disputed: Text | None = key(TEXT, "What sources say otherwise.")


class Erratum:
    """An entry with the parts that have it, revision by revision."""

    def __init__(self, entry: ErratumEntry, parts: list[int]) -> None:
        self.entry = entry
        self.parts = parts


def load(context: Context, model: Model, facts: Machine) -> list[Erratum]:
    diagnostics = context.diagnostics
    entries = check_unique(load_entries(ErratumEntry, context.table(ERRATA), diagnostics),
                           lambda entry: entry.erratum, diagnostics)
    codes = errors.codes(context)
    for entry in entries.values():
        _check_claims(entry, codes, diagnostics)
    return [Erratum(entry, _parts_of(entry, model, facts, diagnostics))
            for entry in entries.values()]


def _check_claims(entry: ErratumEntry, codes: dict[str, str], diagnostics: Diagnostics) -> None:
    """Somebody looks after an erratum, or it is said why nobody can."""
    seen = entry.compiler is not None or entry.check or entry.run
    if not seen and entry.unseen is None:
        diagnostics.error("E682", entry.where("erratum"),
                          f"no code handles '{entry.erratum}'",
                          [(None, "say `compiler`, `check` or `run`, or with `unseen` why none "
                            "can")])
    elif entry.unseen is not None and (entry.check or entry.run):
        diagnostics.error("E682", entry.where("unseen"),
                          f"'{entry.erratum}' is seen, and `unseen` says that it is not",
                          [(entry.where("check" if entry.check else "run"), "it is seen here")])
    for code in [*entry.check, *entry.run]:
        if codes and str(code) not in codes:
            diagnostics.error("E683", code.position, f"there is no code '{code}'",
                              near=str(code), known=codes)


def _parts_of(entry: ErratumEntry, model: Model, facts: Machine,
              diagnostics: Diagnostics) -> list[int]:
    """The parts that have an erratum; that none has it, or all, is a fault."""
    known = [(revision, part) for revision in model.revisions for part in revision.parts]
    found = [part for revision, part in known if _has(entry, revision, part, facts, diagnostics)]
    for name in entry.revisions:
        if all(str(name) != revision.name for revision in model.revisions):
            diagnostics.error("E684", name.position, f"there is no revision '{name}'",
                              near=str(name), known=[each.name for each in model.revisions])
    for part in entry.parts:
        if all(part != other for _, other in known):
            diagnostics.error("E684", entry.where("parts"), f"no revision lists the part {part}")
    if not found and not diagnostics.failed:
        diagnostics.error("E684", entry.where("erratum"), f"no part has '{entry.erratum}'")
    return found


def _has(entry: ErratumEntry, revision: Revision, part: int, facts: Machine,
         diagnostics: Diagnostics) -> bool:
    if entry.fact is None:
        return part in entry.parts or revision.name in map(str, entry.revisions)
    fact = facts.facts.get(str(entry.fact))
    if fact is None:
        if part == revision.parts[0]:
            machine.no_such_fact(entry.fact, facts.facts, diagnostics)
        return False
    spared = FAILED if entry.spares is None else \
        machine.kind_of(fact).load(entry.spares, diagnostics)
    # A revision that does not say a fact is at fault elsewhere.
    return spared is not FAILED and \
        facts_of(revision, part).get(str(entry.fact), spared) != spared


def explain(errata: list[Erratum], named: dict[int, NamedPart], name: str) -> str | None:
    """Everything that is said of an erratum."""
    for erratum in errata:
        entry = erratum.entry
        if str(entry.erratum) != name:
            continue
        lines = [f"ir3:{name}  {entry.doc}",
                 f"  an erratum of {_listed([name_of(part, named) for part in erratum.parts])}",
                 f"  {entry.provenance}"]
        for label, said in (("known from", entry.source), ("sources disagree", entry.disputed),
                            ("compiled programs", entry.compiler),
                            ("the check finds", ", ".join(entry.check) or None),
                            ("runs end with", ", ".join(entry.run) or None),
                            ("nobody sees it", entry.unseen)):
            if said is not None:
                lines.append(f"  {label}: {said}")
        return "\n".join(lines) + "\n"
    return None


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]


def outputs(errata: list[Erratum]) -> list[Output]:
    rows: list[dict[str, Any]] = [
        {"name": entry.erratum, "doc": entry.doc, "source": entry.source,
         "compiler": entry.compiler or "", "check": " ".join(entry.check),
         "run": " ".join(entry.run), "unseen": entry.unseen or "",
         "disputed": entry.disputed or "", "parts": erratum.parts,
         "position": entry.position}
        for erratum in errata for entry in (erratum.entry,)]
    return [Output(name, "ir3/tables/" + name.rsplit("/", 1)[1] + ".j2", {"errata": rows})
            for name in OUTPUT_NAMES]


def schemas() -> dict[str, Json]:
    return {"ir3/errata": table_schema("Errata", ErratumEntry)}
