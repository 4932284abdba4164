"""The entries of `defs/ir3/select/texture.yaml`."""

from __future__ import annotations

from ...schema import (EXPRESSION, MNEMONIC, NAME, TEXT, Kind, Record, Text, choice, key, list_of,
                       text)
from ...source import Scalar
from ..tables.versions import EntryKind, changes_of

TABLE = "ir3/select/texture.yaml"

FIRST = {
    "coordinate": "Two or three coordinates; a texture of one dimension is a plane of one row.",
    "reference": "What texels are compared with.",
    "layer": "The layer of an array.",
    "divisor": "What the coordinates are divided by.",
    "sample": "The number of a sample.",
    "derivative": "The change of each coordinate along x, then along y.",
    "level": "The level whose size is asked for.",
}
SECOND = {
    "offset": "A move in texels along each axis, two at least.",
    "level": "The level, or what is added to it.",
}
ADJUSTED = {
    "coordinate": "A coordinate of a lookup.",
    "column": "The first coordinate of a fetch of a sample.",
    "layer": "The layer of a lookup.",
    "layer_count": "How many layers a texture has.",
    "level_count": "How many levels a texture has.",
    "level": "The level a lookup would take.",
}
# An adjustment may ask for these values beside `value`.
BESIDE = {"coordinate": ["level"], "column": ["sample", "sample_bits"]}
COMPONENTS: Kind = choice({name: f"Component {index}." for index, name in enumerate("xyzw")})
TYPES: Kind = choice({"u32": "Unsigned integers.", "s32": "Signed integers."})
ROW: Kind = text("a number", r"[0-9]+(?:\.[0-9]+)?")
_WHEN = "Where it is so: an expression over facts of the machine (machine.NAME), "


class TextureEntry(Record):
    """The machine instruction of a texture operation."""

    texture: Text = key(NAME, "The operation of NIR.", required=True)
    doc: Text | None = key(TEXT, "Why it is as it is.")
    when: Scalar | None = key(EXPRESSION, _WHEN + "`quads`, `compute`, `has_level`, "
                              "`has_offset`, `integer` and `component`.")
    emit: Text = key(MNEMONIC, "The instruction.", required=True)
    first: list[Text] = key(list_of(choice(FIRST)), "The values in registers from src0 on.",
                            default=[])
    second: list[Text] = key(list_of(choice(SECOND)), "The values in registers from src1 on.",
                             default=[])
    row: Text | None = key(ROW, "The second coordinate of what has but one.")
    type: Text | None = key(TYPES, "The type of the result; that of the texels when not given.")
    result: Text | None = key(COMPONENTS, "The component that answers, where but one does.")
    layers: Text | None = key(COMPONENTS, "The component with the number of layers.")
    gives: Text | None = key(choice(ADJUSTED), "What is adjusted in the result.")


class AdjustEntry(Record):
    """An adjustment converts a value which the texture unit takes or returns in another form
    than shaders do."""

    adjust: Text = key(choice(ADJUSTED), "What is computed anew.", required=True)
    doc: Text | None = key(TEXT, "Why it is as it is.")
    when: Scalar | None = key(EXPRESSION, _WHEN + "`fetch` and `has_level`.")
    emit: list[Text] = key(list_of(TEXT, low=1, or_one=True), "The machine instructions that "
                           "compute it from `value` (of a coordinate, also `level`; of a column, "
                           "`sample` and `sample_bits`).",
                           required=True)


_TABLES = (TABLE, "ir3/revisions")
KINDS = [EntryKind("texture", "texture operation", TextureEntry,
                   changes_of(TextureEntry, "texture"), _TABLES, also=("when",), added_first=True),
         EntryKind("adjust", "adjustment", AdjustEntry, changes_of(AdjustEntry, "adjust"), _TABLES,
                   also=("when",), added_first=True)]
