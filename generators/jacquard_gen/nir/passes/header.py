"""The contents of the header of a pass: its options, and its function with a comment."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from dataclasses import dataclass

from .describe import capitalised, sentence
from .entries import RESULTS
from .model import Parameter, Pass

WIDTH = 97


@dataclass(frozen=True)
class Member:
    """A member of the options: its comment and its declaration in C++."""

    comment: list[str]
    declaration: str


class Header:
    def __init__(self, of: Pass, invariants: dict[str, str]) -> None:
        self.name = of.name
        self.provenance = of.provenance
        self._pass = of
        self._invariants = invariants

    @property
    def includes(self) -> list[str]:
        entry = self._pass.entry
        return [str(name) for name in entry.includes] if entry is not None else []

    @property
    def enums(self) -> list[Parameter]:
        return [each for each in self._pass.parameters if each.type == "choice"]

    @property
    def members(self) -> list[Member]:
        made = [Member(_comment([_about(each)], WIDTH - 4), _declaration(each))
                for each in self._pass.parameters]
        if self._pass.has_callbacks:
            made.append(Member(_comment(["Callbacks receive this unchanged."], WIDTH - 4),
                               "const void* callback_data = nullptr;"))
        return made

    @property
    def comment(self) -> list[str]:
        of = self._pass
        needs = [self._invariants[name] for name in of.needs]
        gives = [self._invariants[name] for name in of.gives]
        before = capitalised(_joined("any valid shader", needs, of.before))
        after = capitalised(_joined("", gives, of.after))
        lines = [*of.text.split("\n"), "", f"Before: {before}"]
        lines += [f"After: {after}"] if after else []
        lines += ["True when something changed."]
        return _comment(lines, WIDTH)


def _joined(start: str, invariants: list[str], sentences: Iterable[str]) -> str:
    """`any valid shader in which …; sentences`."""
    listed = "; ".join(invariants)
    first = f"{start}; {listed}" if start and listed else start or listed
    return " ".join([sentence(first)] * bool(first) + [sentence(each) for each in sentences])


def _about(each: Parameter) -> str:
    note = f" {each.note}" if each.note else ""
    limits = f" From {each.low} to {each.high}." if each.has_range else ""
    return f"{sentence(capitalised(each.doc))}{note}{limits}"


def _declaration(each: Parameter) -> str:
    if each.type == "callback":
        result = RESULTS.get(each.result, each.result)
        return (f"{result} (*{each.name})(const {each.takes}& asked, const void* callback_data)"
                " = nullptr;")
    kinds = {"switch": "bool", "part": "bool", "number": "std::uint32_t", "mask": "std::uint32_t",
             "modes": "VariableMode", "choice": each.enum}
    default = "true" if each.type == "part" else each.default
    return f"{kinds[each.type]} {each.name} = {default};"


def _comment(lines: Iterable[str], width: int) -> list[str]:
    made: list[str] = []
    for line in lines:
        made += textwrap.wrap(line, width - 3, break_long_words=False,
                              break_on_hyphens=False) or [""]
    return made
