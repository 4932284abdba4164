"""The contents of the generated header of a pass of a target, and the headers that a pipeline
needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..escape import identifier
from ..nir.passes.describe import capitalised, sentence
from .model import Model, Pipeline, Step
from .entries import PassEntry

_OVER = {"shader": ("jacquard/nir/ir/shader.h", "nir::Shader& shader"),
         "graph": ("jacquard/ir3/compiler/graph/machine_ir.h", "Graph& graph")}
_RESULTS = {"nothing": "void", "changed": "bool", "goes_on": "[[nodiscard]] bool"}
_ENDS = {"changed": "True when something changed.",
         "goes_on": "False after a diagnostic, or for want of registers."}


class PassHeader:
    """The declaration of a pass that is one entry and one source."""

    def __init__(self, model: Model, entry: PassEntry) -> None:
        self.model = model
        self.entry = entry
        self.context = model.contexts[str(entry.of)]
        self.provenance = entry.provenance
        self.namespace = model.function(entry).rpartition("::")[0]
        given = {str(each.argument): each for each in self.context.arguments}
        self.arguments = [given[str(name)] for name in entry.given]

    @property
    def includes(self) -> list[str]:
        headers = {_OVER[str(self.context.over)][0]}
        headers |= {str(each.header) for each in self.arguments if each.header is not None}
        return sorted(headers)

    @property
    def text(self) -> str:
        entry = self.entry
        docs = self.model.docs_of_properties
        lines = [" ".join(str(entry.sentences).split())]
        for title, names, text in (("Before", entry.needs, entry.before),
                                   ("After", entry.gives, entry.after)):
            facts = [capitalised(sentence("; ".join(docs[str(name)] for name in names)))] \
                if names else []
            facts += [" ".join(str(text).split())] if text is not None else []
            lines += [f"{title}: {' '.join(facts)}"] if facts else []
        lines += [_ENDS[str(entry.result)]] if str(entry.result) in _ENDS else []
        return "\n".join(lines)

    @property
    def declaration(self) -> str:
        name = self.model.function(self.entry).rpartition("::")[2]
        parameters = [_OVER[str(self.context.over)][1]]
        parameters += [f"{each.type} {identifier(each.argument)}" for each in self.arguments]
        return f"{_RESULTS[str(self.entry.result)]} {name}({', '.join(parameters)});"


def includes_of(model: Model, pipelines: Iterable[Pipeline]) -> list[str]:
    """The headers of what pipelines run."""
    return sorted({header for pipeline in pipelines for header in _headers(model, pipeline.steps)})


def _headers(model: Model, steps: Iterable[Step]) -> Iterator[str]:
    for step in steps:
        if step.runs is not None and step.runs.nir is not None:
            yield "jacquard/passes/rewrite/lower_opcodes.h" if step.runs.nir.entry is None else \
                f"jacquard/generated/passes/{step.runs.name}.h"
        elif step.runs is not None and step.runs.entry is not None:
            yield model.header(step.runs.entry)
        yield from _headers(model, [*step.steps, *step.then, *step.otherwise])
