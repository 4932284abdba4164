"""Checks that opcodes have the properties that their entries claim, with a few ordinary values.

What is found here would show elsewhere as something else: a rule that is never reached since
another, with its sources swapped, is the same. The tests try many values, special ones too.
"""

from __future__ import annotations

import itertools
import struct
from collections.abc import Iterable, Sequence

from ..diagnostics import Diagnostics
from ..expr import Tree, evaluate, representation
from ..expr.types import Type
from .alu import Alu

_FLOATS = (1.0, -2.5, 3.0, 100.0)
_INTEGERS = (1, 7, -6, 100)
_CODES = {16: "<e", 32: "<f", 64: "<d"}


def refute(opcodes: Iterable[tuple[Alu, Tree]], diagnostics: Diagnostics) -> None:
    """Reports claims that do not hold, and takes them back for the rest of the run."""
    for alu, tree in opcodes:
        for claim, holds in (("commutative", _commutes), ("associative", _associates)):
            written = next((name for name in alu.entry.properties if name == claim), None)
            if written is None or claim in alu.refuted:
                continue
            counterexample = holds(alu, tree)
            if counterexample:
                alu.refuted.add(claim)
                diagnostics.error("E325", written.position,
                                  f"'{alu.name}' is not {claim}: {counterexample}",
                                  [(alu.entry.fold.position(), "this is what it computes")])


def _bits(alu: Alu) -> int:
    return max(alu.widths, default=32)


def _samples(kind: Type) -> list[int]:
    if kind.kind == "bool":
        return [0, (1 << kind.width) - 1]
    if kind.kind == "float":
        return [int.from_bytes(struct.pack(_CODES[kind.width], value), "little")
                for value in _FLOATS]
    return list(dict.fromkeys(value & ((1 << kind.width) - 1) for value in _INTEGERS))


def _value(kind: Type, sample: int) -> int | list[int]:
    """The sample in every component, a little different in each."""
    samples = _samples(kind.scalar)
    place = samples.index(sample)
    if not kind.components:
        return sample
    return [samples[(place + component) % len(samples)] for component in range(kind.components)]


def _result(alu: Alu, tree: Tree, values: Sequence[int | list[int]]) -> list[int]:
    operands = {f"src{number}": value for number, value in enumerate(values)}
    return evaluate.evaluate(tree, operands, _bits(alu))


def _kinds(alu: Alu) -> list[Type]:
    return [kind.sized(_bits(alu)) for kind in alu.sources]


def _commutes(alu: Alu, tree: Tree) -> str:
    """Values for which the order matters, as text; empty where none are found."""
    kinds = _kinds(alu)
    dest = alu.dest.scalar.sized(_bits(alu))
    rest = [_value(kind, _samples(kind.scalar)[0]) for kind in kinds[2:]]
    for a, b in itertools.combinations(_samples(kinds[0].scalar), 2):
        first, second = _value(kinds[0], a), _value(kinds[1], b)
        one = _result(alu, tree, [first, second, *rest])
        other = _result(alu, tree, [second, first, *rest])
        if one != other:
            return f"of {_shown([a], kinds[0])} and {_shown([b], kinds[1])} it makes " \
                   f"{_shown(one, dest)}, the other way round {_shown(other, dest)}"
    return ""


def _associates(alu: Alu, tree: Tree) -> str:
    kinds = _kinds(alu)
    if len(kinds) != 2 or kinds[0].components:
        return ""
    for a, b, c in itertools.product(_samples(kinds[0])[:3], repeat=3):
        left = _result(alu, tree, [_result(alu, tree, [a, b])[0], c])
        right = _result(alu, tree, [a, _result(alu, tree, [b, c])[0]])
        if left != right:
            shown = [_shown([value], kinds[0]) for value in (a, b, c)]
            return f"of {shown[0]}, {shown[1]} and {shown[2]} it makes {_shown(left, kinds[0])} " \
                   f"from the left, and {_shown(right, kinds[0])} from the right"
    return ""


def _shown(values: list[int], kind: Type) -> str:
    texts = [str(representation.load(value, kind)) if kind.kind != "uint" else str(value)
             for value in values]
    return texts[0] if len(texts) == 1 else f"({', '.join(texts)})"
