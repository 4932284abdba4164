"""The readers of each fact of an instruction: `defs/nir/facts.yaml`.

A fact is anything that an instruction is told besides its opcode and the values it reads: constant
indices of intrinsics, each flag of those that are sets, fields and sources of texture instructions.
Every stage that a shader goes through must read a fact, refuse it, or have a reason to leave it
alone; a fact without a claim is an error, and a generated test sets each one and looks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..diagnostics import Diagnostics
from ..groups import Context, Output
from ..schema import (TEXT, Json, Record, Text, check_unique, choice, either, key, list_of,
                      load_entries, record, table_schema, text)
from .enums import EnumType
from .intrinsics import IndexRow, IntrinsicRow
from .texture import TextureTable

TABLE = "nir/facts.yaml"
OUTPUT_NAMES = ["jacquard/generated/nir/facts.h", "jacquard/generated/nir/facts.cpp"]

FACT = text("a kind and a name, as index.access.volatile", r"[a-z_]+(\.[A-Za-z0-9_]+)+")
STAGES = ("interpreter", "machine")
USES = {
    "read": "What the stage makes of the instruction depends on it.",
    "refused": "The stage refuses an instruction that has it, by name.",
    "absent": "No instruction that has it is taken by the stage.",
}
# Members of texture instructions that are no fields of the table but facts all the same.
TEXTURE_FACTS = ("dim", "dest_type")


class Ignored(Record):
    """A fact that a stage may leave alone."""

    ignored: Text = key(TEXT, "Why it may.", required=True)


_CLAIM = either(choice(USES), record(Ignored))


class Otherwise(Record):
    """Instructions of which another claim holds."""

    instructions: list[Text] = key(list_of(FACT), "Their names, as texture.tg4.", required=True)
    interpreter: Text | Ignored | None = key(_CLAIM, "What the interpreter does with it.")
    machine: Text | Ignored | None = key(_CLAIM, "What becomes of it in machine code.")


class Fact(Record):
    """A fact of instructions and who asks for it."""

    fact: Text = key(FACT, "Its kind and name.", required=True)
    interpreter: Text | Ignored = key(_CLAIM, "What the interpreter does with it.", required=True)
    machine: Text | Ignored = key(_CLAIM, "What becomes of it in machine code.", required=True)
    but: list[Otherwise] = key(list_of(record(Otherwise)), "Where that is otherwise.", default=[])


@dataclass(frozen=True)
class Claim:
    """A claim is made about a fact, for all instructions if `on` is empty."""

    fact: str
    on: str
    interpreter: str
    machine: str
    reasons: tuple[str, ...]
    provenance: str


@dataclass(frozen=True)
class Refusal:
    """A condition under which a stage refuses an instruction."""

    fact: str
    stage: str
    kind: str  # texture, texture_source or index
    condition: str  # source, flag or number
    name: str
    op: str
    provenance: str


@dataclass(frozen=True)
class FactTables:
    claims: list[Claim]
    refusals: list[Refusal]
    limited: list[IndexRow]  # indices that cannot be every number


def known_facts(indices: dict[str, IndexRow], enums: dict[str, EnumType],
                textures: TextureTable) -> dict[str, str]:
    """Every fact that the other tables know, with the place that says so."""
    known = {}
    for index in indices.values():
        words = enums[index.enum] if index.enum in enums and enums[index.enum].flags else None
        if words is None:
            known[f"index.{index.name}"] = index.provenance
        else:
            known |= {f"index.{index.name}.{value.word}": words.provenance
                      for value in words.values}
    known |= {f"texture.{field.field}": field.provenance for field in textures.fields}
    known |= {f"texture.{name}": textures.provenance for name in TEXTURE_FACTS}
    known |= {f"texture_source.{source.source}": source.provenance for source in textures.sources}
    return known


def load(context: Context, indices: dict[str, IndexRow], enums: dict[str, EnumType],
         textures: TextureTable, intrinsics: list[IntrinsicRow]) -> FactTables:
    diagnostics = context.diagnostics
    entries = load_entries(Fact, context.table(TABLE), diagnostics)
    by_name = check_unique(entries, lambda entry: entry.fact, diagnostics)
    known = known_facts(indices, enums, textures)
    for entry in by_name.values():
        if entry.fact not in known:
            diagnostics.error("E380", entry.fact.position, f"there is no fact '{entry.fact}'",
                              near=str(entry.fact), known=known)
    for name, provenance in known.items():
        if name not in by_name:
            diagnostics.error("E381", context.place(TABLE),
                              f"no claim is made about the fact '{name}'",
                              [(None, f"the fact is in {provenance}")])
    instructions = [f"intrinsic.{row.name}" for row in intrinsics]
    instructions += [f"texture.{operation.op}" for operation in textures.operations]
    _check_exceptions(list(by_name.values()), instructions, diagnostics)
    claims = [claim for entry in by_name.values() for claim in _claims(entry)]
    limited = [index for index in indices.values() if index.most != 0xffffffff]
    return FactTables(claims, _refusals(claims, textures), limited)


def _check_exceptions(entries: list[Fact], instructions: list[str],
                      diagnostics: Diagnostics) -> None:
    for entry in entries:
        for exception in entry.but:
            for name in exception.instructions:
                if name not in instructions:
                    diagnostics.error("E382", name.position, f"there is no instruction '{name}'",
                                      near=str(name), known=instructions)


def _use(claim: Text | Ignored) -> tuple[str, str]:
    """The use and its reason."""
    return ("ignored", str(claim.ignored)) if isinstance(claim, Ignored) else (str(claim), "")


def _claims(entry: Fact) -> list[Claim]:
    general = [_use(entry.interpreter), _use(entry.machine)]
    made = [Claim(str(entry.fact), "", general[0][0], general[1][0],
                  tuple(reason for _, reason in general if reason), entry.provenance)]
    for exception in entry.but:
        uses = [_use(own) if own is not None else inherited
                for own, inherited in zip((exception.interpreter, exception.machine), general)]
        made += [Claim(str(entry.fact), str(name), uses[0][0], uses[1][0],
                       tuple(reason for _, reason in uses if reason), exception.provenance)
                 for name in exception.instructions]
    return made


def _refusals(claims: list[Claim], textures: TextureTable) -> list[Refusal]:
    """Returns the refusals that the code which prepares or translates instructions asks for."""
    kinds = {str(field.field): field.type for field in textures.fields}
    made = []
    for claim in claims:
        kind, _, name = claim.fact.partition(".")
        if kinds.get(name) == "offsets" or name in TEXTURE_FACTS or "." in name:
            continue
        for stage in STAGES:
            if getattr(claim, stage) == "refused":
                made.append(Refusal(claim.fact, stage, kind, kinds.get(name, "source"), name,
                                    claim.on.partition(".")[2], claim.provenance))
    return made


def outputs(tables: FactTables) -> list[Output]:
    values: dict[str, Any] = {"claims": tables.claims, "refusals": tables.refusals,
                              "limited": tables.limited}
    return [Output(name, f"nir/{name.rpartition('/')[2]}.j2", values) for name in OUTPUT_NAMES]


def schemas() -> dict[str, Json]:
    return {"nir/facts": table_schema("The stages that use each fact of NIR instructions", Fact)}
