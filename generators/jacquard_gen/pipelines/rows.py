"""Pipelines as rows of text, from which the tool and the reference show them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..escape import identifier
from .conditions import Condition
from .model import Pipeline, Step
from .steps import MACHINE

_RUNS = {"settle": "unless at rest", "repeat": "unless at rest"}


@dataclass(frozen=True)
class Row:
    """A line of what is shown of a pipeline. `name` is the pass or the pipeline that it runs."""

    depth: int
    kind: str  # an enumerator of StepKind
    name: str
    text: str
    provenance: str
    possible: str  # C++ over `machine`; nothing where the step is possible on every machine


def rows(pipeline: Pipeline) -> list[Row]:
    return list(_rows(pipeline.steps, 0))


def _rows(steps: list[Step], depth: int) -> Iterator[Row]:
    for step in steps:
        yield from _of_step(step, depth)


def _of_step(step: Step, depth: int) -> Iterator[Row]:
    possible = _possible(step.when)

    def row(depth: int, kind: str, name: str, text: str, possible: str = possible) -> Row:
        return Row(depth, kind, name, text, step.line, possible)

    if step.is_repeated or step.steps:
        text = ", ".join(part for part in (_condition(step), _repetition(step)) if part)
        if not text:
            yield from _rows(step.steps, depth)
            return
        yield row(depth, "group", "", f"{text}:")
        yield from _rows(step.steps, depth + 1)
    elif step.runs is None and not step.calls:
        text = "end" if step.entry.stop else f"show as {step.entry.report}"
        yield row(depth, "end" if step.entry.stop else "report", "", _with(text, step, False))
    else:
        name = step.runs.name if step.runs is not None else step.calls
        options = "".join(option.shown for option in step.options)
        yield row(depth, "pass" if step.runs is not None else "pipeline", name,
                  _with(name + options, step, True))
        if step.then:
            yield Row(depth + 1, "group", "", "where it changed something:", step.line, possible)
            yield from _rows(step.then, depth + 2)
    if step.otherwise:
        assert step.when is not None
        yield Row(depth, "group", "", "otherwise:", step.line,
                  _possible(step.when.negated()))
        yield from _rows(step.otherwise, depth + 1)


def _with(text: str, step: Step, shows: bool) -> str:
    more = [_condition(step)] if step.when is not None else []
    if step.entry.run is not None:
        more.append(_RUNS[str(step.entry.run)])
    if step.on_a_copy is not None:
        more.append(f"on a copy, which is kept when {step.on_a_copy.text()}")
    if shows and step.entry.report is not None:
        more.append(f"shown as {step.entry.report}")
    if shows and step.entry.stop:
        more.append("then end")
    return f"{text}  {', '.join(more)}" if more else text


def _condition(step: Step) -> str:
    return f"when {step.when.text()}" if step.when is not None else ""


def _repetition(step: Step) -> str:
    if step.repeat is None:
        return ""
    parts = [f"while {step.repeats_while.text()}"] if step.repeats_while is not None else []
    parts += ["until at rest"] if step.until_at_rest else []
    if step.repeat.rounds is not None:
        parts.append(f"at most {step.repeat.rounds} rounds")
    return ", ".join(parts)


def _possible(condition: Condition | None) -> str:
    if condition is None:
        return ""
    code = condition.possible(lambda name: f"machine.{identifier(name.removeprefix(MACHINE))}"
                              if name.startswith(MACHINE) else "")
    return "" if code == "true" else code
