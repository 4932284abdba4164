"""System values that are computed from others: each a formula of their names, made of NIR."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..diagnostics import Diagnostics
from ..expr import Environment, Language, Type, nir_builder, parse_type
from ..groups import Context
from .behaviour.entry import LoweredValue
from .builder_calls import check_calls
from .intrinsics import IntrinsicRow

KINDS = ("system_value", "provided")


@dataclass(frozen=True)
class Lowering:
    """A lowering for the templates: the values it reads, then statements of a builder `b`."""

    row: IntrinsicRow
    group: str
    text: str
    reads: list[str]
    statements: list[str]
    value: str

    @property
    def name(self) -> str:
        return self.row.name

    @property
    def provenance(self) -> str:
        return self.row.provenance


def is_plain(row: IntrinsicRow) -> bool:
    """Returns true if a value is of the invocation alone: without sources and indices, of a fixed
    size."""
    return row.behaviour.kind in KINDS and not row.source_names and not row.indices and \
        row.dest_components > 0


def load(context: Context, rows: Iterable[IntrinsicRow]) -> list[Lowering]:
    """By the names of what is lowered."""
    language: Language = context.model("expr")
    by_name = {row.name: row for row in rows}
    made = [_lowering(row, row.lower, by_name, language, context)
            for row in by_name.values() if row.lower is not None]
    found = {lowering.name: lowering for lowering in made if lowering is not None}
    _check_circles(found, context.diagnostics)
    return list(found.values())


def _check_circles(lowerings: dict[str, Lowering], diagnostics: Diagnostics) -> None:
    """A value that is computed from others is not, through them, computed from itself."""
    for name, lowering in lowerings.items():
        reached: set[str] = set()
        pending = list(lowering.reads)
        while pending:
            each = pending.pop()
            if each not in reached:
                reached.add(each)
                pending += lowerings[each].reads if each in lowerings else []
        if name in reached:
            lower = lowering.row.lower
            assert lower is not None
            diagnostics.error("E324", lower.expression.position(),
                              f"'{name}' would be computed from itself")


def _lowering(row: IntrinsicRow, lower: LoweredValue, rows: dict[str, IntrinsicRow],
              language: Language, context: Context) -> Lowering | None:
    diagnostics = context.diagnostics
    if not is_plain(row):
        diagnostics.error("E324", lower.position,
                          f"'{row.name}' is not a system value of the invocation alone, so it is "
                          "not computed from others")
        return None
    plain = {name: other for name, other in rows.items() if is_plain(other) and other is not row}
    # A formula of vectors is one of their components.
    in_parallel = row.dest_components > 1
    types = {name: _type(0 if in_parallel else other.dest_components)
             for name, other in plain.items()
             if not in_parallel or other.dest_components == row.dest_components}
    tree = language.compile(lower.expression, Environment(types, within="nir/intrinsics"),
                            diagnostics, result=_type(0 if in_parallel else 1).scalar)
    if tree is None:
        return None
    operands: dict[str, str | list[str]] = {
        name: [f"channel({name}, {c})" for c in range(type_.components)] if type_.components > 1
        else name for name, type_ in types.items()}
    code = nir_builder.emit(tree, operands, 32, diagnostics)
    if code is None or not check_calls(code, lower.expression, context):
        return None
    reads = list(dict.fromkeys(name for name, _ in tree.uses()))
    return Lowering(row, str(lower.group), " ".join(lower.expression.value.split()), reads,
                    list(code.statements), code.value)


def _type(components: int) -> Type:
    type_ = parse_type(f"uint[{components}]" if components > 1 else "uint")
    assert type_ is not None
    return type_
