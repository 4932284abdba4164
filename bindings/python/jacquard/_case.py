"""A run's inputs are given as the text of a case file."""

from __future__ import annotations

from . import _library as c
from ._arguments import mapping, number
from ._handles import source
from ._values import Buffers, Inputs, Values, vectors

LANES = 4


def _line(words: list[int]) -> str:
    return " ".join(f"{word:08x}" for word in words)


def _by_number(given: Inputs, what: str) -> list[tuple[int, Values]]:
    return sorted(((number(key, 32, what), values)
                   for key, values in mapping(given, "inputs or constants").items()),
                  key=lambda pair: pair[0])


def case_text(inputs: Inputs, constants: Buffers) -> str:
    """A case of one run."""
    lines = ["shader -", "run"]
    for given, values in _by_number(inputs, "the number of an input"):
        rows = vectors(values, f"input {given}")
        if len(rows) == 1:
            rows *= LANES
        if len(rows) != LANES:
            raise ValueError(f"input {given} has {len(rows)} vectors; there are {LANES} lanes")
        lines += [f"IN {given} lane {lane} {_line(row)}" for lane, row in enumerate(rows)]
    for buffer, values in _by_number(constants, "the number of a constant buffer"):
        rows = vectors(values, f"constant buffer {buffer}")
        lines += [f"CONST {buffer} {index} {_line(row)}" for index, row in enumerate(rows)]
    return "\n".join(lines) + "\n"


def case_source(case: str | bytes | None, inputs: Inputs | None,
                constants: Buffers | None) -> c.Source | None:
    """The case that a caller gave, in either way; nothing where all is 0."""
    if case is not None and (inputs is not None or constants is not None):
        raise ValueError("a case gives inputs and constants itself")
    if case is not None:
        return source(case, "<case>")
    if inputs is None and constants is None:
        return None
    return source(case_text(inputs or {}, constants or {}), "<case>")
