"""Enumerations of SPIR-V: `defs/spirv/enums/*.yaml`."""

from __future__ import annotations

from ..diagnostics import Diagnostics
from ..groups import Context
from ..nir import all_intrinsics, relied_enum, texel_table, texture_table
from ..schema import (FLAG, NAME, TEXT, Integer, Record, Text, check_unique, choice, key, list_of,
                      load_entries, record, text)
from .operands import OPERANDS, check_operands, specs_of, OperandSpec
from .origins import EXTENSIONS, VERSION
from .uses import FACT_TEXT, USES

FOLDER = "spirv/enums"

WORD = text("a word of letters, digits and underscores", r"[A-Za-z0-9_]+")

# The enumeration of NIR that `nir` of a name is a word of.
NIR_ENUMS = {"storage_class": "VariableMode", "execution_model": "Stage", "scope": "Scope",
             "dim": "TextureDim", "sampler_addressing_mode": "AddressMode",
             "sampler_filter_mode": "TexelFilter"}


class Enumerant(Record):
    """A name of an enumeration."""

    name: Text = key(WORD, "The name.", required=True)
    value: int = key(Integer(0, 0xffffffff), "Its number, or its bit.", required=True)
    doc: Text | None = key(TEXT, "What it means.")
    aliases: list[Text] = key(list_of(WORD), "Other names of the same.", default=[])
    operands: list[Text] = key(OPERANDS, "What follows where it is given.", default=[])
    capabilities: list[Text] = key(list_of(WORD), "It needs one of these; a capability implies "
                                                  "them.", default=[])
    supported: bool = key(FLAG, "Modules that use the capability or addressing model are "
                                "translated.", default=False)
    nir: Text | None = key(WORD, "What it is in NIR.")
    load: Text | None = key(NAME, "The NIR intrinsic that gives the built-in as an input.")
    plus: Text | None = key(NAME, "Another, whose value is added.")
    times: Text | None = key(NAME, "Another, by whose value it is multiplied.")
    always: int | None = key(Integer(0, 0xffff), "What the built-in is as an input, always.")
    varying: Text | None = key(NAME, "The semantic of the built-in between stages.")
    component: int = key(Integer(0, 3), "The component of the slot it begins at.", default=0)
    flags: list[Text] = key(list_of(choice({
        "after_clip_distances": "A built-in is after the clip distances in their slots.",
        "storage": "An image operand is of accesses to storage images, too."})),
        "What else there is to say of it.", default=[])

    shader_property: Text | None = key(NAME, "The property of the shader that the mode is.",
                                       name="property")
    property_value: int | None = key(Integer(0, 0xffff), "What it is set to; else what follows "
                                                         "the mode.")
    tessellation_property: Text | None = key(NAME, "The property in tessellation shaders.")
    use: Text | None = key(choice(USES), "Who uses it, if it states no property.")
    test: Text | None = key(FACT_TEXT, "The text of spirv/fact_texts.yaml that shows what it does.")
    because: Text | None = key(TEXT, "Why no text shows what it does, or why it may do nothing.")
    version: Text | None = VERSION
    extensions: list[Text] = EXTENSIONS

    @property
    def specs(self) -> tuple[OperandSpec, ...]:
        return specs_of(self.operands)


class Enumeration(Record):
    """Names that an operand is one of, or a set of."""

    enum: Text = key(NAME, "What operands call it.", required=True)
    doc: Text | None = key(TEXT, "A sentence for the reference page.")
    mask: bool = key(FLAG, "Several may hold at once, one bit each.", default=False)
    only_informs: bool = key(FLAG, "Numbers without a name are let through: nothing depends on "
                                   "them.", default=False)
    claimed: bool = key(FLAG, "A module is told something by each name: every one says who uses "
                              "it, and which text shows that.", default=False)
    names: list[Enumerant] = key(list_of(record(Enumerant)), "Its names.", required=True)

    @property
    def cpp(self) -> str:
        return "".join(part[0].upper() + part[1:] for part in self.enum.split("_"))

    def enumerator(self, name: str) -> str:
        return self.cpp + name if name[0].isdigit() else name

    @property
    def sorted_names(self) -> list[Enumerant]:
        return sorted(self.names, key=lambda name: name.value)

    @property
    def named_values(self) -> list[tuple[str, int]]:
        """Every name, those included that are other names of the same, with its value."""
        return sorted((str(word), name.value) for name in self.names
                      for word in (name.name, *name.aliases))


