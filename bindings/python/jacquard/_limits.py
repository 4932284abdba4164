"""Limits of the time and memory of one call."""

from __future__ import annotations

from dataclasses import dataclass

from ._arguments import number


@dataclass(frozen=True)
class Limits:
    """0 is the default; docs/use-the-library.md lists them. Beyond is a TooLargeError."""

    input_bytes: int = 0
    instructions: int = 0
    nesting: int = 0
    registers: int = 0
    memory: int = 0  # bytes
    steps: int = 0  # instructions that a run issues
    errors: int = 0  # that are reported of one input

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            number(value, 64, name)
