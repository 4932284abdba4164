"""Text templates: `{name}`, `{condition ? text}` and `{= computation}` among literal text."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...diagnostics import Diagnostics
from ...source import Position, Scalar


@dataclass
class Piece:
    """Part of a text: literal, value (a name), number (a computation) or condition."""

    kind: str
    text: str
    offset: int
    children: list[Piece] = field(default_factory=list)
    node: Scalar | None = None

    def place(self, offset: int, length: int, fallback: Position) -> Position:
        return self.node.at(self.offset + offset, length) if self.node is not None else fallback


class TextError(Exception):
    def __init__(self, offset: int, message: str) -> None:
        super().__init__(message)
        self.offset, self.message = offset, message


def parse(text: str, node: Scalar | None, diagnostics: Diagnostics,
          fallback: Position) -> list[Piece]:
    """The pieces of a template; a malformed one is reported and gives none."""
    try:
        pieces, end = _parse(text, 0, node, False)
        if end != len(text):
            raise TextError(end, "this brace closes nothing")
        return pieces
    except TextError as error:
        place = node.at(error.offset) if node is not None else fallback
        diagnostics.error("E511", place, error.message)
        return []


def _parse(text: str, at: int, node: Scalar | None, nested: bool) -> tuple[list[Piece], int]:
    pieces: list[Piece] = []
    start = at
    while at < len(text):
        character = text[at]
        if character == "}":
            if nested:
                break
            raise TextError(at, "this brace closes nothing")
        if character != "{":
            at += 1
            continue
        if at > start:
            pieces.append(Piece("literal", text[start:at], start, node=node))
        piece, at = _braced(text, at, node)
        pieces.append(piece)
        start = at
    if at > start:
        pieces.append(Piece("literal", text[start:at], start, node=node))
    return pieces, at


def _braced(text: str, open_at: int, node: Scalar | None) -> tuple[Piece, int]:
    at = open_at + 1
    end = at
    while end < len(text) and text[end] not in "{}?":
        end += 1
    if end == len(text) or text[end] == "{":
        raise TextError(open_at, "this brace is not closed")
    head = text[at:end]
    if text[end] == "}":
        if head.startswith("="):
            return Piece("number", head[1:], at + 1, node=node), end + 1
        if not head.strip():
            raise TextError(open_at, "there is nothing between these braces")
        return Piece("value", head, at, node=node), end + 1
    body = end + 1
    if text[body:body + 1] == " ":
        body += 1
    children, close = _parse(text, body, node, True)
    if close >= len(text):
        raise TextError(open_at, "this brace is not closed")
    return Piece("condition", head.rstrip(), at, children, node), close + 1
