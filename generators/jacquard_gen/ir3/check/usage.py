"""The text of an encoding as a person reads it."""

from __future__ import annotations

from ...diagnostics import Diagnostics
from ..tables.model import Encoding, Enumeration, Model
from ..codec.texts import Piece, parse

LEGEND = "In texts {…} may be absent, <a|b> is one of these, N is a number."

_MOST_SHOWN = 8


class _Usage:
    def __init__(self, model: Model, encoding: Encoding) -> None:
        self.model = model
        self.encoding = encoding
        self.format = encoding.layout.format

    def text(self) -> str:
        return self.pieces(self.format.text or "", 0)

    def pieces(self, text: str, depth: int) -> str:
        parsed = parse(text, None, Diagnostics(), self.encoding.layout.position)
        return "".join(self.piece(piece, depth) for piece in parsed)

    def piece(self, piece: Piece, depth: int) -> str:
        if piece.kind == "literal":
            return piece.text
        if piece.kind == "number":
            return "N"
        if piece.kind == "condition":
            return f"{{{''.join(self.piece(child, depth) for child in piece.children)}}}"
        if piece.text == "name":
            return self.encoding.name
        inner = self.format.pieces.get(piece.text)
        # Pieces cannot name each other in a circle: the text was compiled.
        if inner is not None and depth < 8:
            return self.pieces(inner, depth + 1)
        field = self.model.fields.get(piece.text)
        if field is None:
            return piece.text
        kind = str(field.type)
        if kind == "flag":
            return f"{{{field.text}}}"
        enum = self.model.enums.get(kind) or self.model.enums.get(str(field.names or ""))
        if enum is not None:
            return self.names(enum)
        return {"components": "xyzw", "offset": "{+N}"}.get(kind, "N")

    @staticmethod
    def names(enum: Enumeration) -> str:
        texts = list(dict.fromkeys(text for text in enum.texts.values() if text))
        shown = "|".join(texts[:_MOST_SHOWN]) + ("|…" if len(texts) > _MOST_SHOWN else "")
        if "" in enum.texts.values():
            return f"{{{shown}}}"
        return f"<{shown}>" if len(texts) > 1 else shown


def usage(model: Model, encoding: Encoding) -> str:
    return " ".join(_Usage(model, encoding).text().split())
