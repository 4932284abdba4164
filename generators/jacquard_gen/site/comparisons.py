"""Pages that compare two revisions, with what `jacquard_gen diff` says, and what the browser needs
to compare two parts."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..groups import Context
from ..ir3.commands import difference, difference_facts
from .catalogue import Catalogue, Json
from .explainer_data import compact


class Comparison(NamedTuple):
    before: str
    after: str
    headline: str
    groups: list[tuple[str, list[str]]]

    @property
    def address(self) -> str:
        return f"compare/{self.before}-{self.after}.html"


def comparisons(context: Context) -> list[Comparison]:
    """All ordered pairs of revisions."""
    model: Any = context.model("ir3")
    made = []
    for before in model.revisions:
        for after in model.revisions:
            if before is after:
                continue
            words = difference.text(model, before, after)
            others = difference_facts.text(model, (before, 0), (after, 0))
            headline, _, rest = words.partition("\n")
            made.append(Comparison(before.name, after.name, headline.partition(": ")[2],
                                   _groups(rest) + _groups(others)))
    return made


def _groups(text: str) -> list[tuple[str, list[str]]]:
    """Paragraphs of a comparison: the first line, and what is indented below it; lines that are
    all at the margin are a group of their own kind."""
    made: list[tuple[str, list[str]]] = []
    for paragraph in text.strip("\n").split("\n\n"):
        lines = [each for each in paragraph.split("\n") if each]
        if not lines:
            continue
        if len(lines) > 1 and lines[1].startswith("  ") and ": " not in lines[0]:
            made.append((lines[0], [each[2:] for each in lines[1:]]))
            continue
        for each in lines:
            noun, colon, rest = each.partition(": ")
            if each.startswith(" ") and made:
                made[-1][1].append(each)
            elif made and colon and made[-1][0] == noun:
                made[-1][1].append(rest)
            else:
                made.append((noun, [rest] if colon else []))
    return made


def parts(document: Json, catalogue: Catalogue) -> str:
    """The facts of all parts, a row each, in the order of the facts."""
    ir3 = document["ir3"]
    called = {str(each["part"]): each.get("called") or (each.get("names") or [""])[0]
              for each in document["tables"]["ir3/parts"]}
    facts = [str(each["fact"]) for each in document["tables"]["ir3/machine"]]
    docs = [str(each.get("doc", "")) for each in document["tables"]["ir3/machine"]]
    rows = []
    for revision in ir3["revisions"]:
        for part in sorted(revision["parts"]):
            own = {**revision["machine"], **revision["machine_of_parts"].get(str(part), {})}
            rows.append([part, called.get(str(part), ""), revision["revision"],
                         [own[name] for name in facts]])
    return "jacquardParts(" + compact({
        "facts": facts, "docs": docs,
        "addresses": [catalogue.address("ir3_fact", name) for name in facts],
        "parts": rows}) + ");\n"
