"""Names of HLSL that glslang does not take as they are: `defs/glsl/hlsl.yaml`."""

from __future__ import annotations

import re

from ..groups import Context
from ..schema import NAME, TEXT, Integer, Record, Text, choice, key, load_entries

TABLE = "glsl/hlsl.yaml"
# These are the kinds of names.
KINDS = {"function": "a function", "lookup": "a lookup of a texture with its sampler",
         "texture": "the type of a texture with its sampler",
         "any_texture": "such a type, or that of a sampler alone, as lookups tell",
         "sampler": "the sampler that stands for those of all such textures; no name of HLSL",
         "sampler_type": "the type of a sampler, behind whose name its state may stand",
         "declaration": "a word that begins a declaration for effects alone",
         "block": "a word that begins a block for effects alone",
         "word": "a type or a word of declarations",
         "semantic": "what a colon is in front of, in letters of either case"}
# An entry of each kind says what becomes of the name by one of these keys.
_SAYS: dict[str, tuple[str, ...]] = {
    "function": ("declares", "lacks"), "lookup": ("declares",), "texture": ("becomes",),
    "any_texture": (), "sampler": ("declares",), "sampler_type": (), "declaration": (),
    "block": (), "word": ("becomes", "lacks"), "semantic": ("lacks",)}


class HlslName(Record):
    """A name of HLSL that is rewritten for glslang, or refused."""

    name: Text = key(NAME, "The name.", required=True)
    kind: Text = key(choice(KINDS), "What it is.", required=True)
    arguments: int = key(Integer(0, 16), "How many arguments a call has that this is about; not "
                                         "given: any number.", default=0)
    becomes: Text | None = key(TEXT, "What takes its place.")
    without: Text | None = key(NAME, "A word behind it that is left out with it.")
    texture: Text | None = key(NAME, "The type of the texture that a lookup is of.")
    declares: Text | None = key(TEXT, "What declares it; it gets a name of ours.")
    lacks: Text | None = key(TEXT, "Why it cannot be had, or what to do instead.")


def load_hlsl(context: Context) -> list[HlslName]:
    diagnostics = context.diagnostics
    loaded = load_entries(HlslName, context.table(TABLE), diagnostics)
    seen: dict[str, HlslName] = {}
    types = {str(entry.becomes) for entry in loaded if entry.kind == "texture"}
    for entry in loaded:
        first = seen.setdefault(str(entry.name), entry)
        if first is not entry:
            diagnostics.error("F001", entry.name.position, f"there is another {entry.name}",
                              [(first.name.position, "it is here")])
        _check_meaning(entry, context)
        if entry.kind == "lookup" and str(entry.texture) not in types:
            diagnostics.error("F002", entry.position,
                              f"the lookup {entry.name} is of no type that an entry becomes",
                              near=str(entry.texture), known=sorted(types))
    return sorted(loaded, key=lambda entry: entry.name)


def _check_meaning(entry: HlslName, context: Context) -> None:
    given = [name for name in ("becomes", "declares", "lacks") if entry.has(name)]
    wanted = _SAYS[str(entry.kind)]
    if len(given) != min(len(wanted), 1) or any(name not in wanted for name in given):
        said = " and ".join(f"'{name}'" for name in given) or "nothing"
        needs = " or ".join(f"'{name}'" for name in wanted) or "nothing"
        context.diagnostics.error("F002", entry.position,
                                  f"{entry.name} is of the kind '{entry.kind}', of which {needs} "
                                  f"says what becomes, and here stands {said}")
    if entry.declares is not None and not re.search(rf"\b{entry.name}\b", entry.declares):
        context.diagnostics.error("F004", entry.declares.position,
                                  f"this does not declare {entry.name}")
    if entry.arguments and entry.lacks is None:
        context.diagnostics.error("F002", entry.position,
                                  "a number of arguments is told apart only for what 'lacks' says")
