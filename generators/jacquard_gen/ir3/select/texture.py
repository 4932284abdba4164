"""Selection of texture instructions: `defs/ir3/select/texture.yaml` and what revisions say of it
→ `<jacquard/generated/ir3/select_texture.h>` and its source."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...diagnostics import Diagnostics
from ...expr import BOOL, Environment, Language, Type, cpp
from ...groups import Context, Output
from ...nir import texture_table
from ...nir.rules.numbers import bits_at
from ...schema import Json, Record, table_schema
from ...source import Scalar
from ..tables.machine import Machine, types_of_facts
from ..tables.model import Model, Revision, enumerator
from ..check.needed import Needed
from ..tables.records import QUERIES
from .code import LineWriter
from .fits import Fits
from .forms import Chosen, check_order, known_opcode, of_revisions
from .lines import LineReader
from .records import Line
from .texture_records import (ADJUSTED, BESIDE, FIRST, KINDS, SECOND, TABLE, AdjustEntry,
                              TextureEntry)

OUTPUT_NAMES = ["jacquard/generated/ir3/select_texture.h",
                "jacquard/generated/ir3/select_texture.cpp"]

# Conditions may ask for these facts beside those of the machine.
_ASKED = {"quads": BOOL, "compute": BOOL, "has_level": BOOL, "has_offset": BOOL,
          "integer": BOOL, "component": Type("uint", 32)}
_ASKED_OF_VALUES = {"fetch": BOOL, "has_level": BOOL}
# Fields and operands that an instruction must have for what it reads.
_FIELDS = {"reference": "is_shadow", "layer": "is_array", "divisor": "is_projected",
           "offset": "has_offsets"}
_PROPERTIES = {"sample": "sample_index", "derivative": "gradients"}

__all__ = ["OUTPUT_NAMES", "TABLE", "TextureSelection", "load", "outputs", "schemas"]


@dataclass
class TextureSelection:
    """The forms are tried in an order that agrees with that of every revision."""

    forms: list[Chosen]
    adjustments: list[Chosen]


class _Loader:
    def __init__(self, context: Context, language: Language, model: Model, machine: Machine,
                 needed: Needed) -> None:
        self.model = model
        self.language = language
        self.diagnostics: Diagnostics = context.diagnostics
        self.facts = types_of_facts(machine)
        self.needed = needed
        self.reader = LineReader(model, self.diagnostics)
        self.fits = Fits(needed, self.diagnostics)
        self.said: set[tuple[int, str]] = set()     # what of an entry was complained of
        table = texture_table(context)
        self.operations = [str(one.op) for one in table.operations] if table is not None else []

    def form(self, entry: TextureEntry) -> Chosen | None:
        if str(entry.texture) not in self.operations:
            self.diagnostics.error("E663", entry.texture.position,
                                   f"there is no texture operation '{entry.texture}'",
                                   near=str(entry.texture), known=self.operations,
                                   within="nir/texture.yaml")
            return None
        if not known_opcode(entry.emit, self.model, self.diagnostics):
            return None
        return self._chosen(entry, entry.when, _ASKED)

    def check_form(self, form: Chosen, revision: Revision) -> None:
        entry: TextureEntry = form.entry
        reads = [str(name) for name in [*entry.first, *entry.second]]
        operands = ["dst", *(["src0"] if entry.first else []), *(["src1"] if entry.second else [])]
        facts = self.needed.opcode(
            revision, str(entry.emit), f"the texture operation {entry.texture}",
            entry.emit.position, operands=operands,
            fields=["type", "write_mask", *(_FIELDS[name] for name in reads if name in _FIELDS)])
        if facts is None:
            return
        wanted = {name for name, flag in _PROPERTIES.items() if flag in facts.properties}
        if len(facts.entry.srcs) == 2:
            wanted.add("level")
        query = str(facts.entry.lookup) in QUERIES
        for name in ("sample", "derivative") + (() if query else ("level",)):
            if (name in wanted) != (name in reads) and (id(entry), name) not in self.said:
                self.said.add((id(entry), name))
                what = "does not read" if name in reads else "reads"
                self.diagnostics.error("E663", entry.emit.position,
                                       f"'{entry.emit}' {what} a '{name}' on '{revision.name}'",
                                       [(facts.position, str(facts.entry.doc))])

    def adjustment(self, entry: AdjustEntry) -> Chosen | None:
        chosen = self._chosen(entry, entry.when, _ASKED_OF_VALUES)
        bound = ["value", *BESIDE.get(str(entry.adjust), [])]
        lines: list[Line] = []
        for number, text in enumerate(entry.emit):
            line = self.reader.line(text, number + 1 == len(entry.emit), bound)
            if line is None:
                return None
            line.half = "false"
            line.halves = ["false"] * len(line.operands)
            lines.append(line)
            bound.append(line.target)
        if chosen is not None:
            chosen.lines = lines
        return chosen

    def check_adjustment(self, adjustment: Chosen, revision: Revision) -> None:
        for line in adjustment.lines:
            self.fits.facts(f"the adjustment of a {adjustment.entry.adjust}", line, revision)

    def _chosen(self, entry: Record, when: Scalar | None, asked: dict[str, Type]) -> Chosen | None:
        if when is None:
            return Chosen(entry, None)
        condition = self.language.compile(when, Environment({**asked, **self.facts}),
                                          self.diagnostics, BOOL)
        return Chosen(entry, condition) if condition is not None else None


def load(context: Context, language: Language | None, model: Model, machine: Machine,
         needed: Needed) -> TextureSelection | None:
    if language is None or not all(name in model.enums for name in ("condition", "round", "type")):
        return None
    before = len(context.diagnostics)
    loader = _Loader(context, language, model, machine, needed)
    forms = of_revisions(model, "texture", loader.form, loader.check_form)
    adjustments = of_revisions(model, "adjust", loader.adjustment, loader.check_adjustment)
    check_order(model, forms, "E664", lambda entry: str(entry.texture),
                lambda entry: entry.texture, context.diagnostics)
    return TextureSelection(forms, adjustments) if len(context.diagnostics) == before else None


# ---- output --------------------------------------------------------------------------------------

class _Writer:
    def __init__(self, model: Model, machine: Machine) -> None:
        self.index = {revision.name: number for number, revision in enumerate(model.revisions)}
        self.operands = {f"machine.{name}": f"selection.machine().{name}" if fact.type == "flag"
                         else f"std::uint32_t{{selection.machine().{name}}}"
                         for name, fact in machine.facts.items()}
        self.operands |= {name: f"asked.{name}" for name in {**_ASKED, **_ASKED_OF_VALUES}}

    def condition(self, chosen: Chosen) -> tuple[list[str], str]:
        """Statements, and what must hold behind them; empty where all revisions have it."""
        tests: list[str] = []
        statements: list[str] = []
        if set(chosen.revisions) != set(self.index):
            mask = sum(1 << self.index[name] for name in chosen.revisions)
            tests.append(f"in_set(selection.revision(), {mask:#x})")
        if chosen.condition is not None:
            code = cpp.emit(chosen.condition, {name: self.operands[name] for name, _ in
                                               chosen.condition.uses()}, 32)
            statements = code.statements
            tests.append(f"({code.value})" if tests else code.value)
        return statements, " && ".join(tests)

    def form(self, form: Chosen) -> dict[str, Any]:
        entry: TextureEntry = form.entry
        statements, test = self.condition(form)
        row = bits_at(str(entry.row), 32) if entry.row is not None else 0
        return {
            "statements": statements, "test": test or "true",
            "provenance": entry.provenance, "opcode": enumerator(str(entry.emit)),
            "first": [str(name) for name in entry.first],
            "second": [str(name) for name in entry.second], "row": f"{row:#x}",
            "type": str(entry.type or ""),
            "result": "xyzw".index(str(entry.result)) if entry.result is not None else -1,
            "layers": "xyzw".index(str(entry.layers)) if entry.layers is not None else -1,
            "gives": str(entry.gives or "")}

    def adjustment(self, adjustment: Chosen) -> dict[str, Any]:
        statements, test = self.condition(adjustment)
        writer = LineWriter()
        for line in adjustment.lines:
            writer.emit(line)
        return {"what": str(adjustment.entry.adjust), "statements": statements,
                "test": test or "true", "provenance": adjustment.entry.provenance,
                "lines": writer.statements}


def outputs(selection: TextureSelection, model: Model, machine: Machine) -> list[Output]:
    writer = _Writer(model, machine)
    groups: dict[str, list[dict[str, Any]]] = {}
    for form in selection.forms:
        if form.revisions:
            groups.setdefault(str(form.entry.texture), []).append(writer.form(form))
    rows = [row for group in groups.values() for row in group]
    for number, row in enumerate(rows):
        row["number"] = number
    values = {
        "reads": list(({**FIRST, **SECOND}).items()), "adjusted": list(ADJUSTED.items()),
        "forms": rows, "groups": list(groups.items()),
        "adjustments": [writer.adjustment(one) for one in selection.adjustments
                        if one.revisions]}
    return [Output(name, "ir3/select/" + name.rsplit("/", 1)[1] + ".j2", values)
            for name in OUTPUT_NAMES]


def schemas() -> dict[str, Json]:
    return {TABLE.removesuffix(".yaml"): table_schema("Texture instructions",
                                                      *(kind.entry for kind in KINDS))}
