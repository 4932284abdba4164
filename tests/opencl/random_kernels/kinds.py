"""The types of random kernels."""

from __future__ import annotations

from typing import NamedTuple

# Bits of each integer, and whether it has a sign.
INTEGERS = {"char": (8, True), "uchar": (8, False), "short": (16, True), "ushort": (16, False),
            "int": (32, True), "uint": (32, False), "long": (64, True), "ulong": (64, False)}
WIDTHS = (1, 2, 3, 4, 8, 16)


class Kind(NamedTuple):
    """A scalar, or a vector of some of them."""

    base: str
    width: int = 1

    @property
    def name(self) -> str:
        return self.base if self.width == 1 else f"{self.base}{self.width}"

    @property
    def is_float(self) -> bool:
        return self.base == "float"

    @property
    def is_signed(self) -> bool:
        return not self.is_float and INTEGERS[self.base][1]

    @property
    def bits(self) -> int:
        return 32 if self.is_float else INTEGERS[self.base][0]

    @property
    def unsigned(self) -> Kind:
        return Kind(f"u{self.base}" if self.is_signed else self.base, self.width)

    @property
    def signed(self) -> Kind:
        return self if self.is_signed else Kind(self.base.removeprefix("u"), self.width)

    def of(self, base: str) -> Kind:
        """As many components of another type."""
        return Kind(base, self.width)

    def component(self, number: int) -> str:
        """How to choose a component of a value."""
        return "" if self.width == 1 else f".s{number:x}"


UINT = Kind("uint")
INT = Kind("int")


def reads_as(kind: Kind) -> list[Kind]:
    """The other integers of as many bits in all; vectors of three are padded and left out."""
    total = kind.bits * kind.width
    return [Kind(base, width) for base, (bits, _) in INTEGERS.items() for width in WIDTHS
            if 3 not in (width, kind.width) and bits * width == total and (base, width) != kind]
