"""Texture operations, source types and shapes."""

from __future__ import annotations

from collections.abc import Collection

from .. import escape
from ..groups import Context
from ..identifiers import check_identifiers
from ..schema import (FLAG, NAME, TEXT, Integer, Record, Text, check_unique, choice, key, list_of,
                      load_record, record, text)
from ..source import Mapping
from .enums import EnumType, EnumValue

WORD = text("a word of letters, digits and underscores", r"[A-Za-z0-9_]+")

RESULTS = {
    "sampled": "Four components; one for a comparison that gives one.",
    "size": "The size of the shape, and the number of layers.",
    "descriptor": "As many as a descriptor has: 4 for buffers, else 8.",
    "1": "", "2": "", "3": "", "4": "",
}
SOURCE_TYPES = {
    "float": "", "int": "", "uint": "",
    "coordinate": "Integer for fetches, else float.",
    "lod": "Integer for fetches and size queries, else float.",
}
SOURCE_SIZES = {
    "1": "",
    "coordinate": "The instruction's coord_components.",
    "offset": "The coordinate's without the layer.",
    "derivative": "The coordinate's without the layer.",
    "any": "Not checked.",
}


class Operation(Record):
    """A texture operation."""

    op: Text = key(NAME, "Name of the operation.", required=True)
    doc: Text = key(TEXT, "A sentence for the reference page.", required=True)
    result: Text = key(choice(RESULTS), "Components of the result.", required=True)
    query: bool = key(FLAG, "Asks about the texture and does not read it.", default=False)
    needs_sampler: bool = key(FLAG, "Whether a sampler takes part.", default=True)
    implicit_derivative: bool = key(
        FLAG, "Takes derivatives of the coordinate, so all of a quad must be there.",
        default=False)
    needs: list[Text] = key(list_of(NAME), "Sources that it cannot be without.", default=[])


class SourceType(Record):
    """The types that a source of a texture instruction can have."""

    source: Text = key(NAME, "Name of the source type.", required=True)
    doc: Text = key(TEXT, "A sentence for the reference page.", required=True)
    type: Text = key(choice(SOURCE_TYPES), "How its bits are read.", required=True)
    size: Text = key(choice(SOURCE_SIZES), "How many components it has.", required=True)
    only: list[Text] = key(list_of(NAME), "Operations that can have it; none: all of them.",
                           default=[])


class Shape(Record):
    """A shape of textures."""

    dim: Text = key(WORD, "Name of the shape.", required=True)
    doc: Text = key(TEXT, "A sentence for the reference page.", required=True)
    coord: int = key(Integer(1, 3), "Components of a coordinate, without the layer.",
                     required=True)
    size: int = key(Integer(1, 3), "Components of a size, without the number of layers.",
                    required=True)


FIELD_TYPES = {
    "flag": "Holds or does not.",
    "number": "A number of 32 bits.",
    "offsets": "Four pairs of offsets from -128 to 127, printed after the flag `only_with`.",
}


class Field(Record):
    """A field of a texture instruction besides its operation, shape, type and sources."""

    field: Text = key(NAME, "Name of the member in C++ and of the fact.", required=True)
    doc: Text = key(TEXT, "A sentence for the reference page.", required=True)
    type: Text = key(choice(FIELD_TYPES), "What it can hold.", required=True)
    word: Text | None = key(NAME, "What the text form calls it.")
    most: int = key(Integer(1, 0xffffffff), "The largest number.", default=0xffffffff)
    always: bool = key(FLAG, "Printed even where it is 0.", default=False)
    only_with: Text | None = key(NAME, "The flag without which it means nothing.")


class TextureTable(Record):
    """Everything about texture instructions."""

    operations: list[Operation] = key(list_of(record(Operation), low=1), "The operations.",
                                      required=True)
    sources: list[SourceType] = key(list_of(record(SourceType), low=1), "Types of sources.",
                                    required=True)
    dims: list[Shape] = key(list_of(record(Shape), low=1), "Shapes of textures.", required=True)
    fields: list[Field] = key(list_of(record(Field), low=1), "Their other fields.",
                              required=True)

    def fields_of(self, kind: str) -> list[Field]:
        return [field for field in self.fields if field.type == kind]


def load(context: Context) -> TextureTable | None:
    root = context.table("nir/texture.yaml")
    diagnostics = context.diagnostics
    if root is None:
        return None
    if not isinstance(root, Mapping):
        diagnostics.error("E106", root.position(),
                          f"the table must be a mapping, not {root.kind}")
        return None
    table = load_record(TextureTable, root, diagnostics)
    if table is None:
        return None
    operations = check_unique(table.operations, lambda entry: entry.op, diagnostics)
    sources = check_unique(table.sources, lambda entry: entry.source, diagnostics)
    dims = check_unique(table.dims, lambda entry: entry.dim, diagnostics)
    fields = check_unique(table.fields, lambda entry: entry.field, diagnostics)
    check_identifiers([entry.field for entry in fields.values()], diagnostics)
    _check_fields(table.fields, context)
    check_identifiers([entry.op for entry in operations.values()], diagnostics)
    check_identifiers([entry.source for entry in sources.values()], diagnostics)
    check_identifiers([entry.dim for entry in dims.values()], diagnostics, escape.part)
    for operation in table.operations:
        _check_names(operation.needs, sources, "source", context)
    for source in table.sources:
        _check_names(source.only, operations, "operation", context)
    return table


def _check_fields(fields: list[Field], context: Context) -> None:
    flags = [str(field.field) for field in fields if field.type == "flag"]
    for field in fields:
        if field.only_with is not None and field.only_with not in flags:
            context.diagnostics.error("E306", field.only_with.position,
                                      f"there is no texture flag '{field.only_with}'",
                                      near=field.only_with, known=flags, within="nir/texture.yaml")
        needed, other = ("only_with", "word") if field.type == "offsets" else ("word", "only_with")
        if not field.has(needed):
            context.diagnostics.error("E111", field.field.position,
                                      f"the field has no '{needed}', which its type needs")
        if field.has(other):
            context.diagnostics.error("E110", field.where(other),
                                      f"a field of type {field.type} has no '{other}'")


def _check_names(names: list[Text], known: Collection[str], what: str, context: Context) -> None:
    for name in names:
        if name not in known:
            context.diagnostics.error("E306", name.position, f"there is no texture {what} '{name}'",
                                      near=name, known=known, within="nir/texture.yaml")


def mask(names: list[Text], known: list[str]) -> int:
    """One bit for each of the names, by its place among the known ones."""
    return sum(1 << known.index(name) for name in names)


def dim_enum(table: TextureTable) -> EnumType:
    """The shapes as an enumeration, for the constant indices that hold one."""
    values = [EnumValue(f"dim_{shape.dim}", str(shape.dim), number, str(shape.doc))
              for number, shape in enumerate(table.dims)]
    return EnumType("TextureDim", "Shape of a texture or image.", False, values, table.provenance)
