"""Trials in a process of their own, which may fail in any way, and the reduction of findings."""

from __future__ import annotations

import contextlib
import difflib
import gc
import multiprocessing
import resource
import signal
import traceback
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection
from types import FrameType
from typing import NamedTuple

from .compiling import Compiler, is_by_hand
from .mutations import Edit, changed, edits_of
from .trial import Trials

# A limit in seconds of processor time; the real tables take about two.
SECONDS = 20
MEMORY = 2 << 30
# The wall-clock limit in seconds for a process that does not answer.
_PATIENCE = 1200


class Outcome(NamedTuple):
    """The outcome of one seed. `wrong` is empty if all is well."""

    accepted: bool
    faults: list[str]
    compiled: int
    wrong: str = ""
    # C++ that is written by hand no longer compiles, as it uses names that the tables gave.
    by_hand: bool = False

    @property
    def codes(self) -> set[str]:
        return {fault.rpartition(" ")[2] for fault in self.faults}


class TooLong(Exception):
    """The generator took more of the processor than it may."""


@contextlib.contextmanager
def _limited() -> Iterator[None]:
    def stop(number: int, frame: FrameType | None) -> None:
        raise TooLong(f"more than {SECONDS} seconds")

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


class Campaign:
    """Tries seeds one after the other."""

    def __init__(self, compiles: bool) -> None:
        self.trials = Trials()
        self.compiler = Compiler(self.trials.outputs) if compiles else None
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: Connection | None = None

    def edits(self, seed: str) -> list[Edit]:
        return edits_of(seed, self.trials.tables)

    def outcome(self, edits: Sequence[Edit]) -> Outcome | None:
        """Returns the outcome of the tables with the edits; None if these change nothing."""
        if not changed(edits, self.trials.tables):
            return None
        pipe = self._worker()
        try:
            pipe.send(list(edits))
            if not pipe.poll(_PATIENCE):
                self.close()
                return Outcome(False, [], 0, f"no answer within {_PATIENCE} seconds")
            outcome: Outcome = pipe.recv()
            return outcome
        except (EOFError, BrokenPipeError):
            code = None if self._process is None else self._process.exitcode
            self.close()
            return Outcome(False, [], 0, f"the process ended with {code}")

    def reduced(self, edits: Sequence[Edit]) -> list[Edit]:
        """Returns as few of the edits as still show the fault."""
        kept = list(edits)
        for edit in edits:
            fewer = [other for other in kept if other is not edit]
            outcome = self.outcome(fewer) if fewer else None
            if outcome is not None and outcome.wrong:
                kept = fewer
        return kept

    def difference(self, edits: Sequence[Edit]) -> str:
        """Returns the changes that the edits make to the tables, as a patch."""
        made: list[str] = []
        for name, text in sorted(changed(edits, self.trials.tables).items()):
            made += difflib.unified_diff(self.trials.tables[name].splitlines(), text.splitlines(),
                                         name, name, lineterm="", n=2)
        shown = [line if len(line) < 400 else line[:400] + "…" for line in made[:60]]
        return "\n".join(shown + (["…"] if len(made) > 60 else []))

    def close(self) -> None:
        """Ends the process of the trials."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
        self._process = None
        self._pipe = None

    def _worker(self) -> Connection:
        if self._pipe is None:
            here, there = multiprocessing.Pipe()
            # A fork has everything that was loaded; nothing else runs in this process.
            gc.freeze()
            self._process = multiprocessing.get_context("fork").Process(
                target=self._serve, args=(there,), daemon=True)
            self._process.start()
            there.close()
            self._pipe = here
        return self._pipe

    def _serve(self, pipe: Connection) -> None:
        used = int(open("/proc/self/statm", encoding="ascii").read().split()[0]) * 4096
        resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, used + MEMORY))
        while True:
            try:
                edits = pipe.recv()
            except EOFError:
                return
            pipe.send(self._try(edits))

    def _try(self, edits: Sequence[Edit]) -> Outcome:
        try:
            with _limited():
                result = self.trials.run(changed(edits, self.trials.tables))
        except Exception:
            return Outcome(False, [], 0, traceback.format_exc(limit=-6))
        if result.faults or result.wrong or self.compiler is None:
            # If there were several changes, one may explain a fault and another the rest.
            avalanche = result.avalanche if len(edits) == 1 else ""
            return Outcome(not result.faults, result.faults, 0, result.wrong or avalanche)
        before = self.compiler.compiled
        said = self.compiler.fault(result.outputs)
        compiled = self.compiler.compiled - before
        if is_by_hand(said):
            return Outcome(True, [], compiled, by_hand=True)
        return Outcome(True, [], compiled, said[:3000])
