"""The meanings of a machine's instructions, and when their results may be read."""

from __future__ import annotations

from typing import Any

from ..diagnostics import Diagnostics
from ..expr import Environment, Language, Type, parse_type
from ..expr.inlining import primitive
from ..ir3.codec.semantics import MEANT
from ..ir3.tables.model import Model, OpcodeFacts, Revision
from .folds import value_tree

Json = dict[str, Any]


def meanings(model: Model, language: Language, applied: Json) -> dict[str, list[Json]]:
    """The facts about each opcode, once for revisions that have them alike. Functions that trees
    apply are added to `applied`."""
    return {opcode.name: [_meaning(facts, language, applied) for facts in opcode.facts]
            for opcode in model.opcodes}


def _meaning(facts: OpcodeFacts, language: Language, applied: Json) -> Json:
    entry = facts.entry
    action = str(entry.action) if entry.action is not None else facts.action
    return {
        "place": facts.opcode.provenance, "doc": str(entry.doc), "revisions": facts.revisions,
        "result": None if entry.dst is None else str(entry.dst),
        "sources": [str(kind) for kind in entry.srcs], "action": action or None,
        "timing": facts.timing, "computes": _computes(facts, language, applied)}


def _computes(facts: OpcodeFacts, language: Language, applied: Json) -> Json | None:
    entry = facts.entry
    if entry.semantics is None:
        return None
    types = {f"src{number}": _type(str(kind)) for number, kind in enumerate(entry.srcs)}
    environment = Environment({**types, **{name: Type("uint", 32) for name in MEANT}})
    tree = language.compile(entry.semantics, environment, Diagnostics(),
                            result=_type(str(entry.dst)))
    assert tree is not None, facts.name
    made = primitive(tree)
    return {"bindings": [{"name": binding.name, "value": value_tree(binding.value, applied)}
                         for binding in made.bindings],
            "value": value_tree(made.values[0], applied)}


def _type(text: str) -> Type:
    """Bits of a register are a number without a sign."""
    found = parse_type("uint" + text[4:] if text.startswith("bits") else text)
    assert found is not None, text
    return found


def delays(revision: Revision) -> list[Json]:
    """How many slots are between a write of a register and a read of it, by classes of timing; of
    pairs that are not here none are."""
    timing = revision.timing
    if timing is None:
        return []
    return [{"producer": str(producer), "consumer": str(consumer), "slots": rule.slots,
             "other_width": rule.other_width}
            for rule in timing.rules for producer in rule.producer for consumer in rule.consumer
            if rule.slots or rule.other_width]
