"""Ways to change the text of a table: by its structure, by its words, by its bytes.

Every way takes the text and a source of randomness and gives another text, or the same where it
finds nothing to change.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from jacquard_gen.diagnostics import Diagnostics
from jacquard_gen.reading import parse
from jacquard_gen.source import Mapping, Node, Scalar, SourceFile
from jacquard_gen.source import Sequence as SequenceNode

from ..support import HOSTILE

NUMBERS = ("0", "1", "-1", "2", "3", "4", "5", "7", "8", "15", "16", "17", "31", "32", "33", "63",
           "64", "65", "127", "128", "255", "256", "1000", "32767", "65535", "65536", "2147483647",
           "2147483648", "4294967295", "4294967296", "9223372036854775807",
           "9223372036854775808", "18446744073709551615", "18446744073709551616", "010", "0x",
           "0x7fffffff", "0b101", "1e9", "1e400", "0.0", "-0.0", "2.5", "1e-50", "nan", "inf",
           "٣", "²")
WORDS = ("", "~", "true", "false", "no", "null", "[]", "{}", "[[]]", "{a: b}", "- a", "?", "!",
         "&a", "*a", "|", ">", "@", "`", "%", "class", "int", "and", "template", "NULL", "EOF",
         "assert", "errno", "std", "main", "a.b", "a-b", "_", "__", "_A", "é", "x", "name", "none",
         "default", "count", "free", "src0", "dst", "{", "}", "{W}", "{N}", "{X+1}", "((((", "))))",
         "//", "#",
         "/*", "a" * 300, "(" * 300, "!" * 300, "~" * 300, "-" * 300, "src0" + " + src0" * 200,
         "float", "uint32", "float[4]", "float16", "bool1", "uint[99]", "0:63", "63:0", "63:61",
         "1,2,3", "64", "*", "&&", "$", "\\", "\\n", "%s", "?:")
CHARACTERS = "\0\x01\t\n\r\x1b\x7f\x85\u2028\u202e\ufeff\u200b \"'#:-[]{}&*!|>%@`,?\\/()<>=+é🧵"


class Table(NamedTuple):
    """A text and what can be pointed at in it."""

    text: str
    scalars: list[Scalar]   # keys and values
    values: list[Scalar]
    entries: list[tuple[int, int]]      # offsets of the items of the list
    keys: list[tuple[int, int]]         # offsets of the lines of one key with its value


@lru_cache(maxsize=200)
def table_of(text: str) -> Table:
    """The places in a text; of a text that is no table, only its lines."""
    tree = parse(SourceFile("table", text), Diagnostics())
    scalars: list[Scalar] = []
    values: list[Scalar] = []

    def walk(node: Node, is_key: bool = False) -> None:
        if isinstance(node, Scalar):
            scalars.append(node)
            if not is_key:
                values.append(node)
        elif isinstance(node, SequenceNode):
            for item in node.items:
                walk(item)
        elif isinstance(node, Mapping):
            for key, value in node.entries.values():
                walk(key, True)
                walk(value)

    if tree is not None:
        walk(tree)
    return Table(text, scalars, values, _blocks(text, r"^ *- "), _blocks(text, r"^ *[-\w\" ]+:"))


def _blocks(text: str, pattern: str) -> list[tuple[int, int]]:
    """Lines that begin like the pattern, each with the lines below that are further in."""
    lines = text.splitlines(keepends=True)
    indents = [len(line) - len(line.lstrip(" ")) if line.strip() else 999 for line in lines]
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    blocks = []
    for number, line in enumerate(lines):
        if re.match(pattern, line):
            end = number + 1
            while end < len(lines) and indents[end] > indents[number]:
                end += 1
            blocks.append((starts[number], starts[end]))
    return blocks


def _put(text: str, start: int, end: int, new: str) -> str:
    return text[:start] + new + text[end:]


def _replace(text: str, node: Scalar, new: str) -> str:
    return _put(text, node.start, node.end, new)


def number(text: str, source: random.Random, others: Sequence[str]) -> str:
    """A number becomes another, or one more or less."""
    found = [match.span() for match in re.finditer(r"\b[0-9]+(?:\.[0-9]+)?\b", text)]
    if not found:
        return text
    start, end = source.choice(found)
    old = text[start:end]
    if source.random() < 0.5 and old.isdigit():
        near = (int(old) + 1, int(old) - 1, int(old) * 2, int(old) ^ 1 << source.randrange(8))
        return _put(text, start, end, str(source.choice(near)))
    return _put(text, start, end, source.choice(NUMBERS))


def edge_value(text: str, source: random.Random, others: Sequence[str]) -> str:
    """A value becomes one that somebody may not have thought of."""
    values = table_of(text).values
    if not values:
        return text
    new = source.choice(source.choice((NUMBERS, WORDS)))
    if source.random() < 0.5:
        new = json.dumps(new)
    return _replace(text, source.choice(values), new)


def hostile_text(text: str, source: random.Random, others: Sequence[str]) -> str:
    """A value becomes a text that tries to be more than text."""
    values = table_of(text).values
    if not values:
        return text
    node = source.choice(values)
    new = source.choice(HOSTILE)
    if source.random() < 0.7:
        new = node.value + new
    return _replace(text, node, json.dumps(new, ensure_ascii=source.random() < 0.5))


def sentence(text: str, source: random.Random, others: Sequence[str]) -> str:
    """A sentence for people ends in something that C++ and YAML take for more than text."""
    found = list(re.finditer(r"\b(?:doc|title|reason): (.+)", text))
    if not found:
        return text
    place = source.choice(found)
    ends = [end for end in HOSTILE if end.isprintable() and "{" not in end]
    return _put(text, place.start(1), place.end(1),
                json.dumps(place.group(1).strip("\"'") + " " + source.choice(ends)))


def other_value(text: str, source: random.Random, others: Sequence[str]) -> str:
    """A key or value becomes another one, of this table or another."""
    scalars = table_of(text).scalars
    given = table_of(text if source.random() < 0.7 else source.choice(others)).scalars
    if not scalars or not given:
        return text
    new = source.choice(given)
    return _replace(text, source.choice(scalars), new.source.text[new.start:new.end])


def like_value(text: str, source: random.Random, others: Sequence[str]) -> str:
    """The value of a key becomes another value of such a key."""
    pairs = re.findall(r"\b(\w+): ([^\n{}\[\]]+)", text)
    if not pairs:
        return text
    key = source.choice(pairs)[0]
    known = [value for other, value in pairs if other == key]
    found = list(re.finditer(rf"\b{key}: ([^\n{{}}\[\]]+)", text))
    place = source.choice(found)
    return _put(text, place.start(1), place.end(1), source.choice(known))


_TOKEN = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*|[0-9]+|[^\sA-Za-z0-9_]")


def token(text: str, source: random.Random, others: Sequence[str]) -> str:
    """A word or sign within a value goes, comes twice, or becomes another of the table."""
    values = [node for node in table_of(text).values if len(node.value) > 1]
    if not values:
        return text
    node = source.choice(values)
    found = list(_TOKEN.finditer(text, node.start, node.end))
    if not found:
        return text
    place = source.choice(found)
    way = source.randrange(4)
    if way == 0:
        new = ""
    elif way == 1:
        new = f"{place.group()} {place.group()}"
    else:
        other = source.choice(values)
        known = _TOKEN.findall(text[other.start:other.end]) or ["x"]
        new = source.choice(known)
    return _put(text, place.start(), place.end(), new)


def rename(text: str, source: random.Random, others: Sequence[str]) -> str:
    """A name is called otherwise, in one place or throughout the table."""
    names = list(re.finditer(r"\b[A-Za-z_][A-Za-z0-9_]{2,}\b", text))
    if not names:
        return text
    place = source.choice(names)
    old = place.group()
    new = source.choice((old + "x", old[:-1], old.upper(), old.swapcase(), old + "_", "_" + old,
                         old + ".f", old[::-1], source.choice(WORDS), source.choice(names).group()))
    if source.random() < 0.5:
        return _put(text, place.start(), place.end(), new)
    return re.sub(rf"\b{old}\b", lambda _: new, text)


def _change_blocks(text: str, blocks: list[tuple[int, int]], source: random.Random,
                   foreign: str) -> str:
    if not blocks:
        return text
    start, end = source.choice(blocks)
    block = text[start:end]
    way = source.randrange(5)
    if way == 0:
        return _put(text, start, end, "")
    if way == 1:
        return _put(text, end, end, block)
    other_start, other_end = source.choice(blocks)
    if way == 2:
        return _put(text, other_end, other_end, block)
    if way == 3 and (other_end <= start or end <= other_start):
        first, second = sorted([(start, end), (other_start, other_end)])
        return text[:first[0]] + text[slice(*second)] + text[first[1]:second[0]] + \
            text[slice(*first)] + text[second[1]:]
    return _put(text, end, end, foreign)


def entry(text: str, source: random.Random, others: Sequence[str]) -> str:
    """An entry goes, comes twice, changes places, or one of another table comes."""
    other = table_of(source.choice(others))
    foreign = other.text[slice(*source.choice(other.entries))] if other.entries else ""
    return _change_blocks(text, table_of(text).entries, source, foreign)


def key(text: str, source: random.Random, others: Sequence[str]) -> str:
    """A key with its value goes, comes twice, changes places, or one of another table comes."""
    other = table_of(source.choice(others))
    foreign = other.text[slice(*source.choice(other.keys))] if other.keys else ""
    return _change_blocks(text, table_of(text).keys, source, foreign)


def family(text: str, source: random.Random, others: Sequence[str]) -> str:
    """A list of values of a family loses one, gets one, or is written a hundred times."""
    found = list(re.finditer(r"\b[A-Z]: \[([^\]]*)\]", text))
    if not found:
        return text
    place = source.choice(found)
    items = place.group(1).split(", ")
    way = source.randrange(4)
    if way == 0:
        del items[source.randrange(len(items))]
    elif way == 1:
        items.insert(source.randrange(len(items) + 1),
                     source.choice(source.choice((NUMBERS, WORDS))))
    elif way == 2:
        items = [f"v{count}" for count in range(source.choice((2, 100, 3000)))]
    else:
        source.shuffle(items)
    return _put(text, place.start(1), place.end(1), ", ".join(items))


def characters(text: str, source: random.Random, others: Sequence[str]) -> str:
    """A few characters are put in, taken away or written again."""
    for _ in range(source.choice((1, 1, 2, 5))):
        place = source.randrange(len(text) + 1)
        way = source.randrange(3)
        if way == 0:
            text = _put(text, place, place, source.choice(CHARACTERS))
        else:
            end = min(len(text), place + source.choice((1, 1, 3, 20)))
            text = _put(text, place, end, text[place:end] * (2 if way == 1 else 0))
    return text


def lines(text: str, source: random.Random, others: Sequence[str]) -> str:
    """A few lines go, are moved in or out, or the text ends early."""
    every = text.splitlines(keepends=True)
    if not every:
        return text
    start = source.randrange(len(every))
    end = min(len(every), start + source.choice((1, 1, 2, 5)))
    way = source.randrange(4)
    if way == 0:
        del every[start:end]
    elif way == 1:
        every[start:end] = ["  " + line for line in every[start:end]]
    elif way == 2:
        every[start:end] = [line[2:] if line.startswith("  ") else line
                            for line in every[start:end]]
    else:
        del every[start:]
    return "".join(every)


Way = Callable[[str, random.Random, Sequence[str]], str]
# Ways that mostly leave a valid table are listed several times, so that they are chosen more often.
WAYS: list[Way] = [number, number, number, edge_value, edge_value, hostile_text, sentence,
                   sentence, other_value, like_value, like_value, like_value, token, token, token,
                   rename, rename, entry, entry, key, key, family, characters, lines]


class Edit(NamedTuple):
    """One change of one table; the same edit makes the same change of the same text."""

    table: str
    way: Way
    seed: str

    def apply(self, text: str, others: Sequence[str]) -> str:
        return self.way(text, random.Random(self.seed), others)

    def __str__(self) -> str:
        name = getattr(self.way, "__name__", "another text")
        return f"{name} in {self.table} ({self.seed})"


def edits_of(seed: str, tables: dict[str, str]) -> list[Edit]:
    """Returns the edits for one seed: mostly one, sometimes several of a table or two."""
    source = random.Random(seed)
    names = sorted(tables)
    weights = [len(tables[name]) ** 0.5 for name in names]
    chosen = source.choices(names, weights, k=2)
    count = source.choice((1, 1, 1, 2, 3))
    return [Edit(chosen[0] if source.random() < 0.8 else chosen[1], source.choice(WAYS),
                 f"{seed}.{number}") for number in range(count)]


def changed(edits: Sequence[Edit], tables: dict[str, str]) -> dict[str, str]:
    """The texts of the tables that the edits change."""
    result: dict[str, str] = {}
    folders = {edit.table: edit.table.rpartition("/")[0] for edit in edits}
    for edit in edits:
        near = [text for name, text in sorted(tables.items())
                if name.rpartition("/")[0] == folders[edit.table]]
        others = near if random.Random(edit.seed).random() < 0.8 else list(tables.values())
        text = result.get(edit.table, tables[edit.table])
        result[edit.table] = edit.apply(text, others)
    return {name: text for name, text in result.items() if text != tables[name]}
