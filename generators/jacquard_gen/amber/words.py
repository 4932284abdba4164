"""The words of Amber in sets: `defs/amber/words.yaml`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..escape import c_string, identifier, name
from ..groups import Context
from ..identifiers import check_identifiers
from ..nir.parts import relied_enum, texel_table
from ..schema import NAME, TEXT, Record, Text, check_unique, key, list_of, load_entries, mapping_of
from .refused import TABLE as REFUSED_TABLE
from .refused import RefusedPart
from .scalars import KINDS

TABLE = "amber/words.yaml"

# Words may mean these beside the values of an enumeration of their own; each is a type in C++.
_TYPES = {"flag": "bool", "number": "std::uint32_t", "none": "std::monostate",
          "stage": "nir::Stage", "any_stage": "std::optional<nir::Stage>",
          "texel_filter": "nir::TexelFilter", "address_mode": "nir::AddressMode",
          "border_colour": "nir::BorderColour", "texel_comparison": "nir::TexelComparison",
          "scalar_kind": "ScalarKind"}
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
    once: list[Text] = key(list_of(TEXT), "The words that a block or a line has once at most.",
                           default=[])
    refused_if_on: dict[Text, list[Text]] = key(mapping_of(list_of(TEXT), NAME),
                                                "The words that are refused where `true` follows "
                                                "them, by the refused part.", default={})
    vulkan: Text = key(NAME, "What the name of Vulkan begins with that VkScript writes instead.",
                       default="")
    vulkan_type: Text = key(NAME, "Vulkan's name for what they are.", default="")
    vulkan_names: dict[Text, Text] = key(mapping_of(NAME, TEXT),
                                         "What follows in the name of Vulkan, by word, where it is "
                                         "not the word in capitals; `none`: there is no such name.",
                                         default={})

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

    def all_words(self) -> list[Text]:
        return [word for word, _ in (*self.meanings(), *self.refusals())]

    def vulkan_name(self, word: str) -> str:
        """The name of Vulkan for a word; empty where there is none."""
        if not self.vulkan:
            return ""
        endings = {str(each): str(ending) for each, ending in self.vulkan_names.items()}
        ending = endings.get(word, word.upper())
        return "" if ending == "none" else f"{self.vulkan}{ending}"

    def part_if_on(self, word: str) -> str | None:
        """The part as which a word is refused where `true` follows it."""
        return next((str(part) for part, words in self.refused_if_on.items() if word in words),
                    None)


def spelt(meaning: str) -> str:
    """An enumerator for a meaning: `front.compareOp` becomes `front_compare_op`."""
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", meaning).lower()
    return identifier(snake)


class Row(NamedTuple):
    """A word in C++; `value` is an expression of the type of its set."""

    word: Text
    value: str
    refused: str
    is_once: bool
    refused_if_on: str
    vulkan: str


class WordModel(NamedTuple):
    sets: list[WordSet]

    def enumerators(self, owner: WordSet) -> list[str]:
        words = [meaning for _, meaning in owner.meanings()]
        return list(dict.fromkeys(spelt(meaning) for meaning in (*words, *owner.others)))

    def type_of(self, entry: WordSet) -> str:
        return type_of(entry)

    def rows(self, entry: WordSet) -> list[Row]:
        found = [_row(entry, word, _value(entry, str(meaning)), None)
                 for word, meaning in entry.meanings()]
        return found + [_row(entry, word, f"{type_of(entry)}{{}}", str(part))
                        for word, part in entry.refusals()]


def _row(entry: WordSet, word: Text, value: str, part: str | None) -> Row:
    return Row(word, value, _part(part), word in entry.once, _part(entry.part_if_on(word)),
               entry.vulkan_name(word))


def _part(part: str | None) -> str:
    return "std::nullopt" if part is None else f"Refused::{name(part)}"


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
    named = _named_meanings(context)
    for entry in loaded:
        _check_form(entry, context)
        _check_lists(entry, context)
        _check_meanings(entry, sets, model, named, context)
        for refused in (*entry.refused, *entry.refused_if_on):
            if str(refused) not in parts:
                context.diagnostics.error("W001", refused.position,
                                          f"there is no refused part '{refused}'",
                                          near=str(refused), known=parts, within=REFUSED_TABLE)
    # A set whose enumeration others use stands in front of them in C++.
    return WordModel(sorted(model.sets, key=lambda entry: not entry.is_enumerated))


def _named_meanings(context: Context) -> dict[str, tuple[str, ...]]:
    """The values of the types of C++ whose values have names, by the names of the types here."""
    stages = relied_enum(context, "Stage")
    found = texel_table(context)
    named: dict[str, tuple[str, ...]] = {"flag": _FLAGS, "none": (), "scalar_kind": KINDS}
    if stages is not None:
        named["stage"] = tuple(value.word for value in stages.values)
        named["any_stage"] = (*named["stage"], "none")
    if found is not None:
        table = found.table
        named |= {"texel_filter": tuple(str(each.word) for each in table.filters),
                  "address_mode": tuple(str(each.word) for each in table.address_modes),
                  "border_colour": tuple(str(each.word) for each in table.borders),
                  "texel_comparison": tuple(str(each.word) for each in table.comparisons)}
    return named


def _check_form(entry: WordSet, context: Context) -> None:
    if bool(entry.names) == bool(entry.words):
        context.diagnostics.error("W003", entry.position,
                                  f"the words of '{entry.set}' stand in 'names' or in 'words'")
    if bool(entry.vulkan) != bool(entry.vulkan_type):
        context.diagnostics.error("W006", entry.position,
                                  f"'{entry.set}' has one of 'vulkan' and 'vulkan_type' alone")
    seen: dict[str, Text] = {}
    for word in entry.all_words():
        first = seen.setdefault(str(word), word)
        if first is not word:
            context.diagnostics.error("W004", word.position, f"'{word}' stands in this set twice",
                                      [(first.position, "it is here")])


def _check_lists(entry: WordSet, context: Context) -> None:
    """Lists that say more of words name words of the set."""
    known = [str(word) for word in entry.all_words()]
    on = [word for words in entry.refused_if_on.values() for word in words]
    for word in (*entry.once, *on, *entry.vulkan_names):
        if word not in known:
            context.diagnostics.error("W005", word.position,
                                      f"'{word}' is no word of '{entry.set}'", near=str(word),
                                      known=known, within=TABLE)


def _check_meanings(entry: WordSet, sets: dict[str, WordSet], model: WordModel,
                    named: dict[str, tuple[str, ...]], context: Context) -> None:
    meanings = [meaning for _, meaning in entry.meanings()]
    if entry.meaning is None:
        check_identifiers([*meanings, *entry.others], context.diagnostics, spelt)
        return
    for other in entry.others:
        context.diagnostics.error("W006", other.position,
                                  f"'{entry.set}' has the meanings of '{entry.meaning}', to which "
                                  "'others' adds none")
    owner = entry.owner
    if owner in _TYPES:
        if owner == "number":
            _report(context, (meaning for meaning in meanings if not _NUMBER.fullmatch(meaning)),
                    "number")
        elif owner == "none":
            _report(context, entry.words.values(), "meaning of a word that has none")
        elif owner in named:
            _report(context, (meaning for meaning in meanings if meaning not in named[owner]),
                    owner.removeprefix("any_").replace("_", " "), named[owner])
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
