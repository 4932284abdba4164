"""The words of Amber in sets: `defs/amber/words.yaml`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..escape import c_string, identifier, name
from ..groups import Context
from ..identifiers import check_identifiers
from ..schema import NAME, TEXT, Record, Text, check_unique, key, list_of, load_entries, mapping_of
from .refused import TABLE as REFUSED_TABLE
from .refused import RefusedPart

TABLE = "amber/words.yaml"

# Words may mean these beside the values of an enumeration of their own; each is a type in C++.
_TYPES = {"flag": "bool", "number": "std::uint32_t", "none": "std::monostate",
          "stage": "nir::Stage", "any_stage": "std::optional<nir::Stage>",
          "texel_filter": "nir::TexelFilter", "address_mode": "nir::AddressMode",
          "border_colour": "nir::BorderColour", "scalar_kind": "ScalarKind"}
_NUMBER = re.compile(r"[0-9]{1,9}")
_FLAGS = ("true", "false")


class WordSet(Record):
    """The words that may stand at one place, and what they mean."""

    set: Text = key(NAME, "Its name.", required=True)
    what: Text = key(TEXT, "What each word is, as messages say it.", required=True)
    meaning: Text | None = key(NAME, "The type of the meanings: a type of C++ by its name here, or "
                                     "the set whose enumeration it is; not given: its own.")
    names: list[Text] = key(list_of(TEXT), "The words, if each means itself.", default=[])
    words: dict[Text, Text] = key(mapping_of(TEXT), "The words and their meanings.", default={})
    others: list[Text] = key(list_of(NAME), "Meanings that no word has.", default=[])
    refused: dict[Text, list[Text]] = key(mapping_of(list_of(TEXT), NAME),
                                          "Words that are refused, by the refused part.",
                                          default={})
    vulkan: Text = key(NAME, "What the name of Vulkan begins with that VkScript writes instead.",
                       default="")
    vulkan_type: Text = key(NAME, "Vulkan's name for what they are.", default="")

    @property
    def is_enumerated(self) -> bool:
        return self.meaning is None

    @property
    def owner(self) -> str:
        """The set whose enumeration its words mean, or the name of a type."""
        return str(self.meaning or self.set)

    def meanings(self) -> Iterator[tuple[Text, Text]]:
        """Each word and its meaning."""
        yield from self.words.items()
        for word in self.names:
            yield word, word

    def refusals(self) -> Iterator[tuple[Text, Text]]:
        """Each word that is refused and the part that it belongs to."""
        for refused, words in self.refused.items():
            for word in words:
                yield word, refused


def spelt(meaning: str) -> str:
    """An enumerator for a meaning: `front.compareOp` becomes `front_compare_op`."""
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", meaning).lower()
    return identifier(snake)


class Row(NamedTuple):
    """A word in C++; `value` is an expression of the type of its set."""

    word: Text
    value: str
    refused: str


class WordModel(NamedTuple):
    sets: list[WordSet]

    def enumerators(self, owner: WordSet) -> list[str]:
        words = [meaning for _, meaning in owner.meanings()]
        return list(dict.fromkeys(spelt(meaning) for meaning in (*words, *owner.others)))

    def type_of(self, entry: WordSet) -> str:
        return type_of(entry)

    def rows(self, entry: WordSet) -> list[Row]:
        found = [Row(word, _value(entry, str(meaning)), "std::nullopt")
                 for word, meaning in entry.meanings()]
        return found + [Row(word, f"{type_of(entry)}{{}}", f"Refused::{name(part)}")
                        for word, part in entry.refusals()]


def type_of(entry: WordSet) -> str:
    owner = entry.owner
    if entry.meaning is not None and owner in _TYPES:
        return _TYPES[owner]
    return "".join(part.capitalize() for part in owner.split("_"))


def _value(entry: WordSet, meaning: str) -> str:
    if entry.meaning is not None and entry.owner in _TYPES:
        if entry.owner == "none":
            return "std::monostate{}"
        if entry.owner == "any_stage":
            return "std::nullopt" if meaning == "none" else f"nir::Stage::{name(meaning)}"
        if entry.owner in {"flag", "number"}:
            return meaning
    return f"{type_of(entry)}::{spelt(meaning)}"


def load_words(context: Context, parts: dict[str, RefusedPart]) -> WordModel:
    loaded = load_entries(WordSet, context.table(TABLE), context.diagnostics)
    sets = check_unique(loaded, lambda entry: entry.set, context.diagnostics)
    model = WordModel(list(sets.values()))
    for entry in loaded:
        _check_form(entry, context)
        _check_meanings(entry, sets, model, context)
        for refused in entry.refused:
            if str(refused) not in parts:
                context.diagnostics.error("W001", refused.position,
                                          f"there is no refused part '{refused}'",
                                          near=str(refused), known=parts, within=REFUSED_TABLE)
    # A set whose enumeration others use stands in front of them in C++.
    return WordModel(sorted(model.sets, key=lambda entry: not entry.is_enumerated))


def _check_form(entry: WordSet, context: Context) -> None:
    if bool(entry.names) == bool(entry.words):
        context.diagnostics.error("W003", entry.position,
                                  f"the words of '{entry.set}' stand in 'names' or in 'words'")
    seen: dict[str, Text] = {}
    for word in (*entry.words, *entry.names, *(word for word, _ in entry.refusals())):
        first = seen.setdefault(str(word), word)
        if first is not word:
            context.diagnostics.error("W004", word.position, f"'{word}' stands in this set twice",
                                      [(first.position, "it is here")])


def _check_meanings(entry: WordSet, sets: dict[str, WordSet], model: WordModel,
                    context: Context) -> None:
    meanings = [meaning for _, meaning in entry.meanings()]
    if entry.meaning is None:
        check_identifiers([*meanings, *entry.others], context.diagnostics, spelt)
        return
    owner = entry.owner
    if owner in _TYPES:
        if owner == "number":
            _report(context, (meaning for meaning in meanings if not _NUMBER.fullmatch(meaning)),
                    "number")
        elif owner == "flag":
            _report(context, (meaning for meaning in meanings if meaning not in _FLAGS), "flag",
                    _FLAGS)
        return
    if owner not in sets or sets[owner].meaning is not None:
        known = [*_TYPES, *(each for each, one in sets.items() if one.meaning is None)]
        context.diagnostics.error("W002", entry.meaning.position,
                                  f"there are no meanings called '{owner}'", near=owner,
                                  known=known, within=TABLE)
        return
    known = model.enumerators(sets[owner])
    _report(context, (meaning for meaning in meanings if spelt(meaning) not in known), owner, known)


def _report(context: Context, wrong: Iterable[Text], what: str, known: Iterable[str] = ()) -> None:
    for meaning in wrong:
        context.diagnostics.error("W002", meaning.position, f"'{meaning}' is no {what}",
                                  near=str(meaning), known=known, within=TABLE)


def shown(word: str) -> str:
    """A word as the reference names it: one may be empty."""
    return word or c_string(word)
