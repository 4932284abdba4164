"""NIR: ALU opcodes, intrinsics, texture operations, passes and the enumerations they share."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from .. import explanations, places
from ..groups import Context, Output, Page
from ..schema import document_schema, table_schema
from . import (alu, behaviour_outputs, derived, enums, evaluator, facts, identities, intrinsics,
               lanes, lowerings, passes, rules, spellings, states, system_value_lowerings, texels,
               texture)
from .behaviour import atomics
from .behaviour.entry import Intrinsic
from .behaviour.spaces import MemorySpace, SpaceRow
from .explain import Explainer
from .intrinsics import IndexRow, IntrinsicRow
from .parts import (all_atomics, all_enums, all_indices, all_intrinsics, all_opcodes,
                    relied_enum, texel_table, texture_table)

__all__ = ["Model", "all_enums", "all_intrinsics", "all_opcodes", "explain", "load",
           "output_names", "outputs", "relied_enum", "schemas", "texel_table",
           "texture_table"]


@dataclass(frozen=True)
class Model:
    """The checked tables, everything in the order of its name."""

    opcodes: list[alu.Alu]
    intrinsics: list[IntrinsicRow]
    lowered_values: list[system_value_lowerings.Lowering]
    spaces: list[SpaceRow]
    atomics: list[atomics.AtomicRow]
    identities: list[identities.Identity]
    indices: list[IndexRow]
    enums: list[enums.EnumType]
    texture: texture.TextureTable
    texels: texels.Texels
    evaluators: list[evaluator.Table]
    rules: rules.RuleTables
    lowerings: lowerings.LoweringTables
    passes: passes.PassTables
    states: list[states.State]
    facts: facts.FactTables
    spellings: list[spellings.Spelling]

    @cached_property
    def derived(self) -> derived.Derived:
        trees = {function.opcode.name: function.tree
                 for table in self.evaluators for function in table.functions}
        return derived.derive(self.opcodes, trees)

    @cached_property
    def explainer(self) -> Explainer:
        return Explainer(self.opcodes, self.intrinsics, self.spaces, self.atomics, self.indices,
                         self.enums, self.texture, self.rules, self.lowerings, self.derived,
                         self.passes, self.states, self.texels, self.facts.claims)


def load(context: Context) -> Model | None:
    words = all_enums(context)
    table = texture_table(context)
    known_texels = texel_table(context)
    indices = all_indices(context)
    opcodes = all_opcodes(context)
    operations = all_intrinsics(context)
    by_name = {opcode.name: opcode for opcode in opcodes}
    for row in operations.intrinsics:
        if row.name in by_name:
            opcode = by_name[row.name].entry
            context.diagnostics.error("E309", opcode.op.position,
                                      f"there is also an intrinsic named '{row.name}'",
                                      [(None, f"in {row.provenance}")])
    neutral = identities.load(context, opcodes)
    lowered_values = system_value_lowerings.load(context, operations.intrinsics)
    tables = context.once("nir/evaluators", lambda here: evaluator.load(here, all_opcodes(here)))
    rewrites = context.once("nir/rules", rules.load)
    lowered = context.once("nir/lowerings", lambda here: lowerings.load(here, all_opcodes(here)))
    known_passes = passes.load(context, words, lowered) if lowered is not None else None
    known_states = states.load(context, words, known_passes) if known_passes is not None else []
    if table is None or known_texels is None or tables is None or rewrites is None or \
            lowered is None or known_passes is None or context.diagnostics.failed:
        return None
    known_facts = facts.load(context, indices, words, table, operations.intrinsics)
    return Model(opcodes, operations.intrinsics, lowered_values, list(operations.spaces.values()),
                 list(all_atomics(context).values()), neutral, list(indices.values()),
                 list(words.values()), table, known_texels, tables, rewrites, lowered, known_passes,
                 known_states, known_facts, spellings.load(context))


def outputs(model: Model) -> list[Output]:
    flag_sets = {enum.name: enum.flags for enum in model.enums}
    values: dict[str, Any] = {
        "opcodes": model.opcodes,
        "properties": list(alu.PROPERTIES),
        "derived": model.derived,
        "intrinsics": model.intrinsics,
        "indices": model.indices,
        "max_indices": max((len(row.indices) for row in model.intrinsics), default=1),
        "max_sources": max((len(row.source_names) for row in model.intrinsics), default=1),
        "enums": model.enums,
        "lowered_values": model.lowered_values,
        "value_groups": sorted({lowering.group for lowering in model.lowered_values}),
        "flag_sets": {"": False, "TextureDim": False} | flag_sets,
        "table": model.texture,
        "needed": {str(entry.op): texture.mask(
            entry.needs, [str(source.source) for source in model.texture.sources])
            for entry in model.texture.operations},
        "allowed": {str(entry.source): texture.mask(
            entry.only, [str(operation.op) for operation in model.texture.operations])
            for entry in model.texture.sources},
    }
    made = [Output(f"jacquard/generated/nir/{name}", f"nir/{name}.j2", values) for name in FIXED]
    made += behaviour_outputs.outputs(model.intrinsics, model.spaces, model.atomics,
                                      model.identities)
    told = places.Places("nir")
    made += rules.outputs(model.rules, model.opcodes, *lowerings.rules_of(model.lowerings), told)
    made += told.outputs()
    made += lowerings.outputs(model.lowerings, model.opcodes, len(model.rules.rules))
    made += passes.outputs(model.passes)
    made += states.outputs(model.states)
    made += texels.outputs(model.texels) + facts.outputs(model.facts)
    made += spellings.outputs(model.spellings)
    made += explanations.outputs("nir", model.explainer.names(), model.explainer.explain)
    return made + evaluator.outputs(model.evaluators) + lanes.outputs(model.evaluators)


FIXED = ("builder_methods.h", "core_builder_methods.cpp", "core_builder_methods.h",
         "core_opcodes.h", "enums.cpp", "enums.h", "intrinsic_builder_methods.h",
         "intrinsics.cpp", "intrinsics.h", "opcode_info.h", "opcodes.cpp", "opcodes.h",
         "system_value_lowerings.cpp", "system_value_lowerings.h", "system_value_variables.cpp",
         "texture.cpp", "texture.h")


def output_names(tables_dir: Path) -> list[str]:
    made = [f"jacquard/generated/nir/{name}" for name in FIXED] + explanations.output_names("nir")
    made += places.output_names("nir")
    made += behaviour_outputs.OUTPUT_NAMES + rules.OUTPUT_NAMES + lowerings.OUTPUT_NAMES
    made += passes.output_names(tables_dir) + states.OUTPUT_NAMES + texels.OUTPUT_NAMES
    made += [*facts.OUTPUT_NAMES, spellings.HEADER]
    return made + evaluator.output_names(tables_dir) + lanes.output_names(tables_dir)


def explain(model: Model, name: str) -> str | None:
    return model.explainer.explain(name)


def reference(model: Model) -> list[Page]:
    return model.explainer.pages()


def schemas() -> dict[str, dict[str, Any]]:
    return {
        "nir/alu": table_schema("NIR ALU opcodes", alu.AluOpcode),
        "nir/atomics": table_schema("NIR atomic operations", atomics.AtomicOperation),
        "nir/enums": table_schema("NIR enumerations", enums.Enumeration),
        "nir/indices": table_schema("Constant indices of NIR intrinsics", intrinsics.Index),
        "nir/intrinsics": table_schema("NIR intrinsics and memory spaces", Intrinsic,
                                       MemorySpace),
        "nir/texture": document_schema("NIR texture instructions", texture.TextureTable),
        **facts.schemas(),
        **lowerings.schemas(),
        **passes.schemas(),
        **rules.schemas(),
        **spellings.schemas(),
        **states.schemas(),
        **texels.schemas(),
    }
