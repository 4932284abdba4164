"""Members of the decoded instruction: their C++ types and defaults."""

from __future__ import annotations

from typing import Any

from ..tables.model import Model, enumerator


def field_row(model: Model, name: str, widths: dict[str, int]) -> dict[str, Any]:
    entry = model.fields[name]
    kind = str(entry.type)
    width = widths.get(name, 1)
    default = str(entry.default)
    if kind == "flag":
        cpp, default = "bool", "true" if entry.default else "false"
    elif kind in model.enums:
        cpp = model.enums[kind].cpp
        default = next((f"{cpp}::{enumerator(value)}" for value, number in
                        model.enums[kind].values.items() if number == entry.default), f"{cpp}{{}}")
    elif kind in ("int", "offset", "target"):
        cpp = "std::int32_t" if width > 16 else "std::int16_t"
    else:
        cpp = "std::uint8_t" if width <= 8 else "std::uint16_t" if width <= 16 else "std::uint32_t"
    return {"name": name, "cpp": cpp, "default": default, "doc": str(entry.doc), "kind": kind,
            "provenance": entry.provenance}


def field_widths(model: Model) -> dict[str, int]:
    """Returns how many bits each field has where it has most."""
    widths: dict[str, int] = {}
    for layout in model.layouts:
        for entry in layout.format.entries:
            for leaf in entry.leaves():
                if leaf.kind == "field":
                    width = leaf.bits.width + max(leaf.at, 0) + (1 if leaf.plus else 0)
                    widths[leaf.name] = max(widths.get(leaf.name, 0), width)
    return widths


def operand_names(model: Model) -> list[str]:
    found = {leaf.name for layout in model.layouts for entry in layout.format.entries
             for leaf in entry.leaves() if leaf.kind in ("operand", "part")}
    return sorted(found)


def guarded_fields(model: Model) -> list[str]:
    """Flags and counts that print: set where the word has no bits for them, they would be lost."""
    return [name for name, field in model.fields.items() if not field.default and
            (str(field.type) == "flag" and field.text is not None or field.names is not None or
             name == "nop_count")]
