"""The kinds of operand that each source of an opcode accepts: by its own entry, else by its
format, else by its bits."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..tables.bits import Entry
from .forms import FormCaseBits, FormCompiler
from ..tables.model import Encoding, Model, OpcodeFacts
from ...diagnostics import Diagnostics

# The cases of a form by which a source is of a kind. A register of the whole wave is told from
# others by its number, so that only tables can say where one may stand.
CASES = {
    "gpr": {"gpr"},
    "shared": {"gpr"},
    "constant": {"constant"},
    "immediate": {"immediate", "table_immediate"},
    "relative": {"relative_gpr", "relative_constant"},
}


@dataclass
class SourceKinds:
    """The kinds of operand that a source accepts. Widths are in bits, negative for signed
    numbers, 0 for none."""

    kinds: list[str]
    # Kinds that the operand's own bits do not tell from others: a field of the word does.
    by_field: list[str] = field(default_factory=list)
    immediate_bits: int = 0
    relative_bits: int = 0
    # Floats are not numbers but entries of the hardware's table.
    has_table: bool = False


class KindTable:
    """Works the kinds out, form by form."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self._compiler = FormCompiler(model, Diagnostics())
        self._forms: dict[str, SourceKinds] = {}

    def source(self, facts: OpcodeFacts, name: str) -> SourceKinds:
        """Returns the kinds that the source `src0`, `src1` … accepts in all the encodings of an
        opcode."""
        found = [self._form(form) for encoding in facts.encodings
                 for form in forms_of(encoding, name) if form in self.model.forms]
        kinds = given_kinds(facts, name) or \
            [kind for kind in CASES if any(kind in form.kinds for form in found)] or ["gpr"]
        result = SourceKinds(kinds)
        result.by_field = [kind for kind in kinds if any(kind in form.by_field for form in found)]
        if "immediate" in kinds:
            result.immediate_bits = _narrowest([form.immediate_bits for form in found])
            result.has_table = any(form.has_table for form in found)
        if "relative" in kinds:
            result.relative_bits = _narrowest([form.relative_bits for form in found])
        return result

    def _form(self, name: str) -> SourceKinds:
        if name not in self._forms:
            self._forms[name] = self._work_out(self._compiler.cases_of(self.model.forms[name]))
        return self._forms[name]

    @staticmethod
    def _work_out(cases: list[FormCaseBits]) -> SourceKinds:
        present = {str(case.case.kind) for case in cases}
        result = SourceKinds([kind for kind, names in CASES.items()
                              if kind != "shared" and names & present])
        for kind in result.kinds:
            own = [case for case in cases if str(case.case.kind) in CASES[kind]]
            others = [case for case in cases if str(case.case.kind) not in CASES[kind]]
            if any(not (one.match ^ other.match) & one.mask & other.mask
                   for one in own for other in others):
                result.by_field.append(kind)
        result.has_table = "table_immediate" in present
        # If the width of a number depends on a type, the widest counts.
        result.immediate_bits = _widest(cases, "immediate")
        result.relative_bits = _widest(cases, "relative_constant") or \
            _widest(cases, "relative_gpr")
        return result


def given_kinds(facts: OpcodeFacts, name: str) -> list[str]:
    """The kinds that tables give a source by name."""
    own = next((kinds for key, kinds in facts.entry.kinds.items() if str(key) == name), None)
    return [str(kind) for kind in own or []] or facts.kinds.get(name, [])


def forms_of(encoding: Encoding, name: str) -> list[str]:
    """The forms that an operand has in an encoding: several where alternatives differ."""
    return [leaf.form for entry in encoding.layout.format.entries for leaf in entry.leaves()
            if leaf.kind == "operand" and leaf.name == name]


def _widest(cases: list[FormCaseBits], kind: str) -> int:
    widths = [_number_bits(entry) for case in cases if str(case.case.kind) == kind
              for entry in case.entries if entry.name in ("value", "signed_value")]
    return max(widths, key=abs, default=0)


def _narrowest(widths: list[int]) -> int:
    return min((width for width in widths if width), key=abs, default=0)


def _number_bits(entry: Entry) -> int:
    return -entry.bits.width if entry.name == "signed_value" else entry.bits.width
