"""The library's C interface as <jacquard/jacquard.h> declares it, through ctypes."""

from __future__ import annotations

import ctypes
import ctypes.util
import functools
import os
import sys
from ctypes import POINTER, c_char, c_char_p, c_double, c_int, c_int32, c_size_t, c_uint32, c_uint64
from ctypes import c_void_p
from pathlib import Path

from ._version import __version__

STATUS = {"ok": 0, "malformed": 1, "not_supported": 2, "too_large": 3, "out_of_memory": 4,
          "unknown_part": 5, "wrong_use": 6, "faulted": 7, "failed": 8}
LANGUAGES = {None: 0, "tgsi": 1, "nir": 2, "spirv": 3}


class LibraryMissingError(ImportError):
    """libjacquard is not installed, or is of another version than this package."""


class Position(ctypes.Structure):
    _fields_ = [("line", c_uint32), ("column", c_uint32)]


class Note(ctypes.Structure):
    _fields_ = [("position", Position), ("message", c_char_p)]


class Diagnostic(ctypes.Structure):
    _fields_ = [("struct_size", c_size_t), ("severity", c_int), ("code", c_char_p),
                ("source_name", c_char_p), ("position", Position), ("message", c_char_p),
                ("notes", POINTER(Note)), ("note_count", c_size_t)]


DiagnosticCallback = ctypes.CFUNCTYPE(None, c_void_p, POINTER(Diagnostic))


class Allocator(ctypes.Structure):
    _fields_ = [("allocate", c_void_p), ("release", c_void_p), ("user", c_void_p)]


class ContextOptions(ctypes.Structure):
    _fields_ = [("struct_size", c_size_t), ("allocator", Allocator),
                ("on_diagnostic", DiagnosticCallback), ("diagnostic_user", c_void_p),
                ("max_input_bytes", c_uint64), ("max_instructions", c_uint64),
                ("max_nesting", c_uint64), ("max_registers", c_uint64), ("max_memory", c_uint64),
                ("max_steps", c_uint64), ("max_errors", c_uint64)]


class Source(ctypes.Structure):
    _fields_ = [("struct_size", c_size_t), ("language", c_uint32), ("data", c_char_p),
                ("size", c_size_t), ("name", c_char_p)]


class Specialisation(ctypes.Structure):
    _fields_ = [("id", c_uint32), ("bits", c_uint64)]


class CompileOption(ctypes.Structure):
    _fields_ = [("struct_size", c_size_t), ("name", c_char_p), ("kind", c_uint32),
                ("interprets", c_uint32), ("offset", c_size_t), ("doc", c_char_p),
                ("values", c_char_p)]


class Instruction(ctypes.Structure):
    _fields_ = [("struct_size", c_size_t), ("word", c_uint64), ("name", c_char_p),
                ("category", c_uint32), ("line", c_uint32), ("file", c_char_p),
                ("text", c_char * 256)]


class CostFigure(ctypes.Structure):
    _fields_ = [("struct_size", c_size_t), ("section", c_char_p), ("name", c_char_p),
                ("label", c_char_p), ("value", c_double), ("is_bounded", c_uint32)]


class CostLine(ctypes.Structure):
    _fields_ = [("struct_size", c_size_t), ("line", c_uint32), ("file", c_char_p),
                ("cycles", c_double), ("waits", c_double)]


class Output(ctypes.Structure):
    _fields_ = [("struct_size", c_size_t), ("index", c_uint32), ("semantic", c_char_p),
                ("semantic_index", c_uint32), ("vertex", c_int32), ("lanes", c_uint32),
                ("values", c_uint32 * 4 * 4)]


class Memory(ctypes.Structure):
    _fields_ = [("struct_size", c_size_t), ("space", c_char_p), ("buffer", c_uint32),
                ("words", POINTER(c_uint32)), ("word_count", c_size_t)]


class Range(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("address", c_uint64), ("data", c_void_p), ("size", c_size_t)]


class Argument(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("kind", c_uint32), ("address", c_uint64), ("data", c_void_p),
                ("size", c_size_t)]


