"""Launches of compute programs and kernels on memory of Python: arrays of NumPy, or whatever else
has the buffer protocol."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from . import _library as c
from ._arguments import instance, mapping, number, optional_text, text, truth
from ._errors import check
from ._handles import call
from ._limits import Limits
from ._program import Program

_BUFFER, _VALUE, _POINTER, _LOCAL = range(4)
_SCALARS = {(1, False): "b", (2, False): "h", (4, False): "i", (8, False): "q",
            (2, True): "e", (4, True): "f", (8, True): "d"}

# One number, or one for each of up to three axes.
Extent: TypeAlias = "int | Sequence[int]"


@dataclass(frozen=True)
class Local:
    """An argument: so many bytes of memory of the workgroup."""

    bytes: int


@dataclass(frozen=True)
class Pointer:
    """An argument: an address in one of the ranges, or 0."""

    address: int


@dataclass(frozen=True)
class Range:
    """Memory that a program reaches from an address on: an array, or another writable buffer."""

    address: int
    memory: Any
    name: str | None = None


@dataclass(frozen=True)
class Access:
    """An access of a lane to memory, as a trace tells of it."""

    memory: str  # the name of the range, parameter or binding; "" where it has none
    address: int  # in a range; else the byte within the memory
    word: int
    size: int
    lane: int
    is_store: bool


@dataclass(frozen=True)
class Event:
    """An instruction that a wave has executed, as a trace tells of it."""

    word: int  # its index in the program
    group: tuple[int, int, int]
    wave: int
    lanes: frozenset[int]
    accesses: tuple[Access, ...]


@dataclass(frozen=True)
class Trace:
    """A wish to be told of a launch while it goes on: `tell` is given each instruction.

    `words` limits that to instructions from one index to before another, `lanes` to what one of
    these lanes executes, `memory` to what accesses the memory of that name.
    """

    tell: Callable[[Event], object]
    words: range | None = None
    lanes: Iterable[int] | None = None
    memory: str | None = None


@dataclass(frozen=True)
class Launched:
    """The outcome of a launch."""

    groups: tuple[int, int, int]
    group: tuple[int, int, int]
    steps: int  # instructions that all waves have issued


def _extent(value: Extent, what: str, rest: int) -> list[int]:
    listed = list(value) if isinstance(value, Sequence) else [value]
    if not 1 <= len(listed) <= 3:
        raise ValueError(f"{what} has one to three numbers, not {len(listed)}")
    return [number(each, 32, what) for each in listed] + [rest] * (3 - len(listed))


class _Memory:
    """Memory of Python that the library uses during a call."""

    def __init__(self) -> None:
        self._kept: list[Any] = []

    def keep(self, thing: Any) -> Any:
        self._kept.append(thing)
        return thing

    def writable(self, memory: Any, what: str) -> tuple[int, int]:
        """The place and size of a buffer in which the library may write."""
        try:
            view = memoryview(memory)
        except TypeError:
            raise TypeError(f"{what} is an array or another buffer, not "
                            f"{type(memory).__name__}") from None
        if view.readonly:
            raise TypeError(f"{what} cannot be written; a bytearray or an array can")
        if not view.c_contiguous:
            raise ValueError(f"{what} is not contiguous in memory")
        if view.nbytes == 0:
            return 0, 0
        held = self.keep((ctypes.c_char * view.nbytes).from_buffer(view.cast("B")))
        return ctypes.addressof(held), view.nbytes

    def constant(self, data: bytes) -> tuple[int, int]:
        """The place and size of bytes that the library only reads."""
        held = self.keep(ctypes.create_string_buffer(data, len(data)))
        return ctypes.addressof(held), len(data)


def _packed(value: Any, facts: Mapping[str, Any], what: str) -> bytes:
    """The bytes of a value: a number, several for a vector, or bytes as they stand."""
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value)
    if hasattr(value, "tobytes"):  # a scalar or an array of NumPy
        given = bytes(value.tobytes())
        if len(given) == facts["bytes"]:
            return given
        value = value.tolist()
    numbers = list(value) if isinstance(value, (Sequence, list)) else [value]
    kind = _SCALARS.get((facts["scalar"], bool(facts["float"])))
    if kind is None:
        raise TypeError(f"{what} is a structure, which is given as bytes")
    try:
        packed = b"".join(
            struct.pack("<" + (kind.upper() if kind in "bhiq" and each >= 0 else kind), each)
            for each in numbers)
    except (struct.error, TypeError, OverflowError) as fault:
        raise TypeError(f"{what} is {value!r}, which its type cannot have: {fault}") from None
    if len(numbers) == 3 and facts["bytes"] == 4 * facts["scalar"]:
        packed = packed.ljust(facts["bytes"], b"\0")
    return packed


def _argument(value: Any, name: str | None, facts: Mapping[str, Any] | None, what: str,
              memory: _Memory) -> c.Argument:
    given = c.Argument(name=optional_text(name, "the name of an argument"))
    if isinstance(value, Local):
        given.kind, given.size = _LOCAL, number(value.bytes, 32, what)
    elif isinstance(value, Pointer):
        given.kind, given.address = _POINTER, number(value.address, 64, what)
    elif value is None:
        given.kind, given.address = _POINTER, 0
    elif facts is not None and facts["kind"] == "value":
        given.kind = _VALUE
        given.data, given.size = memory.constant(_packed(value, facts, what))
    else:
        given.kind = _BUFFER
        given.data, given.size = memory.writable(value, what)
    return given


def _arguments(program: Program, args: Sequence[Any] | Mapping[str, Any],
               memory: _Memory) -> list[c.Argument]:
    takes: list[dict[str, Any]] = program.header.get("arguments", [])
    if isinstance(args, Mapping):
        by_name = {each["name"]: each for each in takes}
        return [_argument(value, name, by_name[name], f"the argument {name!r}", memory)
                if name in by_name
                else c.Argument(name=text(name, "the name of an argument"), kind=_POINTER)
                for name, value in args.items()]
    # The library says how many there may be.
    return [_argument(value, None, takes[i], f"argument {i} ({takes[i]['name']})", memory)
            if i < len(takes) else c.Argument(kind=_POINTER)
            for i, value in enumerate(args)]


def _bindings(given: Mapping[Any, Any] | None, memory: _Memory) -> list[c.Binding]:
    found = []
    for key, value in mapping(given, "bindings").items():
        places = list(key) if isinstance(key, tuple) else [0, key]
        if not 2 <= len(places) <= 3:
            raise ValueError("a binding is a number, or a tuple of a set, a binding and perhaps an "
                             f"element, not {key!r}")
        numbers = [number(each, 32, "a binding") for each in places] + [0] * (3 - len(places))
        data, size = memory.writable(value, f"the binding {key!r}")
        found.append(c.Binding(*numbers, data, size))
    return found


def _words(given: Iterable[int] | None, what: str) -> Any:
    words = [number(word, 32, what) for word in given] if given is not None else []
    return (ctypes.c_uint32 * len(words))(*words)


def _event(told: c.TraceEvent) -> Event:
    accesses = tuple(
        Access(ctypes.string_at(each.memory, each.memory_size).decode(errors="replace")
               if each.memory_size else "", each.address, each.word, each.size, each.lane,
               bool(each.is_store))
        for each in told.accesses[:told.access_count])
    lanes = told.lanes[0] | told.lanes[1] << 64
    return Event(told.word, (told.group[0], told.group[1], told.group[2]), told.wave,
                 frozenset(i for i in range(lanes.bit_length()) if lanes >> i & 1), accesses)


def _set_trace(options: c.LaunchOptions, trace: Trace, faults: list[BaseException]) -> None:
    instance(trace, Trace, "trace")

    def tell(_user: int, told: ctypes._Pointer[c.TraceEvent]) -> None:
        if not faults:
            try:
                trace.tell(_event(told.contents))
            except BaseException as fault:  # which cannot cross the library
                faults.append(fault)

    options.on_trace = c.TraceCallback(tell)
    if trace.words is not None:
        options.trace_first_word = trace.words.start
        options.trace_end_word = max(trace.words.stop, trace.words.start + 1)
    if trace.lanes is not None:
        bits = sum({1 << number(lane, 7, "a lane") for lane in trace.lanes})
        options.trace_lanes[:] = [bits & (1 << 64) - 1, bits >> 64]
    options.trace_memory = optional_text(trace.memory, "the memory of a trace")


def launch(program: Program, grid: Extent, args: Sequence[Any] | Mapping[str, Any] = (), *,
           group: Extent | None = None, ranges: Iterable[Range] = (),
           bindings: Mapping[Any, Any] | None = None, constants: Iterable[int] | None = None,
           push_constants: Iterable[int] | None = None, hazards: bool = True,
           threads: int | None = None, trace: Trace | None = None,
           limits: Limits | None = None) -> Launched:
    """Runs a compute program or a kernel in the emulator for `grid` work items, `group` of which
    are a workgroup (None: as the program says).

    `args` are the arguments of a kernel, in order or by name: arrays of NumPy and other writable
    buffers, in which the kernel writes; numbers, a sequence of them for a vector, bytes for a
    structure; Local, Pointer or None for no buffer. `bindings` gives buffers to a shader, by
    binding, (set, binding) or (set, binding, element). `ranges` is memory at addresses of the
    caller's choice, `constants` are words of the constant file.

    MalformedError says which argument is wrong, and then nothing was run. FaultError: the program
    did something that has no meaning, such as a load from outside of its memory.
    """
    instance(program, Program, "program")
    memory = _Memory()
    given = _arguments(program, args, memory)
    bound = _bindings(bindings, memory)
    placed = []
    for each in ranges:
        instance(each, Range, "a range")
        data, size = memory.writable(each.memory, "the memory of a range")
        placed.append(c.Range(optional_text(each.name, "the name of a range"),
                              number(each.address, 64, "an address"), data, size))
    file = _words(constants, "a constant")
    pushed = _words(push_constants, "a push constant")
    options = c.LaunchOptions(
        struct_size=ctypes.sizeof(c.LaunchOptions),
        arguments=(c.Argument * len(given))(*given), argument_count=len(given),
        ranges=(c.Range * len(placed))(*placed), range_count=len(placed),
        bindings=(c.Binding * len(bound))(*bound), binding_count=len(bound),
        constants=file, constant_count=len(file),
        push_constants=pushed, push_constant_count=len(pushed),
        without_hazards=0 if truth(hazards, "hazards") else 1,
        threads=number(threads, 16, "threads") if threads is not None else 0)
    options.grid[:] = _extent(grid, "grid", 1)
    options.group[:] = _extent(group, "group", 1) if group is not None else [0, 0, 0]
    faults: list[BaseException] = []
    if trace is not None:
        _set_trace(options, trace, faults)
    result = c.LaunchResult(struct_size=ctypes.sizeof(c.LaunchResult))
    with call(limits) as made:
        status = c.library().jacquard_launch(made.context, program._handle.value,
                                             ctypes.byref(options), ctypes.byref(result))
        if faults:
            raise faults[0]
        check(status, made.diagnostics)
    return Launched((result.groups[0], result.groups[1], result.groups[2]),
                    (result.group[0], result.group[1], result.group[2]), result.steps)
