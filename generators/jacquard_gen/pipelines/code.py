"""Pipelines as C++: the lines of a function, each step with the line of the table it is from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..escape import c_string, comment_text, identifier
from .conditions import Condition
from .model import Model, Pipeline, RunnablePass, Step
from .steps import CHANGED, MACHINE

_INDENT = "    "


@dataclass(frozen=True)
class Function:
    """The body of the function of a pipeline."""

    pipeline: Pipeline
    lines: list[str]

    @property
    def provenance(self) -> str:
        return self.pipeline.provenance


def function(model: Model, pipeline: Pipeline) -> Function:
    maker = _GraphLines(model, pipeline) if str(pipeline.context.over) == "graph" else \
        _ShaderLines(model, pipeline)
    return Function(pipeline, list(maker.body()))


class _Lines:
    """The code that both kinds of pipelines share."""

    def __init__(self, model: Model, pipeline: Pipeline) -> None:
        self.model = model
        self.pipeline = pipeline
        self.changed = ["changed"]  # what steps tell of changes, and around them
        self.rounds = 0

    def body(self) -> Iterator[str]:
        raise NotImplementedError

    def end(self) -> str:
        raise NotImplementedError

    def does(self, step: Step) -> Iterator[str]:
        """The lines that run a pass or a pipeline, with what follows where it changed something."""
        raise NotImplementedError

    def test(self, condition: Condition) -> str:
        return condition.code(self._name)

    def _name(self, name: str) -> str:
        if name == CHANGED:
            return self.changed[-1]
        if name.startswith(MACHINE):
            return f"context.machine().{identifier(name.removeprefix(MACHINE))}"
        return f"context.{identifier(name)}()"

    def steps(self, steps: list[Step], depth: int) -> Iterator[str]:
        for step in steps:
            yield from self.step(step, depth)

    def step(self, step: Step, depth: int) -> Iterator[str]:
        inner = depth + 1 if step.when is not None else depth
        if step.when is not None:
            yield _line(f"if ({self.test(step.when)}) {{", depth, step)
        if step.is_repeated:
            yield from self.repeated(step, inner)
        elif step.steps:
            yield from self.steps(step.steps, inner)
        else:
            for line in self.does(step):
                yield _INDENT * inner + line
            for each in self.steps(step.then, inner + 1):
                yield each
            if step.then:
                yield _INDENT * inner + "}"
            if step.entry.report is not None:
                yield _line(f"context.report({c_string(step.entry.report)});", inner, step)
            if step.entry.stop:
                yield _line(f"return {self.end()};", inner, step)
        if step.otherwise:
            yield _INDENT * depth + "} else {"
            yield from self.steps(step.otherwise, depth + 1)
        if step.when is not None:
            yield _INDENT * depth + "}"

    def head_of_loop(self, step: Step, more: str = "") -> str:
        assert step.repeat is not None
        again = self.test(step.repeats_while) if step.repeats_while is not None else ""
        if step.repeat.rounds is None:
            return f"while ({again}) {{"
        self.rounds += 1
        name = "round" if self.rounds == 1 else f"round_{self.rounds}"
        around = f"({again})" if " || " in again else again
        bound = f"{name} < {step.repeat.rounds}"
        tests = " && ".join(part for part in (bound, more, around) if part)
        return f"for (unsigned {name} = 0; {tests}; ++{name}) {{"

    def repeated(self, step: Step, depth: int) -> Iterator[str]:
        raise NotImplementedError

    def call_of(self, step: Step) -> str:
        return f"{identifier(step.calls)}(context)"

    def arguments(self, runs: RunnablePass) -> str:
        assert runs.entry is not None
        return "".join(f", context.{identifier(name)}()" for name in runs.entry.given)


class _ShaderLines(_Lines):
    """Returns whether something changed; a runner checks what passes need and give."""

    def body(self) -> Iterator[str]:
        yield _INDENT + "bool changed = false;"
        yield from self.steps(self.pipeline.steps, 1)
        if not _ends(self.pipeline.steps):
            yield _INDENT + "return changed;"

    def end(self) -> str:
        return " || ".join(self.changed)

    def does(self, step: Step) -> Iterator[str]:
        if step.on_a_copy is not None:
            yield _line("context.open_copy();", 0, step)
            yield f"const bool {identifier(step.calls)}_changed = {self.call_of(step)};"
            yield f"if (context.close_copy({self.test(step.on_a_copy)})) {{"
            yield f"{_INDENT}{self.changed[-1]} = {identifier(step.calls)}_changed || " \
                f"{self.changed[-1]};"
            yield "}"
            return
        run = self.run(step)
        if run and step.then:
            yield _line(f"if ({run}) {{", 0, step)
            yield _INDENT + f"{self.changed[-1]} = true;"
        elif run:
            yield _line(f"{self.changed[-1]} = {run} || {self.changed[-1]};", 0, step)

    def run(self, step: Step) -> str:
        if step.calls:
            return self.call_of(step)
        runs = step.runs
        if runs is None:
            return ""
        how = {"settle": "settle", "repeat": "repeat"}.get(str(step.entry.run), "run")
        called = f"context.passes().{how}({c_string(runs.name)}, "
        options = ", ".join(f".{identifier(each.name)} = {each.code}" for each in step.options)
        if runs.nir is not None and runs.nir.entry is None:
            return f"{called}[](nir::Shader& shader) {{ return nir::lower_opcodes(shader, " \
                f"nir::LoweringPass::{identifier(runs.name)}, {{{options}}}); }})"
        if runs.nir is not None:
            more = f", {{{options}}}" if runs.nir.parameters else ""
            return f"{called}nir::{identifier(runs.name)}{more})"
        assert runs.entry is not None
        function = self.model.function(runs.entry).removeprefix("jacquard::")
        if str(runs.entry.result) == "nothing":
            return f"{called}[&context](nir::Shader& shader) {{ " \
                f"{function}(shader{self.arguments(runs)}); return false; }})"
        if runs.entry.given:
            return f"{called}[&context](nir::Shader& shader) {{ " \
                f"return {function}(shader{self.arguments(runs)}); }})"
        return f"{called}{function})"

    def repeated(self, step: Step, depth: int) -> Iterator[str]:
        if step.until_at_rest:
            yield from self._at_rest(step, depth)
            return
        yield _line(self.head_of_loop(step), depth, step)
        own = f"changed_in_{'round' if self.rounds < 2 else f'round_{self.rounds}'}"
        self.changed.append(own)
        yield _INDENT * (depth + 1) + f"bool {own} = false;"
        yield from self.steps(step.steps, depth + 1)
        self.changed.pop()
        if not _ends(step.steps):
            yield _INDENT * (depth + 1) + f"{self.changed[-1]} = {own} || {self.changed[-1]};"
        yield _INDENT * depth + "}"

    def _at_rest(self, step: Step, depth: int) -> Iterator[str]:
        number = len(step.steps)
        yield _INDENT * depth + "unsigned at_rest = 0; // steps in a row that found nothing to do"
        yield _line(self.head_of_loop(step, f"at_rest < {number}"), depth, step)
        inner = _INDENT * (depth + 1)
        for index, each in enumerate(step.steps):
            run = self.run(each)
            if each.when is not None:
                test = self.test(each.when)
                run = f"{f'({test})' if ' || ' in test else test} && {run}"
            if index != 0:
                yield inner + f"if (at_rest == {number}) {{"
                yield inner + _INDENT + "break;"
                yield inner + "}"
            yield _line(f"if ({run}) {{", depth + 1, each)
            yield inner + f"{_INDENT}{self.changed[-1]} = true;"
            yield inner + f"{_INDENT}at_rest = 1;"
            yield inner + "} else {"
            yield inner + f"{_INDENT}++at_rest;"
            yield inner + "}"
        yield _INDENT * depth + "}"


class _GraphLines(_Lines):
    """Returns whether compiling goes on."""

    def body(self) -> Iterator[str]:
        yield from self.steps(self.pipeline.steps, 1)
        if not _ends(self.pipeline.steps):
            yield _INDENT + "return true;"

    def end(self) -> str:
        return "true"

    def does(self, step: Step) -> Iterator[str]:
        if step.calls:
            yield _line(f"if (!{self.call_of(step)}) {{", 0, step)
            yield _INDENT + "return false;"
            yield "}"
        runs = step.runs
        if runs is None:
            return
        assert runs.entry is not None
        function = self.model.function(runs.entry).removeprefix("jacquard::")
        call = f"{function}(context.graph(){self.arguments(runs)})"
        result = str(runs.entry.result)
        run = f"context.run({c_string(runs.name)}, [&context] {{ " \
            f"{'' if result == 'nothing' else 'return '}{call}; }})"
        if result == "goes_on":
            yield _line(f"if (!{run}) {{", 0, step)
            yield _INDENT + "return false;"
            yield "}"
        elif step.then:
            yield _line(f"if ({run}) {{", 0, step)
        elif result == "kept":
            yield _line(f"context.keep_{runs.entry.keeps}({run});", 0, step)
        else:
            yield _line(f"{run};", 0, step)

    def repeated(self, step: Step, depth: int) -> Iterator[str]:
        yield _line(self.head_of_loop(step), depth, step)
        yield from self.steps(step.steps, depth + 1)
        yield _INDENT * depth + "}"


def _line(code: str, depth: int, step: Step) -> str:
    return f"{_INDENT * depth}{code} // {comment_text(step.line)}"


def _ends(steps: list[Step]) -> bool:
    """Returns true if nothing goes on behind the steps."""
    return bool(steps) and steps[-1].entry.stop and steps[-1].when is None
