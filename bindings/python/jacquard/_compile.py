"""Functions that take options of a compile. The library tells which options there are, so that each
that it has is a keyword here."""

from __future__ import annotations

import ctypes
import difflib
import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import _library as c
from ._arguments import mapping, number, optional_text, truth
from ._calls import part_of
from ._case import case_source
from ._errors import check
from ._handles import Handle, call, source
from ._limits import Limits
from ._program import Program
from ._results import Run, runs_of
from ._values import Buffers, Inputs

# The kinds of members of jacquard_compile_options, by their numbers.
_KINDS = ("part", "flag", "number", "text", "specialisations")
_TYPES: tuple[Any, ...] = (ctypes.c_uint32, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_char_p,
                           ctypes.POINTER(c.Specialisation))


@dataclass(frozen=True)
class CompileOption:
    """An option of a compile, which compile() takes as a keyword."""

    name: str
    kind: str  # "part", "flag", "number", "text" or "specialisations"
    doc: str
    values: tuple[str, ...]  # of a text that can only be one of these; else empty
    interprets: bool  # interpret() takes it, too


@dataclass(frozen=True)
class _Member:
    option: CompileOption
    offset: int


@functools.cache
def _members() -> tuple[_Member, ...]:
    library = c.library()
    found = []
    for index in range(library.jacquard_compile_option_count()):
        row = c.CompileOption(struct_size=ctypes.sizeof(c.CompileOption))
        library.jacquard_get_compile_option(index, ctypes.byref(row))
        values = row.values.decode()
        found.append(_Member(CompileOption(row.name.decode(), _KINDS[row.kind], row.doc.decode(),
                                           tuple(values.split(", ")) if values else (),
                                           bool(row.interprets)),
                             row.offset))
    return tuple(found)


def compile_options() -> tuple[CompileOption, ...]:
    """The options of a compile that the library has."""
    return tuple(member.option for member in _members())


def _count_of(name: str) -> str:
    """The member that follows a pointer to several things."""
    return name.removesuffix("s") + "_count"


def _fields(members: tuple[_Member, ...]) -> list[tuple[str, Any]]:
    """The fields of a structure with these members."""
    fields: list[tuple[str, Any]] = [("struct_size", ctypes.c_size_t)]
    reserved = 0
    for member in members:
        name = member.option.name
        field = (name, _TYPES[_KINDS.index(member.option.kind)])
        tried = type("Tried", (ctypes.Structure,), {"_fields_": [*fields, field]})
        if getattr(tried, name).offset < member.offset:
            # The structure of an earlier version ended in the middle of eight bytes, and a word
            # that means nothing fills them.
            reserved += 1
            fields.append((f"reserved_{reserved}", ctypes.c_uint32))
        fields.append(field)
        if member.option.kind == "specialisations":
            fields.append((_count_of(name), ctypes.c_size_t))
    return fields


@functools.cache
def _structure() -> type[ctypes.Structure]:
    """jacquard_compile_options, as the library declares it."""
    made = type("CompileOptions", (ctypes.Structure,), {"_fields_": _fields(_members())})
    for member in _members():
        if getattr(made, member.option.name).offset != member.offset:
            raise c.LibraryMissingError(f"libjacquard has the option {member.option.name} where "
                                        "this package cannot reach it")
    return made


def _number_of(name: str, value: object) -> int:
    if value is None:
        return 0
    found = number(value, 32, name)
    if found == 0:
        raise ValueError(f"{name} is a number from 1, or None for its default, not 0")
    return found


def _specialisations(given: Mapping[int, int]) -> Any:
    return (c.Specialisation * len(given))(
        *(c.Specialisation(number(name, 32, "a SpecId"),
                           number(bits, 64, "the value of a specialisation"))
          for name, bits in given.items()))


