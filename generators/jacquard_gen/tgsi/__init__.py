"""The group `tgsi`: names and opcodes of the TGSI text form and what the opcodes compute."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from .. import explanations
from ..groups import Context, Output, Page
from ..schema import Json, table_schema
from .formulas import Formula, load_formulas
from .lookup import slots_of
from .nir_names import check_nir_names
from .names import TABLE, Kind, Name, check_complete, load_names
from .opcodes import (ACTIONS, BLOCKS, FOLDER, JUMPS, SOURCE_TYPES, WRITE_MODES, Opcode,
                      load_opcodes, texture_values)

_FILES = ("names.h", "names.cpp", "opcodes.h", "opcodes.cpp", "translation_tables.h",
          "translation_tables.cpp", "formulas.cpp")


class Model(NamedTuple):
    kinds: dict[str, Kind]
    opcodes: dict[str, Opcode]
    formulas: dict[str, Formula]


def load(context: Context) -> Model | None:
    diagnostics = context.diagnostics
    before = len(diagnostics)
    kinds = load_names(context)
    if len(diagnostics) == before:
        check_complete(kinds, context)
    opcodes = load_opcodes(context)
    check_nir_names(kinds, opcodes, context)
    _check_stages(kinds, opcodes, context)
    formulas = load_formulas(opcodes, context)
    if diagnostics.failed:
        return None
    return Model(kinds, opcodes, formulas)


def _check_stages(kinds: dict[str, Kind], opcodes: dict[str, Opcode], context: Context) -> None:
    if "stage" not in kinds:
        return
    known = [name.cpp for name in kinds["stage"].names]
    named = [stage for opcode in opcodes.values() for stage in opcode.stages]
    named += [stage for kind in kinds.values() for name in kind.names if name.value is not None
              for stage in name.value.stages]
    for stage in named:
        if stage not in known:
            context.diagnostics.error("E406", stage.position, f"there is no stage called '{stage}'",
                                      near=stage, known=known, within=TABLE)


def outputs(model: Model) -> list[Output]:
    kinds = list(model.kinds.values())
    opcodes = list(model.opcodes.values())
    spellings = [(str(opcode.op), opcode) for opcode in opcodes]
    spellings += [(str(alias), opcode) for opcode in opcodes for alias in opcode.aliases]
    values: dict[str, Any] = {
        "kinds": kinds,
        "slots": {kind.kind: slots_of([name.name for name in kind.names]) for kind in kinds},
        "opcodes": opcodes,
        "spellings": spellings,
        "opcode_slots": slots_of([spelling for spelling, _ in spellings]),
        "write_modes": WRITE_MODES,
        "source_types": SOURCE_TYPES,
        "blocks": BLOCKS,
        "actions": ACTIONS,
        "jumps": JUMPS,
        "stages": model.kinds["stage"].names,
        "texture_values": texture_values,
        "semantics": model.kinds["semantic"].names,
        "qualifiers": model.kinds["memory_qualifier"].names,
        "targets": model.kinds["texture_target"].names,
        "formulas": model.formulas,
    }
    made = [Output(f"jacquard/generated/tgsi/{name}", f"tgsi/{name}.j2",
                   {key: values[key] for key in _NEEDS[name]}) for name in _FILES]
    names = [spelling for spelling, _ in spellings]
    names += [entry.name for kind in kinds for entry in kind.names]
    return made + explanations.outputs("tgsi", names, lambda name: explain(model, name))


_NEEDS = {
    "names.h": ("kinds",),
    "names.cpp": ("kinds", "slots"),
    "opcodes.h": ("opcodes", "write_modes", "source_types", "blocks"),
    "opcodes.cpp": ("opcodes", "spellings", "opcode_slots"),
    "translation_tables.h": ("actions", "jumps"),
    "translation_tables.cpp": ("opcodes", "qualifiers", "semantics", "stages", "targets",
                               "texture_values"),
    "formulas.cpp": ("opcodes", "formulas"),
}


def output_names(tables_dir: Path) -> list[str]:
    return [f"jacquard/generated/tgsi/{name}" for name in _FILES] + \
        explanations.output_names("tgsi")


def explain(model: Model, name: str) -> str | None:
    for opcode in model.opcodes.values():
        if name.upper() in (opcode.op, *opcode.aliases):
            return _explain_opcode(opcode)
    found = [(kind, entry) for kind in model.kinds.values() for entry in kind.names
             if entry.name == name.upper()]
    if not found:
        return None
    return "\n".join(_explain_name(kind, entry) for kind, entry in found)


def reference(model: Model) -> list[Page]:
    pages = [Page("opcodes", "Opcodes", [(str(opcode.op), _explain_opcode(opcode))
                                         for opcode in model.opcodes.values()])]
    for kind in model.kinds.values():
        entries = [(str(entry.name), _explain_name(kind, entry)) for entry in kind.names]
        pages.append(Page(str(kind.kind), f"Names: {kind.kind.replace('_', ' ')}", entries))
    return pages


def _explain_opcode(opcode: Opcode) -> str:
    lines = [f"tgsi:{opcode.op}  {opcode.title}.", f"  opcode, {opcode.provenance}"]
    if opcode.doc:
        lines.append(f"  {opcode.doc}")
    if opcode.aliases:
        lines.append(f"  also written {', '.join(opcode.aliases)}")
    sources = ", ".join(opcode.srcs) or "none"
    lines.append(f"  destination {opcode.dst or 'none'}, sources {sources}")
    lines.append(f"  writes: {opcode.write_mode}" + ("; older texts only" if opcode.legacy else ""))
    lines += [f"  {line}" for line in opcode.formula_text.splitlines()]
    if opcode.later is not None:
        lines.append(f"  not supported yet: {opcode.later}")
    return "\n".join(lines) + "\n"


def _explain_name(kind: Kind, entry: Name) -> str:
    doc = f": {entry.doc}" if entry.doc else ""
    return f"tgsi:{entry.name}  {kind.kind.replace('_', ' ')} number {entry.number}{doc}\n" \
           f"  {entry.provenance}\n"


def schemas() -> dict[str, Json]:
    return {"tgsi/names": table_schema("Names of the TGSI text form", Kind),
            FOLDER: table_schema("TGSI opcodes", Opcode)}
