"""Tells type checkers of Python which functions take options, each as a keyword."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from .c_members import members
from .entries import Option

_HEAD = '''\
"""Functions that take options of a compile. Generated from defs/options."""

from collections.abc import Mapping
from typing import Literal

from ._limits import Limits
from ._program import Program
from ._results import Run
from ._values import Buffers, Inputs

class CompileOption:
    name: str
    kind: str
    doc: str
    values: tuple[str, ...]
    interprets: bool

def compile_options() -> tuple[CompileOption, ...]: ...
'''


def _keyword(option: Option) -> str:
    if option.values:
        words = ", ".join(f'"{value.keyword}"' for value in option.values if value.keyword)
        return f"{option.option}: Literal[{words}] | None = ..."
    python_type = {"flag": "bool", "number": "int | None",
                   "specialisations": "Mapping[int, int] | None"}.get(option.type, "str | None")
    return f"{option.option}: {python_type} = ..."


def _function(head: str, keywords: Sequence[str], tail: str) -> str:
    text = f"{head}{', '.join([*keywords, 'limits: Limits | None = ...'])}) -> {tail}: ..."
    indent = " " * (head.index("(") + 1)
    # Blanks within a type do not part lines.
    joined = text.replace(" = ", "\0=\0").replace(" | ", "\0|\0").replace(": ", ":\0")
    lines = textwrap.wrap(joined.replace(" -> ", "\0->\0"), 100, subsequent_indent=indent,
                          break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines).replace("\0", " ") + "\n"


def stub_text(options: Sequence[Option]) -> str:
    given = [option for option, _ in members(options) if option.type != "part"]
    compiles = _function("def compile(shader: str | bytes, gpu: str | int | None = ..., *, "
                         "name: str = ..., language: str | None = ..., ",
                         [_keyword(option) for option in given], "Program")
    interprets = _function("def interpret(shader: str | bytes, case: str | bytes | None = ..., *, "
                           "inputs: Inputs | None = ..., constants: Buffers | None = ..., "
                           "name: str = ..., language: str | None = ..., "
                           "gpu: str | int | None = ..., ",
                           [_keyword(option) for option in given if option.interprets],
                           "list[Run]")
    return "\n".join([_HEAD, compiles, interprets])
