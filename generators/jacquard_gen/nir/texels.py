"""Formats of texels and what samplers are told: `defs/nir/texels.yaml` → the codec's tables."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from ..groups import Context, Output
from ..identifiers import check_identifiers
from ..schema import (FLAG, NAME, TEXT, Integer, Json, Record, Text, check_unique, choice,
                      document_schema, key, list_of, load_record, record, text)
from ..source import Mapping

TABLE = "nir/texels.yaml"
OUTPUT_NAMES = ["jacquard/generated/nir/texel_formats.h",
                "jacquard/generated/nir/texel_formats.cpp"]

FIELD = text("a letter of r, g, b, a, d, s, e or x and a number of bits", r"[rgbadsex][1-9][0-9]?")
SUFFIX = text("letters, digits and underscores", r"[a-z0-9_]*")
VULKAN = text("capital letters, digits and underscores", r"[A-Z0-9_]+")

# Components by the letter of a field; a depth is the first one.
COMPONENTS = {"r": 0, "g": 1, "b": 2, "a": 3, "d": 0}
SHARED = "e"
UNUSED = "x"
STENCIL = "s"
STENCIL_KIND = "uint"
ALPHA_KINDS = {"srgb": "unorm"}
WIDTHS = {"sfloat": (16, 32, 64), "ufloat": (9, 10, 11)}
LONGEST = 64
LONGEST_FIXED = 32


class KindEntry(Record):
    """Describes how the bits of a field are a number."""

    kind: Text = key(NAME, "The name.", required=True)
    doc: Text = key(TEXT, "A sentence for the reference page.", required=True)
    suffix: Text | None = key(SUFFIX, "The end of a format's name after its layout's.")
    vulkan: Text = key(VULKAN, "Vulkan's word for it.", required=True)
    value: Text = key(choice({"float": "", "uint": "", "int": ""}), "What a shader sees.",
                      required=True)


class LayoutEntry(Record):
    """Describes how the components of a texel lie in memory."""

    layout: Text = key(NAME, "The name, with which those of its formats begin.", required=True)
    doc: Text = key(TEXT, "A sentence for the reference page.", required=True)
    fields: list[Text] = key(list_of(FIELD, low=1), "The fields from the lowest bit and byte on.",
                             required=True)
    packed: bool = key(FLAG, "Whether Vulkan counts the fields in a word, the top one first.",
                       default=False)
    kinds: list[Text] = key(list_of(NAME, low=1), "The kinds of its formats.", required=True)
    vulkan: Text | None = key(VULKAN, "Vulkan's name of the only format.")


class WordEntry(Record):
    """A word that a case uses for what a sampler does."""

    word: Text = key(NAME, "The word.", required=True)
    doc: Text = key(TEXT, "A sentence for the reference page.", required=True)


class ComparisonEntry(WordEntry):
    """A test of the reference against the texel."""

    less: bool = key(FLAG, "Passes where the reference is less.", default=False)
    equal: bool = key(FLAG, "Passes where they are equal.", default=False)
    greater: bool = key(FLAG, "Passes where the reference is greater.", default=False)
    unordered: bool = key(FLAG, "Passes where one is no number.", default=False)


class BorderEntry(WordEntry):
    """A colour around a texture."""

    colour: int = key(Integer(0, 1), "Red, green and blue.", required=True)
    alpha: int = key(Integer(0, 1), "Alpha.", required=True)


TAKEN = {
    "address_mode": "A word of an address mode.", "filter": "A word of a filter.",
    "number": "A number.", "comparison": "A word of a comparison.",
    "border": "A word of a border.", "coordinates": "normalised or texels.",
    "nothing": "It is not supported.",
}


class SamplerKeyEntry(WordEntry):
    """A key by which a case tells what a sampler does."""

    takes: Text = key(choice(TAKEN), "What may follow it.", required=True)


class TexelTable(Record):
    """Everything about texels and samplers."""

    kinds: list[KindEntry] = key(list_of(record(KindEntry), low=1), "Kinds of numbers.",
                                 required=True)
    layouts: list[LayoutEntry] = key(list_of(record(LayoutEntry), low=1), "Layouts in memory.",
                                     required=True)
    address_modes: list[WordEntry] = key(list_of(record(WordEntry), low=1),
                                         "What is outside of a texture.", required=True)
    filters: list[WordEntry] = key(list_of(record(WordEntry), low=1), "Filters.", required=True)
    comparisons: list[ComparisonEntry] = key(list_of(record(ComparisonEntry), low=1),
                                             "Tests of a reference.", required=True)
    borders: list[BorderEntry] = key(list_of(record(BorderEntry), low=1), "Colours around.",
                                     required=True)
    sampler_keys: list[SamplerKeyEntry] = key(list_of(record(SamplerKeyEntry), low=1),
                                              "The settings of a sampler.", required=True)


@dataclass(frozen=True)
class Field:
    """A field of a format: its component, kind and place."""

    role: str
    component: int
    kind: str
    first_bit: int
    bits: int


@dataclass(frozen=True)
class Format:
    """A format: a layout with one of its kinds."""

    name: Text
    vulkan: str
    doc: str
    kind: KindEntry
    fields: tuple[Field, ...]
    provenance: str

    @property
    def num_bytes(self) -> int:
        return sum(field.bits for field in self.fields) // 8

    @property
    def num_components(self) -> int:
        """Returns how many components it has from red on: what is left out among them counts."""
        return 1 + max(field.component for field in self.fields if field.role == "component")

    @property
    def has_depth(self) -> bool:
        return any(field.role == "component" and field.kind != STENCIL_KIND and self.name[0] == "d"
                   for field in self.fields)

    @property
    def is_words(self) -> bool:
        """Returns true if the components are words of 32 bits, in order, as they stand in
        memory."""
        return all(field.bits == 32 and field.role == "component" and field.component == number
                   for number, field in enumerate(self.fields))


@dataclass(frozen=True)
class Texels:
    """The checked table, for the outputs."""

    table: TexelTable
    formats: list[Format]

    @property
    def most_fields(self) -> int:
        return max(len(each.fields) for each in self.formats)


def _word_of(entry: Any) -> Text:
    """The word of an entry of any of the lists of words."""
    word: Text = entry.word
    return word


def load(context: Context) -> Texels | None:
    root = context.table(TABLE)
    diagnostics = context.diagnostics
    if root is None:
        return None
    if not isinstance(root, Mapping):
        diagnostics.error("E106", root.position(),
                          f"the table must be a mapping, not {root.kind}")
        return None
    table = load_record(TexelTable, root, diagnostics)
    if table is None:
        return None
    kinds = check_unique(table.kinds, lambda entry: entry.kind, diagnostics)
    layouts = check_unique(table.layouts, lambda entry: entry.layout, diagnostics)
    check_identifiers([entry.kind for entry in kinds.values()], diagnostics)
    lists: list[list[Any]] = [table.address_modes, table.filters, table.comparisons, table.borders,
                              table.sampler_keys]
    for words in lists:
        by_word = check_unique(words, _word_of, diagnostics)
        check_identifiers([entry.word for entry in by_word.values()], diagnostics)
    formats = [made for layout in layouts.values() for made in _formats(layout, kinds, context)]
    check_identifiers([each.name for each in formats], diagnostics)
    _check_names(formats, context)
    return None if diagnostics.failed else Texels(table, formats)


def _check_names(formats: list[Format], context: Context) -> None:
    """Two layouts can make one name, or one of Vulkan's."""
    found: dict[str, Format] = {}
    for made in formats:
        for name in (str(made.name), made.vulkan):
            first = found.setdefault(name, made)
            if first is not made:
                context.diagnostics.error("E367", made.name.position,
                                          f"there is another format named '{name}'",
                                          [(first.name.position, "its layout is here")])


