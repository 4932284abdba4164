"""The group `pipelines`: orders of passes, and the passes of targets → a C++ function for each
order, a header for each pass that has none, and rows that the tool shows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .. import explanations
from ..groups import Output, Page
from ..schema import Json, table_schema
from .code import function
from .describe import Explainer
from .entries import (FOLDER, PASSES, ContextEntry, PassEntry, PipelineEntry, PropertyEntry,
                      WayEntry)
from .header import PassHeader, includes_of
from .load import load, names
from .model import Model
from .rows import rows

__all__ = ["Model", "explain", "load", "output_names", "outputs", "reference", "schemas"]

_FOLDER = "jacquard/generated/pipelines"


def outputs(model: Model) -> list[Output]:
    made = []
    for name, context in model.contexts.items():
        pipelines = [each for each in model.pipelines.values() if each.context is context]
        values: dict[str, Any] = {
            "context": context,
            "functions": [function(model, pipeline) for pipeline in pipelines],
            "includes": includes_of(model, pipelines),
        }
        made += [Output(f"{_FOLDER}/{name}.h", "pipelines/context.h.j2", values),
                 Output(f"{_FOLDER}/{name}.cpp", "pipelines/context.cpp.j2", values)]
    made += [Output(f"{_FOLDER}/{entry.name}.h", "pipelines/pass.h.j2",
                    {"header": PassHeader(model, entry)})
             for entry in model.passes.values() if entry.header is None]
    shown = {"pipelines": [(each, rows(each)) for each in model.pipelines.values()],
             "ways": model.ways,
             "contexts": list(model.contexts.values()),
             "passes": [(entry, str(model.contexts[str(entry.of)].over) == "graph")
                        for _, entry in sorted(model.passes.items())]}
    made += [Output(f"{_FOLDER}/steps.{ending}", f"pipelines/steps.{ending}.j2", shown)
             for ending in ("h", "cpp")]
    explainer = Explainer(model)
    return made + explanations.outputs("pipelines", explainer.names(), explainer.explain)


def output_names(tables_dir: Path) -> list[str]:
    contexts = names(tables_dir, FOLDER, "context")
    return [f"{_FOLDER}/{name}.{ending}" for name in [*contexts, "steps"]
            for ending in ("h", "cpp")] + \
        [f"{_FOLDER}/{name}.h" for name in names(tables_dir, PASSES, "pass")] + \
        explanations.output_names("pipelines")


def explain(model: Model, name: str) -> str | None:
    return Explainer(model).explain(name)


def reference(model: Model) -> list[Page]:
    return Explainer(model).pages()


def schemas() -> dict[str, Json]:
    return {FOLDER: table_schema("Orders of passes, and what they run with", ContextEntry,
                                 PipelineEntry, WayEntry),
            PASSES: table_schema("Passes of targets, and what may hold of a machine graph",
                                 PassEntry, PropertyEntry)}
