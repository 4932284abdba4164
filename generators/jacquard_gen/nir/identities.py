"""Identities of ALU opcodes: what an opcode leaves the other source of as it is."""

from __future__ import annotations

from dataclasses import dataclass

from ..expr import Environment, Language, cpp
from ..groups import Context
from .alu import Alu


@dataclass(frozen=True)
class Identity:
    """An identity for the templates: its bits in C++, at the width W."""

    opcode: Alu
    text: str
    statements: list[str]
    value: str

    @property
    def provenance(self) -> str:
        return self.opcode.provenance


def load(context: Context, opcodes: list[Alu]) -> list[Identity]:
    language: Language | None = context.model("expr")
    if language is None:
        return []
    made: list[Identity] = []
    for opcode in opcodes:
        written = opcode.entry.identity
        if written is None:
            continue
        if len(opcode.sources) != 2 or any(source != opcode.dest for source in opcode.sources) or \
                opcode.dest.components or opcode.dest.width:
            context.diagnostics.error(
                "E323", written.position(),
                f"'{opcode.name}' cannot have an identity: an identity is of two values of the "
                "result's type, whose width the instruction gives")
            continue
        tree = language.compile(written, Environment({}), context.diagnostics, result=opcode.dest)
        if tree is not None:
            code = cpp.emit(tree, {}, "W")
            made.append(Identity(opcode, " ".join(written.value.split()), list(code.statements),
                                 cpp.store(opcode.dest, code.value, "W")))
    return made