def load_enums(context: Context) -> dict[str, Enumeration]:
    diagnostics = context.diagnostics
    loaded = [entry for tree in context.tables(FOLDER)
              for entry in load_entries(Enumeration, tree, diagnostics)]
    enums = check_unique(loaded, lambda entry: entry.enum, diagnostics)
    for entry in enums.values():
        _check_names(entry, diagnostics)
        for name in entry.names:
            check_operands(name.operands, enums, diagnostics)
    if "capability" not in enums:
        return enums
    capabilities = capability_names(enums)
    for entry in enums.values():
        for name in entry.names:
            check_capabilities(name.capabilities, capabilities, diagnostics)
    _check_nir(enums, context)
    return enums


def capability_names(enums: dict[str, Enumeration]) -> dict[str, str]:
    """The first name of a capability by each of its names."""
    if "capability" not in enums:
        return {}
    return {str(alias): str(name.name) for name in enums["capability"].names
            for alias in (name.name, *name.aliases)}


def check_capabilities(written: list[Text], known: dict[str, str],
                       diagnostics: Diagnostics) -> None:
    for name in written:
        if name not in known:
            diagnostics.error("E705", name.position, f"there is no capability '{name}'",
                              near=name, known=known, within=FOLDER)


def _check_names(entry: Enumeration, diagnostics: Diagnostics) -> None:
    names: dict[str, Text] = {}
    values: dict[int, Enumerant] = {}
    for name in entry.names:
        for word in (name.name, *name.aliases):
            first = names.setdefault(str(word), word)
            if first is not word:
                diagnostics.error("E704", word.position, f"'{word}' stands for two values",
                                  [(first.position, "it is here, too")])
        other = values.setdefault(name.value, name)
        if other is not name:
            diagnostics.error("E703", name.where("value"),
                              f"{name.name} and {other.name} have the number {name.value}",
                              [(other.where("value"), "it is given here, too")])
        if entry.mask and name.value & (name.value - 1):
            diagnostics.error("E703", name.where("value"),
                              f"{name.value:#x} is not one bit, as a name of a mask is")


def _check_nir(enums: dict[str, Enumeration], context: Context) -> None:
    diagnostics = context.diagnostics
    intrinsics = {row.name for row in all_intrinsics(context).intrinsics}
    words: dict[str, list[str]] = {}
    shapes = texture_table(context)
    if shapes is not None:
        words["TextureDim"] = [str(shape.dim) for shape in shapes.dims]
    texels = texel_table(context)
    if texels is not None:
        words["AddressMode"] = [str(mode.word) for mode in texels.table.address_modes]
        words["TexelFilter"] = [str(each.word) for each in texels.table.filters]
    of_textures = ("TextureDim", "AddressMode", "TexelFilter")
    for needed in ("Semantic", *NIR_ENUMS.values()):
        found = relied_enum(context, needed) if needed not in of_textures else None
        if found is not None:
            words[needed] = [value.word for value in found.values]
    for entry in enums.values():
        for name in entry.names:
            for given in (name.load, name.plus, name.times):
                if given is not None and given not in intrinsics:
                    diagnostics.error("E706", given.position,
                                      f"NIR has no intrinsic called '{given}'",
                                      near=given, known=intrinsics, within="nir/intrinsics")
            if name.varying is not None and "Semantic" in words and \
                    name.varying not in words["Semantic"]:
                diagnostics.error("E706", name.varying.position,
                                  f"NIR has no semantic called '{name.varying}'",
                                  near=name.varying, known=words["Semantic"],
                                  within="nir/enums.yaml")
            if name.nir is None:
                continue
            kind = NIR_ENUMS.get(str(entry.enum))
            if kind is None:
                diagnostics.error("E702", name.where("nir"),
                                  f"names of {entry.enum} are nothing of NIR's")
            elif kind in words and name.nir not in words[kind]:
                diagnostics.error("E706", name.nir.position,
                                  f"{kind} of NIR has no '{name.nir}'",
                                  near=name.nir, known=words[kind],
                                  within=("nir/enums.yaml", "nir/texture.yaml",
                                          "nir/texels.yaml"))
