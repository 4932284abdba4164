"""The roles of `defs/ir3/roles.yaml`: what C++ needs of revisions →
`<jacquard/generated/ir3/roles.h>`."""

from __future__ import annotations

from typing import NamedTuple

from ...escape import camel
from ...expr import BOOL, Environment, Language, Tree
from ...groups import Context, Output
from ...identifiers import check_identifiers
from ...schema import (EXPRESSION, MNEMONIC, NAME, TEXT, Json, Record, Text, check_unique, key,
                       list_of, load_entries, table_schema)
from ...source import Scalar
from ..tables.machine import Machine, types_of_facts
from ..tables.model import Model, enumerator
from .needed import Needed
from .partial import may_hold

TABLE = "ir3/roles.yaml"
OUTPUT_NAMES = ["jacquard/generated/ir3/roles.h"]


class RoleEntry(Record):
    """An instruction that C++ makes or looks for."""

    role: Text = key(NAME, "What C++ calls it.", required=True)
    doc: Text = key(TEXT, "What it is wanted for.", required=True)
    op: Text = key(MNEMONIC, "Its opcode.", required=True)
    operands: list[Text] = key(list_of(NAME), "Operands that it must have.", default=[])
    fields: list[Text] = key(list_of(NAME), "Fields that it must have.", default=[])
    when: Scalar | None = key(EXPRESSION, "Of which machines: an expression over their facts "
                              "(machine.NAME); all when not given.")


class Role(NamedTuple):
    entry: RoleEntry
    condition: Tree | None


def load(context: Context, language: Language | None, model: Model, machine: Machine,
         needed: Needed) -> list[Role] | None:
    """The roles by name, after noting what revisions lack of them."""
    diagnostics = context.diagnostics
    if language is None:
        return None
    entries = check_unique(load_entries(RoleEntry, context.table(TABLE), diagnostics),
                           lambda entry: entry.role, diagnostics)
    check_identifiers([entry.role for entry in entries.values()], diagnostics, camel)
    environment = Environment(types_of_facts(machine))
    roles: list[Role] = []
    for entry in entries.values():
        condition = None
        if entry.when is not None:
            condition = language.compile(entry.when, environment, diagnostics, BOOL)
            if condition is None:
                continue
        if model.opcode(str(entry.op)) is None:
            diagnostics.error("E661", entry.op.position, f"there is no instruction '{entry.op}'",
                              near=str(entry.op), known=[known.name for known in model.opcodes],
                              within="ir3/")
            continue
        roles.append(Role(entry, condition))
        for revision in model.revisions:
            if may_hold(condition, revision) is False:
                continue
            needed.opcode(revision, str(entry.op), f"the role '{entry.role}'", entry.op.position,
                          operands=list(map(str, entry.operands)),
                          fields=list(map(str, entry.fields)))
    return roles


def outputs(roles: list[Role]) -> list[Output]:
    values = {"roles": [{"name": camel(str(role.entry.role)), "doc": str(role.entry.doc),
                         "opcode": enumerator(str(role.entry.op)),
                         "provenance": role.entry.provenance} for role in roles]}
    return [Output(name, "ir3/check/" + name.rsplit("/", 1)[1] + ".j2", values)
            for name in OUTPUT_NAMES]


def schemas() -> dict[str, Json]:
    return {TABLE.removesuffix(".yaml"): table_schema("Roles of instructions", RoleEntry)}