class Binding(ctypes.Structure):
    _fields_ = [("set", c_uint32), ("binding", c_uint32), ("element", c_uint32),
                ("data", c_void_p), ("size", c_size_t)]


class TraceAccess(ctypes.Structure):
    _fields_ = [("memory", c_void_p), ("memory_size", c_size_t), ("address", c_uint64),
                *((name, c_uint32) for name in ("word", "size", "lane", "is_store"))]


class TraceEvent(ctypes.Structure):
    _fields_ = [("struct_size", c_size_t), ("word", c_uint32), ("wave", c_uint32),
                ("group", c_uint32 * 3), ("lanes", c_uint64 * 2),
                ("accesses", POINTER(TraceAccess)), ("access_count", c_size_t)]


TraceCallback = ctypes.CFUNCTYPE(None, c_void_p, POINTER(TraceEvent))


class LaunchOptions(ctypes.Structure):
    _fields_ = [("struct_size", c_size_t), ("grid", c_uint32 * 3), ("group", c_uint32 * 3),
                ("arguments", POINTER(Argument)), ("argument_count", c_size_t),
                ("ranges", POINTER(Range)), ("range_count", c_size_t),
                ("bindings", POINTER(Binding)), ("binding_count", c_size_t),
                ("constants", POINTER(c_uint32)), ("constant_count", c_size_t),
                ("push_constants", POINTER(c_uint32)), ("push_constant_count", c_size_t),
                ("without_hazards", c_uint32), ("threads", c_uint32),
                ("on_trace", TraceCallback), ("trace_user", c_void_p),
                ("trace_first_word", c_uint32), ("trace_end_word", c_uint32),
                ("trace_lanes", c_uint64 * 2), ("trace_memory", c_char_p)]


class LaunchResult(ctypes.Structure):
    _fields_ = [("struct_size", c_size_t), ("groups", c_uint32 * 3), ("group", c_uint32 * 3),
                ("steps", c_uint64)]


# Handles are opaque; a function's last argument receives one.
_HANDLE = c_void_p
_OUT = POINTER(c_void_p)
# A jacquard_compile_options, whose members the library tells.
_OPTIONS = c_void_p
_WORDS = POINTER(c_uint64)

