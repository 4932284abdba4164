"""Whether the keys of options fit their types and each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..diagnostics import Diagnostics
from ..kinds import Text
from ..schema import check_unique
from .entries import COMMANDS, COMMANDS_OF_PIPELINES, Command, Option, ToolOption, Value


class Form(NamedTuple):
    """The keys that an option of a type needs, and those that it may have."""

    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()


_OF_ALL = ("option", "type", "doc", "for")
_ANYWHERE = ("c", "interprets", "tool", "of_pipeline", "module", "of_module")
# The templates can write this of each type.
FORMS = {
    "part": Form(may=("c", "interprets")),
    "flag": Form(may=_ANYWHERE),
    "choice": Form(needs=("enum", "values"), may=("enum_doc", "as_written", *_ANYWHERE)),
    "number": Form(needs=("most", "takes"), may=("power_of_two", *_ANYWHERE)),
    "text": Form(may=_ANYWHERE),
    "state": Form(may=("c", "interprets", "tool", "of_pipeline")),
    "stage": Form(needs=("of_module",), may=("c", "tool")),
    "specialisations": Form(needs=("of_module",), may=("c", "tool")),
    "slots": Form(),
}
# An option that has the first of these keys cannot have the second.
_APART = (("of_module", "module"), ("of_module", "as_written"), ("of_module", "of_pipeline"),
          ("of_module", "interprets"))
# An option that has the first of these keys needs the second.
_TOGETHER = (("interprets", "c"), ("of_pipeline", "tool"))


def check_options(options: Sequence[Option], diagnostics: Diagnostics) -> None:
    check_unique((option for option in options if option.enum is not None),
                 lambda option: option.enum or option.option, diagnostics)
    for option in options:
        _check_keys(option, diagnostics)
        _check_values(option, diagnostics)
        if option.tool is not None:
            _check_tool(option, option.tool, diagnostics)
    _check_tool_names(options, diagnostics)


def _check_keys(option: Option, diagnostics: Diagnostics) -> None:
    form = FORMS[option.type]
    for name in form.needs:
        if not has(option, name):
            diagnostics.error("O101", option.where(name),
                              f"an option that is a {option.type} needs '{name}'")
    allowed = {*_OF_ALL, *form.needs, *form.may}
    for name in option.node.entries:
        if name not in allowed:
            diagnostics.error("O101", option.where(name),
                              f"an option that is a {option.type} has no '{name}'")
    for name, other in _APART:
        if has(option, name) and has(option, other) and {name, other} <= allowed:
            diagnostics.error("O101", option.where(other),
                              f"an option has '{name}' or '{other}', not both")
    for name, other in _TOGETHER:
        if has(option, name) and not has(option, other):
            diagnostics.error("O101", option.where(name),
                              f"an option that has '{name}' needs '{other}'")


def has(option: Option, name: str) -> bool:
    """Whether an option has a key, and does not say no by it."""
    return option.has(name) and getattr(option, name) is not False


def _check_values(option: Option, diagnostics: Diagnostics) -> None:
    names = [str(value.value) for value in option.values]
    for word in _twice(value.value for value in option.values):
        diagnostics.error("O102", word.position, f"the value '{word}' is there already")
    for word in _twice(_keyword(value) for value in option.values if value.keyword is not None):
        diagnostics.error("O102", word.position, f"the keyword '{word}' is there already")
    for value in option.values[1:]:
        if value.keyword is None:
            diagnostics.error("O101", value.position, "only the first value, which is the default, "
                              "has no keyword")
    if option.as_written is not None and option.as_written not in names:
        diagnostics.error("O102", option.as_written.position,
                          f"'{option.as_written}' is none of the values", near=option.as_written,
                          known=names)


def _keyword(value: Value) -> Text:
    return value.keyword or value.value


def _twice(words: Iterator[Text]) -> Iterator[Text]:
    """The words that stand behind an equal one."""
    found: set[str] = set()
    for word in words:
        if str(word) in found:
            yield word
        found.add(str(word))


def _check_tool(option: Option, tool: ToolOption, diagnostics: Diagnostics) -> None:
    is_flag = option.type == "flag"
    if is_flag == tool.has("value"):
        diagnostics.error("O101", tool.where("value"), "a flag has no value" if is_flag else
                          "the option takes a value, which 'value' names")
    if tool.clears and not is_flag:
        diagnostics.error("O101", tool.where("clears"), "only a flag is cleared")
    if option.of_module and tool.commands:
        diagnostics.error("O101", tool.where("commands"), "all commands that take modules have an "
                          "option of modules")
    if not option.of_module and not tool.commands:
        diagnostics.error("O101", tool.position, "no command takes the option")
    names = [name_of(command) for command in tool.commands]
    for name in names:
        if name not in COMMANDS:
            diagnostics.error("O107", name.position, f"no command that compiles is called '{name}'",
                              near=name, known=COMMANDS)
        elif option.of_pipeline and name in COMMANDS_OF_PIPELINES:
            diagnostics.error("O101", name.position, f"'{name}' runs whole pipelines alone, which "
                              "tell the option")
    for name in _twice(iter(names)):
        diagnostics.error("O106", name.position, f"'{name}' has the option already")


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
