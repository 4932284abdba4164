"""Opcodes of NIR on constants."""

from __future__ import annotations

from typing import List, Sequence

from .fold_tables import ALIASES, OPCODES
from .numbers import Opcode, Type, Value, Work, to_bits, type_of


class FoldError(ValueError):
    """An opcode that is unknown, or operands that are not its own."""


def opcode_of(name: str) -> Opcode:
    found = OPCODES.get(ALIASES.get(name, name))
    if found is None:
        raise FoldError(f"there is no opcode '{name}'")
    return found


def fold(name: str, width: int, sources: Sequence[Sequence[int]], components: int = 1) -> List[int]:
    """The bits of each component of a result. `width` is that of operands without one of their own,
    a source has the bits of each of its components, and `components` are those of a result that
    has as many as its sources."""
    opcode = opcode_of(name)
    width = width or opcode.former_width
    _check_width(name, opcode, width)
    if len(sources) != len(opcode.sources):
        raise FoldError(f"{name} has {len(opcode.sources)} sources, not {len(sources)}")
    for number, (source, text) in enumerate(zip(sources, opcode.sources)):
        wanted = type_of(text, width).components or (0 if _is_whole(opcode) else components)
        if len(source) < wanted:
            raise FoldError(f"src{number} of {name} has {wanted} components, not {len(source)}")
    result = type_of(opcode.result, width)
    if not result.components:
        return [_stored(opcode.compute(Work(width, sources, each))[0], result)
                for each in range(components)]
    values = opcode.compute(Work(width, sources, 0))
    if opcode.replicated:
        return [_stored(values[0], result)] * result.components
    return [_stored(value, result) for value in values]


def _check_width(name: str, opcode: Opcode, width: int) -> None:
    if opcode.widths and width not in opcode.widths:
        *others, last = map(str, opcode.widths)
        listed = f"{', '.join(others)} or {last}" if others else last
        raise FoldError(f"{name} takes {listed} bits, not {width}")


def _is_whole(opcode: Opcode) -> bool:
    return type_of(opcode.result, 1).components != 0


def _stored(value: Value, result: Type) -> int:
    return to_bits(value._replace(type=result._replace(components=0)))
