"""The behaviour of each intrinsic, read from its entry and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...diagnostics import Diagnostics, listed
from ...expr import Language
from ...schema import Text
from ...source import Scalar
from .checks import CHECKS, WITH_RESULT, Known, Subject, check_sources
from .entry import Intrinsic
from .flags import derived_flags
from .formulas import FACTS, Formula, compile_formula
from .records import KINDS, Behaviour, Exchange, Provided, SystemValue

FORMULA_TYPES = ("int", "uint", "bool")
"""Types of constant indices that formulas may read."""


@dataclass(frozen=True)
class BehaviourRow:
    """The behaviour of an intrinsic. `entry` is empty for a kind that has no keys of its own."""

    kind: str
    entry: Behaviour | None
    formula: Formula | None
    reason: str
    sources: list[str]

    def source(self, role: str) -> int:
        """The number of the source with a role, or -1."""
        if self.entry is None:
            return -1
        named = dict(self.entry.roles()).get(role)
        return self.sources.index(str(named)) if named is not None else -1


@dataclass(frozen=True)
class Loader:
    """Reads the behaviours of intrinsics; `indices` are the types of the constant indices."""

    known: Known
    indices: Mapping[str, str]
    language: Language
    diagnostics: Diagnostics

    def load(self, entry: Intrinsic) -> tuple[BehaviourRow, list[str]]:
        """The behaviour and the flags of an intrinsic; every fault is reported."""
        kind = self._kind(entry)
        sources = [str(source) for source in entry.srcs]
        if kind is None:
            return BehaviourRow("opaque", None, None, "", sources), []
        given = getattr(entry, kind)
        behaviour = given if isinstance(given, Behaviour) else None
        if isinstance(given, bool) and not given:
            self.diagnostics.error("E315", entry.where(kind), f"'{kind}' is true or says more")
        formula = self._formula(entry, kind, behaviour)
        subject = Subject(str(entry.op), entry.srcs, entry.dest is not None,
                          [str(name) for name in entry.indices], entry.variables, self.known,
                          self.diagnostics)
        failed = len(self.diagnostics)
        if behaviour is not None and kind in CHECKS:
            CHECKS[kind](subject, behaviour)
        if kind in WITH_RESULT:
            subject.result(entry.where(kind), True, f"what '{kind}' describes")
        if kind not in ("opaque", "provided"):
            check_sources(subject, behaviour, entry.where(kind),
                          formula.reads if formula is not None else
                          sources if self._has_formula(kind, behaviour) else ())
        flags = self._flags(entry, kind, behaviour, formula, len(self.diagnostics) != failed)
        return BehaviourRow(kind, behaviour, formula,
                            str(given) if kind == "opaque" else "", sources), flags

    def _kind(self, entry: Intrinsic) -> str | None:
        kinds = [kind for kind in KINDS if entry.has(kind)]
        if len(kinds) == 1:
            return kinds[0]
        if kinds:
            self.diagnostics.error(
                "E315", entry.node.entries[kinds[1]][0].position(),
                f"'{entry.op}' says what it does by '{kinds[0]}' already",
                [(entry.node.entries[kinds[0]][0].position(), "it is here")])
        else:
            self.diagnostics.error(
                "E315", entry.op.position, f"nothing says what '{entry.op}' does",
                [(None, f"one of the keys {listed(KINDS, 30)} does; 'opaque' takes the reason why "
                        "no other can")])
        return None

    @staticmethod
    def _has_formula(kind: str, behaviour: Behaviour | None) -> bool:
        return kind == "computes" or \
            (isinstance(behaviour, Exchange) and behaviour.number is not None)

    def _formula(self, entry: Intrinsic, kind: str,
                 behaviour: Behaviour | None) -> Formula | None:
        written: Scalar | None = None
        sources: list[Text] = list(entry.srcs)
        if kind == "computes":
            written = entry.computes
        elif isinstance(behaviour, Exchange):
            written = behaviour.number
        elif isinstance(behaviour, (SystemValue, Provided)):
            written = behaviour.otherwise
        if written is None:
            return None
        for source in sources:
            if source in FACTS:
                self.diagnostics.error(
                    "E320", source.position,
                    f"a formula calls something else '{source}': {FACTS[str(source)][1]}")
        indices = {str(name): self.indices[name] for name in entry.indices
                   if self.indices.get(name) in FORMULA_TYPES}
        return compile_formula(str(entry.op), entry.provenance, written, sources, indices,
                               self.language, self.diagnostics)

    def _flags(self, entry: Intrinsic, kind: str, behaviour: Behaviour | None,
               formula: Formula | None, failed: bool) -> list[str]:
        given = [str(flag) for flag in entry.flags]
        if kind == "opaque":
            return given
        follow = derived_flags(kind, behaviour, formula, self.known.spaces)
        if not entry.has("flags"):
            return list(follow)
        known = listed(follow, joined="and") or "none"
        if not failed:
            for flag in entry.flags:
                if flag not in follow:
                    self.diagnostics.error(
                        "E319", flag.position,
                        f"'{entry.op}' is not {flag}: what it does allows {known}")
            if set(given) == set(follow):
                self.diagnostics.error(
                    "E319", entry.where("flags"),
                    f"what '{entry.op}' does says so already: its flags are {known}",
                    [(None, "'flags' is for an intrinsic that has fewer")])
        return given
