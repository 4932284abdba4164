"""Runs the generator on changed tables, without writing anything.

What does not depend on the changed tables is taken from the real ones, loaded once.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from jacquard_gen import errors
from jacquard_gen.diagnostics import Diagnostic, Diagnostics, render
from jacquard_gen.emit import Renderer
from jacquard_gen.groups import GROUP_NAMES, READS, Context, present_groups

from ..support import DEFS, ChangedContext

_MOST_ELSEWHERE = 15


class Result(NamedTuple):
    """`wrong` says what is wrong with the generator, and is empty where all is well. Of tables
    that were accepted `outputs` has what differs from the real ones, unless it calls C++ functions
    that they do not call."""

    faults: list[str]
    outputs: dict[str, str]
    wrong: str = ""
    # The faults in unchanged tables that a fault in a changed one already explains.
    avalanche: str = ""


class Trials:
    """Tries changed tables against the real ones."""

    def __init__(self) -> None:
        self.base = ChangedContext.real
        self.tables = {path.relative_to(DEFS).as_posix(): path.read_text(encoding="utf-8")
                       for path in sorted(DEFS.glob("*/**/*.yaml"))}
        self.codes = errors.codes(self.base)
        self.renderer = Renderer()
        self.spelled = self._spelled(self.base)
        self.outputs = self._outputs(self.base, set(GROUP_NAMES))
        assert not self.base.diagnostics.failed, "the real tables have faults"

    def run(self, changed: dict[str, str]) -> Result:
        """The outcome; exceptions of the generator are not caught."""
        context = ChangedContext(changed)
        affected = {group for group in GROUP_NAMES if READS[group] & context.groups}
        outputs = self._outputs(context, affected)
        faults = context.diagnostics.sorted()
        if context.diagnostics.failed:
            wrong = "it was refused without a word" if not faults else \
                next(filter(None, map(self._wrong, faults)), "")
            return Result([f"{fault.position} {fault.code}" for fault in faults], {}, wrong,
                          self._avalanche(faults, changed))
        if not self._spelled(context) <= self.spelled:
            return Result([], {})
        return Result([], {path: text for path, text in outputs.items()
                           if text != self.outputs.get(path)})

    @staticmethod
    def _spelled(context: Context) -> set[tuple[str, str, str]]:
        """Returns the C++ and types of operators and functions. The generator cannot know
        whether the hand-written C++ has such functions."""
        return {(operation.name, operation.signature, str(sorted(operation.cpp.items())))
                for operation in context.model("expr").operations.all()}

    def _outputs(self, context: Context, groups: set[str]) -> dict[str, str]:
        made = []
        for name, group in present_groups(sorted(groups, key=GROUP_NAMES.index)).items():
            model = context.model(name)
            if model is not None and not context.diagnostics.failed:
                made += group.outputs(model)
        texts: dict[str, str] = {}
        if not context.diagnostics.failed:
            for output in made:
                text = self.renderer.render(output, context.diagnostics)
                if text is not None:
                    texts[output.path] = text
        return texts

    def _avalanche(self, faults: list[Diagnostic], changed: dict[str, str]) -> str:
        """Describes faults that a faulty table causes in others: these should be silent, as its
        consequences are known. Each line that was taken out of a table may be missed once."""
        tables = {f"defs/{name}" for name in changed}
        elsewhere = [fault for fault in faults if fault.position.source.name not in tables]
        gone = sum(max(0, self.tables[name].count("\n") - text.count("\n"))
                   for name, text in changed.items())
        if len(elsewhere) == len(faults) or len(elsewhere) <= _MOST_ELSEWHERE + gone:
            return ""
        return f"{len(elsewhere)} faults in tables that were not changed, such as " \
            f"{render(elsewhere[0])}"

    def _wrong(self, fault: Diagnostic) -> str:
        """Returns the fault in how a fault is reported, or an empty string."""
        shown = render(fault)
        for place in [fault.position, *(place for place, _ in fault.notes if place is not None)]:
            last = place.source.text.count("\n") + 2
            width = len(place.source.line(place.line)) + 2
            if not 1 <= place.line <= last or not 1 <= place.column <= width:
                return f"a fault stands nowhere: {shown}"
        if fault.code not in self.codes:
            return f"a fault has no code that is documented: {shown}"
        if re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", fault.message):
            return f"a message has control characters: {shown!r}"
        if fault.code in ("E901", "E903"):
            return f"a template was found wrong: {shown}"
        return ""


__all__ = ["Diagnostics", "Result", "Trials"]
