"""The group `advice`: what the reports on costs advise, and what it may be about."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from .. import explanations
from ..groups import Context, Output, Page
from ..schema import Json, table_schema
from .changes import TABLE as CHANGE_TABLE
from .changes import Change, load_changes
from .findings import TABLE as FINDING_TABLE
from .findings import Finding, load_findings
from .operations import TABLE as OPERATION_TABLE
from .operations import Operation, load_operations
from .sites import TABLE as SITE_TABLE
from .sites import Site, load_sites

_FILES = ("findings.h", "findings.cpp")


class Model(NamedTuple):
    sites: dict[str, Site]
    changes: dict[str, Change]
    operations: list[Operation]
    findings: list[Finding]


def load(context: Context) -> Model | None:
    sites = load_sites(context)
    changes = load_changes(context)
    operations = load_operations(context)
    findings = load_findings(context, sites, changes)
    if context.diagnostics.failed:
        return None
    return Model(sites, changes, operations, findings)


def outputs(model: Model) -> list[Output]:
    values = {"sites": list(model.sites.values()), "changes": list(model.changes.values()),
              "operations": model.operations, "findings": model.findings,
              "facts": [fact for site in model.sites.values() for fact in site.facts]}
    made = [Output(f"jacquard/generated/advice/{name}", f"advice/{name}.j2", values)
            for name in _FILES]
    return made + explanations.outputs("advice", _names(model), lambda name: explain(model, name))


def output_names(tables_dir: Path) -> list[str]:
    return [f"jacquard/generated/advice/{name}" for name in _FILES] + \
        explanations.output_names("advice")


def _names(model: Model) -> list[str]:
    """Every name that the tables of advice give to something."""
    words = {word for entry in model.changes.values() for word in (entry.change, entry.what_if)
             if word}
    return sorted({entry.finding for entry in model.findings} | set(model.sites) | words |
                  {entry.operation for entry in model.operations})


def explain(model: Model, name: str) -> str | None:
    found = [_explain_finding(entry) for entry in model.findings if entry.finding == name]
    found += [_explain_site(entry) for entry in model.sites.values() if entry.site == name]
    found += [_explain_change(entry) for entry in model.changes.values()
              if name in (entry.change, entry.what_if)]
    found += [_explain_operation(entry) for entry in model.operations if entry.operation == name]
    return "\n".join(found) or None


def _explain_finding(entry: Finding) -> str:
    lines = [f"advice:{entry.finding}  {entry.text}", f"  {entry.provenance}", f"  {entry.reason}",
             f"  {entry.mend}", f"  of each {entry.of} where {entry.when}"]
    lines.append(f"  tried by the change {entry.change}" if entry.change is not None
                 else f"  estimated to gain {entry.gain} cycles")
    return "\n".join(lines) + "\n"


def _explain_site(entry: Site) -> str:
    lines = [f"advice:{entry.site}  {entry.doc}", f"  {entry.provenance}", "  facts:"]
    lines += [f"    {fact.fact}: {fact.doc}" for fact in entry.facts]
    return "\n".join(lines) + "\n"


def _explain_change(entry: Change) -> str:
    lines = [f"advice:{entry.change}  a change that is tried: {entry.doc}",
             f"  {entry.provenance}"]
    if entry.what_if is not None:
        lines.append(f"  asked for by --what-if {entry.what_if}")
    return "\n".join(lines) + "\n"


def _explain_operation(entry: Operation) -> str:
    return (f"advice:{entry.operation}  {entry.doc}: {', '.join(entry.ops or entry.functions)}\n"
            f"  {entry.provenance}\n  {entry.mend}\n  tried with {entry.instead} in its place\n")


def reference(model: Model) -> list[Page]:
    return [Page("findings", "Findings", [(str(entry.finding), _explain_finding(entry))
                                          for entry in model.findings]),
            Page("sites", "Sites", [(str(entry.site), _explain_site(entry))
                                    for entry in model.sites.values()]),
            Page("changes", "Changes", [(str(entry.change), _explain_change(entry))
                                        for entry in model.changes.values()]),
            Page("operations", "Operations", [(str(entry.operation), _explain_operation(entry))
                                              for entry in model.operations])]


def schemas() -> dict[str, Json]:
    return {SITE_TABLE.removesuffix(".yaml"): table_schema("Sites of advice", Site),
            CHANGE_TABLE.removesuffix(".yaml"): table_schema("Changes that are tried", Change),
            OPERATION_TABLE.removesuffix(".yaml"): table_schema("Costly operations", Operation),
            FINDING_TABLE.removesuffix(".yaml"): table_schema("Findings", Finding)}
