"""Checks that NIR has the names which the tables of TGSI use."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from ..groups import Context
from ..nir import all_intrinsics, relied_enum, texture_table
from ..schema import Text
from ..source import Position
from .names import Kind
from .opcodes import Opcode

# The intrinsic that stands in C++ where a system value has none.
_PLAIN_INPUT = "load_input"


class _Names(NamedTuple):
    """Names of one kind in NIR: what they are called in messages, and the tables they stand in.
    None are known where the table of them is missing, which was reported."""

    noun: str
    known: Collection[str] | None
    within: str | tuple[str, ...]


def check_nir_names(kinds: dict[str, Kind], opcodes: dict[str, Opcode], context: Context) -> None:
    """Reports names of intrinsics, enumerations and texture facts that NIR does not have."""
    def check(name: str, place: Position, names: _Names) -> None:
        if names.known is not None and name not in names.known:
            context.diagnostics.error("E406", place, f"NIR has no {names.noun} called '{name}'",
                                      near=name, known=names.known, within=names.within)

    def check_text(name: Text | None, names: _Names) -> None:
        if name is not None:
            check(name, name.position, names)

    intrinsics = _Names("intrinsic", {row.name for row in
                                      all_intrinsics(context).intrinsics},
                        "nir/intrinsics")
    semantics = _enum("semantic", "Semantic", context)
    accesses = _enum("access", "Access", context)
    atomics = _enum("atomic operation", "AtomicOp", context)
    table = texture_table(context)
    operations = _Names("texture operation", () if table is None else
                        {str(entry.op) for entry in table.operations}, "nir/texture.yaml")
    shapes = _Names("shape of textures", () if table is None else
                    {str(entry.dim) for entry in table.dims}, "nir/texture.yaml")
    check(_PLAIN_INPUT, context.place("tgsi/names.yaml"), intrinsics)
    for opcode in opcodes.values():
        check_text(opcode.intrinsic, intrinsics)
        check_text(opcode.counter, intrinsics)
        check_text(opcode.atomic, atomics)
        if opcode.texture is not None:
            check_text(opcode.texture.operation, operations)
    for kind in kinds.values():
        for name in kind.names:
            if name.value is not None:
                check_text(name.value.intrinsic, intrinsics)
            check_text(name.access, accesses)
            if name.target is not None:
                check("ms" if name.target.samples else str(name.target.dimension),
                      name.target.where("dimension"), shapes)
            if kind.kind == "semantic":
                check(name.name.lower(), name.name.position, semantics)


def _enum(noun: str, name: str, context: Context) -> _Names:
    found = relied_enum(context, name)
    return _Names(noun, None if found is None else [value.word for value in found.values],
                  ("nir/enums.yaml", "nir/atomics.yaml"))
