"""The part of the document that the word explainer needs, as a script for each revision."""

from __future__ import annotations

import json
from typing import Any

from .catalogue import Catalogue, Json
from .pictures import ATTRIBUTES

_KEPT_OF_BITS = ("kind", "bits", "name", "pattern", "form", "attribute", "signed", "plus", "at")


def compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def shared(document: Json, catalogue: Catalogue) -> str:
    """Names, fields, registers and forms, which all revisions share; the parts of each."""
    ir3 = document["ir3"]
    docs = {str(each["field"]): str(each.get("doc", ""))
            for each in document["tables"]["ir3/isa/fields"]}
    form_docs = {str(each["form"]): str(each.get("doc", ""))
                 for each in document["tables"]["ir3/isa/operands"]}
    names = {str(each["part"]): each.get("called") or (each.get("names") or [""])[0]
             for each in document["tables"]["ir3/parts"]}
    made = {
        "enums": {name: {"texts": each["texts"]} for name, each in ir3["enums"].items()},
        "fields": {name: {**each, "doc": docs.get(name, ""),
                          "address": catalogue.address("ir3_field", name)}
                   for name, each in ir3["fields"].items()},
        "registers": ir3["registers"],
        "attributes": ATTRIBUTES,
        "forms": {name: {"doc": form_docs.get(name, ""),
                         "address": catalogue.address("ir3_form", name),
                         "cases": [_case(each) for each in form["cases"]]}
                  for name, form in ir3["forms"].items()},
        "parts": [{"part": part, "called": names.get(str(part), ""),
                   "revision": each["revision"]}
                  for each in ir3["revisions"] for part in sorted(each["parts"])],
        "revisions": {each["revision"]: each["doc"] for each in ir3["revisions"]}}
    return f"jacquardShared({compact(made)});\n"


def of_revision(document: Json, revision: Json, catalogue: Catalogue) -> str:
    """The encodings of a revision in the order in which they are tried, and their layouts."""
    ir3 = document["ir3"]
    encodings = [ir3["encodings"][index] for index in revision["encodings"]]
    numbers = sorted({each["layout"] for each in encodings})
    known = catalogue.by_kind["ir3_op"]
    opcodes = {}
    for each in encodings:
        subject = known[each["opcode"]]
        first = subject.entries[0].value
        opcodes[each["opcode"]] = [str(first.get("doc", "")), str(first.get("semantics", "")),
                                   subject.address]
    made = {"opcodes": opcodes,
            "layouts": [_layout(ir3["layouts"][number], catalogue) for number in numbers],
            "encodings": [[each["opcode"], numbers.index(each["layout"]), each["mask"],
                           each["match"], each["parameters"], each["when_tree"]]
                          for each in encodings]}
    return f"jacquardRevision({compact(revision['revision'])},{compact(made)});\n"


def _case(case: Json) -> Json:
    return {"kind": case["kind"], "mask": case["mask"], "match": case["match"],
            "when": case["when_tree"], "register": case["register"],
            "bits": [[each["bits"], each["name"]] for each in case["bits"]],
            "text": case["text_parts"]}


def _layout(layout: Json, catalogue: Catalogue) -> Json:
    return {"layout": layout["layout"],
            "address": catalogue.address("ir3_format", layout["layout"]) or
            catalogue.address("ir3_format", layout["layout"].rpartition("_")[0]),
            "parameters": list(layout["parameters"]), "text": layout["text_parts"],
            "bits": [_bits(each) for each in layout["bits"]]}


def _bits(each: Json) -> Json:
    made = {key: each[key] for key in _KEPT_OF_BITS if key in each}
    if each.get("expression_trees"):
        made["given"] = each["expression_trees"]
    if each.get("expressions"):
        made["said"] = each["expressions"]
    if "choices" in each:
        made["choices"] = [{"when": choice["when_tree"],
                            "said": choice["when"],
                            "bits": [_bits(inner) for inner in choice["bits"]]}
                           for choice in each["choices"]]
    return made
