"""The encodings of each revision and the facts of each part, which follow from several tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..expr import Language
from ..ir3.codec.members import operand_names
from ..ir3.tables.bits import Entry
from ..ir3.tables.model import Encoding, Layout, Model
from .meanings import delays, meanings
from .trees import InLayout, Json, Trees


def machine(model: Model, language: Language, applied: Json) -> dict[str, Any]:
    """Functions that trees apply are added to `applied`."""
    trees = Trees(model)
    return {
        "word_bits": model.word_bits,
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
        "operands": operand_names(model),
        "forms": _forms(model, trees),
        "layouts": [_layout(layout, trees.of_layout(layout)) for layout in model.layouts],
        "encodings": [_encoding(model, encoding, trees) for encoding in model.encodings],
        "opcodes": meanings(model, language, applied),
        "revisions": [{
            "revision": revision.name, "doc": revision.doc, "number": revision.number,
            "parts": revision.parts, "machine": revision.machine,
            "machine_of_parts": {str(part): facts
                                 for part, facts in revision.machine_of_parts.items()},
            "encodings": [guarded.encoding.index for guarded in model.ordered[revision.name]],
            "delays": delays(revision),
        } for revision in model.revisions],
    }


def _text(text: object) -> str | None:
    return None if text is None else str(text)


def _forms(model: Model, trees: Trees) -> dict[str, Any]:
    made = {}
    for name, form in model.forms.items():
        inside = trees.of_form(form)
        made[name] = {
            "parameters": {str(key): str(kind) for key, kind in form.parameters.items()},
            "cases": [{
                "kind": str(bits.case.kind),
                **_when("when", None if bits.case.when is None else bits.case.when.value,
                        inside.condition),
                "register": _text(bits.case.register),
                "mask": f"{bits.mask:#x}", "match": f"{bits.match:#x}",
                "bits": [_entry(entry) for entry in bits.entries if entry.kind == "field"],
                "text": str(bits.case.text), "text_parts": inside.text(str(bits.case.text)),
            } for bits in trees.forms.cases_of(form)]}
    return made


def _when(key: str, condition: str | None, tree: Callable[[str], Json]) -> Json:
    return {key: condition, f"{key}_tree": tree(condition) if condition else None}


def _layout(layout: Layout, inside: InLayout) -> dict[str, Any]:
    made = layout.format
    entries = sorted(made.entries, key=lambda entry: -entry.bits.mask)
    return {"layout": layout.name, "parameters": made.parameters, "text": made.text,
            "pieces": made.pieces, "text_parts": inside.text(),
            "bits": [_entry(entry, inside) for entry in entries]}


def _entry(entry: Entry, inside: InLayout | None = None) -> dict[str, Any]:
    result: dict[str, Any] = {"kind": entry.kind, "bits": str(entry.bits)}
    if entry.kind == "choice":
        assert inside is not None
        result["choices"] = [{**_when("when", condition, inside.condition),
                              "bits": [_entry(each, inside) for each in entries]}
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
        assert inside is not None
        result["expressions"] = dict(entry.expressions)
        result["expression_trees"] = {
            key: inside.condition(text) if key == "equals" else inside.given(entry.form, key, text)
            for key, text in entry.expressions}
    return result


def _encoding(model: Model, encoding: Encoding, trees: Trees) -> dict[str, Any]:
    return {"opcode": encoding.name, "place": encoding.opcode.provenance,
            "layout": model.layouts.index(encoding.layout),
            "mask": f"{encoding.mask:#x}", "match": f"{encoding.match:#x}",
            "free": f"{encoding.free:#x}", "parameters": encoding.parameters,
            **_when("when", None if encoding.when is None else encoding.when.value,
                    trees.of_layout(encoding.layout).condition),
            "revisions": encoding.revisions}
