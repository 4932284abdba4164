"""The group `site`: what the tables as a site have pages for, where values link to, and which
addresses moved. `publish` makes the site."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from ..groups import Context, Output, Page
from ..schema import Json, load_entries, table_schema, check_unique
from .records import Kind, Link, Moved

KINDS, LINKS, MOVED = "site/kinds.yaml", "site/links.yaml", "site/moved.yaml"


class Model(NamedTuple):
    kinds: list[Kind]
    links: list[Link]
    moved: list[Moved]


def load(context: Context) -> Model | None:
    diagnostics = context.diagnostics
    kinds = load_entries(Kind, context.table(KINDS), diagnostics)
    links = load_entries(Link, context.table(LINKS), diagnostics)
    moved = load_entries(Moved, context.table(MOVED), diagnostics)
    check_unique(kinds, lambda kind: kind.kind, diagnostics)
    check_unique(links, lambda link: link.of_key, diagnostics)
    check_unique(moved, lambda entry: entry.was, diagnostics)
    known = {str(kind.kind) for kind in kinds}
    for link in links:
        for name in link.kinds:
            if name not in known:
                diagnostics.error("U001", name.position, f"there is no kind '{name}'", near=name,
                                  known=known, within="site/kinds")
    return None if diagnostics.failed else Model(kinds, links, moved)


def outputs(model: Model) -> list[Output]:
    """No C++ is made of these tables."""
    return []


def output_names(tables_dir: Path) -> list[str]:
    return []


def explain(model: Model, name: str) -> str | None:
    found = [_explain_kind(kind) for kind in model.kinds if kind.kind == name]
    return "\n".join(found) or None


def _explain_kind(kind: Kind) -> str:
    return (f"site:{kind.kind}  {kind.title}.\n  pages of the tables as a site, "
            f"{kind.provenance}\n  {kind.doc}\n  tables: {', '.join(kind.tables)}\n"
            f"  pages: {kind.folder}/\n")


def reference(model: Model) -> list[Page]:
    return [Page("kinds", "Kinds of pages", [(str(kind.kind), _explain_kind(kind))
                                             for kind in model.kinds])]


def schemas() -> dict[str, Json]:
    return {"site/kinds": table_schema("Kinds of pages", Kind),
            "site/links": table_schema("Keys whose values link", Link),
            "site/moved": table_schema("Addresses that moved", Moved)}
