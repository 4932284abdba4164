"""The tables of another machine in place of those of ir3, below a folder of its own.

A machine is described by tables for its words, its timing and what selects its instructions, in
folders as `defs/ir3` has them. Whatever reads these asks for them by the names that they have
there; all other tables, of the language of expressions and of NIR, are the real ones.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

from ..diagnostics import Diagnostics
from ..groups import Context, list_all_tables

FOLDER = "ir3"


class MachineContext(Context):
    """A run with the machine of a folder."""

    serves_library = False

    def __init__(self, tables_dir: Path, machine_dir: Path,
                 diagnostics: Diagnostics | None = None,
                 instead: Mapping[str, str] | None = None) -> None:
        super().__init__(tables_dir, diagnostics, instead)
        self.machine_dir = machine_dir

    def path_of(self, name: str) -> Path:
        below = _below(name)
        return super().path_of(name) if below is None else self.machine_dir / below

    def shown(self, name: str) -> str:
        below = _below(name)
        return super().shown(name) if below is None else (self.machine_dir / below).as_posix()

    def all_names(self) -> list[str]:
        return [f"{FOLDER}/{name}" for name in list_all_tables(self.machine_dir)]

    def exported(self, name: str) -> str:
        return _below(name) or name


def context_of(options: argparse.Namespace) -> Context:
    """The tables that a command works on: those with our machine, or with the one of the folder
    that was given."""
    return Context(options.defs) if options.machine is None else \
        MachineContext(options.defs, options.machine)


def _below(name: str) -> str | None:
    """Returns the name of a table in the folder of its machine."""
    return name.removeprefix(f"{FOLDER}/") if name.startswith(f"{FOLDER}/") else None