def _formats(layout: LayoutEntry, kinds: dict[str, KindEntry], context: Context) -> list[Format]:
    diagnostics = context.diagnostics
    made = []
    if not _fields_fit(layout, context):
        return []
    if layout.vulkan is not None and len(layout.kinds) > 1:
        diagnostics.error("E367", layout.vulkan.position,
                          f"'{layout.layout}' has several kinds, whose formats cannot have one "
                          "name of Vulkan's")
    for kind in layout.kinds:
        if kind not in kinds:
            diagnostics.error("E367", kind.position, f"there is no kind of texels '{kind}'",
                              near=str(kind), known=kinds, within=TABLE)
            continue
        fields = _fields(layout, str(kind))
        odd = [str(text) for text, field in zip(layout.fields, fields)
               if field.role == "component" and not _holds(field)]
        if odd:
            diagnostics.error("E367", kind.position,
                              f"a field '{odd[0]}' cannot be of the kind '{kind}'")
            continue
        entry = kinds[kind]
        name = Text(f"{layout.layout}{entry.suffix or ''}")
        name.node = layout.layout.node
        made.append(Format(name, str(layout.vulkan or _vulkan_name(layout, entry)),
                           f"{layout.doc} {entry.doc}", entry, tuple(fields), layout.provenance))
    return made


