"""The tables' explanation of a pipeline, a pass of a target or a property, in the words of
`explain`."""

from __future__ import annotations

import textwrap

from ..groups import Page
from ..nir.passes.describe import capitalised, sentence
from .load import calls_in
from .model import Model, Pipeline, Step
from .rows import rows

_WHAT = {"shader": "a shader in NIR", "graph": "the machine graph"}
_INDENT = "    "


class Explainer:
    def __init__(self, model: Model) -> None:
        self.model = model
        self.users: dict[str, list[str]] = {}
        for pipeline in model.pipelines.values():
            for name in dict.fromkeys(_names_in(pipeline.steps)):
                self.users.setdefault(name, []).append(pipeline.name)

    def names(self) -> list[str]:
        return [*self.model.pipelines, *self.model.passes, *self.model.properties]

    def explain(self, name: str) -> str | None:
        parts = []
        if name in self.model.pipelines:
            parts.append(self._pipeline(self.model.pipelines[name]))
        if name in self.model.passes:
            parts.append(self._pass(name))
        if name in self.model.properties:
            parts.append(self._property(name))
        return "\n".join("\n".join(lines) + "\n" for lines in parts) if parts else None

    def pages(self) -> list[Page]:
        def entries(names: list[str]) -> list[tuple[str, str]]:
            return [(name, self.explain(name) or "") for name in names]

        model = self.model
        return [Page("pipelines", "Pipelines", entries(list(model.pipelines))),
                Page("passes", "Passes of targets", entries(sorted(model.passes))),
                Page("properties", "What may hold of a machine graph",
                     entries(sorted(model.properties)))]

    def _pipeline(self, pipeline: Pipeline) -> list[str]:
        entry = pipeline.entry
        lines = [f"pipelines:{pipeline.name}  {sentence(capitalised(str(entry.doc)))}",
                 f"  pipeline over {_WHAT[str(pipeline.context.over)]}, {pipeline.provenance}"]
        if entry.sentences is not None:
            lines += _wrapped(str(entry.sentences).strip())
        lines += self._held("needs", list(map(str, entry.needs)))
        lines += self._held("gives", list(map(str, entry.gives)))
        users = self.users.get(pipeline.name, [])
        callers = [name for name in users if any(
            step.calls == pipeline.name for step in calls_in(self.model.pipelines[name].steps))]
        if callers:
            lines += _wrapped(f"part of: {', '.join(callers)}")
        lines.append("  steps:")
        lines += [f"{_INDENT}{'  ' * row.depth}{row.text}" for row in rows(pipeline)]
        return lines

    def _pass(self, name: str) -> list[str]:
        entry = self.model.passes[name]
        context = self.model.contexts[str(entry.of)]
        lines = [f"pipelines:{name}  {sentence(capitalised(str(entry.doc)))}",
                 f"  pass over {_WHAT[str(context.over)]}, {entry.provenance}",
                 f"  written in {entry.source}"]
        lines += _wrapped(str(entry.sentences).strip())
        lines += self._held("needs", list(map(str, entry.needs)))
        lines += _wrapped(f"before: {entry.before}") if entry.before is not None else []
        lines += self._held("gives", list(map(str, entry.gives)))
        lines += _wrapped(f"after: {entry.after}") if entry.after is not None else []
        lines += self._held("loses", list(map(str, entry.loses)))
        users = self.users.get(name, [])
        lines += _wrapped(f"run by: {', '.join(users)}") if users else []
        return lines

    def _property(self, name: str) -> list[str]:
        entry = self.model.properties[name]
        lines = [f"pipelines:{name}  {sentence(capitalised(str(entry.doc)))}",
                 f"  property of machine graphs, {entry.provenance}"]
        for title, key in (("given by", "gives"), ("needed by", "needs"), ("lost by", "loses")):
            found = sorted(str(each.name) for each in self.model.passes.values()
                           if name in getattr(each, key))
            lines += _wrapped(f"{title}: {', '.join(found)}") if found else []
        return lines

    def _held(self, title: str, names: list[str]) -> list[str]:
        docs = self.model.docs_of_properties
        lines = [f"  {title}:"] if names else []
        for name in names:
            lines += _wrapped(f"{name}: {docs[name]}", _INDENT)
        return lines


def _names_in(steps: list[Step]) -> list[str]:
    found = []
    for step in steps:
        found += [step.runs.name] if step.runs is not None else []
        found += [step.calls] if step.calls else []
        found += _names_in([*step.steps, *step.then, *step.otherwise])
    return found


def _wrapped(text: str, indent: str = "  ") -> list[str]:
    return textwrap.wrap(" ".join(text.split()), 100, initial_indent=indent,
                         subsequent_indent=indent + "  ", break_long_words=False,
                         break_on_hyphens=False)
