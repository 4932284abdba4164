"""Checked pipelines, for the outputs."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from ..nir.passes import Pass as NirPass
from .conditions import Condition
from .entries import (ContextEntry, PassEntry, PipelineEntry, PropertyEntry, RepeatEntry,
                      StageEntry, StepEntry, WayEntry)


class Option(NamedTuple):
    """A value that a step gives to a parameter of its pass."""

    name: str
    code: str
    shown: str  # as it is written in lists of passes


@dataclass(frozen=True)
class RunnablePass:
    """A pass of either table, as steps see it."""

    name: str
    needs: frozenset[str]
    gives: frozenset[str]
    loses: frozenset[str]
    nir: NirPass | None = None
    entry: PassEntry | None = None

    @property
    def provenance(self) -> str:
        return self.entry.provenance if self.entry is not None else \
            self.nir.provenance if self.nir is not None else ""

    @property
    def ends_compiling(self) -> bool:
        return self.entry is not None and self.entry.result == "goes_on"


@dataclass
class Step:
    """A checked step. Exactly one of `runs`, `calls` and `steps` is there, or none."""

    entry: StepEntry
    when: Condition | None = None
    runs: RunnablePass | None = None
    calls: str = ""
    steps: list[Step] = field(default_factory=list)
    otherwise: list[Step] = field(default_factory=list)
    then: list[Step] = field(default_factory=list)
    options: list[Option] = field(default_factory=list)
    repeat: RepeatEntry | None = None
    repeats_while: Condition | None = None
    on_a_copy: Condition | None = None

    @property
    def line(self) -> str:
        return self.entry.provenance

    @property
    def is_repeated(self) -> bool:
        return self.repeat is not None

    @property
    def until_at_rest(self) -> bool:
        return self.repeat is not None and self.repeat.until is not None


@dataclass
class Pipeline:
    entry: PipelineEntry
    context: ContextEntry
    steps: list[Step]

    @property
    def name(self) -> str:
        return str(self.entry.pipeline)

    @property
    def provenance(self) -> str:
        return self.entry.provenance


@dataclass
class Way:
    entry: WayEntry
    stages: list[StageEntry]


@dataclass
class Model:
    contexts: dict[str, ContextEntry]
    passes: dict[str, PassEntry]
    properties: dict[str, PropertyEntry]
    invariants: dict[str, str]  # of NIR, with what each says
    nir_passes: dict[str, NirPass]
    pipelines: dict[str, Pipeline]
    ways: list[Way]
    flags: frozenset[str]  # facts of the machine that are true or false

    @cached_property
    def docs_of_properties(self) -> dict[str, str]:
        return self.invariants | {name: str(entry.doc) for name, entry in self.properties.items()}

    def namespace(self, context: ContextEntry) -> str:
        return str(context.cpp).rpartition("::")[0]

    def function(self, entry: PassEntry) -> str:
        if entry.function is not None:
            return str(entry.function)
        return f"{self.namespace(self.contexts[str(entry.of)])}::{entry.name}"

    def header(self, entry: PassEntry) -> str:
        return str(entry.header or f"jacquard/generated/pipelines/{entry.name}.h")