# Each function has a result type and parameter types.
FUNCTIONS: dict[str, tuple[object, list[object]]] = {
    "jacquard_version": (c_uint32, []),
    "jacquard_version_text": (c_char_p, []),
    "jacquard_status_text": (c_char_p, [c_int]),
    "jacquard_context_create": (c_int, [POINTER(ContextOptions), _OUT]),
    "jacquard_context_destroy": (None, [_HANDLE]),
    "jacquard_release_memory": (None, []),
    "jacquard_text_data": (c_void_p, [_HANDLE]),
    "jacquard_text_size": (c_size_t, [_HANDLE]),
    "jacquard_text_destroy": (None, [_HANDLE]),
    "jacquard_find_part": (c_uint32, [c_char_p]),
    "jacquard_default_part": (c_uint32, []),
    "jacquard_revision_of_part": (c_char_p, [c_uint32]),
    "jacquard_compile_option_count": (c_size_t, []),
    "jacquard_get_compile_option": (c_int, [c_size_t, POINTER(CompileOption)]),
    "jacquard_compile": (c_int, [_HANDLE, POINTER(Source), _OPTIONS, _OUT]),
    "jacquard_compile_stages": (c_int, [_HANDLE, POINTER(POINTER(Source)), c_size_t, _OPTIONS,
                                        c_uint32, _OUT]),
    "jacquard_assemble": (c_int, [_HANDLE, POINTER(Source), c_uint32, _OUT]),
    "jacquard_program_create": (c_int, [_HANDLE, _WORDS, c_size_t, POINTER(Source), c_uint32,
                                        _OUT]),
    "jacquard_program_destroy": (None, [_HANDLE]),
    "jacquard_program_gpu": (c_uint32, [_HANDLE]),
    "jacquard_program_stage": (c_char_p, [_HANDLE]),
    "jacquard_program_words": (_WORDS, [_HANDLE, POINTER(c_size_t)]),
    "jacquard_program_header": (c_int, [_HANDLE, _OUT]),
    "jacquard_program_assembly": (c_int, [_HANDLE, _OUT]),
    "jacquard_statistic_count": (c_size_t, []),
    "jacquard_statistic_name": (c_char_p, [c_size_t]),
    "jacquard_program_statistic": (c_uint32, [_HANDLE, c_size_t]),
    "jacquard_program_instruction": (c_int, [_HANDLE, c_size_t, POINTER(Instruction)]),
    "jacquard_disassemble": (c_int, [_HANDLE, _WORDS, c_size_t, c_uint32, _OUT]),
    "jacquard_explain_word": (c_int, [_HANDLE, c_uint64, c_uint32, _OUT]),
    "jacquard_explain_name": (c_int, [_HANDLE, c_char_p, _OUT]),
    "jacquard_program_cost": (c_int, [_HANDLE, _OUT]),
    "jacquard_cost_destroy": (None, [_HANDLE]),
    "jacquard_cost_figure_count": (c_size_t, [_HANDLE]),
    "jacquard_cost_get_figure": (c_int, [_HANDLE, c_size_t, POINTER(CostFigure)]),
    "jacquard_cost_line_count": (c_size_t, [_HANDLE]),
    "jacquard_cost_get_line": (c_int, [_HANDLE, c_size_t, POINTER(CostLine)]),
    "jacquard_run": (c_int, [_HANDLE, _HANDLE, POINTER(Source), _OUT]),
    "jacquard_interpret": (c_int, [_HANDLE, POINTER(Source), _OPTIONS, POINTER(Source), _OUT]),
    "jacquard_launch": (c_int, [_HANDLE, _HANDLE, POINTER(LaunchOptions), POINTER(LaunchResult)]),
    "jacquard_results_destroy": (None, [_HANDLE]),
    "jacquard_results_count": (c_size_t, [_HANDLE]),
    "jacquard_results_live_lanes": (c_uint32, [_HANDLE, c_size_t]),
    "jacquard_results_output_count": (c_size_t, [_HANDLE, c_size_t]),
    "jacquard_results_get_output": (c_int, [_HANDLE, c_size_t, c_size_t, POINTER(Output)]),
    "jacquard_results_memory_count": (c_size_t, [_HANDLE, c_size_t]),
    "jacquard_results_get_memory": (c_int, [_HANDLE, c_size_t, c_size_t, POINTER(Memory)]),
}


def _installed_folder() -> Path | None:
    """Returns the folder in which the installation put the library, or None in a source tree."""
    package = Path(__file__).resolve().parent
    try:
        return package / (package / "library_folder").read_text(encoding="utf-8").strip()
    except OSError:
        return None


def _candidates() -> list[str]:
    """Files that may be the library, the best first."""
    if named := os.environ.get("JACQUARD_LIBRARY"):
        return [named]
    major, minor, _ = __version__.split(".")
    file_name = "jacquard.dll" if sys.platform == "win32" else f"libjacquard.so.{major}.{minor}"
    folders = [Path(__file__).resolve().parent, _installed_folder()]
    found = [str(folder / file_name) for folder in folders
             if folder is not None and (folder / file_name).exists()]
    return [*found, file_name]


@functools.cache
def library() -> ctypes.CDLL:
    """The library, loaded once. Raises LibraryMissingError, an ImportError."""
    faults = []
    for candidate in _candidates():
        try:
            loaded = ctypes.CDLL(candidate)
            for name, (result, parameters) in FUNCTIONS.items():
                function = getattr(loaded, name)
                function.restype = result
                function.argtypes = parameters
        except (OSError, AttributeError) as fault:
            faults.append(str(fault))
            continue
        version = loaded.jacquard_version_text().decode()
        if version.split(".")[:2] != __version__.split(".")[:2]:
            faults.append(f"{candidate} is of version {version}, this package of {__version__}")
            continue
        return loaded
    raise LibraryMissingError(
        "libjacquard cannot be loaded; the environment variable JACQUARD_LIBRARY may name it: "
        + "; ".join(faults))
