"""The machine of `examples/machine` beside the real tables, for tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from jacquard_gen.groups import Context
from jacquard_gen.machines.context import MachineContext

from ..support import DEFS, ROOT, ContextBesideReal

MACHINE = ROOT / "examples" / "machine"
T = TypeVar("T")


class MachineBesideReal(MachineContext):
    """The tables of the example with other texts for some. The models that machines do not change
    are the real ones, made once for all tests."""

    def __init__(self, instead: Mapping[str, str] | None = None, folder: Path = MACHINE) -> None:
        super().__init__(DEFS, folder, None, instead)

    def model(self, group: str) -> Any:
        return super().model(group) if group == "ir3" else ContextBesideReal.real.model(group)

    def once(self, what: str, make: Callable[[Context], T]) -> T:
        return ContextBesideReal.real.once(what, make)
