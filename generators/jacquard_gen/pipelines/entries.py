"""The entries of `defs/pipelines`: contexts, pipelines and their steps, the way of a compile, and
in `passes/` the passes that are not in `defs/nir/passes`, with what may hold of a machine graph."""

from __future__ import annotations

from typing import Any

from ..nir.passes.entries import DescribedPass
from ..schema import (EXPRESSION, FLAG, NAME, NODE, TEXT, Integer, Json, Kind, Record, Text, choice,
                      key, list_of, mapping_of, record, text)
from ..source import Node, Scalar

FOLDER = "pipelines"
PASSES = "pipelines/passes"

OVER = {"shader": "NIR.", "graph": "The machine graph."}
RESULTS = {
    "nothing": "Nothing.",
    "changed": "Whether something changed.",
    "goes_on": "False where compiling ends without a program.",
    "kept": "What the context keeps.",
}
RUNS = {
    "settle": "Not where nothing has changed since it ran; it leaves nothing to do for itself.",
    "repeat": "The same for one that may leave something to do.",
}

CPP_NAME = text("a C++ name", r"[A-Za-z_][A-Za-z0-9_]*(?:::[A-Za-z_][A-Za-z0-9_]*)*")
CPP_TYPE = text("a C++ type", r"[A-Za-z_][A-Za-z0-9_:<>,&* ]*")
HEADER = text("a header such as jacquard/ir3/compiler/lower/fold_slots.h",
              r"jacquard(?:/[a-z0-9_]+)+\.h")
SOURCE = text("a source such as backend/jacquard/ir3/compiler/lower/fold_slots.cpp",
              r"(?:backend|runtime)/jacquard(?:/[a-z0-9_]+)+\.cpp")


class _Steps(Kind):
    """A list of steps, described behind their own class since steps hold steps."""

    noun = "a list of steps"

    def _kind(self) -> Kind:
        return list_of(record(StepEntry), low=1)

    def load(self, node: Node, diagnostics: Any) -> Any:
        return self._kind().load(node, diagnostics)

    def schema(self, definitions: dict[str, Json]) -> Json:
        return self._kind().schema(definitions)

    def accepts(self, node: Node) -> bool:
        return self._kind().accepts(node)


STEPS = _Steps()


class ValueEntry(Record):
    """Something that conditions and options ask the context about: a function of its class."""

    value: Text = key(NAME, "The name, also of the function.", required=True)
    doc: Text = key(TEXT, "What is true, or what the number is, to follow its name.", required=True)
    type: Text = key(choice({"truth": "For conditions.", "number": "For options of passes."}),
                     "What it is.", default="truth")
    without: list[Text] = key(list_of(NAME, or_one=True), "What holds where it is false.",
                              default=[])


class ArgumentEntry(Record):
    """Something that passes are given beside the shader or the graph: a function of the context's
    class has the same name."""

    argument: Text = key(NAME, "The name.", required=True)
    header: Text | None = key(HEADER, "The header that has the type.")
    type: Text = key(CPP_TYPE, "The type of the parameter in C++.", required=True)


class LimitEntry(Record):
    """A number that decides what is worth while. The context's class has it as a constant."""

    limit: Text = key(NAME, "The name.", required=True)
    value: int = key(Integer(1, 2**31 - 1), "The number.", required=True)
    doc: Text = key(TEXT, "What it limits.", required=True)


class ContextEntry(Record):
    """Pipelines of one kind run with such a context: a class that is written in C++."""

    context: Text = key(NAME, "The name.", required=True)
    doc: Text = key(TEXT, "What its pipelines do.", required=True)
    over: Text = key(choice(OVER), "What its passes change.", required=True)
    cpp: Text = key(CPP_NAME, "The class.", required=True, name="class")
    header: Text = key(HEADER, "The header of the class.", required=True)
    machine: bool = key(FLAG, "Whether the machine is known, whose facts conditions may ask for.",
                        default=False)
    limits: list[LimitEntry] = key(list_of(record(LimitEntry)), "Numbers that its values ask for.",
                                   default=[])
    values: list[ValueEntry] = key(list_of(record(ValueEntry)), "What conditions and options may "
                                   "ask.", default=[])
    arguments: list[ArgumentEntry] = key(list_of(record(ArgumentEntry)), "What passes may be "
                                         "given.", default=[])


