"""Tables to checked pipelines; every fault is reported."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ..diagnostics import Diagnostics
from ..groups import Context
from ..identifiers import check_identifiers
from ..ir3.tables.machine import MACHINE, FactEntry
from ..kinds import Text
from ..nir.parts import all_enums
from ..nir.passes import PassTables
from ..schema import Record, check_unique, entries, load_entries, load_record
from ..source import Scalar
from .entries import (FOLDER, PASSES, ContextEntry, PassEntry, PipelineEntry, PropertyEntry,
                      WayEntry)
from .model import Model, Pipeline, RunnablePass, Step, Way
from .order import OrderCheck
from .steps import StepLoader

_KINDS: dict[str, type[Record]] = {"context": ContextEntry, "pipeline": PipelineEntry,
                                   "way": WayEntry}


def names(tables_dir: Path, folder: str, key: str) -> list[str]:
    """The names that tables of a folder give to entries of a kind, whatever is wrong in them."""
    context = Context(tables_dir)
    found = [node.get(key) for table in context.tables(folder)
             for node in entries(table, Diagnostics())
             if key != "pass" or node.get("header") is None]
    return sorted({node.value for node in found
                   if isinstance(node, Scalar) and node.value.isidentifier()})


def load(context: Context) -> Model | None:
    before = len(context.diagnostics)
    nir = context.model("nir")
    if nir is None:
        return None
    model = _Loader(context, nir.passes).load()
    return model if len(context.diagnostics) == before else None


class _Loader:
    def __init__(self, context: Context, nir: PassTables) -> None:
        self.context = context
        self.nir = nir
        self.diagnostics = context.diagnostics
        self.contexts: list[ContextEntry] = []
        self.pipelines: list[PipelineEntry] = []
        self.ways: list[WayEntry] = []
        self.passes: list[PassEntry] = []
        self.properties: list[PropertyEntry] = []

    def load(self) -> Model:
        self._read()
        contexts = check_unique(self.contexts, lambda entry: entry.context, self.diagnostics)
        pipelines = check_unique(self.pipelines, lambda entry: entry.pipeline, self.diagnostics)
        check_unique(self.ways, lambda entry: entry.way, self.diagnostics)
        facts = load_entries(FactEntry, self.context.table(MACHINE), self.diagnostics)
        model = Model(
            contexts, check_unique(self.passes, lambda entry: entry.name, self.diagnostics),
            check_unique(self.properties, lambda entry: entry.property, self.diagnostics),
            {str(entry.invariant): str(entry.doc) for entry in self.nir.invariants},
            self.nir.by_name, {}, [Way(entry, list(entry.stages)) for entry in self.ways],
            frozenset(str(fact.fact) for fact in facts if str(fact.type) == "flag"))
        self._check_contexts(model)
        self._check_passes(model)
        order = self._load_pipelines(model, pipelines)
        self._check_properties(model)
        if order is not None:
            before = len(self.diagnostics)
            checker = OrderCheck(model, self.diagnostics)
            for name in order:
                checker.check(model.pipelines[name])
            # Faults in a pipeline are not reported again for the ways that use it.
            for way in model.ways if len(self.diagnostics) == before else ():
                checker.check_way([(model.pipelines[str(stage.pipeline)], stage.pipeline.position)
                                   for stage in way.stages if stage.pipeline is not None and
                                   stage.pipeline in model.pipelines])
        return model

    def _read(self) -> None:
        for table in self.context.tables(FOLDER):
            for node in entries(table, self.diagnostics):
                kind = next((kind for name, kind in _KINDS.items() if name in node.entries),
                            PipelineEntry)
                if "of" in node.entries:
                    kind = PipelineEntry
                found = load_record(kind, node, self.diagnostics)
                if isinstance(found, ContextEntry):
                    self.contexts.append(found)
                elif isinstance(found, PipelineEntry):
                    self.pipelines.append(found)
                elif isinstance(found, WayEntry):
                    self.ways.append(found)
        for table in self.context.tables(PASSES):
            for node in entries(table, self.diagnostics):
                if "property" in node.entries:
                    held = load_record(PropertyEntry, node, self.diagnostics)
                    self.properties += [held] if held is not None else []
                else:
                    entry = load_record(PassEntry, node, self.diagnostics)
                    self.passes += [entry] if entry is not None else []

    def _check_contexts(self, model: Model) -> None:
        for context in model.contexts.values():
            names = [each.value for each in context.values] + \
                [each.argument for each in context.arguments]
            check_identifiers(names, self.diagnostics, taken=("changed",))
            check_unique(context.values, lambda each: each.value, self.diagnostics)
            check_unique(context.arguments, lambda each: each.argument, self.diagnostics)
            for value in context.values:
                self._check_known(value.without, self._properties_of(model, context))
        check_identifiers([entry.context for entry in model.contexts.values()] +
                          [entry.name for entry in model.passes.values()], self.diagnostics,
                          taken=("steps",))

    def _properties_of(self, model: Model, context: ContextEntry) -> Iterable[str]:
        return list(model.invariants) if str(context.over) == "shader" else list(model.properties)

    def _check_known(self, some: Iterable[Text], known: Iterable[str]) -> None:
        for name in some:
            if name not in known:
                self.diagnostics.error("E009", name.position,
                                       f"there is no '{name}' that could hold", near=str(name),
                                       known=known, within=(PASSES, "nir/passes"))

    def _find_context(self, name: Text, model: Model) -> ContextEntry | None:
        found = model.contexts.get(str(name))
        if found is None:
            self.diagnostics.error("E009", name.position, f"there is no context '{name}'",
                                   near=str(name), known=model.contexts, within=FOLDER)
        return found

    def _check_passes(self, model: Model) -> None:
        for entry in model.passes.values():
            written = model.nir_passes.get(str(entry.name))
            if written is not None:
                self.diagnostics.error("E003", entry.name.position, "there is also a pass "
                                       f"'{entry.name}' over NIR",
                                       [(written.entry.name.position if written.entry is not None
                                         else None, "it is here")])
            if entry.has("keeps") != (str(entry.result) == "kept"):
                self.diagnostics.error("E012", entry.where("keeps"), "a pass has 'keeps' where its "
                                       "result is 'kept', and nowhere else")
            for name in entry.loses:
                if name in entry.gives:
                    self.diagnostics.error("E012", name.position,
                                           f"the pass gives '{name}' as well")
            context = self._find_context(entry.of, model)
            if context is None:
                continue
            arguments = [str(each.argument) for each in context.arguments]
            for name in entry.given:
                if name not in arguments:
                    self.diagnostics.error("E009", name.position, f"'{context.context}' has no "
                                           f"argument '{name}'", near=str(name), known=arguments,
                                           within=FOLDER)
            self._check_known([*entry.needs, *entry.gives, *entry.loses],
                              self._properties_of(model, context))
            if str(context.over) == "shader" and str(entry.result) in ("goes_on", "kept"):
                self.diagnostics.error("E012", entry.where("result"), "a pass over NIR returns "
                                       "nothing, or whether it changed something")

    def _check_properties(self, model: Model) -> None:
        used = {str(name) for entry in model.passes.values()
                for name in (*entry.needs, *entry.gives)}
        used |= {str(name) for pipeline in model.pipelines.values()
                 for name in pipeline.entry.needs}
        for name, entry in model.properties.items():
            if name not in used:
                self.diagnostics.error("E010", entry.property.position,
                                       f"no pass needs or gives '{name}'", called=name,
                                       within=(PASSES, FOLDER))

    def _load_pipelines(self, model: Model, found: dict[str, PipelineEntry]) -> list[str] | None:
        """The names of the pipelines, the inner ones first; None after a fault in one."""
        before = len(self.diagnostics)
        modes = all_enums(self.context)
        by_context: dict[str, list[str]] = {}
        for entry in found.values():
            by_context.setdefault(str(entry.of), []).append(str(entry.pipeline))
        for name, entry in found.items():
            context = self._find_context(entry.of, model)
            if context is None:
                continue
            self._check_known([*entry.needs, *entry.gives], self._properties_of(model, context))
            loader = StepLoader(model, context, _passes_of(model, context), modes,
                                by_context[str(entry.of)], self.diagnostics)
            model.pipelines[name] = Pipeline(entry, context, loader.steps(entry.steps))
        for way in model.ways:
            for stage in way.stages:
                if stage.has("pipeline") == stage.has("does"):
                    self.diagnostics.error("E008", stage.position,
                                           "a stage has either 'pipeline' or 'does'")
                if stage.pipeline is not None and stage.pipeline not in model.pipelines:
                    self.diagnostics.error("E005", stage.pipeline.position,
                                           f"there is no pipeline '{stage.pipeline}'",
                                           near=str(stage.pipeline), known=model.pipelines,
                                           within=FOLDER)
        order = _Sorter(model, self.diagnostics).run()
        return order if len(self.diagnostics) == before else None


class _Sorter:
    """Sorts pipelines so that those that others run come first; circles are reported."""

    def __init__(self, model: Model, diagnostics: Diagnostics) -> None:
        self.model = model
        self.diagnostics = diagnostics
        self.done: list[str] = []
        self.open: list[str] = []

    def run(self) -> list[str]:
        for name in self.model.pipelines:
            self._visit(name)
        return self.done

    def _visit(self, name: str) -> None:
        if name in self.done:
            return
        self.open.append(name)
        for step in calls_in(self.model.pipelines[name].steps):
            if step.calls in self.open:
                assert step.entry.pipeline is not None
                circle = [*self.open[self.open.index(step.calls):], step.calls]
                self.diagnostics.error("E011", step.entry.pipeline.position,
                                       f"the pipeline '{step.calls}' would run itself: "
                                       f"{' → '.join(circle)}")
            elif step.calls in self.model.pipelines:
                self._visit(step.calls)
        self.open.pop()
        self.done.append(name)


def calls_in(steps: Iterable[Step]) -> Iterable[Step]:
    """The steps among these, and in them, that run a pipeline."""
    for step in steps:
        if step.calls:
            yield step
        yield from calls_in([*step.steps, *step.then, *step.otherwise])


def _passes_of(model: Model, context: ContextEntry) -> dict[str, RunnablePass]:
    """The passes that pipelines of a context may run: its own, and those over NIR."""
    made = {name: RunnablePass(name, frozenset(map(str, entry.needs)),
                               frozenset(map(str, entry.gives)), frozenset(map(str, entry.loses)),
                               entry=entry)
            for name, entry in model.passes.items() if entry.of == context.context}
    if str(context.over) == "shader":
        for name, each in model.nir_passes.items():
            made.setdefault(name, RunnablePass(name, frozenset(each.needs),
                                               frozenset(each.gives), frozenset(each.loses), each))
    return made
