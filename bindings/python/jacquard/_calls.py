"""The calls of the library that take and return texts and words."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Mapping
from typing import Any

from . import _arguments as arguments
from . import _library as c
from ._arguments import mapping, number, optional_text, truth
from ._case import case_source
from ._handles import Handle, call, source, take_text
from ._limits import Limits
from ._program import Program
from ._results import Run, runs_of
from ._values import Buffers, Inputs


def library_version() -> str:
    """The version of libjacquard."""
    version: bytes = c.library().jacquard_version_text()
    return version.decode()


def find_part(name: str | int) -> int:
    """The part number that "630", "a630" or "a6xx" names. ValueError: there is none."""
    given = str(_part(name)) if isinstance(name, int) else name
    part: int = c.library().jacquard_find_part(arguments.text(given, "the name of a part"))
    if part == 0:
        raise ValueError(f"there is no part {name!r}")
    return part


def _part(gpu: str | int | None) -> int:
    """The number of a part; None: the default part."""
    if gpu is None:
        default: int = c.library().jacquard_default_part()
        return default
    if isinstance(gpu, str):
        return find_part(gpu)
    part = number(gpu, 32, "gpu")
    if part == 0:
        raise ValueError("there is no part 0")
    return part


def _wave_size(lanes: int | None) -> int:
    """The lanes of a full wave as the library takes them; more than it can be told are no wave."""
    if lanes is None:
        return 0
    if isinstance(lanes, int) and not 0 < lanes <= 128:
        raise ValueError(f"there are no waves of {lanes} lanes")
    return number(lanes, 32, "wave_size")


def _options(gpu: str | int | None, precise: bool, check: bool, binning: bool, feeds: str | None,
             patches: str | None, entry: str | None, stage: str | None,
             specialisations: Mapping[int, int], state: str | None,
             wave_size: int | None, precision: str | None) -> c.CompileOptions:
    values = (c.Specialisation * len(specialisations))(
        *(c.Specialisation(number(given, 32, "a SpecId"),
                           number(bits, 64, "the value of a specialisation"))
          for given, bits in specialisations.items()))
    return c.CompileOptions(
        struct_size=ctypes.sizeof(c.CompileOptions), gpu=_part(gpu),
        precise=truth(precise, "precise"), check=truth(check, "check"),
        binning=truth(binning, "binning"), feeds=optional_text(feeds, "feeds"),
        patches=optional_text(patches, "patches"), entry=optional_text(entry, "entry"),
        stage=optional_text(stage, "stage"), specialisations=values,
        specialisation_count=len(values), state=optional_text(state, "state"),
        wave_size=_wave_size(wave_size), precision=optional_text(precision, "precision"))


def compile(shader: str | bytes, gpu: str | int | None = None, *, name: str = "<input>",
            language: str | None = None, precise: bool = False, check: bool = False,
            binning: bool = False, feeds: str | None = None, patches: str | None = None,
            entry: str | None = None, stage: str | None = None,
            specialisations: Mapping[int, int] | None = None, state: str | None = None,
            wave_size: int | None = None, precision: str | None = None,
            limits: Limits | None = None) -> Program:
    """Compiles a shader in TGSI or NIR (text) or SPIR-V (bytes or assembly): its beginning tells.

    `name` stands in diagnostics. `precise`: nothing is fused, reordered or approximated. `check`:
    the compiler checks its own work. `binning`: a vertex shader in its form for the pass that sorts
    primitives. `feeds` ("TESS_CTRL", "GEOM"), `patches` ("quads", ...): what takes the outputs.
    `entry`, `stage` ("fragment", ...) and `specialisations`, bits by SpecId, are for SPIR-V.
    `state`: what the shader is compiled for beside itself, such as
    "two_sided_color+clip_planes=0x3". `wave_size`: the lanes of a full wave, 64 or 128; None: as it
    suits the part and the program. `precision`: "full" computes in 32 bits what the shader says
    would do with 16; "relaxed", the default, in 16 where that costs no more.
    """
    library = c.library()
    given = source(shader, name, language)
    options = _options(gpu, precise, check, binning, feeds, patches, entry, stage,
                       mapping(specialisations, "specialisations"), state, wave_size,
                       precision)
    with call(limits) as made:
        return Program(made.made(library.jacquard_compile, made.context, ctypes.byref(given),
                                 ctypes.byref(options)))


def assemble(text: str, gpu: str | int | None = None, *, name: str = "<input>",
             limits: Limits | None = None) -> Program:
    """A program from Program.assembly, or from instructions with labels alone.

    Without `gpu` the text names the part, or the default one is meant.
    """
    library = c.library()
    given = source(text, name)
    part = _part(gpu) if gpu is not None else 0
    with call(limits) as made:
        return Program(made.made(library.jacquard_assemble, made.context, ctypes.byref(given),
                                 part))


def _words(words: Iterable[int] | bytes) -> Any:
    """Words as the library takes them: of numbers, a NumPy array, or bytes as files hold them."""
    if isinstance(words, (bytes, bytearray, memoryview)):
        data = arguments.content(words, "words")
        if len(data) % 8 != 0:
            raise ValueError(f"{len(data)} bytes are not a whole number of 64-bit words")
        words = (int.from_bytes(data[i:i + 8], "little") for i in range(0, len(data), 8))
    listed = [number(word, 64, "a word") for word in words]
    return (ctypes.c_uint64 * len(listed))(*listed)


def program_of_words(words: Iterable[int] | bytes, gpu: str | int | None = None,
                     header: str | None = None, *, limits: Limits | None = None) -> Program:
    """A program of words that somebody else made. `header` is JSON as `jacquard compile --header`
    writes it; without it the program has no inputs and outputs."""
    library = c.library()
    array = _words(words)
    described = source(header, "<header>") if header is not None else None
    with call(limits) as made:
        return Program(made.made(library.jacquard_program_create, made.context, array, len(array),
                                 ctypes.byref(described) if described is not None else None,
                                 _part(gpu) if gpu is not None else 0))


def disassemble(words: Iterable[int] | bytes, gpu: str | int | None = None, *,
                limits: Limits | None = None) -> str:
    """Words as assembly, a line each, with labels; `.word 0x...` where there is no instruction."""
    library = c.library()
    array = _words(words)
    with call(limits) as made:
        return take_text(made.made(library.jacquard_disassemble, made.context, array, len(array),
                                   _part(gpu)))


def explain(what: int | str, gpu: str | int | None = None) -> str:
    """A machine word, drawn with what owns each bit, or all that the tables say about a name: an
    opcode ("fmul", "ir3:mov") or the code of a diagnostic ("T102")."""
    library = c.library()
    with call() as made:
        if not isinstance(what, str):
            return take_text(made.made(library.jacquard_explain_word, made.context,
                                       number(what, 64, "a word"), _part(gpu)))
        return take_text(made.made(library.jacquard_explain_name, made.context,
                                   arguments.text(what, "a name")))


def interpret(shader: str | bytes, case: str | bytes | None = None, *,
              inputs: Inputs | None = None, constants: Buffers | None = None,
              name: str = "<input>", language: str | None = None, precise: bool = False,
              state: str | None = None, gpu: str | int | None = None, wave_size: int | None = None,
              limits: Limits | None = None) -> list[Run]:
    """Executes a shader in TGSI or NIR by the interpreter; otherwise as Program.run(). `precise`,
    `state`, and `gpu` and `wave_size`, which say how its work groups run, are as for compile()."""
    library = c.library()
    given = source(shader, name, language)
    options = c.CompileOptions(struct_size=ctypes.sizeof(c.CompileOptions), gpu=_part(gpu),
                               precise=truth(precise, "precise"),
                               state=optional_text(state, "state"),
                               wave_size=_wave_size(wave_size))
    runs = case_source(case, inputs, constants)
    with call(limits) as made:
        results = made.made(library.jacquard_interpret, made.context, ctypes.byref(given),
                            ctypes.byref(options), ctypes.byref(runs) if runs is not None else None)
    return runs_of(Handle(results, library.jacquard_results_destroy))
