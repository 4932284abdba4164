"""State beside a shader that its code depends on: `defs/nir/states.yaml` → the key of a variant."""

from __future__ import annotations

from dataclasses import dataclass

from ..groups import Context, Output
from ..identifiers import check_identifiers
from ..schema import (FLAG, NAME, TEXT, Json, Record, Text, check_unique, either, key, list_of,
                      load_entries, table_schema, text)
from .enums import EnumType
from .passes import Pass, PassTables
from .passes.model import Parameter

TABLE = "nir/states.yaml"
ALL = "all"
STAGES = "Stage"
OUTPUT_NAMES = ["jacquard/generated/passes/shader_state.h",
                "jacquard/generated/passes/shader_state.cpp"]

# The class that is made of the entries must not use these names.
_TAKEN = ("operator",)


class StateEntry(Record):
    """State that is not in the shader: a member of the key of its variants. Without a parameter it
    is a switch, with one a mask, whose bits the parameter of the pass gives their meaning."""

    state: Text = key(NAME, "The name.", required=True)
    doc: Text = key(TEXT, "What holds where it is set, for lists.", required=True)
    stages: list[Text] | Text = key(either(list_of(NAME), text("'all'", ALL)), "The stages whose "
                                    "code depends on it, or all.", required=True)
    before_rasteriser: bool = key(FLAG, "Whether it is only for what hands primitives to the "
                                  "rasteriser.", default=False)
    pass_name: Text = key(NAME, "The pass that gives it its meaning.", required=True, name="pass")
    parameter: Text | None = key(NAME, "The parameter of the pass that takes a mask.")


@dataclass(frozen=True)
class State:
    """Checked state, for the outputs."""

    name: str
    doc: str
    provenance: str
    stages: tuple[str, ...]
    before_rasteriser: bool
    performed_by: Pass
    parameter: Parameter | None

    @property
    def most(self) -> int:
        """The largest value; a switch is 1."""
        return self.parameter.high if self.parameter is not None else 1

    @property
    def usage(self) -> str:
        """Returns how it is written in texts."""
        return f"{self.name}=MASK" if self.parameter is not None else self.name


def load(context: Context, words: dict[str, EnumType], passes: PassTables) -> list[State]:
    """In the order of the table, which is the order in which the passes run."""
    diagnostics = context.diagnostics
    entries = load_entries(StateEntry, context.table(TABLE), diagnostics)
    by_name = check_unique(entries, lambda entry: entry.state, diagnostics)
    check_identifiers([entry.state for entry in by_name.values()], diagnostics, taken=_TAKEN)
    loader = _Loader(context, words, passes)
    made = [loader.state(entry) for entry in by_name.values()]
    return [state for state in made if state is not None]


class _Loader:
    def __init__(self, context: Context, words: dict[str, EnumType], passes: PassTables) -> None:
        self.diagnostics = context.diagnostics
        self.passes = passes
        self.stages = [value.word for value in words[STAGES].values] if STAGES in words else []

    def state(self, entry: StateEntry) -> State | None:
        stages = self._stages(entry)
        performed_by = self.passes.by_name.get(entry.pass_name)
        if performed_by is None:
            self.diagnostics.error("E364", entry.pass_name.position,
                                   f"there is no pass '{entry.pass_name}'",
                                   near=str(entry.pass_name), known=self.passes.by_name,
                                   within="nir/passes")
            return None
        parameter = None
        if entry.parameter is not None:
            parameter = self._parameter(entry.parameter, performed_by)
            if parameter is None:
                return None
        return State(str(entry.state), str(entry.doc), entry.provenance, stages,
                     entry.before_rasteriser, performed_by, parameter)

    def _stages(self, entry: StateEntry) -> tuple[str, ...]:
        if isinstance(entry.stages, Text):
            return tuple(self.stages)
        for stage in entry.stages:
            if stage not in self.stages:
                self.diagnostics.error("E366", stage.position, f"there is no stage '{stage}'",
                                       near=str(stage), known=self.stages,
                                       within="nir/enums.yaml")
        return tuple(str(stage) for stage in entry.stages)

    def _parameter(self, name: Text, of: Pass) -> Parameter | None:
        known = {each.name: each for each in of.parameters if each.type in ("mask", "number")}
        if name not in known:
            self.diagnostics.error("E366", name.position, f"the pass '{of.name}' has no parameter "
                                   f"'{name}' that takes a mask or a number", near=str(name),
                                   known=known, within="nir/passes")
        return known.get(name)


def outputs(states: list[State]) -> list[Output]:
    return [Output(path, f"nir/passes/{path.rsplit('/', 1)[1]}.j2", {"states": states})
            for path in OUTPUT_NAMES]


def state_lines(state: State) -> list[str]:
    """Returns the table's explanation of a state, in the words of `explain`."""
    doc = f"{state.doc[:1].upper()}{state.doc[1:]}."
    where = " that feed the rasteriser" if state.before_rasteriser else ""
    given = f", as its parameter '{state.parameter.name}'" if state.parameter is not None else ""
    return [f"nir:{state.name}  {doc}", f"  state beside a shader, {state.provenance}",
            f"  written {state.usage}", f"  stages: {', '.join(state.stages)}{where}",
            f"  the pass '{state.performed_by.name}' gives it its meaning{given}"]


def schemas() -> dict[str, Json]:
    return {"nir/states": table_schema("State beside a shader that its code depends on",
                                       StateEntry)}
