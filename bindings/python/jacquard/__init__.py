"""Compiles shaders to Adreno machine code, takes machine code apart and puts it together, explains
it, says what it costs and runs it.

    >>> program = jacquard.compile(text, gpu=730)
    >>> for instruction in program:
    ...     print(instruction.line, instruction.text)
    >>> program.cost().figures["waves"]["at_a_time"]

Everything is done by the library libjacquard, which is found in this order: the file that the
environment variable JACQUARD_LIBRARY names, one beside this package, the one that this package was
installed with, the system's. It is loaded when it is needed first. While it works other threads of
Python run.
"""

from __future__ import annotations

from ._calls import (assemble, disassemble, explain, find_part, library_version,
                     program_of_words)
from ._compile import CompileOption, compile, compile_options, compile_stages, interpret
from ._errors import (Diagnostic, Error, FaultError, InternalError, MalformedError, Note,
                      NotSupportedError, TooLargeError, UnknownPartError)
from ._launch import Access, Event, Launched, Local, Pointer, Range, Trace, launch
from ._library import LibraryMissingError
from ._limits import Limits
from ._program import Cost, CostLine, Instruction, Program
from ._results import Memory, Output, Run
from ._version import __version__

__all__ = [
    "Access", "CompileOption", "Cost", "CostLine", "Diagnostic", "Error", "Event", "FaultError",
    "Instruction", "InternalError", "Launched", "LibraryMissingError", "Limits", "Local",
    "MalformedError", "Memory", "Note", "NotSupportedError", "Output", "Pointer", "Program",
    "Range", "Run", "TooLargeError", "Trace", "UnknownPartError", "__version__", "assemble",
    "compile", "compile_options", "compile_stages", "disassemble", "explain", "find_part",
    "interpret", "launch", "library_version", "program_of_words",
]
