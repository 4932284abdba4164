"""Sections about the machine: words and their bits, parts and their facts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from . import pictures
from .catalogue import Json, Subject
from .values import Node, Piece, Values, code, line, words

Section = dict[str, Any]


class MachineSections:
    def __init__(self, document: Json, values: Values) -> None:
        self.ir3 = document["ir3"]
        self.tables = document["tables"]
        self.values = values
        self.docs = {str(each["field"]): str(each.get("doc", ""))
                     for each in self.tables["ir3/isa/fields"]}
        self.forms = {str(each["form"]): str(each.get("doc", ""))
                      for each in self.tables["ir3/isa/operands"]}
        self.facts = {str(each["fact"]): each for each in self.tables["ir3/machine"]}
        self.order = [each["revision"] for each in self.ir3["revisions"]]

    # ---- words -----------------------------------------------------------------------------------

    def bits(self, subject: Subject) -> list[Section]:
        if str(subject.kind.kind) == "ir3_op":
            chosen = [each for each in self.ir3["encodings"] if each["opcode"] == subject.name]
        else:
            chosen = [each for each in self.ir3["encodings"] if self.written_name(
                self.ir3["layouts"][each["layout"]]["layout"]) == subject.name]
        groups: dict[str, list[Json]] = {}
        for each in chosen:
            picture = pictures.of_layout(self.ir3["layouts"][each["layout"]], [each]) \
                if str(subject.kind.kind) == "ir3_op" else []
            # Layouts that differ in nothing but their texts have one picture.
            key = repr((each["layout"], picture))
            groups.setdefault(key, []).append(each)
        made = [self._picture(subject, each) for each in groups.values()]
        if not chosen and str(subject.kind.kind) == "ir3_format":
            made = [{"title": "What others begin with", "is": "picture", "text": "",
                     "rows": pictures.of_written(each.value.get("bits", {})), "meanings": [],
                     "revisions": line([Piece("No word has this format alone: bits that it leaves "
                                              "open are said by formats that extend it.")])}
                    for each in subject.entries if each.value.get("bits")]
        return made

    def _picture(self, subject: Subject, encodings: list[Json]) -> Section:
        layout = self.ir3["layouts"][encodings[0]["layout"]]
        revisions = [name for name in self.order
                     if any(name in each["revisions"] for each in encodings)]
        picture = pictures.of_layout(layout, encodings)
        pieces: list[Piece] = [Piece("Format "),
                               self.values.linked("ir3_format", self.written_name(layout["layout"]),
                                                  subject, "format"), Piece(" on ")]
        for number, name in enumerate(revisions):
            pieces += [Piece(", ")] if number else []
            pieces.append(self.values.linked("ir3_revision", name, subject))
        condition = encodings[0]["when"] if len(encodings) == 1 else None
        if condition:
            pieces += [Piece(", where "), Piece(condition, "", True)]
        return {"title": f"Bits on {', '.join(revisions)}", "is": "picture",
                "revisions": line(pieces), "text": layout["text"] or "",
                "pieces": layout["pieces"],
                "rows": [[cell._replace(address=self._address_of(cell.label)) for cell in row]
                         for row in picture],
                "meanings": [self._meaning(each, subject)
                             for each in pictures.meanings(layout["bits"])]}

    def written_name(self, layout: str) -> str:
        """The name of a format in its table: a revision that changes it has its own name behind."""
        formats = self.values.catalogue.by_kind["ir3_format"]
        base, _, revision = layout.rpartition("_")
        return base if layout not in formats and revision in self.order else layout

    def _address_of(self, label: str) -> str:
        return self.values.catalogue.address("ir3_field", label) or ""

    def _meaning(self, each: pictures.Meaning, subject: Subject) -> list[Node]:
        if each.kind == "field":
            name = line([self.values.linked("ir3_field", each.name, subject, "bits")])
            what = self.values.prose(self.docs.get(each.name, ""))
            if "at" in each.entry:
                what.append(Piece(f" These are its bits from {each.entry['at']} on."))
            if each.entry.get("signed"):
                what.append(Piece(" The highest bit is a sign."))
        elif each.kind == "operand":
            name = code(each.name)
            what = [Piece("Operand "),
                    self.values.linked("ir3_form", each.entry["form"], subject, "form"),
                    Piece(f": {self.forms.get(each.entry['form'], '')}")]
            for key, value in each.entry.get("expressions", {}).items():
                what += [Piece(f" {key} is "), Piece(value, "", True)]
        elif each.kind == "part":
            name = code(each.name)
            told = pictures.ATTRIBUTES[each.entry["attribute"]]
            what = [Piece(f"Of {each.entry['name']}: {told}")]
            equals = each.entry.get("expressions", {}).get("equals")
            if equals:
                what += [Piece(" So it is where the bit equals "), Piece(equals, "", True),
                         Piece(".")]
        else:
            name = code(each.name)
            what = [Piece("Always so; a word that differs is unusual.")]
        return [code(each.bits), name, line([Piece(each.when, "", True)] if each.when else []),
                line(what)]

    def instruction(self, subject: Subject) -> list[Section]:
        """The classes that an instruction is of, by its format."""
        rows: list[tuple[str, str, Node]] = []
        timings: dict[str, None] = {}
        formats = {name: format.entries[0].value
                   for name, format in self.values.catalogue.by_kind["ir3_format"].items()}
        for each in self.ir3["encodings"]:
            if each["opcode"] == subject.name:
                name: str | None = self.written_name(self.ir3["layouts"][each["layout"]]["layout"])
                while name in formats:
                    found = formats[name]
                    if "timing" in found:
                        timings[str(found["timing"])] = None
                        break
                    name = found.get("extends")
        own = [str(entry.value["timing"]) for entry in subject.entries
               if isinstance(entry.value.get("timing"), str)]
        pieces: list[Piece] = []
        for name in own or list(timings):
            pieces += [Piece(", ")] if pieces else []
            pieces.append(self.values.linked("ir3_timing", name, subject, "timing"))
        if pieces:
            rows.append(("timing", "Its timing class, which its format gives where its own entry "
                         "does not.", line(pieces)))
        words_of = [name for name in self.order if any(
            each["opcode"] == subject.name and name in each["revisions"]
            for each in self.ir3["encodings"])]
        rows.append(("revisions", "The revisions that have it.", line(self._listed(
            "ir3_revision", words_of, subject))))
        parts = [str(part) for each in self.ir3["revisions"] if each["revision"] in words_of
                 for part in each["parts"]]
        rows.append(("parts", "The parts of these revisions.", line(self._listed(
            "ir3_part", parts, subject))))
        return [{"title": "Timing and parts", "is": "facts", "rows": rows}]

    def _listed(self, kind: str, names: Iterable[str], subject: Subject) -> list[Piece]:
        pieces: list[Piece] = []
        for name in names:
            pieces += [Piece(", ")] if pieces else []
            pieces.append(self.values.linked(kind, name, subject))
        return pieces

    # ---- parts -----------------------------------------------------------------------------------

    def machine_of(self, part: str) -> tuple[str, Json]:
        """The revision of a part, and its facts."""
        for each in self.ir3["revisions"]:
            if int(part) in each["parts"]:
                return each["revision"], {**each["machine"],
                                          **each["machine_of_parts"].get(part, {})}
        return "", {}

    def part(self, subject: Subject) -> list[Section]:
        revision, facts = self.machine_of(subject.name)
        usual: Json = next((each["machine"] for each in self.ir3["revisions"]
                            if each["revision"] == revision), {})
        rows = []
        for name, value in facts.items():
            differs = "" if usual.get(name) == value else \
                f"most of {revision}: {shown(usual[name])}"
            rows.append(("", [line([self.values.linked("ir3_fact", name, subject)]),
                              words(shown(value)), words(differs),
                              line(self.values.prose(str(self.facts[name].get("doc", ""))))]))
        return [{"title": "Revision", "is": "node", "node": line(
                    [self.values.linked("ir3_revision", revision, subject, "parts"),
                     Piece("; "), Piece("side by side with another part",
                                        f"compare/parts.html#{subject.name}")])},
                {"title": "Facts of the machine", "is": "node", "node": {
                    "is": "table", "columns": [("fact", ""), ("value", ""), ("otherwise", ""),
                                               ("what", "")], "rows": rows}}]

    def revision(self, subject: Subject) -> list[Section]:
        found = next(each for each in self.ir3["revisions"] if each["revision"] == subject.name)
        opcodes = list(dict.fromkeys(self.ir3["encodings"][index]["opcode"]
                                     for index in found["encodings"]))
        pieces: list[Piece] = []
        for other in self.order:
            if other != subject.name:
                pieces += [Piece(", ")] if pieces else []
                pieces.append(Piece(other, f"compare/{other}-{subject.name}.html", True))
        rows = [("", [line([self.values.linked("ir3_fact", name, subject)]), words(shown(value)),
                      line(self.values.prose(str(self.facts[name].get("doc", ""))))])
                for name, value in found["machine"].items()]
        return [{"title": "What changed since", "is": "node", "node": line(pieces)},
                {"title": f"Instructions ({len(opcodes)})", "is": "node", "node": line(
                    self._listed("ir3_op", opcodes, subject))},
                {"title": "Facts of most of its parts", "is": "node", "node": {
                    "is": "table", "columns": [("fact", ""), ("value", ""), ("what", "")],
                    "rows": rows}}]

    def fact(self, subject: Subject) -> list[Section]:
        """The parts by what they have."""
        by_value: dict[str, dict[str, list[str]]] = {}
        for each in self.ir3["revisions"]:
            for part in map(str, each["parts"]):
                facts = {**each["machine"], **each["machine_of_parts"].get(part, {})}
                by_value.setdefault(shown(facts[subject.name]), {}) \
                    .setdefault(each["revision"], []).append(part)
        rows = []
        for value, revisions in by_value.items():
            pieces: list[Piece] = []
            for revision, parts in revisions.items():
                pieces += [Piece("; ")] if pieces else []
                pieces += [self.values.linked("ir3_revision", revision, subject), Piece(": ")]
                pieces += self._listed("ir3_part", parts, subject)
            rows.append(("", [words(value), line(pieces)]))
        return [{"title": "Parts by its value", "is": "node", "node": {
            "is": "table", "columns": [("value", ""), ("parts", "")], "rows": rows}}]


def shown(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
