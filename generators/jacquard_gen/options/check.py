"""Whether the keys of options fit their types and each other."""

from __future__ import annotations

from collections.abc import Sequence

from ..diagnostics import Diagnostics
from ..kinds import Text
from .entries import COMMANDS, Command, Option, ToolOption

# The keys that options of one type have alone; those that such an option needs come first.
_OF_TYPE = {
    "choice": (("enum", "values"), ("enum_doc", "as_written")),
    "number": (("most", "takes", "beyond"), ("power_of_two",)),
}


def check_options(options: Sequence[Option], diagnostics: Diagnostics) -> None:
    for option in options:
        for type_name, (needed, others) in _OF_TYPE.items():
            if option.type == type_name:
                for name in needed:
                    if not option.has(name):
                        diagnostics.error("O101", option.position,
                                          f"an option that is a {type_name} needs '{name}'")
                continue
            for name in (*needed, *others):
                if option.has(name):
                    diagnostics.error("O101", option.where(name),
                                      f"only an option that is a {type_name} has '{name}'")
        _check_values(option, diagnostics)
        if option.tool is not None:
            _check_tool(option, option.tool, diagnostics)
    _check_tool_names(options, diagnostics)


def _check_values(option: Option, diagnostics: Diagnostics) -> None:
    names = [str(value.value) for value in option.values]
    for number, value in enumerate(option.values):
        if str(value.value) in names[:number]:
            diagnostics.error("O102", value.where("value"), f"the value '{value.value}' is there "
                              "already")
        if value.keyword is None and number != 0:
            diagnostics.error("O101", value.position, "only the first value, which is the default, "
                              "has no keyword")
    if option.as_written is not None and option.as_written not in names:
        diagnostics.error("O102", option.as_written.position,
                          f"'{option.as_written}' is none of the values", near=option.as_written,
                          known=names)


def _check_tool(option: Option, tool: ToolOption, diagnostics: Diagnostics) -> None:
    is_flag = option.type == "flag"
    if is_flag == tool.has("value"):
        diagnostics.error("O101", tool.where("value"), "a flag has no value" if is_flag else
                          "the option takes a value, which 'value' names")
    if tool.clears and not is_flag:
        diagnostics.error("O101", tool.where("clears"), "only a flag is cleared")
    if option.type in ("part", "slots"):
        diagnostics.error("O101", tool.position, f"the tool does not read an option that is a "
                          f"{option.type} by this table")
    if option.of_module and tool.commands:
        diagnostics.error("O101", tool.where("commands"), "all commands that take modules have an "
                          "option of modules")
    if not option.of_module and not tool.commands:
        diagnostics.error("O101", tool.position, "no command takes the option")
    for command in tool.commands:
        name = name_of(command)
        if name not in COMMANDS:
            diagnostics.error("O107", name.position, f"no command that compiles is called '{name}'",
                              near=name, known=COMMANDS)


def name_of(command: Text | Command) -> Text:
    return command.command if isinstance(command, Command) else command


def _check_tool_names(options: Sequence[Option], diagnostics: Diagnostics) -> None:
    found: dict[str, Text] = {}
    for option in options:
        if option.tool is None:
            continue
        first = found.setdefault(option.tool.name, option.tool.name)
        if first is not option.tool.name:
            diagnostics.error("O106", option.tool.name.position,
                              f"another option is called {first}", [(first.position, "it is here")])
