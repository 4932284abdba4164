"""Makes all files of the site from the document of all tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jinja2

from ..dump.document import VERSION, document
from ..dump.schema import schema
from ..groups import Context
from . import comparisons, explainer_data, history, search_index
from .catalogue import Catalogue, Json, Subject
from .sections import Sections
from .sources import Sources, sources
from .values import Piece, Schemas, Values

ROOT = Path(__file__).resolve().parent.parent.parent.parent
FOLDER = Path(__file__).resolve().parent.parent.parent / "site"
ADDRESSES = "addresses.txt"
_MOST_IN_SIGHT = 60
_OWN_PAGES = [
    ("Word explainer", "explain.html", "What machine words mean on a part"),
    ("Compare revisions", "compare/index.html", "What differs between two revisions"),
    ("Compare parts", "compare/parts.html", "The facts of two parts side by side"),
    ("History", "history.html", "What changed from version to version"),
    ("About", "about.html", "Where this site comes from, and its addresses")]


def build(context: Context) -> dict[str, bytes] | None:
    """The bytes of every file by its path; None after faults of the tables were reported."""
    made = document(context)
    model: Any = context.model("site")
    if made is None or model is None or context.diagnostics.failed:
        return None
    catalogue = Catalogue(model.kinds, made["tables"])
    if not _is_complete(context, model, catalogue,
                        [each["revision"] for each in made["ir3"]["revisions"]]):
        return None
    return _Site(context, made, model, catalogue, sources(context, ROOT)).files()


def _is_complete(context: Context, model: Any, catalogue: Catalogue,
                 revisions: list[str]) -> bool:
    """Whether every entry has a page, and what moved leads to one; faults are reported."""
    for table, place in catalogue.left_out.items():
        context.diagnostics.error("U003", context.place(f"{table}.yaml"),
                                  f"the entry at {place} is of no kind that has pages")
    addresses = {subject.address for subject in catalogue.subjects()}
    addresses |= {f"{kind.folder}/index.html" for kind in model.kinds}
    addresses |= {address for _, address, _ in _OWN_PAGES} | {"index.html"}
    addresses |= {f"compare/{before}-{after}.html" for before in revisions for after in revisions}
    for each in model.moved:
        if str(each.was) in addresses:
            context.diagnostics.error("U002", each.was.position, f"there is a page '{each.was}'")
        if str(each.is_now).partition("#")[0] not in addresses:
            context.diagnostics.error(
                "U002", each.is_now.position, f"there is no page '{each.is_now}'",
                near=str(each.is_now), known=addresses)
    return not context.diagnostics.failed


class _Site:
    def __init__(self, context: Context, made: Json, model: Any, catalogue: Catalogue,
                 found: Sources) -> None:
        self.context = context
        self.document = made
        self.model = model
        self.catalogue = catalogue
        self.sources = found
        self.values = Values(catalogue, model.links, Schemas(schema(VERSION, context.tables_dir)))
        self.sections = Sections(made, self.values, found)
        self.environment = jinja2.Environment(
            loader=jinja2.FileSystemLoader(FOLDER / "templates"), autoescape=True,
            undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True)
        self.made: dict[str, bytes] = {}

    def files(self) -> dict[str, bytes]:
        # A page knows who mentions it once the sections of all others are made.
        sections = [(subject, self.sections.of(subject)) for subject in self.catalogue.subjects()]
        template = self.environment.get_template("entry.html.j2")
        for subject, made in sections:
            self._page(subject.address, template, title=subject.name, subject=subject,
                       lead=self._lead(subject), sections=made,
                       mentions=self._mentions(subject))
        self._lists()
        self._own_pages()
        self._data()
        for path in sorted((FOLDER / "assets").iterdir()):
            self.made[f"assets/{path.name}"] = path.read_bytes()
        addresses = sorted(name for name in self.made if name.endswith(".html"))
        for each in self.model.moved:
            self._page(str(each.was), self.environment.get_template("moved.html.j2"),
                       title="This page moved", moved=each)
        self.made[ADDRESSES] = ("\n".join(addresses) + "\n").encode()
        return self.made

    def _page(self, address: str, template: jinja2.Template, **values: Any) -> None:
        up = "../" * address.count("/")
        self.made[address] = template.render(up=up, address=address, **values).encode()

    def _lead(self, subject: Subject) -> list[Piece]:
        """A sentence about a subject, or the pattern that it is."""
        if subject.sentence.startswith("("):
            return self.values.code_of(subject.sentence, ["nir_op", "ir3_op"], subject, "find")
        return self.values.prose(subject.sentence)

    def _mentions(self, subject: Subject) -> list[tuple[str, list[Subject], list[Subject]]]:
        """Who mentions a subject, by kind and key; what is beyond the first is folded away."""
        groups: dict[tuple[str, str], list[Subject]] = {}
        for (key, _), other in self.values.mentions.get(subject.address, {}).items():
            groups.setdefault((str(other.kind.title), key), []).append(other)
        order = [str(kind.title) for kind in self.model.kinds]
        return [(f"{title}, by {key.replace('_', ' ')}", found[:_MOST_IN_SIGHT],
                 found[_MOST_IN_SIGHT:])
                for (title, key), found in sorted(groups.items(),
                                                  key=lambda item: order.index(item[0][0]))]

    def _lists(self) -> None:
        template = self.environment.get_template("list.html.j2")
        shown: dict[str, list[tuple[Any, int]]] = {}
        for kind in self.model.kinds:
            subjects = list(self.catalogue.by_kind[str(kind.kind)].values())
            shown.setdefault(str(kind.section), []).append((kind, len(subjects)))
            self._page(f"{kind.folder}/index.html", template, title=str(kind.title), kind=kind,
                       groups=_grouped(subjects))
        self._page("index.html", self.environment.get_template("index.html.j2"),
                   title="Tables of Jacquard", shown=shown, pages=_OWN_PAGES,
                   count=len(self.catalogue.subjects()))

    def _own_pages(self) -> None:
        def page(address: str, template: str, title: str, **values: Any) -> None:
            self._page(address, self.environment.get_template(template), title=title, **values)

        pairs = comparisons.comparisons(self.context)
        names = [each["revision"] for each in self.document["ir3"]["revisions"]]
        page("explain.html", "explain.html.j2", "Word explainer")
        page("compare/index.html", "compare.html.j2", "Compare revisions", names=names,
             pairs={(each.before, each.after): each for each in pairs})
        page("compare/parts.html", "parts.html.j2", "Compare parts")
        for pair in pairs:
            page(pair.address, "pair.html.j2", f"{pair.before} → {pair.after}", pair=pair,
                 ops=self.catalogue.by_kind["ir3_op"])
        page("history.html", "history.html.j2", "History",
             history=history.history(self.context.tables_dir, self.document))
        page("about.html", "about.html.j2", "About this site", version=VERSION,
             counts=self.sources.proofs.counts(), moved=self.model.moved)

    def _data(self) -> None:
        self.made["data/index.js"] = search_index.index(self.catalogue, _OWN_PAGES).encode()
        self.made["data/parts.js"] = comparisons.parts(self.document, self.catalogue).encode()
        self.made["data/words.js"] = explainer_data.shared(self.document, self.catalogue).encode()
        for revision in self.document["ir3"]["revisions"]:
            self.made[f"data/words-{revision['revision']}.js"] = explainer_data.of_revision(
                self.document, revision, self.catalogue).encode()


def _grouped(subjects: list[Subject]) -> dict[str, list[Subject]]:
    """Subjects by the table of their first entry, as the tables have them."""
    made: dict[str, list[Subject]] = {}
    for subject in subjects:
        made.setdefault(subject.entries[0].table, []).append(subject)
    return made
