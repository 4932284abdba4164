"""The values that the result of an instruction is computed of."""

from __future__ import annotations

from typing import Callable, List, Mapping, NamedTuple, Optional, Sequence

from .numbers import Value, Work, from_bits, type_of


class MachineWork(Work):
    """The sources and the fields of one instruction."""

    def __init__(self, width: int, sources: Sequence[Sequence[int]],
                 fields: Mapping[str, int]) -> None:
        super().__init__(width, sources, 0)
        self.fields = fields

    def field(self, name: str, type_: str) -> Value:
        return from_bits(type_of(type_, self.width), self.fields[name])


class Meaning(NamedTuple):
    """The meaning of an opcode on some revisions."""

    revisions: List[str]
    action: str
    timing: str
    result: str
    compute: Optional[Callable[[MachineWork], Value]]
