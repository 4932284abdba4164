"""The commands `check` and `explain` for another machine than ir3."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from ..diagnostics import closest
from ..ir3.commands.explain import explain as explain_opcode
from .context import context_of


def check(options: argparse.Namespace) -> int:
    """Reports every fault in the tables of a machine, and tries what selection claims."""
    context = context_of(options)
    model: Any = context.model("ir3")
    notes: list[str] = []
    if model is not None and not context.diagnostics.failed:
        from ..proofs import command
        notes = command.check(context, options.machine, "ir3")
    for note in notes:
        print(f"jacquard_gen: {note}", file=sys.stderr)
    context.diagnostics.print()
    return int(context.diagnostics.failed)


def explain(options: argparse.Namespace) -> int:
    """Tells everything the tables of a machine say about an instruction."""
    context = context_of(options)
    model: Any = context.model("ir3")
    context.diagnostics.print()
    if model is None:
        return 1
    text = explain_opcode(model, options.name)
    if text is None:
        near = closest(options.name, [opcode.name for opcode in model.opcodes])
        print(f"jacquard_gen: the machine has no instruction '{options.name}'" +
              (f"; did you mean '{near}'?" if near else ""), file=sys.stderr)
        return 1
    print(text, end="")
    return 0
