"""Selection of memory instructions: `defs/ir3/select/memory.yaml` and what revisions say of it
→ `<jacquard/generated/ir3/select_memory.h>` and its source."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...expr import BOOL, Environment, Language, Type, cpp
from ...groups import Context, Output
from ...nir import all_enums, all_intrinsics
from ...schema import Json, table_schema
from ..tables.machine import Machine, types_of_facts
from ..tables.model import Model, Revision, enumerator
from ..check.needed import Needed
from .forms import Chosen, check_order, known_opcode, of_revisions
from .memory_records import KINDS, SOURCES, TABLE, TYPES, MemoryEntry

OUTPUT_NAMES = ["jacquard/generated/ir3/select_memory.h",
                "jacquard/generated/ir3/select_memory.cpp"]

_ASKED = {"bits": Type("uint", 32), "one_word": BOOL}
# Fields that an instruction must have for what an entry says.
_FIELDS = {"resource": "mode", "coordinate": "dimensions"}
# A slot has a number and nothing else.
_FIELDS_OF_SLOTS = {"resource": "dimensions", "coordinate": "dimensions"}


@dataclass
class MemorySelection:
    """The forms are tried in an order that agrees with that of every revision."""

    forms: list[Chosen]


class _Loader:
    def __init__(self, context: Context, language: Language, model: Model, machine: Machine,
                 needed: Needed) -> None:
        self.model = model
        self.language = language
        self.diagnostics = context.diagnostics
        self.facts = types_of_facts(machine)
        self.needed = needed
        self.intrinsics = [one.name for one in all_intrinsics(context).intrinsics]
        operations = all_enums(context).get("AtomicOp")
        self.operations = [value.word for value in operations.values] if operations else []

    def form(self, entry: MemoryEntry) -> Chosen | None:
        if str(entry.memory) not in self.intrinsics:
            self.diagnostics.error("E665", entry.memory.position,
                                   f"there is no intrinsic '{entry.memory}'",
                                   near=str(entry.memory), known=self.intrinsics, within="nir/")
            return None
        if entry.operation is not None and str(entry.operation) not in self.operations:
            self.diagnostics.error("E665", entry.operation.position,
                                   f"there is no atomic operation '{entry.operation}'",
                                   near=str(entry.operation), known=self.operations,
                                   within="nir/enums.yaml")
            return None
        if not known_opcode(entry.emit, self.model, self.diagnostics):
            return None
        if entry.when is None:
            return Chosen(entry, None)
        condition = self.language.compile(entry.when, Environment({**_ASKED, **self.facts}),
                                          self.diagnostics, BOOL)
        return Chosen(entry, condition) if condition is not None else None

    def check(self, chosen: Chosen, revision: Revision) -> None:
        entry = chosen.entry
        sources = [str(name) for name in entry.sources]
        # Atomics have types of their own.
        fields = [] if entry.operation else ["type"]
        by_source = _FIELDS_OF_SLOTS if "place" in sources or entry.dimensions else _FIELDS
        fields += [by_source[name] for name in sources if name in by_source]
        if entry.typed:
            fields.append("is_typed")
        if entry.displacement_bits:
            fields.append("offset")
        self.needed.opcode(revision, str(entry.emit), f"the access {entry.memory}",
                           entry.emit.position,
                           operands=[f"src{number}" for number in range(len(sources))],
                           fields=fields)


def _name(entry: MemoryEntry) -> tuple[str, str]:
    return str(entry.memory), str(entry.operation or "")


def load(context: Context, language: Language | None, model: Model, machine: Machine,
         needed: Needed) -> MemorySelection | None:
    if language is None:
        return None
    before = len(context.diagnostics)
    loader = _Loader(context, language, model, machine, needed)
    forms = of_revisions(model, "memory", loader.form, loader.check)
    check_order(model, forms, "E666", _name, lambda entry: entry.memory, context.diagnostics)
    return MemorySelection(forms) if len(context.diagnostics) == before else None


# ---- output --------------------------------------------------------------------------------------

def outputs(selection: MemorySelection, model: Model, machine: Machine) -> list[Output]:
    index = {revision.name: number for number, revision in enumerate(model.revisions)}
    operands = {f"machine.{name}": f"selection.machine().{name}" if fact.type == "flag"
                else f"std::uint32_t{{selection.machine().{name}}}"
                for name, fact in machine.facts.items()}
    operands |= {name: f"asked.{name}" for name in _ASKED}
    rows: list[dict[str, Any]] = []
    for form in selection.forms:
        if not form.revisions:
            continue
        tests: list[str] = []
        statements: list[str] = []
        if set(form.revisions) != set(index):
            mask = sum(1 << index[name] for name in form.revisions)
            tests.append(f"in_set(selection.revision(), {mask:#x})")
        if form.entry.operation is not None:
            tests.append(f"asked.operation == nir::AtomicOp::{form.entry.operation}")
        if form.condition is not None:
            code = cpp.emit(form.condition, {name: operands[name] for name, _ in
                                             form.condition.uses()}, 32)
            statements = code.statements
            tests.append(f"({code.value})" if tests else code.value)
        entry = form.entry
        rows.append({
            "number": len(rows), "memory": str(entry.memory), "provenance": entry.provenance,
            "statements": statements, "test": " && ".join(tests) or "true",
            "opcode": enumerator(str(entry.emit)),
            "sources": [str(name) for name in entry.sources],
            "counts_elements": str(entry.counts or "") == "elements", "type": str(entry.type),
            "displacement_bits": entry.displacement_bits, "dimensions": entry.dimensions,
            "components": entry.components,
            "typed": entry.typed, "views_bytes": entry.views_bytes,
            "data_in_destination": entry.data_in_destination})
    groups: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        groups.setdefault(row["memory"], []).append(row)
    values = {"sources": list(SOURCES.items()), "types": list(TYPES.items()), "forms": rows,
              "groups": list(groups.items()),
              "most_sources": max((len(row["sources"]) for row in rows), default=1)}
    return [Output(name, "ir3/select/" + name.rsplit("/", 1)[1] + ".j2", values)
            for name in OUTPUT_NAMES]


def schemas() -> dict[str, Json]:
    return {TABLE.removesuffix(".yaml"): table_schema("Memory instructions",
                                                      *(kind.entry for kind in KINDS))}
