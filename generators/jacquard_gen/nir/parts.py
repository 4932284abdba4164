"""Parts of NIR's tables that are also read by other groups, and by each other; each is made once in
a run, and is there where other parts have faults."""

from __future__ import annotations

from ..groups import Context
from . import alu, enums, intrinsics, texels, texture
from .behaviour import atomics


def all_opcodes(context: Context) -> list[alu.Alu]:
    """The ALU opcodes that have no faults, by name."""
    return context.once("nir/alu", alu.load)


def all_atomics(context: Context) -> dict[str, atomics.AtomicRow]:
    return context.once("nir/atomics", atomics.load)


def all_enums(context: Context) -> dict[str, enums.EnumType]:
    """The enumerations, that of the atomic operations among them."""
    def load(here: Context) -> dict[str, enums.EnumType]:
        return enums.load(here) | {"AtomicOp": atomics.enumeration(all_atomics(here))}

    return context.once("nir/enums", load)


def relied_enum(context: Context, name: str) -> enums.EnumType | None:
    """An enumeration that the programs of a group name; that it is missing is reported."""
    known = all_enums(context)
    if name not in known:
        context.diagnostics.error("E326", context.place("nir/enums.yaml"),
                                  f"the enumeration '{name}' is missing", near=name, known=known,
                                  within="nir/enums.yaml")
    return known.get(name)


def texture_table(context: Context) -> texture.TextureTable | None:
    """The texture operations, sources and shapes; None where the table has faults."""
    return context.once("nir/texture", texture.load)


def texel_table(context: Context) -> texels.Texels | None:
    """The formats of texels and the words of samplers; None where the table has faults."""
    return context.once("nir/texels", texels.load)


def all_indices(context: Context) -> dict[str, intrinsics.IndexRow]:
    """The constant indices of intrinsics."""
    def load(here: Context) -> dict[str, intrinsics.IndexRow]:
        known = dict(all_enums(here))
        table = texture_table(here)
        if table is not None:
            known["TextureDim"] = texture.dim_enum(table)
        return intrinsics.load_indices(here, known)

    return context.once("nir/indices", load)


def all_intrinsics(context: Context) -> intrinsics.Tables:
    """The intrinsics and the memory spaces."""
    def load(here: Context) -> intrinsics.Tables:
        return intrinsics.load(here, all_indices(here), all_enums(here), all_opcodes(here),
                               all_atomics(here))

    return context.once("nir/intrinsics", load)