def _options(function: str, gpu: str | int | None, given: Mapping[str, Any],
             interprets: bool) -> ctypes.Structure:
    """The structure that C takes, of keywords."""
    known = {member.option.name: member for member in _members()
             if member.option.kind != "part" and (member.option.interprets or not interprets)}
    made = _structure()()
    setattr(made, "struct_size", ctypes.sizeof(made))
    setattr(made, "gpu", part_of(gpu))
    for name, value in given.items():
        member = known.get(name)
        if member is None:
            near = difflib.get_close_matches(name, known, 1)
            meant = f", did you mean '{near[0]}'?" if near else ""
            raise TypeError(f"{function}() has no option '{name}'{meant}")
        if member.option.kind == "flag":
            setattr(made, name, truth(value, name))
        elif member.option.kind == "specialisations":
            values = _specialisations(mapping(value, name))
            setattr(made, name, values)
            setattr(made, _count_of(name), len(values))
        elif member.option.kind == "number":
            setattr(made, name, _number_of(name, value))
        else:
            setattr(made, name, optional_text(value, name))
    return made


def compile(shader: str | bytes, gpu: str | int | None = None, *, name: str = "<input>",
            language: str | None = None, limits: Limits | None = None, **options: Any) -> Program:
    """Compiles a shader in TGSI or NIR (text) or SPIR-V (bytes or assembly): its beginning tells.

    `name` stands in diagnostics. The options are those that compile_options() lists with what each
    does, such as `precise=True` or `precision="full"`; without one, or with None for what is no
    flag, it has its default.
    """
    library = c.library()
    given = source(shader, name, language)
    made_options = _options("compile", gpu, options, False)
    with call(limits) as made:
        return Program(made.made(library.jacquard_compile, made.context, ctypes.byref(given),
                                 ctypes.byref(made_options)))


def compile_stages(shaders: Sequence[str | bytes], gpu: str | int | None = None, *,
                   names: Sequence[str] | None = None, keep_locations: bool = False,
                   limits: Limits | None = None, **options: Any) -> list[Program]:
    """Compiles shaders as the stages of one pipeline, given in any order: each for the one that
    reads its outputs. The programs are in the order of the shaders.

    `names` stand in diagnostics. With `keep_locations` varyings stay in the slots that the shaders
    give them. Everything else is as for compile().
    """
    library = c.library()
    if names is not None and len(names) != len(shaders):
        raise ValueError(f"there are {len(shaders)} shaders and {len(names)} names")
    called = names or [f"<stage {i + 1}>" for i in range(len(shaders))]
    sources = [source(shader, name, None) for shader, name in zip(shaders, called)]
    pointers = (ctypes.POINTER(c.Source) * len(sources))(*[ctypes.pointer(each)
                                                           for each in sources])
    made_options = _options("compile_stages", gpu, options, False)
    handles = (ctypes.c_void_p * len(sources))()
    with call(limits) as made:
        check(library.jacquard_compile_stages(
            made.context, pointers, len(sources), ctypes.byref(made_options),
            truth(keep_locations, "keep_locations"), handles), made.diagnostics)
    return [Program(handle) for handle in handles if handle is not None]


def interpret(shader: str | bytes, case: str | bytes | None = None, *,
              inputs: Inputs | None = None, constants: Buffers | None = None,
              name: str = "<input>", language: str | None = None, gpu: str | int | None = None,
              limits: Limits | None = None, **options: Any) -> list[Run]:
    """Executes a shader in TGSI or NIR by the interpreter; otherwise as Program.run(). The options
    are those that compile_options() says are interpreted; `gpu` says how work groups run."""
    library = c.library()
    given = source(shader, name, language)
    made_options = _options("interpret", gpu, options, True)
    runs = case_source(case, inputs, constants)
    with call(limits) as made:
        results = made.made(library.jacquard_interpret, made.context, ctypes.byref(given),
                            ctypes.byref(made_options),
                            ctypes.byref(runs) if runs is not None else None)
    return runs_of(Handle(results, library.jacquard_results_destroy))
