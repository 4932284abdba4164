"""The places that advice may be about: `defs/advice/sites.yaml`."""

from __future__ import annotations

from ..groups import Context
from ..identifiers import check_identifiers
from ..schema import NAME, TEXT, Record, Text, check_unique, key, list_of, load_entries, record

TABLE = "advice/sites.yaml"
SHADER = "shader"
"""The site whose facts are known at every other."""


class Fact(Record):
    """A number that is known of a site."""

    doc: Text = key(TEXT, "What it tells.", required=True)
    fact: Text = key(NAME, "Its name in conditions.", required=True)


class Site(Record):
    """A kind of place in a shader."""

    facts: list[Fact] = key(list_of(record(Fact), low=1), "What is known of it.", required=True)
    site: Text = key(NAME, "Its name.", required=True)
    doc: Text = key(TEXT, "What it is.", required=True)


def load_sites(context: Context) -> dict[str, Site]:
    loaded = load_entries(Site, context.table(TABLE), context.diagnostics)
    sites = check_unique(loaded, lambda entry: entry.site, context.diagnostics)
    facts = [fact for entry in loaded for fact in entry.facts]
    check_unique(facts, lambda fact: fact.fact, context.diagnostics)
    check_identifiers([*(entry.site for entry in loaded), *(fact.fact for fact in facts)],
                      context.diagnostics)
    return sites


def facts_of(sites: dict[str, Site], site: str) -> list[str]:
    """The names that formulas about a kind of site may use."""
    return [str(fact.fact) for name in dict.fromkeys((site, SHADER)) if name in sites
            for fact in sites[name].facts]
