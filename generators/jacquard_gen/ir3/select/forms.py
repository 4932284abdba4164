"""The part that selections of memory and texture instructions share: entries that revisions
share, in an order that agrees with that of every revision."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any

from ...diagnostics import Diagnostics
from ...expr import Tree
from ...schema import Text
from ..tables.model import Model, Revision
from ..check.partial import may_hold
from .records import Line


@dataclass
class Chosen:
    """A checked entry; revisions share it."""

    entry: Any
    condition: Tree | None
    lines: list[Line] = field(default_factory=list)
    revisions: list[str] = field(default_factory=list)


def of_revisions(model: Model, key: str, make: Callable[[Any], Chosen | None],
                 check: Callable[[Chosen, Revision], None]) -> list[Chosen]:
    """The entries of a kind, each once, with the revisions on which it may hold."""
    known: dict[int, Chosen | None] = {}
    found: list[Chosen] = []
    for revision in sorted(model.revisions, key=lambda one: len(one.version.chain())):
        before = 0      # where entries that only later revisions have are put
        for entry in revision.version.merged(key):
            if id(entry) not in known:
                known[id(entry)] = make(entry)
            chosen = known[id(entry)]
            if chosen is None:
                continue
            if chosen not in found:
                found.insert(before, chosen)
            before = found.index(chosen) + 1
            if may_hold(chosen.condition, revision) is False:
                continue
            chosen.revisions.append(revision.name)
            check(chosen, revision)
    return found


def known_opcode(written: Text, model: Model, diagnostics: Diagnostics) -> bool:
    """Returns true if there is such an ir3 opcode; else that was reported."""
    if model.opcode(str(written)) is not None:
        return True
    diagnostics.error("E654", written.position, f"there is no instruction '{written}'",
                      near=str(written), known=[opcode.name for opcode in model.opcodes],
                      within="ir3/")
    return False


def check_order(model: Model, forms: list[Chosen], code: str, name: Callable[[Any], Hashable],
                written: Callable[[Any], Any], diagnostics: Diagnostics) -> None:
    """Checks that on no revision an entry comes after one of its name that always holds; `written`
    is the part of an entry that an error shows."""
    for revision in model.revisions:
        always: dict[Hashable, Chosen] = {}
        for form in forms:
            if revision.name not in form.revisions:
                continue
            first = always.get(name(form.entry))
            if first is not None:
                text = written(form.entry)
                diagnostics.error(code, text.position,
                                  f"nothing gets to this '{text}' on '{revision.name}'",
                                  [(written(first.entry).position, "this takes all")])
                return
            if may_hold(form.condition, revision):
                always[name(form.entry)] = form
