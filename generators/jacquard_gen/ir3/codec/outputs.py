"""The files generated from the ir3 encodings."""

from __future__ import annotations

import re
from typing import Any

from ...groups import Output
from .members import field_row, field_widths, guarded_fields, operand_names
from ..tables.model import (Encoding, Enumeration, Model, Opcode, OpcodeFacts, camel, enumerator,
                            register_constant)
from .operand_kinds import KindTable
from ..tables.records import (ACTIONS, CATEGORIES, LOOKUPS, MEMORIES, OPERATIONS, PROPERTIES,
                              QUERIES, VECTORS, RegisterEntry)
from .tree import Guarded, TreeBuilder, mask_of

OUTPUT_NAMES = [
    "jacquard/generated/ir3/revisions.h",
    "jacquard/generated/ir3/registers.h",
    "jacquard/generated/ir3/opcodes.h",
    "jacquard/generated/ir3/opcodes.cpp",
    "jacquard/generated/ir3/instruction.h",
    "jacquard/generated/ir3/encodings.h",
    "jacquard/generated/ir3/encodings.cpp",
    "jacquard/generated/ir3/find_encoding.cpp",
    "jacquard/generated/ir3/decode.cpp",
    "jacquard/generated/ir3/encode.cpp",
    "jacquard/generated/ir3/print.cpp",
]

_TYPE = re.compile(r"(float|int|uint|bits|predicate|address)([0-9]*)\Z")
# SourceKind and SourceModifier by their short names in opcodes.cpp.
_KIND_BITS = {"gpr": "kGpr", "constant": "kConstant", "immediate": "kImmediate",
              "relative": "kRelative", "shared": "kShared"}
_MODIFIER_BITS = {"negate": "kNegate", "absolute": "kAbsolute", "invert": "kInvert"}


# Fields that the compiler sets where a word has them, or that say more than their value.
FIELD_BITS = ["sync_short", "nop_count", "saturate", "target"]


def has_field(encoding: Encoding, name: str) -> bool:
    return any(leaf.kind == "field" and leaf.name == name
               for entry in encoding.layout.format.entries for leaf in entry.leaves())


_LENGTHS = {"0": "none", "1": "one", "2": "two", "3": "three", "4": "four"}


def vector_lengths(facts: OpcodeFacts) -> list[str]:
    """The enumerators of VectorLength of `dst` and `src0` to `src3`."""
    given = [facts.vectors.get(name, "one") for name in ("dst", "src0", "src1", "src2", "src3")]
    return [_LENGTHS.get(length, length) for length in given]


def joined(names: list[str], table: dict[str, str], none: str) -> str:
    return " | ".join(table[name] for name in names) or none


def opcode_row(facts: OpcodeFacts, kind_table: KindTable) -> dict[str, Any]:
    """Returns the row of an opcode on some revisions; revisions with the same facts have equal
    rows."""
    entry = facts.entry
    sources = []
    for index, written in enumerate(entry.srcs):
        found = _TYPE.match(str(written))
        name, width = found.groups() if found else ("bits", "")
        found_kinds = kind_table.source(facts, f"src{index}")
        modifiers = [] if name in ("predicate", "address") else [str(m) for m in entry.modifiers]
        if name == "predicate":
            modifiers = ["invert"]
        sources.append({"type": enumerator(name), "width": width or "0",
                        "kinds": joined(found_kinds.kinds, _KIND_BITS, "0"),
                        "by_field": joined(found_kinds.by_field, _KIND_BITS, "0"),
                        "modifiers": joined(modifiers, _MODIFIER_BITS, "0"),
                        "immediate_bits": found_kinds.immediate_bits,
                        "relative_bits": found_kinds.relative_bits})
    dst = _TYPE.match(str(entry.dst)) if entry.dst is not None else None
    return {
        "name": facts.name, "category": list(CATEGORIES)[facts.opcode.category], "sources": sources,
        "dst": enumerator(dst.group(1)) if dst else "none",
        "dst_width": dst.group(2) or "0" if dst else "0", "timing": str(facts.timing),
        "vectors": vector_lengths(facts),
        "commutative": [str(name) for name in entry.commutative] == ["src0", "src1"],
        "provenance": facts.entry.provenance,
        "action": facts.action or ("lanes" if entry.semantics is not None else "unsupported"),
        "memory": facts.memory or "none", "operation": str(entry.operation or "none"),
        "lookup": str(entry.lookup or "none"), "variant": entry.variant,
        "properties": joined([name for name in PROPERTIES if name in facts.properties],
                             {name: f"property_{name}" for name in PROPERTIES}, "0"),
        "fields": joined([name for name in FIELD_BITS if all(
            has_field(encoding, name) for encoding in facts.encodings)],
                         {name: f"field_{name}" for name in FIELD_BITS}, "0"),
    }


