"""Checks that the formats of an opcode have bits for each of its operands, exactly once."""

from __future__ import annotations

from ...diagnostics import Diagnostics
from ..tables.bits import Entry
from ..tables.model import Encoding, Layout, Model, OpcodeFacts
from ..codec.operand_kinds import CASES, given_kinds


class OperandRules:
    """Holds the `srcs`, `dst`, `kinds` and `vectors` of opcodes against the bits of their
    encodings, and the entries of a format against each other."""

    def __init__(self, model: Model, diagnostics: Diagnostics) -> None:
        self.model = model
        self.diagnostics = diagnostics

    def run(self) -> None:
        for opcode in self.model.opcodes:
            for facts in opcode.facts:
                if not all(self._encoding(facts, encoding) for encoding in facts.encodings):
                    break
        for layout in self.model.layouts:
            self._once(layout)

    def _once(self, layout: Layout) -> None:
        """Two entries must not say the same of a word; a field in parts says where each lies."""
        found: dict[str, Entry] = {}
        for entry in layout.format.entries:
            for leaf in entry.leaves():
                if leaf.kind not in ("field", "operand", "part") or leaf.at >= 0:
                    continue
                name = f"{leaf.name}.{leaf.attribute}" if leaf.kind == "part" else leaf.name
                first = found.setdefault(name, entry)
                if first is not entry:
                    assert leaf.position is not None
                    self.diagnostics.error("E503", leaf.position,
                                           f"the format '{layout.name}' gives '{name}' twice",
                                           [(first.position, "it is also given here")])

    def _encoding(self, facts: OpcodeFacts, encoding: Encoding) -> bool:
        """Checks one encoding; False after a fault, which its other encodings mostly share."""
        forms: dict[str, list[Entry]] = {}
        always: set[str] = set()
        for entry in encoding.layout.format.entries:
            if entry.kind == "operand":
                always.add(entry.name)
            for leaf in entry.leaves():
                if leaf.kind == "operand":
                    forms.setdefault(leaf.name, []).append(leaf)
        typed = [f"src{index}" for index in range(len(facts.entry.srcs))]
        if facts.entry.dst is not None:
            typed.append("dst")
        for name in typed:
            if name not in forms:
                key = "dst" if name == "dst" else "srcs"
                return self._fault(facts, encoding, key, f"'{facts.name}' gives a type to {name}"
                                   ", which its format has no bits for")
        for name in sorted(always):
            if name.startswith("src") and name not in typed:
                return self._fault(facts, encoding, "srcs",
                                   f"the format of '{facts.name}' has an operand {name}, to which "
                                   "'srcs' gives no type")
        for name in facts.vectors:
            if name not in forms:
                return self._fault(facts, encoding, "vectors",
                                   f"'{facts.name}' says how long {name} is, which its format has "
                                   "no bits for")
        return all(self._kinds(facts, encoding, name, forms[name])
                   for name in typed if name != "dst")

    def _kinds(self, facts: OpcodeFacts, encoding: Encoding, name: str,
               leaves: list[Entry]) -> bool:
        names = [leaf.form for leaf in leaves]
        if any(form not in self.model.forms for form in names):
            return True
        cases = {str(case.kind) for form in names for case in self.model.forms[form].cases}
        for kind in given_kinds(facts, name):
            if not CASES[kind] & cases:
                return self._fault(facts, encoding, "kinds",
                                   f"{name} of '{facts.name}' may be '{kind}', for which its form "
                                   f"'{names[0]}' has no case")
        return True

    def _fault(self, facts: OpcodeFacts, encoding: Encoding, key: str, message: str) -> bool:
        self.diagnostics.error("E519", facts.entry.where(key), message,
                               [(encoding.layout.position, "the format is here")])
        return False
