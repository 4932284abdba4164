"""Programs, their instructions and what they cost."""

from __future__ import annotations

import ctypes
import functools
import json
import operator
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, overload

from . import _library as c
from ._case import case_source
from ._errors import check
from ._handles import Handle, call, take_text
from ._limits import Limits
from ._results import Run, runs_of
from ._values import Buffers, Inputs


@dataclass(frozen=True)
class Instruction:
    """A word of a program."""

    index: int
    word: int
    name: str | None  # "mad.f32"; None: no instruction of the part
    category: int | None
    text: str  # as assembly, branches relative
    line: int | None  # of the source it comes from, where that is known
    file: str | None = None  # of a module that names its source files

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class CostLine:
    """A line of the source: cycles in which its instructions issue or are waited for."""

    line: int
    cycles: float
    waits: float
    file: str | None = None


@dataclass(frozen=True)
class Cost:
    """The cost of a program. docs/what-a-shader-costs.md explains each figure."""

    figures: dict[str, dict[str, float | None]]  # section, name; None: a path without a bound
    labels: dict[tuple[str, str], str] = field(repr=False)  # names for people
    lines: tuple[CostLine, ...]  # the costliest first

    def __getitem__(self, name: str) -> float | None:
        """The figure called "SECTION.NAME"."""
        section, _, figure = name.partition(".")
        return self.figures[section][figure]


class Program(Sequence[Instruction]):
    """Machine code with what must be set up to run it: a sequence of instructions. Immutable."""

    def __init__(self, value: int) -> None:
        library = c.library()
        self._handle = Handle(value, library.jacquard_program_destroy)
        self.gpu: int = library.jacquard_program_gpu(value)
        self.stage: str = library.jacquard_program_stage(value).decode()

    def __repr__(self) -> str:
        return f"<jacquard.Program {self.stage} for part {self.gpu}, {len(self)} words>"

    @functools.cached_property
    def words(self) -> tuple[int, ...]:
        """The machine words, of 64 bits each."""
        count = ctypes.c_size_t()
        words = c.library().jacquard_program_words(self._handle.value, ctypes.byref(count))
        return tuple(words[:count.value])

    def to_bytes(self) -> bytes:
        """The words as files hold them: little-endian."""
        return b"".join(word.to_bytes(8, "little") for word in self.words)

    @functools.cached_property
    def header(self) -> dict[str, Any]:
        """Returns what must be set up to run the words, as `jacquard compile --header` writes
        it."""
        answer: dict[str, Any] = json.loads(self._text(c.library().jacquard_program_header))
        return answer

    @property
    def assembly(self) -> str:
        """The program as text that assemble() takes, its header as directives."""
        return self._text(c.library().jacquard_program_assembly)

    @functools.cached_property
    def statistics(self) -> dict[str, int]:
        """Figures that the compiler counted, by their names."""
        library = c.library()
        return {library.jacquard_statistic_name(i).decode():
                library.jacquard_program_statistic(self._handle.value, i)
                for i in range(library.jacquard_statistic_count())}

    def __len__(self) -> int:
        return len(self.words)

    def __iter__(self) -> Iterator[Instruction]:
        return (self._instruction(i) for i in range(len(self)))

    @overload
    def __getitem__(self, index: int) -> Instruction: ...

    @overload
    def __getitem__(self, index: slice) -> list[Instruction]: ...

    def __getitem__(self, index: int | slice) -> Instruction | list[Instruction]:
        if isinstance(index, slice):
            return [self._instruction(i) for i in range(*index.indices(len(self)))]
        index = operator.index(index)
        at = index + len(self) if index < 0 else index
        if not 0 <= at < len(self):
            raise IndexError(f"the program has {len(self)} instructions, and none at {index}")
        return self._instruction(at)

    def cost(self) -> Cost:
        """Computes the cost of the program from its words and its header."""
        library = c.library()
        made = ctypes.c_void_p()
        check(library.jacquard_program_cost(self._handle.value, ctypes.byref(made)))
        assert made.value is not None
        handle = Handle(made.value, library.jacquard_cost_destroy)
        figures: dict[str, dict[str, float | None]] = {}
        labels = {}
        figure = c.CostFigure(struct_size=ctypes.sizeof(c.CostFigure))
        for i in range(library.jacquard_cost_figure_count(handle.value)):
            check(library.jacquard_cost_get_figure(handle.value, i, ctypes.byref(figure)))
            section, name = figure.section.decode(), figure.name.decode()
            figures.setdefault(section, {})[name] = figure.value if figure.is_bounded else None
            labels[section, name] = figure.label.decode()
        lines = []
        line = c.CostLine(struct_size=ctypes.sizeof(c.CostLine))
        for i in range(library.jacquard_cost_line_count(handle.value)):
            check(library.jacquard_cost_get_line(handle.value, i, ctypes.byref(line)))
            lines.append(CostLine(line.line, line.cycles, line.waits,
                                  line.file.decode() if line.file else None))
        return Cost(figures, labels, tuple(lines))

    def run(self, case: str | bytes | None = None, *, inputs: Inputs | None = None,
            constants: Buffers | None = None, limits: Limits | None = None) -> list[Run]:
        """Executes the words by the emulator.

        `case` is the text of a case file. Without one there is one run; `inputs` gives its inputs
        by number, each four numbers for all lanes or four for each of four lanes, and `constants`
        its constant buffers by number, each a list of vectors of four. Floats are rounded to 32
        bits, integers are bits; arrays of NumPy are taken as they are. What is not given is 0.
        """
        library = c.library()
        runs = case_source(case, inputs, constants)
        with call(limits) as made:
            results = made.made(library.jacquard_run, made.context, self._handle.value,
                                ctypes.byref(runs) if runs is not None else None)
        return runs_of(Handle(results, library.jacquard_results_destroy))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """The words as an array of NumPy, of uint64 unless another type is asked for."""
        import numpy
        return numpy.array(self.words, dtype=numpy.uint64 if dtype is None else dtype)

    def _instruction(self, index: int) -> Instruction:
        known = c.Instruction(struct_size=ctypes.sizeof(c.Instruction))
        check(c.library().jacquard_program_instruction(self._handle.value, index,
                                                       ctypes.byref(known)))
        return Instruction(index, known.word, known.name.decode() if known.name else None,
                           known.category if known.name else None, known.text.decode(),
                           known.line or None, known.file.decode() if known.file else None)

    def _text(self, function: Any) -> str:
        made = ctypes.c_void_p()
        check(function(self._handle.value, ctypes.byref(made)))
        assert made.value is not None
        return take_text(made.value)
