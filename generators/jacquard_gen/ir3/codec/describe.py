"""A description of every encoding for people: what owns each bit, and the table line that says so.

Formats are described once, however many opcodes and revisions use them; what differs between
opcodes is their numbers, which stand in the table of encodings, and the lines these come from.
"""

from __future__ import annotations

from typing import Any

from ...diagnostics import Diagnostics
from ...groups import Output
from ...places import Places
from ..tables.bits import Entry
from .forms import FormCompiler
from .layouts import LayoutCompiler
from .members import operand_names
from ..tables.model import Encoding, Model

OUTPUT_NAMES = ["jacquard/generated/ir3/descriptions.h", "jacquard/generated/ir3/descriptions.cpp"]


class _Describer:
    """Collects the rows of the description."""

    def __init__(self, model: Model, places: Places) -> None:
        self.model = model
        self.places = places
        self.fields = list(model.fields)
        self.operands = operand_names(model)
        self.forms = sorted(model.used_forms())
        self.conditions: list[str] = []
        self.formats: list[dict[str, Any]] = []
        self.bits_rows: list[dict[str, Any]] = []
        self._bits_places: dict[tuple[Any, ...], int] = {}
        self.layouts = LayoutCompiler(model, {}, Diagnostics())
        self._known: dict[Any, int] = {}

    def format_of(self, encoding: Encoding) -> int:
        """The index of the description of an encoding's format, made where there is none yet."""
        rows: list[dict[str, Any]] = []
        choices = 0
        for entry in sorted(encoding.format.entries, key=lambda item: -item.bits.mask):
            if entry.kind != "choice":
                rows.append(self._row(entry))
                continue
            choices += 1
            for branch, (when, entries) in enumerate(entry.choices):
                condition = self._condition(encoding, entry, when)
                for part in entries:
                    rows += [self._row(leaf, choices, branch, when, condition)
                             for leaf in part.leaves()]
        name = encoding.format.name
        places = [self._bits_place(row) for row in rows]
        key = (name, *places)
        if key not in self._known:
            self._known[key] = len(self.formats)
            written = encoding.format.entry
            self.formats.append({"name": name, "place": self.places.number(written.provenance),
                                 "doc": str(written.doc), "rows": places})
        return self._known[key]

    def _bits_place(self, row: dict[str, Any]) -> int:
        """Returns the index of a row among those of all formats; formats share the rows that
        they inherit."""
        place = self._bits_places.setdefault(tuple(row.values()), len(self.bits_rows))
        if place == len(self.bits_rows):
            self.bits_rows.append(row)
        return place

    def _condition(self, encoding: Encoding, entry: Entry, when: str) -> int:
        """The number of a condition of alternatives, 0 where there is none."""
        if not when:
            return 0
        value = self.model.conditions.compile(
            entry.places[when], self.layouts.scope_of(encoding.layout), Diagnostics())
        assert value is not None, "conditions were compiled before"
        if value.cpp not in self.conditions:
            self.conditions.append(value.cpp)
        return self.conditions.index(value.cpp) + 1

    def _row(self, entry: Entry, choice: int = 0, branch: int = 0, when: str = "",
             condition: int = 0) -> dict[str, Any]:
        kind = "fixed" if entry.kind == "fixed" or entry.fixed else entry.kind
        name, subject, form = entry.name, 0, 0
        if entry.kind == "field":
            subject = self.fields.index(name)
        elif entry.kind in ("operand", "part"):
            subject = self.operands.index(name)
            if entry.kind == "operand":
                form = self.forms.index(entry.form)
            else:
                name += f".{entry.attribute}"
        assert entry.position is not None
        return {"kind": kind, "choice": choice, "branch": branch, "condition": condition,
                "subject": subject, "form": form, "signed": entry.signed, "plus": entry.plus,
                "at": max(entry.at, 0), "bits": str(entry.bits), "name": name, "when": when,
                "pattern": entry.pattern,
                "place": self.places.number(entry.position.provenance)}


def _form_rows(model: Model, names: list[str], places: Places) -> list[dict[str, Any]]:
    compiler = FormCompiler(model, Diagnostics())
    rows = []
    for name in names:
        form = model.forms[name]
        cases = []
        for case in compiler.cases_of(form):
            cases.append({"kind": str(case.case.kind), "mask": f"{case.mask:#x}",
                          "value": f"{case.match:#x}",
                          "place": places.number(case.case.position.provenance)})
        rows.append({"name": name, "doc": str(form.doc), "cases": cases,
                     "place": places.number(form.provenance)})
    return rows


def _field_rows(model: Model, places: Places) -> list[dict[str, Any]]:
    enums = list(model.enums)
    rows = []
    for name, entry in model.fields.items():
        kind = str(entry.type)
        enum = kind if kind in model.enums else str(entry.names or "")
        rows.append({"name": name, "doc": str(entry.doc),
                     "place": places.number(entry.provenance),
                     "kind": "flag" if kind == "flag" else "enumeration" if enum else
                     "components" if kind == "components" else
                     "signed_number" if kind in ("int", "target", "offset") else "number",
                     "text": str(entry.text or ""),
                     "enum": enums.index(enum) if enum in model.enums else 0})
    return rows


def _enum_rows(model: Model) -> list[dict[str, Any]]:
    rows = []
    for enum in model.enums.values():
        last = max(enum.values.values())
        names = {value: name for name, value in enum.values.items()}
        rows.append({"name": enum.name, "names": [names.get(value, "")
                                                  for value in range(last + 1)]})
    return rows


def outputs(model: Model, places: Places) -> list[Output]:
    describer = _Describer(model, places)
    encodings = []
    for encoding in model.encodings:
        of_numbers = encoding.number_places
        own = encoding.opcode.provenance
        encodings.append({
            "format": describer.format_of(encoding), "place": places.number(own),
            "number_place": places.number(of_numbers.get("opc", own)),
            "parameter_place": places.number(next(
                (place for name, place in of_numbers.items() if name != "opc"), own)),
            "name": encoding.name,
            "when": encoding.when.value if encoding.when else ""})
    revisions = [{"name": revision.name, "doc": revision.doc, "extends": revision.extends,
                  "parts": " ".join(map(str, revision.parts)),
                  "place": places.number(revision.position.provenance)}
                 for revision in model.revisions]
    values: dict[str, Any] = {
        "formats": describer.formats, "bits_rows": describer.bits_rows,
        "encodings": encodings, "revisions": revisions,
        "forms": _form_rows(model, describer.forms, places),
        "fields": _field_rows(model, places),
        "enums": _enum_rows(model), "conditions": describer.conditions,
        "operands": describer.operands,
        "docs": [str(opcode.entry.doc) for opcode in model.opcodes]}
    return [Output(name, "ir3/codec/" + name.rsplit("/", 1)[1] + ".j2", values)
            for name in OUTPUT_NAMES]