class PropertyEntry(Record):
    """Something that may hold of a machine graph."""

    property: Text = key(NAME, "The name.", required=True)
    doc: Text = key(TEXT, "What holds, to follow 'that'.", required=True)


class PassEntry(DescribedPass):
    """A pass of one target: one C++ source, and this."""

    of: Text = key(NAME, "The context of the pipelines that may run it.", required=True)
    source: Text = key(SOURCE, "The source of the function.", required=True)
    header: Text | None = key(HEADER, "The header of the function. Without one it is generated: "
                              "<jacquard/generated/pipelines/NAME.h>.")
    function: Text | None = key(CPP_NAME, "The function, where it is not the pass's name in the "
                                "namespace of the context's class.")
    given: list[Text] = key(list_of(NAME, or_one=True), "Arguments of the context that follow the "
                            "shader or the graph.", default=[])
    result: Text = key(choice(RESULTS), "What the function returns.", default="changed")
    keeps: Text | None = key(NAME, "The name under which the context keeps what it returns, by its "
                             "function keep_NAME.")


class RepeatEntry(Record):
    """Describes how often steps are done."""

    rounds: int | None = key(Integer(1, 1024), "At most so often.")
    until: Text | None = key(choice({"at_rest": "Each step leaves nothing for itself to do: until "
                                     "all in a row but the last that changed something found "
                                     "nothing."}), "When they are done.")
    condition: Scalar | None = key(EXPRESSION, "Another round only where this holds.", name="while")


class StepEntry(Record):
    """One of: a pass, another pipeline, several steps. Or only a report or an end."""

    name: Text | None = key(NAME, "A pass.", name="pass")
    pipeline: Text | None = key(NAME, "A pipeline, whose steps are done here.")
    steps: list[StepEntry] = key(STEPS, "Several steps.", default=[])
    options: dict[Text, Node] = key(mapping_of(NODE, NAME), "Values of the pass's parameters; "
                                    "{value: NAME} asks the context.", default={})
    run: Text | None = key(choice(RUNS), "How the pass runs, where not always.")
    when: Scalar | None = key(EXPRESSION, "The condition: names of the context, machine.NAME, "
                              "changed, and, or, not, parentheses.")
    otherwise: list[StepEntry] = key(STEPS, "The steps where the condition does not hold.",
                                     default=[])
    then: list[StepEntry] = key(STEPS, "The steps where the pass changed something.", default=[])
    repeat: RepeatEntry | None = key(record(RepeatEntry), "How often the steps are done.")
    on_a_copy: Scalar | None = key(EXPRESSION, "The pipeline works on a copy of the shader, which "
                                   "takes its place where this holds afterwards.")
    report: Text | None = key(NAME, "The name under which observers are shown what there is now.")
    stop: bool = key(FLAG, "Ends the pipeline.", default=False)
    note: Text | None = key(TEXT, "Why, for readers of the table.")


class PipelineEntry(Record):
    """An order of passes: one C++ function."""

    pipeline: Text = key(NAME, "The name, also of the function.", required=True)
    of: Text = key(NAME, "The context.", required=True)
    doc: Text = key(TEXT, "What it is for, for lists.", required=True)
    sentences: Text | None = key(TEXT, "What it is for, in sentences.", name="text")
    needs: list[Text] = key(list_of(NAME, or_one=True), "What must hold before.", default=[])
    gives: list[Text] = key(list_of(NAME, or_one=True), "What holds after.", default=[])
    steps: list[StepEntry] = key(STEPS, "The steps, in their order.", required=True)


class StageEntry(Record):
    """A stage of the way: a pipeline, or what no pass does."""

    pipeline: Text | None = key(NAME, "The pipeline.")
    does: Text | None = key(TEXT, "What happens, where it is no pipeline.")
    source: Text | None = key(SOURCE, "Where that is written.")


class WayEntry(Record):
    """The whole way of a compile."""

    way: Text = key(NAME, "The name.", required=True)
    doc: Text = key(TEXT, "From what to what.", required=True)
    stages: list[StageEntry] = key(list_of(record(StageEntry), low=1), "The stages, in their "
                                   "order.", required=True)
