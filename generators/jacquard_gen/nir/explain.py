"""The NIR tables' explanation of a name: opcodes, intrinsics, textures, rules and their words."""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from ..groups import Page
from . import alu, derived, enums, intrinsics, lowerings, passes, rules, states, texels, texture
from .behaviour.atomics import AtomicRow
from .behaviour.describe import atomic_lines, behaviour_lines, space_lines
from .behaviour.entry import DIVERGENCE, FLAGS
from .behaviour.spaces import SpaceRow
from .facts import Claim

Row = TypeVar("Row")

SHOWN_RULES = 12
KINDS = "InstructionKind"
"""The enumeration of the kinds of instructions, whose words are names as well."""
INDENT = "    "


class Explainer:
    """Answers for the names of the tables, each of which may stand in several of them."""

    def __init__(self, opcodes: list[alu.Alu], operations: list[intrinsics.IntrinsicRow],
                 spaces: list[SpaceRow], atomics: list[AtomicRow],
                 indices: list[intrinsics.IndexRow], words: list[enums.EnumType],
                 textures: texture.TextureTable, rewrites: rules.RuleTables,
                 lowered: lowerings.LoweringTables,
                 facts: derived.Derived, known_passes: passes.PassTables,
                 known_states: list[states.State], known_texels: texels.Texels,
                 known_claims: list[Claim]) -> None:
        self._opcodes = {opcode.name: opcode for opcode in opcodes}
        self._former = {str(name): opcode for opcode in opcodes for name in opcode.entry.aliases}
        self._intrinsics = {row.name: row for row in operations}
        self._spaces = {row.name: row for row in spaces}
        self._atomics = {row.name: row for row in atomics}
        self._indices = {index.name: index for index in indices}
        self._enums = {enum.name: enum for enum in words}
        kinds = self._enums.get(KINDS)
        self._kinds = {value.word: value for value in kinds.values} if kinds is not None else {}
        self._textures = textures
        self._operations = {str(entry.op): entry for entry in textures.operations}
        self._sources = {str(entry.source): entry for entry in textures.sources}
        self._shapes = {str(entry.dim): entry for entry in textures.dims}
        self._rules = rewrites
        self._lowerings = lowered
        self._facts = facts
        self._passes = known_passes
        self._invariants = {str(entry.invariant): entry for entry in known_passes.invariants}
        self._states = {state.name: state for state in known_states}
        self._formats = {str(each.name): each for each in known_texels.formats}
        self._matching = rewrites.names_by_root()
        self._claims = known_claims

    def names(self) -> Iterator[str]:
        yield from itertools.chain(self._opcodes, self._former, self._intrinsics, self._spaces,
                                   self._atomics, self._indices, self._enums, self._kinds,
                                   self._operations, self._sources, self._shapes,
                                   self._rules.by_name, self._passes.by_name,
                                   self._invariants, self._states, self._formats)

    def explain(self, name: str) -> str | None:
        """Everything about one name, or nothing when no table has it."""
        lines: list[str] = []
        if name in self._opcodes:
            lines += self._opcode(self._opcodes[name])
        if name in self._former:
            lines += self._opcode(self._former[name])
        if name in self._intrinsics:
            lines += self._intrinsic(self._intrinsics[name])
        if name in self._spaces:
            lines += self._space(self._spaces[name])
        if name in self._atomics:
            lines += atomic_lines(self._atomics[name])
        if name in self._indices:
            lines += self._index(self._indices[name])
        if name in self._enums:
            lines += self._enum(self._enums[name])
        if name in self._kinds:
            lines += self._instruction_kind(self._kinds[name])
        if name in self._operations:
            lines += self._operation(self._operations[name])
        if name in self._sources:
            lines += self._source(self._sources[name])
        if name in self._shapes:
            lines += self._shape(self._shapes[name])
        if name in self._passes.by_name:
            lines += self._pass(self._passes.by_name[name])
        if name in self._invariants:
            lines += self._invariant(self._invariants[name])
        if name in self._states:
            lines += states.state_lines(self._states[name])
        if name in self._formats:
            lines += texels.format_lines(self._formats[name])
        rule = rules.explain(self._rules, name)
        if rule is not None:
            lines.append(rule)
        return "\n".join(lines) if lines else None

    def pages(self) -> list[Page]:
        def page(name: str, title: str, entries: Iterable[tuple[str, list[str]]]) -> Page:
            return Page(name, title, [(key, "\n".join(lines)) for key, lines in entries])

        def of(table: dict[str, Row], explained: Callable[[Row], list[str]]
               ) -> list[tuple[str, list[str]]]:
            return [(name, explained(row)) for name, row in table.items()]

        found = ((name, rules.explain(self._rules, name)) for name in self._rules.by_name)
        return [page("opcodes", "ALU opcodes", of(self._opcodes, self._opcode)),
                page("intrinsics", "Intrinsics", of(self._intrinsics, self._intrinsic)),
                page("memory_spaces", "Memory spaces", of(self._spaces, self._space)),
                page("atomics", "Atomic operations", of(self._atomics, atomic_lines)),
                page("indices", "Constant indices", of(self._indices, self._index)),
                page("enumerations", "Enumerations", of(self._enums, self._enum)),
                page("textures", "Texture operations", of(self._operations, self._operation)),
                page("texture_sources", "Texture sources", of(self._sources, self._source)),
                page("texture_shapes", "Texture shapes", of(self._shapes, self._shape)),
                page("passes", "Passes", of(self._passes.by_name, self._pass)),
                page("invariants", "Invariants of passes", of(self._invariants, self._invariant)),
                page("states", "State beside a shader", of(self._states, states.state_lines)),
                page("texels", "Formats of texels", of(self._formats, texels.format_lines)),
                Page("rules", "Rewrite rules", [(name, text) for name, text in found if text])]

    def _opcode(self, opcode: alu.Alu) -> list[str]:
        sources = ", ".join(str(source) for source in opcode.sources)
        lines = [f"nir:{opcode.name}  {opcode.doc}", f"  ALU opcode, {opcode.provenance}",
                 f"  {opcode.dest} {opcode.name}({sources})"]
        if opcode.entry.aliases:
            lines.append(f"  was called {', '.join(map(str, opcode.entry.aliases))}")
        if opcode.widths:
            lines.append("  widths: " + ", ".join(str(width) for width in opcode.widths))
        if opcode.properties:
            lines.append("  " + ", ".join(opcode.properties))
        if opcode.name in self._facts.negated:
            lines.append(f"  opposite: {self._facts.negated[opcode.name]}")
        if opcode.name in self._facts.forms:
            others = [form for form in dict.fromkeys(self._facts.forms[opcode.name])
                      if form != opcode.name]
            lines.append(f"  the same with truths of other widths: {', '.join(others)}")
        if opcode.entry.never_negative is not None:
            when = alu.NEVER_NEGATIVE[opcode.entry.never_negative]
            lines.append(f"  never less than zero: {when}")
        lines.append(f"  = {' '.join(opcode.entry.fold.value.split())}")
        if opcode.entry.identity is not None:
            lines.append(f"  identity: {' '.join(opcode.entry.identity.value.split())}")
        for line in lowerings.described(self._lowerings, opcode.name):
            lines += textwrap.wrap(line, 100, initial_indent="  ", subsequent_indent=INDENT)
        matching = self._matching.get(opcode.name, [])
        if matching:
            shown = ", ".join(matching[:SHOWN_RULES])
            more = f" and {len(matching) - SHOWN_RULES} more" if len(matching) > SHOWN_RULES else ""
            lines += textwrap.wrap(f"rewritten by: {shown}{more}", 100, initial_indent="  ",
                                   subsequent_indent=INDENT)
        return lines

    def _intrinsic(self, row: intrinsics.IntrinsicRow) -> list[str]:
        sources = ", ".join(f"{source}[{intrinsics.count_word(count)}]" for source, count in
                            zip(row.source_names, row.source_components))
        result = f"[{intrinsics.count_word(row.dest_components)}] " if row.has_dest else ""
        lines = [f"nir:{row.name}  {row.doc}", f"  intrinsic, {row.provenance}",
                 f"  {result}{row.name}({sources})"]
        if row.bit_sizes:
            lines.append("  widths: " + ", ".join(str(width) for width in row.bit_sizes))
        if row.variables:
            lines.append(f"  variables: {row.variables}")
        if row.indices:
            lines.append("  constant indices:")
            lines += _table((name, self._indices[name].type, self._indices[name].doc)
                            for name in row.indices)
        lines += behaviour_lines(row.behaviour, self._spaces)
        if row.lower is not None:
            formula = " ".join(row.lower.expression.value.split())
            lines.append(f"  lowered by {row.lower.group}: {formula}")
        lines += [f"  {flag}: {FLAGS[flag]}" for flag in row.flags]
        if row.has_dest:
            lines.append(f"  divergence: {DIVERGENCE[row.divergence]}")
        return lines

    def _pass(self, each: passes.Pass) -> list[str]:
        return passes.pass_lines(each, self._passes)

    def _invariant(self, entry: passes.InvariantEntry) -> list[str]:
        return passes.invariant_lines(entry, self._passes)

    def _space(self, space: SpaceRow) -> list[str]:
        return space_lines(space, ((row.name, row.behaviour)
                                   for row in self._intrinsics.values()))

    def _index(self, index: intrinsics.IndexRow) -> list[str]:
        users = sum(index.name in row.indices for row in self._intrinsics.values())
        lines = [f"nir:{index.name}  {index.doc}", f"  constant index, {index.provenance}",
                 f"  type {index.type}, of {users} intrinsics"]
        lines += _values(self._enums[index.enum]) if index.enum in self._enums else []
        return lines + self._uses(f"index.{index.name}")

    def _instruction_kind(self, kind: enums.EnumValue) -> list[str]:
        return [f"nir:{kind.word}  {kind.doc}",
                f"  kind of instruction, {self._enums[KINDS].provenance}"]

    @staticmethod
    def _enum(enum: enums.EnumType) -> list[str]:
        kind = "set of words" if enum.flags else "enumeration"
        return [f"nir:{enum.name}  {enum.doc}", f"  {kind}, {enum.provenance}", *_values(enum)]

    def _operation(self, operation: texture.Operation) -> list[str]:
        result = texture.RESULTS[operation.result] or f"{operation.result} components."
        lines = [f"nir:{operation.op}  {operation.doc}",
                 f"  texture operation, {operation.provenance}", f"  result: {result}"]
        facts = [text for holds, text in (
            (operation.query, "asks about the texture and does not read it"),
            (not operation.needs_sampler, "takes no sampler"),
            (operation.implicit_derivative, "takes derivatives across the quad")) if holds]
        lines += [f"  {text}" for text in facts]
        needed = {str(name) for name in operation.needs}
        for title, wanted in (("needs", True), ("may have", False)):
            rows = [(str(source.source), self._kind(source), str(source.doc))
                    for source in self._textures.sources
                    if (str(source.source) in needed) == wanted and
                    (not source.only or operation.op in source.only)]
            if rows:
                lines += [f"  {title}:", *_table(rows)]
        return lines

    @staticmethod
    def _kind(source: texture.SourceType) -> str:
        kind = "float or int" if source.type in ("coordinate", "lod") else str(source.type)
        return kind if source.size != "1" else f"{kind} scalar"

    def _source(self, source: texture.SourceType) -> list[str]:
        lines = [f"nir:{source.source}  {source.doc}",
                 f"  texture source, {source.provenance}", f"  type: {self._kind(source)}"]
        lines += [f"  {note}" for note in (texture.SOURCE_TYPES[source.type],) if note]
        if texture.SOURCE_SIZES[source.size]:
            lines.append(f"  components: {texture.SOURCE_SIZES[source.size]}")
        if source.only:
            lines.append("  only of: " + ", ".join(source.only))
        return lines + self._uses(f"texture_source.{source.source}")

    def _uses(self, fact: str) -> list[str]:
        """Describes the readers of a fact, of sets word by word."""
        rows = [((claim.fact.removeprefix(fact) + " " + claim.on).strip(" .") or "it",
                 f"interpreter: {claim.interpreter},", f"machine code: {claim.machine}")
                for claim in self._claims
                if claim.fact == fact or claim.fact.startswith(fact + ".")]
        return ["  who asks for it:", *_table(rows)] if rows else []

    @staticmethod
    def _shape(shape: texture.Shape) -> list[str]:
        return [f"nir:{shape.dim}  {shape.doc}", f"  shape of textures, {shape.provenance}",
                f"  components of a coordinate: {shape.coord}, of a size: {shape.size}"]


def _values(enum: enums.EnumType) -> list[str]:
    return _table((value.word, str(value.number), value.doc) for value in enum.values)


def _table(rows: Iterable[tuple[str, str, str]]) -> list[str]:
    made = list(rows)
    widths = [max(len(row[column]) for row in made) for column in (0, 1)]
    return [f"{INDENT}{name:<{widths[0]}}  {kind:<{widths[1]}}  {doc}" for name, kind, doc in made]