def opcode_rows(model: Model) -> tuple[list[dict[str, Any]], dict[str, list[int]]]:
    """The different rows, each opcode's first ones in the order of opcodes, and for each revision
    the row of each opcode; that of an opcode it does not have is the first."""
    kind_table = KindTable(model)
    made = {id(facts): opcode_row(facts, kind_table) for opcode in model.opcodes
            for facts in opcode.facts}
    rows = [made[id(opcode.facts[0])] for opcode in model.opcodes]
    numbers: dict[int, int] = {}
    for number, opcode in enumerate(model.opcodes):
        for facts in opcode.facts:
            row = made[id(facts)]
            known = [index for index in (number, *range(len(model.opcodes), len(rows)))
                     if _alike(rows[index], row)]
            if not known:
                rows.append(row)
            numbers[id(facts)] = known[0] if known else len(rows) - 1
    by_revision: dict[str, list[int]] = {}
    for revision in model.revisions:
        found = [opcode.on(revision.name) for opcode in model.opcodes]
        by_revision[revision.name] = [number if facts is None else numbers[id(facts)]
                                      for number, facts in enumerate(found)]
    return rows, by_revision


def _alike(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return all(one[key] == other[key] for key in one if key != "provenance")


def opcode_entry(opcode: Opcode, order: list[str]) -> dict[str, Any]:
    """Returns the facts of an opcode that are the same on all revisions."""
    return {"name": opcode.name, "enumerator": opcode.enumerator,
            "revisions": f"{sum(1 << order.index(name) for name in opcode.revisions):#x}",
            "unverified": f"{sum(1 << order.index(name) for name in opcode.unverified):#x}",
            "provenance": opcode.provenance}


def enum_row(enum: Enumeration) -> dict[str, Any]:
    last = max(enum.values.values())
    return {
        "name": enum.name, "cpp": enum.cpp, "doc": str(enum.entry.doc),
        "values": [{"name": enumerator(name), "value": value}
                   for name, value in enum.values.items()],
        "texts": [enum.texts.get(value, str(value)) for value in range(last + 1)],
        "size": last + 1, "provenance": enum.entry.provenance,
    }


def float_table(model: Model) -> list[dict[str, Any]]:
    """The floats of the hardware's table by index, with their bits in both widths."""
    enum = model.enums.get("float_table")
    if enum is None:
        return []
    found = [value for value in enum.entry.values.values() if not isinstance(value, int)]
    return [{"f32": f"{value.f32 or 0:#010x}", "f16": f"{value.f16 or 0:#06x}",
             "text": str(value.text)}
            for value in sorted(found, key=lambda value: int(value.value))]


def register_row(entry: RegisterEntry) -> dict[str, Any]:
    first = entry.first * 4 + entry.component
    return {"constant": register_constant(str(entry.registers)), "doc": str(entry.doc),
            "provenance": entry.provenance, "first": first, "many": entry.count > 1,
            "end": (entry.first + entry.count) * 4, "components": entry.components,
            "name": str(entry.name or "")}


def tree_functions(model: Model, ordered: dict[str, list[Guarded]]
                   ) -> tuple[list[dict[str, Any]], dict[str, list[str]]]:
    """One function a category, shared by the revisions for which it is the same."""
    functions: list[dict[str, Any]] = []
    names: dict[str, list[str]] = {}
    top = mask_of(63, 61)
    for revision in model.revisions:
        names[revision.name] = []
        for category in range(8):
            candidates = [item for item in ordered[revision.name]
                          if (item.encoding.match & top) >> 61 == category]
            key = tuple((item.encoding.index, item.guard) for item in candidates)
            same = next((function for function in functions if function["key"] == key
                         and function["category"] == category), None)
            if same is None:
                same = {"key": key, "category": category, "revisions": [],
                        "name": f"find_category{category}_{revision.name}",
                        "lines": TreeBuilder().lines(candidates, top)}
                functions.append(same)
            same["revisions"].append(revision.name)
            names[revision.name].append(same["name"])
    return functions, names


def encoding_rows(model: Model) -> list[dict[str, Any]]:
    guards = {item.encoding.index: item.guard for items in model.ordered.values()
              for item in items}
    return [{"opcode": encoding.opcode.enumerator, "layout": encoding.layout.enumerator,
             "mask": f"{encoding.mask:#018x}", "value": f"{encoding.match:#018x}",
             "free": f"{encoding.free:#018x}", "parameters": encoding.parameters,
             "guard": guards.get(encoding.index, ""), "index": encoding.index,
             "provenance": encoding.opcode.provenance, "name": encoding.name}
            for encoding in model.encodings]


def revision_encodings(model: Model) -> dict[str, list[list[int]]]:
    """For each revision and opcode, the rows it has."""
    result: dict[str, list[list[int]]] = {}
    for revision in model.revisions:
        by_opcode: dict[str, list[int]] = {}
        for encoding in revision.encodings:
            by_opcode.setdefault(encoding.name, []).append(encoding.index)
        result[revision.name] = [by_opcode.get(opcode.name, []) for opcode in model.opcodes]
    return result


def outputs(model: Model) -> list[Output]:
    widths = field_widths(model)
    fields = [field_row(model, name, widths) for name in model.fields]
    rows, rows_by_revision = opcode_rows(model)
    order = [revision.name for revision in model.revisions]
    enums = [enum_row(enum) for enum in model.enums.values()]
    functions, names = tree_functions(model, model.ordered)
    parameters = sorted({name for encoding in model.encodings for name in encoding.parameters})
    by_revision = revision_encodings(model)
    alternatives = max(len(found) for rows_ in by_revision.values() for found in rows_)
    shared = {encoding.layout.name for opcode in model.opcodes for facts in opcode.facts
              if len(facts.entry.format) > 1 for encoding in facts.encodings}
    for layout in model.layout_code:
        layout.alternative = layout.name in shared
    values: dict[str, Any] = {
        "opcodes": [opcode_entry(opcode, order) for opcode in model.opcodes], "rows": rows,
        "rows_by_revision": rows_by_revision, "enums": enums, "fields": fields,
        "revisions": model.revisions,
        "categories": CATEGORIES,
        "actions": ACTIONS, "memories": MEMORIES, "operations": OPERATIONS,
        "lookups": LOOKUPS, "queries": QUERIES,
        "properties": PROPERTIES, "vectors": VECTORS, "field_bits": FIELD_BITS,
        "operands": operand_names(model), "functions": functions, "tree_names": names,
        "encodings": encoding_rows(model), "parameters": parameters, "forms": model.form_code,
        "layouts": model.layout_code, "by_revision": by_revision, "alternatives": alternatives,
        "guarded": guarded_fields(model),
        "widths": [{"name": camel(name), "bits": widths[name]}
                   for name, field in model.fields.items()
                   if str(field.type) == "uint" and widths.get(name, 0) > 1],
        "float_table": float_table(model),
        "registers": [register_row(entry) for entry in model.registers.values()],
        "ordered": {name: [item.encoding.index for item in items]
                    for name, items in model.ordered.items()},
    }
    return [Output(name, "ir3/codec/" + name.rsplit("/", 1)[1] + ".j2", values)
            for name in OUTPUT_NAMES]
