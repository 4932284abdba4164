"""Checks that each pass of a pipeline finds the properties it needs, by following them along the
order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..diagnostics import Diagnostics, Note
from ..kinds import Text
from ..source import Position
from .conditions import Condition
from .entries import ContextEntry
from .model import Model, Pipeline, Step

Held = frozenset[str]


@dataclass
class State:
    """The properties that hold at a position, and which steps lost others."""

    holds: Held
    lost: dict[str, Step]

    def joined(self, other: State) -> State:
        return State(self.holds & other.holds, other.lost | self.lost)


class OrderCheck:
    def __init__(self, model: Model, diagnostics: Diagnostics) -> None:
        self.model = model
        self.diagnostics = diagnostics
        self.ends: list[State] = []
        self.without: dict[str, Held] = {}

    def check(self, pipeline: Pipeline) -> None:
        entry = pipeline.entry
        after = self._pipeline(pipeline, State(frozenset(map(str, entry.needs)), {}), True)
        for name in entry.gives:
            if str(name) not in after.holds:
                self.diagnostics.error("E007", name.position, f"nothing in '{pipeline.name}' makes "
                                       f"sure of '{name}', {self._meaning(name)}",
                                       self._loser(str(name), after))

    def check_way(self, pipelines: Iterable[tuple[Pipeline, Position]]) -> None:
        """The pipelines one after the other. What the first needs is up to what comes before it; of
        a graph nothing holds before it is made."""
        state: State | None = None
        over = ""
        for pipeline, place in pipelines:
            needs = pipeline.entry.needs
            if state is None or over != str(pipeline.context.over):
                state = State(frozenset(map(str, needs)), {})
            over = str(pipeline.context.over)
            self._need(f"the pipeline '{pipeline.name}'", map(str, needs), place, state)
            state = self._pipeline(pipeline, state, False)

    def _pipeline(self, pipeline: Pipeline, state: State, tells: bool) -> State:
        outer, self.ends = self.ends, []
        known, self.without = self.without, _without(pipeline.context)
        after = self._steps(pipeline.steps, state, tells)
        for end in self.ends:
            after = end if after is None else after.joined(end)
        self.ends, self.without = outer, known
        return after if after is not None else state

    def _steps(self, steps: list[Step], state: State | None, tells: bool) -> State | None:
        """Returns the properties that hold after the steps; None if no control flow continues
        after them."""
        for step in steps:
            if state is None:
                self.diagnostics.error("E008", step.entry.position, "no step is done after the "
                                       "end of the pipeline")
                return None
            state = self._step(step, state, tells)
        return state

    def _step(self, step: Step, state: State, tells: bool) -> State | None:
        if step.when is None:
            return self._done(step, state, tells)
        done = self._done(step, _with(state, self._implied(step.when, True)), tells)
        not_done = self._steps(step.otherwise,
                               _with(state, self._implied(step.when, False)), tells)
        return not_done if done is None else done if not_done is None else done.joined(not_done)

    def _done(self, step: Step, state: State, tells: bool) -> State | None:
        after: State | None = state
        if step.runs is not None:
            name = step.entry.name
            if tells and name is not None:
                self._need(f"'{name}'", sorted(step.runs.needs), name.position, state)
            ran = self._after_pass(step, state)
            changed = self._steps(step.then, ran, tells)
            after = ran if changed is None else changed.joined(ran)
        elif step.calls:
            called = self.model.pipelines[step.calls]
            if tells and step.entry.pipeline is not None:
                self._need(f"the pipeline '{called.name}'", map(str, called.entry.needs),
                           step.entry.pipeline.position, state)
            ran = self._pipeline(called, state, False)
            after = ran.joined(state) if step.on_a_copy is not None else ran
        elif step.is_repeated:
            after = self._repeated(step, state, tells)
        elif step.steps:
            after = self._steps(step.steps, state, tells)
        if step.entry.stop and after is not None:
            self.ends.append(after)
            return None
        return after

    def _after_pass(self, step: Step, state: State) -> State:
        assert step.runs is not None
        voided: set[str] = set()
        if step.runs.nir is not None:
            given = {option.name for option in step.options}
            voided = {name for parameter in step.runs.nir.parameters if parameter.name in given
                      for name in parameter.voids}
        gives = step.runs.gives - voided
        lost = {name: other for name, other in state.lost.items() if name not in gives}
        lost |= {name: step for name in step.runs.loses & state.holds}
        return State((state.holds - step.runs.loses) | gives, lost)

    def _repeated(self, step: Step, state: State, tells: bool) -> State | None:
        """A property holds before a round if it holds before the first and after each."""
        before = state
        after: State | None
        while True:
            # Ends inside of a round are noted when it is known what holds before each.
            ends = list(self.ends)
            after = self._round(step, before, False)
            self.ends = ends
            joined = before if after is None else before.joined(after)
            if joined.holds == before.holds:
                break
            before = joined
        after = self._round(step, before, tells)
        if step.repeats_while is not None:
            skipped = _with(before, self._implied(step.repeats_while, False))
            is_bounded = step.repeat is not None and step.repeat.rounds is not None
            after = skipped if after is None or not is_bounded else after.joined(skipped)
        return after

    def _round(self, step: Step, state: State, tells: bool) -> State | None:
        if not step.until_at_rest:
            return self._steps(step.steps, state, tells)
        # Any step may be the one behind which nothing is left to do.
        ends: list[State] = []
        for each in step.steps:
            state = self._step(each, state, tells) or state
            ends.append(state)
        after = ends[0]
        for end in ends[1:]:
            after = after.joined(end)
        return after

    def _implied(self, condition: Condition, holds: bool) -> Held:
        """Returns the properties that follow if a condition holds, or if it does not."""
        if condition.kind == "name":
            return frozenset() if holds else self.without.get(condition.name, frozenset())
        if condition.kind == "not":
            return self._implied(condition.parts[0], not holds)
        parts = [self._implied(part, holds) for part in condition.parts]
        if (condition.kind == "and") == holds:
            return frozenset().union(*parts)
        return frozenset.intersection(*parts)

    def _need(self, who: str, needs: Iterable[str], place: Position, state: State) -> None:
        for name in needs:
            if name not in state.holds:
                self.diagnostics.error("E006", place, f"{who} needs '{name}', "
                                       f"{self._meaning(name)}, and here it need not hold",
                                       self._loser(name, state))

    def _meaning(self, name: str | Text) -> str:
        return f"that {self.model.docs_of_properties[str(name)]}"

    def _loser(self, name: str, state: State) -> list[Note]:
        step = state.lost.get(name)
        if step is not None and step.entry.name is not None:
            return [(step.entry.name.position, f"'{step.entry.name}' loses it here")]
        givers = sorted({*(each.name for each in self.model.nir_passes.values()
                           if name in each.gives),
                         *(str(entry.name) for entry in self.model.passes.values()
                           if name in entry.gives)})
        return [(None, f"given by {', '.join(givers)}; or say that the pipeline needs it")] \
            if givers else [(None, "no pass gives it; say that the pipeline needs it")]


def _with(state: State, more: Held) -> State:
    return State(state.holds | more, state.lost) if more else state


def _without(context: ContextEntry) -> dict[str, Held]:
    return {str(value.value): frozenset(map(str, value.without)) for value in context.values}
