"""The results of runs."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any

from . import _library as c
from ._errors import check
from ._handles import Handle
from ._values import floats


def _array(rows: Any, dtype: Any) -> Any:
    """Words as an array of NumPy: as 32-bit floats, or, where integers are asked for, as bits."""
    import numpy
    bits = numpy.array(rows, dtype=numpy.uint32)
    wanted = numpy.dtype(numpy.float32 if dtype is None else dtype)
    if wanted.kind == "f":
        return bits.view(numpy.float32).astype(wanted)
    return bits.view(numpy.int32).astype(wanted) if wanted.kind == "i" else bits.astype(wanted)


@dataclass(frozen=True)
class Output:
    """An output for four lanes: top left, top right, bottom left, bottom right."""

    index: int  # of the declaration in the shader
    semantic: str  # "COLOR"
    semantic_index: int
    vertex: int | None  # of a patch or of those emitted
    lanes: int  # one bit a lane that has the output
    words: tuple[tuple[int, int, int, int], ...]  # lane, component: 32 bits each

    @property
    def floats(self) -> tuple[tuple[float, ...], ...]:
        """The words as floats of 32 bits."""
        return tuple(floats(lane) for lane in self.words)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """Lanes and components: numpy.asarray(output) are floats, dtype=numpy.uint32 the bits."""
        return _array(self.words, dtype)


@dataclass(frozen=True)
class Memory:
    """A buffer that the case gives, as the run left it."""

    space: str  # "ssbo"
    buffer: int
    words: tuple[int, ...]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """numpy.asarray(memory) are floats, dtype=numpy.uint32 the bits."""
        return _array(self.words, dtype)


@dataclass(frozen=True)
class Run:
    """One run of a case."""

    live_lanes: int  # one bit a lane that was still running in the end
    outputs: tuple[Output, ...]
    memories: tuple[Memory, ...]

    def __getitem__(self, index: int) -> Output:
        """The output that the shader declares under a number."""
        for output in self.outputs:
            if output.index == index:
                return output
        raise KeyError(index)


def _output(results: int, run: int, index: int) -> Output:
    known = c.Output(struct_size=ctypes.sizeof(c.Output))
    check(c.library().jacquard_results_get_output(results, run, index, ctypes.byref(known)))
    return Output(known.index, known.semantic.decode(), known.semantic_index,
                  known.vertex if known.vertex >= 0 else None, known.lanes,
                  tuple((x, y, z, w) for x, y, z, w in known.values))


def _memory(results: int, run: int, index: int) -> Memory:
    known = c.Memory(struct_size=ctypes.sizeof(c.Memory))
    check(c.library().jacquard_results_get_memory(results, run, index, ctypes.byref(known)))
    return Memory(known.space.decode(), known.buffer, tuple(known.words[:known.word_count]))


def runs_of(handle: Handle) -> list[Run]:
    """All that the library's object holds."""
    library = c.library()
    results = handle.value
    return [Run(library.jacquard_results_live_lanes(results, run),
                tuple(_output(results, run, i)
                      for i in range(library.jacquard_results_output_count(results, run))),
                tuple(_memory(results, run, i)
                      for i in range(library.jacquard_results_memory_count(results, run))))
            for run in range(library.jacquard_results_count(results))]