def _holds(field: Field) -> bool:
    if field.kind in WIDTHS:
        return field.bits in WIDTHS[field.kind]
    is_integer = field.kind in ("uint", "sint")
    return field.bits <= (LONGEST if is_integer else LONGEST_FIXED)


def _fields_fit(layout: LayoutEntry, context: Context) -> bool:
    letters = [str(field)[0] for field in layout.fields]
    total = sum(int(field[1:]) for field in layout.fields)
    faults = [f"it has two fields '{letter}'" for letter in dict.fromkeys(letters)
              if letters.count(letter) > 1]
    if total % 8 != 0:
        faults.append(f"its fields have {total} bits, which are no whole bytes")
    if not set(letters) - {UNUSED, SHARED}:
        faults.append("it has no component")
    if "d" in letters and set(letters) & set("rgba"):
        faults.append("it has a depth and colours")
    for fault in faults:
        context.diagnostics.error("E367", layout.where("fields"), f"'{layout.layout}': {fault}")
    return not faults


def _fields(layout: LayoutEntry, kind: str) -> list[Field]:
    made = []
    first_bit = 0
    letters = [str(field)[0] for field in layout.fields]
    for field in layout.fields:
        letter, bits = str(field)[0], int(field[1:])
        role = {SHARED: "exponent", UNUSED: "unused"}.get(letter, "component")
        own_kind = kind
        if letter == STENCIL:
            component, own_kind = int("d" in letters), STENCIL_KIND
        else:
            component = COMPONENTS.get(letter, 0)
        if letter == "a":
            own_kind = ALPHA_KINDS.get(kind, kind)
        made.append(Field(role, component, own_kind, first_bit, bits))
        first_bit += bits
    return made


def _vulkan_name(layout: LayoutEntry, kind: KindEntry) -> str:
    fields = [str(field).upper() for field in layout.fields]
    size = sum(int(re.sub("[A-Z]", "", field)) for field in fields)
    if layout.packed:
        fields.reverse()
    return f"{''.join(fields)}_{kind.vulkan}" + (f"_PACK{size}" if layout.packed else "")


def outputs(texels: Texels) -> list[Output]:
    values = {"table": texels.table, "formats": texels.formats,
              "most_fields": texels.most_fields, "taken": list(TAKEN)}
    return [Output(path, f"nir/{path.rsplit('/', 1)[1]}.j2", values) for path in OUTPUT_NAMES]


def format_lines(each: Format) -> list[str]:
    """Returns the table's explanation of a format, in the words of `explain`."""
    fields = ", ".join(f"bits {field.first_bit} to {field.first_bit + field.bits - 1} "
                       f"{'rgba'[field.component]} {field.kind}" if field.role == "component"
                       else f"{field.bits} bits {field.role}" for field in each.fields)
    return [f"nir:{each.name}  {each.doc}", f"  format of texels, {each.provenance}",
            f"  Vulkan: VK_FORMAT_{each.vulkan}", f"  bytes: {each.num_bytes}",
            f"  fields: {fields}"]


def schemas() -> dict[str, Json]:
    return {"nir/texels": document_schema("Formats of texels and words of samplers", TexelTable)}
