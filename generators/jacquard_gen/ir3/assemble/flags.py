"""Reading of the flags in front of a mnemonic, in any order."""

from __future__ import annotations

from collections.abc import Callable

from ...escape import c_string
from .facts import LayoutFacts, State, attempt
from ..codec.cpp_text import indented
from ..codec.texts import Piece

_WIDTH = 75
"""Of a line of tests, further in."""


def leading_flags(facts: LayoutFacts, pieces: list[Piece], state: State,
                  read: Callable[[list[Piece], State], list[str]]) -> list[str]:
    """The loop that reads them; `read` reads other pieces."""
    tests = [_flag(facts, piece, state, read) for piece in pieces if piece.kind != "literal"]
    if not tests:
        return ["in.blanks();"]
    lines: list[str] = []
    for test in tests:
        if lines and len(lines[-1]) + len(test) <= _WIDTH and "\n" not in lines[-1] + test:
            lines[-1] += f" || {test}"
        else:
            lines.append(f"|| {test}" if lines else f"if ({test}")
    lines[-1] += ") continue;"
    return ["while (const char letter = in.flag_letter()) {"] + \
        indented(lines[:1]) + indented(lines[1:], 8) + \
        indented([f"in.missing({c_string(_flag_names(facts, pieces))});", "break;"]) + ["}"]


def _flag_names(facts: LayoutFacts, pieces: list[Piece]) -> str:
    """Returns the expectation for the message about an unexpected flag."""
    names: list[str] = []
    for piece in pieces:
        if piece.kind == "condition":
            inner = "".join("1" if child.kind == "value" else child.text
                            for child in piece.children)
            names.append(inner.strip())
        elif piece.kind == "value":
            entry = facts.model.fields[piece.text]
            if str(entry.type) == "flag":
                names.append(str(entry.text))
            else:
                kind = str(entry.type) if str(entry.type) in facts.model.enums \
                    else str(entry.names)
                names.append(next(text for text in facts.model.enums[kind].texts.values()
                                  if text))
    return "one of the flags " + " ".join(names)


def _first_letters(facts: LayoutFacts, piece: Piece) -> list[str]:
    """Returns the first letters of a piece's flags after their parenthesis; 0 for a bare number."""
    if piece.kind == "condition":
        text = next(child.text for child in piece.children if child.kind == "literal")
        return [text.lstrip("(")[0]]
    entry = facts.model.fields[piece.text]
    if str(entry.type) == "flag":
        return [str(entry.text).lstrip("(")[0]]
    kind = str(entry.type) if str(entry.type) in facts.model.enums else str(entry.names)
    texts = facts.model.enums[kind].texts.values()
    return sorted({text.lstrip("(")[0] for text in texts if text} | {"0"})


def _flag(facts: LayoutFacts, piece: Piece, state: State,
          read: Callable[[list[Piece], State], list[str]]) -> str:
    """A test that reads a flag; it is only made where a letter fits, and may span several
    lines."""
    letters = _first_letters(facts, piece)
    guard = " || ".join(f"letter == '{letter}'" for letter in letters)
    guard = f"({guard})" if len(letters) > 1 else guard
    if piece.kind == "condition":
        children = [child for child in piece.children
                    if child.kind != "literal" or child.text.strip()]
        body = read(children, state)
        return f"({guard} && {attempt(body)})"
    name = piece.text
    state.known.add(name)
    entry = facts.model.fields[name]
    if str(entry.type) == "flag":
        return f"in.flag(letter, {c_string(str(entry.text))}, instruction.{name})"
    names = f"k{facts.enum_of(name)}Names"
    return f"({guard} && read_name_into(in, {names}, instruction.{name}, false))"
