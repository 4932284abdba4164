"""The group `options`: what may be asked of a compile, in C++, C, Python and the tool."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from ..groups import Context, Output, Page
from ..escape import name as whole_name
from ..identifiers import check_identifiers
from ..schema import Json, check_unique, load_entries, table_schema
from .c_members import c_header, check_members, count_of, members
from .check import check_options, name_of
from .entries import COMMANDS, TYPES, Command, Option
from .names import check_names
from .stub import stub_text

TABLE = "options/compile.yaml"
_FOLDER = "jacquard/generated/options/"
_TEMPLATES = ("option_values.h", "compile_settings.h", "take_settings.h", "read_members.h",
              "option_rows.h", "tool_options.h", "read_tool_options.h")
_C_HEADER = "compile_options.h"
_STUB = "_compile.pyi"
# These types of options are other members of the structure in C than texts.
_KINDS = {"part": "PART", "flag": "FLAG", "number": "NUMBER",
          "specialisations": "SPECIALISATIONS"}


class Model(NamedTuple):
    options: list[Option]


class Spec(NamedTuple):
    """The option of the tool, as one command has it."""

    option: Option
    name: str
    value: str
    help: str
    rare: bool


def load(context: Context) -> Model | None:
    diagnostics = context.diagnostics
    options = load_entries(Option, context.table(TABLE), diagnostics)
    check_unique(options, lambda option: option.option, diagnostics)
    check_options(options, diagnostics)
    check_members(options, diagnostics)
    check_names(options, diagnostics)
    check_identifiers((option.enum for option in options if option.enum), diagnostics, whole_name)
    for option in options:
        check_identifiers((value.value for value in option.values), diagnostics)
    return None if diagnostics.failed else Model(options)


def specs_of(model: Model, command: str) -> list[Spec]:
    """The options that a command of the tool has from this table."""
    found = []
    for option in model.options:
        tool = option.tool
        for use in tool.commands if tool is not None else []:
            if tool is None or name_of(use) != command:
                continue
            own = use if isinstance(use, Command) else None
            help_text = own.help if own is not None and own.help is not None else tool.help
            found.append(Spec(option, tool.name, tool.value or "", help_text,
                              tool.rare or (own is not None and own.rare)))
    return found


def _words_function(option: Option) -> str:
    """The function that gives a shell the words of an option."""
    if option.enum is not None:
        return f"words_of<ir3::k{option.enum}Words>"
    return "stage_words" if option.type == "stage" else "nullptr"


def outputs(model: Model) -> list[Output]:
    settings = [option for option in model.options if not option.of_module]
    values = {
        "options": model.options,
        "settings": settings,
        "choices": [option for option in model.options if option.values],
        "members": [option for option, _ in members(model.options)],
        "commands": [(name, specs_of(model, name)) for name in COMMANDS],
        "module_options": [option for option in model.options
                           if option.of_module and option.tool is not None],
        "tool_settings": [option for option in settings if option.tool is not None],
        "of_pipelines": [option.tool.name for option in settings
                         if option.of_pipeline and option.tool is not None],
        "count_of": count_of,
        "kind_of": lambda option: f"JACQUARD_OPTION_{_KINDS.get(option.type, 'TEXT')}",
        "words_of": lambda option: ", ".join(value.keyword for value in option.values
                                             if value.keyword is not None),
        "words_function": _words_function,
    }
    return [*(Output(_FOLDER + name, f"options/{name}.j2", values) for name in _TEMPLATES),
            Output(_FOLDER + _C_HEADER, "", {}, c_header(model.options)),
            Output(_FOLDER + _STUB, "", {}, stub_text(model.options))]


def output_names(tables_dir: Path) -> list[str]:
    return [_FOLDER + name for name in (*_TEMPLATES, _C_HEADER, _STUB)]


def explain(model: Model, name: str) -> str | None:
    found = [_explain(option) for option in model.options
             if name == option.option or (option.tool is not None and name == option.tool.name)]
    return "\n".join(found) or None


def _explain(option: Option) -> str:
    lines = [f"options:{option.option}  {option.doc}", f"  {option.provenance}",
             f"  {TYPES[option.type]}"]
    if option.values:
        lines.append(f"  one of {', '.join(value.value for value in option.values)}")
    if option.c is not None:
        lines.append(f"  in C since {option.c.since}")
    if option.tool is not None:
        lines.append(f"  {option.tool.name} of the tool: {option.tool.help}")
    return "\n".join(lines) + "\n"


def reference(model: Model) -> list[Page]:
    return [Page("compile", "Options of a compile",
                 [(str(option.option), _explain(option)) for option in model.options])]


def schemas() -> dict[str, Json]:
    return {TABLE.removesuffix(".yaml"): table_schema("Options of a compile", Option)}
