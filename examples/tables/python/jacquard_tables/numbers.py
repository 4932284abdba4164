"""Values with their types, and their bits."""

from __future__ import annotations

import math
import re
import struct
from fractions import Fraction
from functools import lru_cache
from typing import Any, Callable, Dict, List, NamedTuple, Sequence, Tuple, Union

_TYPE = re.compile(r"([a-z]+)([0-9]*)(?:\[([0-9]+)\])?")
_FLOATS = {16: "<e", 32: "<f", 64: "<d"}
_INTEGERS = {16: "<H", 32: "<I", 64: "<Q"}
_NANS = {16: 0x7e00, 32: 0x7fc00000, 64: 0x7ff8000000000000}


class Type(NamedTuple):
    """`components` is 0 for one value a component of the instruction."""

    kind: str
    width: int
    components: int = 0


class Value(NamedTuple):
    """Floats of 16 and 32 bits have single precision, as they are computed with."""

    type: Type
    data: Any


@lru_cache(maxsize=None)
def type_of(text: str, width: int) -> Type:
    """The type that a table names, at a width of the instruction."""
    found = _TYPE.fullmatch(text)
    assert found is not None, text
    kind, own, components = found.groups()
    return Type(kind, int(own or width), int(components or 0))


def narrowed(data: float, width: int) -> float:
    """Rounded to 16 or 32 bits; what is too large is an infinity."""
    try:
        return float(struct.unpack(_FLOATS[width], struct.pack(_FLOATS[width], data))[0])
    except OverflowError:
        return math.copysign(math.inf, data)


def in_range(data: int, type_: Type) -> int:
    """An integer modulo its width."""
    data &= (1 << type_.width) - 1
    return data - (1 << type_.width) if type_.kind == "int" and data >> (type_.width - 1) else data


def made(type_: Type, data: Any) -> Value:
    """A result in the precision or the range of its type."""
    if type_.kind == "float":
        return Value(type_, data if type_.width == 64 else narrowed(data, 32))
    return Value(type_, bool(data) if type_.kind == "bool" else in_range(data, type_))


def from_bits(type_: Type, bits: int) -> Value:
    if type_.kind == "float":
        data = struct.pack(_INTEGERS[type_.width], bits)
        return Value(type_, struct.unpack(_FLOATS[type_.width], data)[0])
    return Value(type_, bits != 0 if type_.kind == "bool" else in_range(bits, type_))


def to_bits(value: Value) -> int:
    kind, width, _ = value.type
    if kind == "bool":
        return (1 << width) - 1 if value.data else 0
    if kind != "float":
        return int(value.data) & (1 << width) - 1
    if math.isnan(value.data):
        return _NANS[width]
    data = value.data if width == 64 else narrowed(value.data, width)
    return int(struct.unpack(_INTEGERS[width], struct.pack(_FLOATS[width], data))[0])


@lru_cache(maxsize=None)
def constant(type_: Type, data: Union[int, str]) -> Value:
    if type_.kind != "float":
        return made(type_, data)
    text = str(data)
    exact: float
    try:
        exact = float(Fraction(text)) if text != "-0" else -0.0
    except ValueError:
        exact = float(text)
    return made(type_, exact)


class Work:
    """The values that one component of a result is computed of."""

    def __init__(self, width: int, sources: Sequence[Sequence[int]], component: int) -> None:
        self.width, self.sources, self.component = width, sources, component
        self.named: Dict[str, Value] = {}

    def source(self, number: int, component: Union[int, None], type_: str) -> Value:
        chosen = self.component if component is None else component
        return from_bits(type_of(type_, self.width), self.sources[number][chosen])

    def constant(self, type_: str, data: Union[int, str]) -> Value:
        return constant(type_of(type_, self.width), data)

    def apply(self, function: str, type_: str, *arguments: Value) -> Value:
        from .functions import FUNCTIONS
        return FUNCTIONS[function](type_of(type_, self.width), *arguments)


class Opcode(NamedTuple):
    """`widths` are those of operands without one of their own; `former_width` is what 0 bits mean,
    where operands had a width of their own once."""

    result: str
    sources: List[str]
    widths: List[int]
    replicated: bool
    former_width: int
    compute: Callable[[Work], Tuple[Value, ...]]
