"""The index that the search of the site reads: all names, with their kind, page and sentence."""

from __future__ import annotations

from .catalogue import Catalogue, Json, Subject, names_in
from .explainer_data import compact

_MOST_LETTERS = 90


def index(catalogue: Catalogue, pages: list[tuple[str, str, str]]) -> str:
    """A script that hands the index over, so that it is there for pages opened as files, too. Each
    kind has its folder, its title and its entries: a name, a page below the folder where it is not
    NAME.html, and a sentence. Names on pages follow with the page's number in the kind."""
    kinds: list[Json] = [{"title": "page", "folder": "", "entries": [
        [title, address, sentence] for title, address, sentence in pages], "names": []}]
    for kind in catalogue.kinds:
        subjects = list(catalogue.by_kind[str(kind.kind)].values())
        kinds.append({
            "title": str(kind.one), "folder": str(kind.folder),
            "entries": [_row(each) for each in subjects],
            "names": [[name, number] for number, each in enumerate(subjects)
                      for entry in each.entries if kind.anchors is not None
                      for name in names_in(entry.value.get(str(kind.anchors), []))]})
    return f"jacquardIndex({compact(kinds)});\n"


def _row(subject: Subject) -> list[str]:
    below = subject.address.removeprefix(f"{subject.kind.folder}/").removesuffix(".html")
    sentence = subject.sentence
    if len(sentence) > _MOST_LETTERS:
        sentence = sentence[:_MOST_LETTERS].rsplit(" ", 1)[0] + "…"
    return [subject.name, "" if below == subject.name else below, sentence]
