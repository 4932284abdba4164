"""The calls of the library that take and return texts and words."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from typing import Any

from . import _arguments as arguments
from . import _library as c
from ._arguments import number
from ._handles import call, source, take_text
from ._limits import Limits
from ._program import Program


def library_version() -> str:
    """The version of libjacquard."""
    version: bytes = c.library().jacquard_version_text()
    return version.decode()


def find_part(name: str | int) -> int:
    """The part number that "630", "a630" or "a6xx" names. ValueError: there is none."""
    given = str(part_of(name)) if isinstance(name, int) else name
    part: int = c.library().jacquard_find_part(arguments.text(given, "the name of a part"))
    if part == 0:
        raise ValueError(f"there is no part {name!r}")
    return part


def part_of(gpu: str | int | None) -> int:
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


def assemble(text: str, gpu: str | int | None = None, *, name: str = "<input>",
             limits: Limits | None = None) -> Program:
    """A program from Program.assembly, or from instructions with labels alone.

    Without `gpu` the text names the part, or the default one is meant.
    """
    library = c.library()
    given = source(text, name)
    part = part_of(gpu) if gpu is not None else 0
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
                                 part_of(gpu) if gpu is not None else 0))


def disassemble(words: Iterable[int] | bytes, gpu: str | int | None = None, *,
                limits: Limits | None = None) -> str:
    """Words as assembly, a line each, with labels; `.word 0x...` where there is no instruction."""
    library = c.library()
    array = _words(words)
    with call(limits) as made:
        return take_text(made.made(library.jacquard_disassemble, made.context, array, len(array),
                                   part_of(gpu)))


def explain(what: int | str, gpu: str | int | None = None) -> str:
    """A machine word, drawn with what owns each bit, or all that the tables say about a name: an
    opcode ("fmul", "ir3:mov") or the code of a diagnostic ("T102")."""
    library = c.library()
    with call() as made:
        if not isinstance(what, str):
            return take_text(made.made(library.jacquard_explain_word, made.context,
                                       number(what, 64, "a word"), part_of(gpu)))
        return take_text(made.made(library.jacquard_explain_name, made.context,
                                   arguments.text(what, "a name")))
