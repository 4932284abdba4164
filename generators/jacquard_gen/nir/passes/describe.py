"""The tables' explanation of a pass or an invariant, in the words of `explain`."""

from __future__ import annotations

import textwrap

from .entries import InvariantEntry
from .model import Pass, PassTables, Row

INDENT = "    "


def capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    return text if text.endswith((".", ":")) else f"{text}."


def usage(row: Row) -> str:
    """Returns how a parameter is written in a list of passes."""
    words = {"number": "=NUMBER", "mask": "=MASK", "modes": "=MODE+MODE",
             "choice": "=" + "|".join(word.word for word in row.words)}
    return f":{row.name}{words.get(row.type, '')}"


def shown(row: Row) -> str:
    """Describes the choice that a parameter makes, with its range and its default."""
    limited = row.type == "number" and (row.low, row.high) != (0, 0xffffffff)
    facts = [row.shown] * bool(row.shown) + [f"from {row.low} to {row.high}"] * limited
    return f"{row.doc} ({', '.join(facts)})" if facts else row.doc


def pass_lines(each: Pass, tables: PassTables) -> list[str]:
    lines = [f"nir:{each.name}  {capitalised(each.doc)}.", f"  pass, {each.provenance}"]
    lines += [f"  written in {each.source}"] if each.source else ["  made of lowerings"]
    for paragraph in each.text.split("\n"):
        lines += _wrapped(paragraph)
    docs = {str(entry.invariant): str(entry.doc) for entry in tables.invariants}
    for title, names, texts in (("needs", each.needs, each.before),
                                ("gives", each.gives, each.after)):
        if names:
            lines.append(f"  {title}:")
            lines += [row for name in names for row in _wrapped(f"{name}: {docs[name]}", INDENT)]
        for text in texts:
            lines += _wrapped(f"{'before' if title == 'needs' else 'after'}: {text}")
    if each.loses:
        lines += _wrapped(f"loses: {', '.join(each.loses)}")
    if each.settles:
        lines.append("  finds nothing to do right after itself")
    if each.changes_meaning:
        lines.append("  makes a shader compute something else")
    if each.rows:
        lines.append("  parameters:")
        for row in each.rows:
            lines += _wrapped(f"{usage(row)}: {shown(row)}", INDENT)
    return lines


def invariant_lines(entry: InvariantEntry, tables: PassTables) -> list[str]:
    name = str(entry.invariant)
    lines = [f"nir:{name}  {sentence(capitalised(str(entry.doc)))}",
             f"  invariant, {entry.provenance}"]
    givers = [each.name for each in tables.passes if name in each.gives]
    users = [each.name for each in tables.passes if name in each.needs]
    for title, found in (("given by", givers), ("needed by", users)):
        if found:
            lines += _wrapped(f"{title}: {', '.join(found)}")
    return lines


def _wrapped(text: str, indent: str = "  ") -> list[str]:
    return textwrap.wrap(text, 100, initial_indent=indent, subsequent_indent=indent + "  ",
                         break_long_words=False, break_on_hyphens=False)
