"""The users of what the names of enumerations tell a module, and the texts that show each use.

An enumeration is `claimed` where each of its names tells the translation something: capabilities,
decorations, execution modes, bits of masks. Every name of it says who uses it. What is in effect
names a text of `tests/spirv/facts` that is compiled with the name and without it, or says why no
text shows it; with both, the text shows that NIR differs and machine code, for that reason, not.
"""

from typing import NamedTuple

from ..diagnostics import Diagnostics
from ..groups import Context
from ..schema import TEXT, Record, Text, check_unique, key, load_entries
from .enums import Enumerant, Enumeration
from .uses import FACT_TEXT, SUPPORTED_ENUMS, TEXT_TABLE


class FactText(Record):
    """A text that is compiled with and without the facts that its lines name."""

    text: Text = key(FACT_TEXT, "Its name in tests/spirv/facts, without .spvasm.", required=True)
    doc: Text = key(TEXT, "What its facts are about.", required=True)


class Claim(NamedTuple):
    """A fact that a table states about a name."""

    kind: str
    name: str
    value: int
    use: str
    test: str
    because: str
    provenance: str


def use_of(kind: Enumeration, name: Enumerant) -> str:
    """A word of USES or `property`; `unclaimed` where the enumeration has no claims."""
    if not kind.claimed:
        return "unclaimed"
    if kind.enum in SUPPORTED_ENUMS:
        return "translation" if name.supported else "refused"
    if name.shader_property is not None:
        return "property"
    return str(name.use) if name.use is not None else "default"


def claims_of(enums: list[Enumeration]) -> list[Claim]:
    return [Claim(str(kind.enum), str(name.name), name.value, use_of(kind, name),
                  str(name.test or ""), str(name.because or ""), name.provenance)
            for kind in enums if kind.claimed for name in kind.names if _tells(kind, name)]


def load_fact_texts(context: Context) -> list[FactText]:
    entries = load_entries(FactText, context.table(TEXT_TABLE), context.diagnostics)
    return list(check_unique(entries, lambda entry: entry.text, context.diagnostics).values())


def check_claims(enums: list[Enumeration], texts: list[FactText],
                 diagnostics: Diagnostics) -> None:
    known = {str(entry.text) for entry in texts}
    named = set()
    for kind in enums:
        for name in kind.names:
            _check_claim(kind, name, diagnostics)
            if name.test is None:
                continue
            named.add(str(name.test))
            if name.test not in known:
                diagnostics.error("E710", name.test.position, f"there is no text '{name.test}'",
                                  near=str(name.test), known=known, within=TEXT_TABLE)
    for entry in texts:
        if entry.text not in named:
            diagnostics.error("E710", entry.text.position,
                              f"no name is shown by the text '{entry.text}'")


def _tells(kind: Enumeration, name: Enumerant) -> bool:
    """A mask without bits tells nothing."""
    return not (kind.mask and name.value == 0)


def _check_claim(kind: Enumeration, name: Enumerant, diagnostics: Diagnostics) -> None:
    if name.has("supported") and kind.enum not in SUPPORTED_ENUMS:
        diagnostics.error("E702", name.where("supported"),
                          "only capabilities and addressing models are supported or not")
    if not kind.claimed or not _tells(kind, name):
        for given in ("use", "test", "because"):
            if name.has(given):
                diagnostics.error("E702", name.where(given),
                                  f"{kind.enum} {name.name} tells nothing that is used or not")
        return
    ways = (name.shader_property is not None) + (name.use is not None)
    if ways != (0 if kind.enum in SUPPORTED_ENUMS else 1):
        diagnostics.error("E709", name.name.position,
                          f"{kind.enum} {name.name} is supported or not" if ways else
                          f"{kind.enum} {name.name} states a property, or says who uses it")
        return
    use = use_of(kind, name)
    if use in ("translation", "property") and name.test is None and name.because is None:
        diagnostics.error("E709", name.name.position,
                          f"{kind.enum} {name.name} names the text that shows what it does, or "
                          "says why none does")
    elif use in ("default", "informs") and name.because is None:
        diagnostics.error("E709", name.name.position,
                          f"{kind.enum} {name.name} says why it may do nothing")
