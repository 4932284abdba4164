"""The findings that reports may have: `defs/advice/findings.yaml`."""

from __future__ import annotations

import re

from ..groups import Context
from ..identifiers import check_identifiers
from ..schema import NAME, TEXT, Number, Record, Text, check_unique, key, list_of, load_entries
from .changes import Change
from .formulas import Formula, read_condition, read_estimate
from .sites import Site, facts_of

TABLE = "advice/findings.yaml"
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_WORDS = ("what", "mend")
"""What a text may name beside facts: what an operation is, and what to do about it."""


class Finding(Record):
    """Something that a report tells of a site, with what to do about it."""

    finding: Text = key(NAME, "Its name.", required=True)
    of: Text = key(NAME, "The kind of site that it is about.", required=True)
    when: Text = key(TEXT, "When it holds: a formula of facts.", required=True)
    text: Text = key(TEXT, "What is found, with {facts}.", required=True)
    reason: Text = key(TEXT, "Why it costs, in a sentence.", required=True)
    mend: Text = key(TEXT, "What to do about it.", required=True)
    change: Text | None = key(NAME, "The change that is tried to measure the gain.")
    gain: Text | None = key(TEXT, "Where no change can be tried, an estimate of the gain in "
                            "cycles.")

    declared_by: list[Text] = key(list_of(NAME), "Words of the declaration whose line is told: the "
                                  "first line that has one of them.", default=[])
    weight: float = key(Number(0.01, 1), "What its gain counts when findings are ordered.",
                        default=1.0)

    condition: Formula
    estimate: Formula | None


def load_findings(context: Context, sites: dict[str, Site],
                  changes: dict[str, Change]) -> list[Finding]:
    diagnostics = context.diagnostics
    loaded = load_entries(Finding, context.table(TABLE), diagnostics)
    check_unique(loaded, lambda entry: entry.finding, diagnostics)
    check_identifiers((entry.finding for entry in loaded), diagnostics)
    for entry in loaded:
        if entry.of not in sites:
            diagnostics.error("V003", entry.of.position, f"there is no site '{entry.of}'",
                              near=entry.of, known=sites, within="advice/sites.yaml")
            continue
        if entry.change is None and entry.gain is None:
            diagnostics.error("V004", entry.finding.position, f"'{entry.finding}' has neither a "
                              "change that is tried nor an estimate of its gain")
        if entry.change is not None and entry.change not in changes:
            diagnostics.error("V005", entry.change.position, f"there is no change '{entry.change}'",
                              near=entry.change, known=changes, within="advice/changes.yaml")
        facts = facts_of(sites, str(entry.of))
        entry.condition = read_condition(entry.when, facts, context)
        entry.estimate = (read_estimate(entry.gain, facts, context)
                          if entry.gain is not None else None)
        for text in (entry.text, entry.mend):
            for match in _PLACEHOLDER.finditer(text):
                if match[1] not in (*facts, *_WORDS):
                    diagnostics.error("V002", text.position, f"a {entry.of} has no fact "
                                      f"'{match[1]}'", near=match[1], known=facts,
                                      within="advice/sites.yaml")
    return loaded
