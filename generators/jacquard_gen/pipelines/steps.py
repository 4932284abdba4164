"""Steps of pipelines, checked against the passes, the pipelines and the names of their context."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ..diagnostics import Diagnostics
from ..kinds import Text
from ..nir.enums import EnumType
from ..nir.passes.entries import ParameterEntry
from ..nir.passes.parameters import Parameters
from ..source import Mapping, Node, Scalar
from .conditions import Condition, parse
from .entries import FOLDER, PASSES, ContextEntry, StepEntry, ValueEntry
from .model import Model, Option, RunnablePass, Step

CHANGED = "changed"
MACHINE = "machine."
# The keys that go together with what a step does.
_ALLOWED = {
    "pass": {"pass", "options", "run", "when", "then", "otherwise", "report", "stop", "note"},
    "pipeline": {"pipeline", "when", "otherwise", "on_a_copy", "report", "stop", "note"},
    "steps": {"steps", "when", "otherwise", "repeat", "note"},
    "": {"when", "report", "stop", "note"},
}


class StepLoader:
    """The steps of the pipelines of one context."""

    def __init__(self, model: Model, context: ContextEntry, passes: dict[str, RunnablePass],
                 modes: dict[str, EnumType], pipelines: Collection[str],
                 diagnostics: Diagnostics) -> None:
        self.model = model
        self.context = context
        self.passes = passes
        self.pipelines = pipelines
        self.parameters = Parameters(modes, diagnostics)
        self.diagnostics = diagnostics
        self.values: dict[str, ValueEntry] = {str(each.value): each for each in context.values}

    def steps(self, entries: Iterable[StepEntry], at_rest: bool = False) -> list[Step]:
        return [self._step(each, at_rest) for each in entries]

    def _step(self, entry: StepEntry, at_rest: bool) -> Step:
        does = [name for name in ("pass", "pipeline", "steps") if entry.has(name)]
        step = Step(entry)
        if len(does) > 1:
            self._fault(entry, does[1], f"a step is a pass, a pipeline or steps: this one has "
                        f"'{does[0]}' already")
            return step
        if not does and not entry.stop and entry.report is None:
            self.diagnostics.error("E008", entry.position, "a step has 'pass', 'pipeline', "
                                   "'steps', 'report' or 'stop'")
        self._check_keys(entry, does[0] if does else "")
        if at_rest and (not does or does[0] == "steps" or entry.stop or entry.report is not None):
            self.diagnostics.error("E008", entry.position, "each step of those that are done until "
                                   "they are at rest is a pass or a pipeline, and no report or end")
        step.when = self.condition(entry.when)
        step.on_a_copy = self.condition(entry.on_a_copy)
        step.repeat = entry.repeat
        if entry.repeat is not None:
            step.repeats_while = self.condition(entry.repeat.condition)
            if entry.repeat.rounds is None and entry.repeat.condition is None:
                self.diagnostics.error("E008", entry.where("repeat"), "steps are repeated at most "
                                       "so many 'rounds', or 'while' a condition holds")
        step.steps = self.steps(entry.steps, step.until_at_rest)
        step.then = self.steps(entry.then)
        step.otherwise = self.steps(entry.otherwise)
        if entry.name is not None:
            self._find_pass(step, entry.name)
        if entry.pipeline is not None:
            self._find_pipeline(step, entry.pipeline)
        return step

    def _check_keys(self, entry: StepEntry, does: str) -> None:
        for name in entry.node.entries:
            if name not in _ALLOWED[does]:
                what = f"'{does}'" if does else "a report or an end alone"
                self._fault(entry, name, f"'{name}' does not go together with {what}")
        if entry.has("otherwise") and not entry.has("when"):
            self._fault(entry, "otherwise", "'otherwise' needs 'when'")

    def _fault(self, entry: StepEntry, name: str, message: str) -> None:
        key = entry.node.entries[name][0]
        self.diagnostics.error("E008", key.position(), message)

    def _find_pass(self, step: Step, name: Text) -> None:
        found = self.passes.get(str(name))
        if found is None:
            elsewhere = self.model.passes.get(str(name))
            reason = f"the pass '{name}' is one of '{elsewhere.of}', and the pipeline of " \
                f"'{self.context.context}'" if elsewhere is not None else \
                f"there is no pass '{name}'"
            self.diagnostics.error("E003", name.position, reason, near=str(name),
                                   known=self.passes, within=(PASSES, "nir/passes",
                                                              "nir/lowerings.yaml"))
            return
        step.runs = found
        step.options = self._options(step.entry, found)
        over_graph = str(self.context.over) == "graph"
        if step.entry.run is not None and over_graph:
            self._fault(step.entry, "run", "only a pass over NIR runs otherwise than always")
        elif step.entry.run is not None and (step.options or not _is_plain(found)):
            self._fault(step.entry, "run", "only a pass that is given nothing but the shader runs "
                        "otherwise than always")
        if step.entry.has("then") and over_graph and \
                (found.entry is None or str(found.entry.result) != "changed"):
            self._fault(step.entry, "then", f"'{name}' does not say whether it changed something")

    def _options(self, entry: StepEntry, found: RunnablePass) -> list[Option]:
        known: dict[str, ParameterEntry] = {}
        if found.nir is not None and found.nir.entry is not None:
            known = {str(each.name): each for each in found.nir.entry.parameters
                     if str(each.type) != "callback"}
        made: dict[str, Option] = {}
        for name, node in entry.options.items():
            if found.nir is not None and found.nir.entry is None and str(name) == "bit_sizes":
                made["bit_sizes"] = self._widths(node)
            elif str(name) not in known:
                self.diagnostics.error("E004", name.position,
                                       f"the pass '{found.name}' has no option '{name}'",
                                       near=str(name), known=known)
            else:
                made[str(name)] = self._option(str(name), known[str(name)], node)
        order = [*known, "bit_sizes"]
        return sorted(made.values(), key=lambda each: order.index(each.name))

    def _widths(self, node: Node) -> Option:
        value = node.value if isinstance(node, Scalar) else ""
        if value not in ("1", "8", "16", "32", "64"):
            self.diagnostics.error("E004", node.position(),
                                   "a width is expected here: 1, 8, 16, 32 or 64")
            value = "0"
        return Option("bit_sizes", value, f":bit_sizes={value}")

    def _option(self, name: str, parameter: ParameterEntry, node: Node) -> Option:
        if isinstance(node, Mapping):
            asked = node.get("value")
            if len(node.entries) == 1 and isinstance(asked, Scalar):
                wanted = "truth" if str(parameter.type) in ("switch", "part") else "number"
                value = self.values.get(asked.value)
                if value is None or str(value.type) != wanted:
                    self._unknown(asked, asked.value, 0,
                                  [str(each.value) for each in self.values.values()
                                   if str(each.type) == wanted], f"of type {wanted} ")
                return Option(name, f"context.{asked.value}()", f":{name}=({asked.value})")
            self.diagnostics.error("E004", node.position(),
                                   "a value is expected here, or {value: NAME}")
            return Option(name, "{}", "")
        code, shown = self.parameters.given(parameter, node)
        for word in ("VariableMode::",) + ((f"{parameter.enum}::",) if parameter.enum else ()):
            code = code.replace(word, f"nir::{word}")
        if str(parameter.type) in ("switch", "part"):
            return Option(name, code, f":{name}" if code == "true" else f":{name}=false")
        return Option(name, code, f":{name}={shown or code}")

    def _find_pipeline(self, step: Step, name: Text) -> None:
        if str(name) not in self.pipelines:
            self.diagnostics.error("E005", name.position, f"'{self.context.context}' has no "
                                   f"pipeline '{name}'", near=str(name),
                                   known=list(self.pipelines), within=FOLDER)
            return
        step.calls = str(name)
        if step.on_a_copy is not None and str(self.context.over) == "graph":
            self._fault(step.entry, "on_a_copy", "only a shader is copied")

    def condition(self, node: Scalar | None) -> Condition | None:
        if node is None:
            return None
        made, offsets = parse(node, self.diagnostics)
        if made is None:
            return None
        known = [str(each.value) for each in self.values.values() if str(each.type) == "truth"]
        facts = [MACHINE + name for name in sorted(self.model.flags)
                 if self.context.machine]
        for name, offset in offsets.items():
            if name not in (CHANGED, *known, *facts):
                self._unknown(node, name, offset, [CHANGED, *known, *facts], "")
        return made

    def _unknown(self, node: Scalar, name: str, offset: int, known: list[str], kind: str) -> None:
        if name.startswith(MACHINE) and not self.context.machine:
            self.diagnostics.error("E001", node.at(offset, len(name)),
                                   f"'{self.context.context}' does not know the machine")
            return
        what = f"no fact '{name.removeprefix(MACHINE)}' of the machine that is true or false" \
            if name.startswith(MACHINE) else \
            f"no value '{name}' {kind}in '{self.context.context}'"
        self.diagnostics.error("E001", node.at(offset, len(name)), f"there is {what}", near=name,
                               known=known, within=(FOLDER, "ir3/machine.yaml"))


def _is_plain(found: RunnablePass) -> bool:
    """Returns true if the function takes the shader alone."""
    if found.nir is not None:
        return found.nir.entry is not None and not found.nir.parameters
    return found.entry is not None and not found.entry.given
