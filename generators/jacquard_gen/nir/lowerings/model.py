"""Checked lowerings, their groups and passes."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from ..alu import Alu
from ..lowering_entries import GroupEntry, LoweringEntry, PassEntry
from ..rules.model import Rule


@dataclass
class Lowering:
    """One way to compute an opcode, as a rule that finds it. Widths at which the same
    instructions do are one."""

    alu: Alu
    entry: LoweringEntry
    group: str
    widths: list[int]      # 0 alone: the opcode has no operands without a width
    rule: Rule
    done: Rule | None = None  # finds what the lowering made itself

    @property
    def provenance(self) -> str:
        return self.entry.provenance


@dataclass(frozen=True)
class Option:
    """A parameter of a pass that asks for one group; without a name it is always asked for."""

    name: str
    group: str


@dataclass(frozen=True)
class LoweringPass:
    entry: PassEntry
    options: tuple[Option, ...]

    @property
    def name(self) -> str:
        return str(self.entry.name)


@dataclass(frozen=True)
class LoweringTables:
    groups: list[GroupEntry] = field(default_factory=list)
    passes: list[LoweringPass] = field(default_factory=list)
    lowerings: list[Lowering] = field(default_factory=list)

    @cached_property
    def by_opcode(self) -> dict[str, list[Lowering]]:
        found: dict[str, list[Lowering]] = {}
        for lowering in self.lowerings:
            found.setdefault(lowering.alu.name, []).append(lowering)
        return found

    @cached_property
    def truths(self) -> set[str]:
        """The groups whose operands are truths in another form."""
        return {str(group.group) for group in self.groups if group.truths is not None}

    def passes_of(self, group: str) -> list[str]:
        """Returns how users ask for a group."""
        used = [str(name) for entry in self.groups if entry.group == group
                for name in entry.used_by]
        made = [each.name + (f":{option.name}" if option.name else "") for each in self.passes
                for option in each.options if option.group == group]
        return used + made
