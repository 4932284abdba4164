"""The encodings of each revision and the facts of each part, which follow from several tables."""

from __future__ import annotations

from typing import Any

from ..ir3.codec.forms import FormCompiler
from ..ir3.tables.bits import Entry
from ..ir3.tables.model import Encoding, Format, Model
from ..diagnostics import Diagnostics


def machine(model: Model) -> dict[str, Any]:
    return {
        "enums": {name: {
            "values": enum.values, "sets": enum.sets,
            "texts": {str(value): text for value, text in enum.texts.items()},
        } for name, enum in model.enums.items()},
        "fields": {name: {"type": str(field.type), "text": _text(field.text),
                          "names": _text(field.names), "default": field.default}
                   for name, field in model.fields.items()},
        "registers": {name: {"first": entry.first, "component": entry.component,
                             "name": _text(entry.name)}
                      for name, entry in model.registers.items()},
        "forms": _forms(model),
        "layouts": [_layout(layout.name, layout.format) for layout in model.layouts],
        "encodings": [_encoding(model, encoding) for encoding in model.encodings],
        "revisions": [{
            "revision": revision.name, "doc": revision.doc, "number": revision.number,
            "parts": revision.parts, "machine": revision.machine,
            "machine_of_parts": {str(part): facts
                                 for part, facts in revision.machine_of_parts.items()},
            "encodings": [guarded.encoding.index for guarded in model.ordered[revision.name]],
        } for revision in model.revisions],
    }


def _text(text: object) -> str | None:
    return None if text is None else str(text)


def _forms(model: Model) -> dict[str, Any]:
    compiler = FormCompiler(model, Diagnostics())
    return {name: {
        "parameters": {str(key): str(kind) for key, kind in form.parameters.items()},
        "cases": [{
            "kind": str(bits.case.kind),
            "when": None if bits.case.when is None else bits.case.when.value,
            "register": _text(bits.case.register),
            "mask": f"{bits.mask:#x}", "match": f"{bits.match:#x}",
            "bits": [_entry(entry) for entry in bits.entries if entry.kind == "field"],
            "text": str(bits.case.text),
        } for bits in compiler.cases_of(form)],
    } for name, form in model.forms.items()}


def _layout(name: str, made: Format) -> dict[str, Any]:
    entries = sorted(made.entries, key=lambda entry: -entry.bits.mask)
    return {"layout": name, "parameters": made.parameters, "text": made.text,
            "pieces": made.pieces, "bits": [_entry(entry) for entry in entries]}


def _entry(entry: Entry) -> dict[str, Any]:
    result: dict[str, Any] = {"kind": entry.kind, "bits": str(entry.bits)}
    if entry.kind == "choice":
        result["choices"] = [{"when": condition, "bits": [_entry(each) for each in entries]}
                             for condition, entries in entry.choices]
        return result
    for key in ("name", "pattern", "form", "attribute"):
        if getattr(entry, key):
            result[key] = getattr(entry, key)
    if entry.signed:
        result["signed"] = True
    if entry.plus:
        result["plus"] = entry.plus
    if entry.at >= 0:
        result["at"] = entry.at
    if entry.expressions:
        result["expressions"] = dict(entry.expressions)
    return result


def _encoding(model: Model, encoding: Encoding) -> dict[str, Any]:
    return {"opcode": encoding.name, "place": encoding.opcode.provenance,
            "layout": model.layouts.index(encoding.layout),
            "mask": f"{encoding.mask:#x}", "match": f"{encoding.match:#x}",
            "free": f"{encoding.free:#x}", "parameters": encoding.parameters,
            "when": None if encoding.when is None else encoding.when.value,
            "revisions": encoding.revisions}
