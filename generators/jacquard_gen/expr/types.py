"""Types of the expression language: `float`, `uint8`, `bool1`, `float32[4]`.

Width 0 is the width of the instruction being evaluated. Components 0 is one value per component
of the instruction; `[1]` and more is a vector.
"""

from __future__ import annotations

import re
from typing import NamedTuple

KINDS = ("float", "int", "uint", "bool")
WIDTHS = {"float": (16, 32, 64), "int": (1, 8, 16, 32, 64), "uint": (1, 8, 16, 32, 64),
          "bool": (1, 8, 16, 32)}
MAXIMUM_COMPONENTS = 16
_TYPE = re.compile(r"(float|uint|int|bool)([0-9]*)(?:\[([0-9]+)\])?\Z")


class Type(NamedTuple):
    kind: str
    width: int = 0
    components: int = 0

    def __str__(self) -> str:
        vector = f"[{self.components}]" if self.components else ""
        return f"{self.kind}{self.width or ''}{vector}"

    @property
    def scalar(self) -> Type:
        """The type of one component."""
        return Type(self.kind, self.width) if self.components else self

    @property
    def is_integer(self) -> bool:
        return self.kind in ("int", "uint")

    def sized(self, bits: int) -> Type:
        """The type where the instruction's width is `bits`."""
        return self if self.width else Type(self.kind, bits, self.components)

    def fits(self, wanted: Type) -> bool:
        """Returns true if a scalar of this type may stand where `wanted` is asked for. Every width
        of bool holds the same two values."""
        return self.kind == wanted.kind and (self.kind == "bool" or self.width == wanted.width)


BOOL = Type("bool", 1)


def parse_type(text: str) -> Type | None:
    """The type a table names, None where there is no such type."""
    found = _TYPE.match(text)
    if not found:
        return None
    kind, width, components = found.group(1), found.group(2), found.group(3)
    if width and (width[0] == "0" or int(width[:4]) not in WIDTHS[kind]):
        return None
    if components and not 1 <= int(components[:4]) <= MAXIMUM_COMPONENTS:
        return None
    return Type(kind, int(width or 0), int(components or 0))


def all_type_names() -> list[str]:
    """Every scalar type name, for suggestions."""
    return [kind + str(width or "") for kind in KINDS for width in (0, *WIDTHS[kind])]
