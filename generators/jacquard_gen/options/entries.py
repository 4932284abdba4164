"""An option of a compile as the table describes it."""

from __future__ import annotations

from ..schema import (FLAG, NAME, TEXT, Integer, Record, Text, choice, either, key, list_of, record,
                      text)

TYPES = {
    "part": "the number of a part",
    "flag": "on or off; off by default",
    "choice": "one of some values, of an enumeration made of them",
    "number": "a number of 32 bits; 0 by default",
    "text": "any text",
    "state": "state beside the shader",
    "stage": "a stage of shaders",
    "specialisations": "bits by number",
    "slots": "which of 64 slots; unknown by default",
}
COMMANDS = ("compile", "cost", "run", "batch", "draw")
"""The commands of the tool that compile shaders and take options of their own choice."""
COMMANDS_OF_PIPELINES = ("draw",)
"""Those of them that run nothing but whole pipelines."""


class Value(Record):
    """A value of a choice."""

    value: Text = key(NAME, "Its name in C++ and for the tool.", required=True)
    keyword: Text | None = key(text("a word such as TESS_CTRL", r"[A-Za-z][A-Za-z0-9_]*"),
                               "What programs, C and Python call it; without one it is what is "
                               "meant if nothing is said, and cannot be named.")
    doc: Text | None = key(TEXT, "What it means, as a phrase.")


class Member(Record):
    """The member of jacquard_compile_options."""

    place: int = key(Integer(low=1), "Which member it is; it never changes.", required=True,
                     name="position")
    since: Text = key(text("a version such as 0.1.0", r"[0-9]+\.[0-9]+\.[0-9]+"),
                      "The first version that has it.", required=True)
    doc: Text = key(TEXT, "The comment beside it.", required=True)


class Command(Record):
    """How a command of the tool takes the option, if not as others do."""

    command: Text = key(NAME, "The command.", required=True)
    help: Text | None = key(TEXT, "What --help says there.")
    rare: bool = key(FLAG, "Only --help-all explains it there.", default=False)


class ToolOption(Record):
    """The option of the tool."""

    name: Text = key(text("an option such as --precise", r"--[a-z][a-z0-9-]*"), "Its name.",
                     required=True)
    value: Text | None = key(TEXT, "What --help calls its value.")
    clears: bool = key(FLAG, "The tool has the flag on unless this option is given.", default=False)
    help: Text = key(TEXT, "What --help says.", required=True)
    rare: bool = key(FLAG, "Only --help-all explains it.", default=False)
    commands: list[Text | Command] = key(list_of(either(NAME, record(Command))),
                                         "The commands that take it; options of modules have all "
                                         "that take modules.", default=[])


class Option(Record):
    """An option of a compile."""

    option: Text = key(text("a name in small letters", r"[a-z][a-z0-9]*(_[a-z0-9]+)*"),
                       "The member in C++ and C, and the keyword in Python.", required=True)
    type: Text = key(choice(TYPES), "What it takes.", required=True)
    doc: Text = key(TEXT, "What it does, in sentences.", required=True)
    of_module: bool = key(FLAG, "It is for the translation of a module, whose options "
                          "spirv::TranslateOptions holds.", default=False)
    module: bool = key(FLAG, "It is for that as well.", default=False)
    of_pipeline: bool = key(FLAG, "What stands beside the shader in a pipeline tells it, so that "
                            "it is refused where whole pipelines run.", default=False)
    interprets: bool = key(FLAG, "The interpreter heeds it, too.", default=False)
    enum: Text | None = key(text("a name such as NextStage", r"[A-Z][A-Za-z0-9]*"),
                            "Of a choice, the enumeration.")
    enum_doc: Text | None = key(TEXT, "What the enumeration tells; the option's own sentence if "
                                "not given.")
    values: list[Value] = key(list_of(record(Value), low=2), "Of a choice, the values; the first "
                              "one is the default.", default=[])
    as_written: Text | None = key(NAME, "Of a choice, the value with which machine code computes "
                                  "what the shader says, as the interpreter does.")
    most: int | None = key(Integer(low=1, high=0xffffffff), "Of a number, the largest.")
    power_of_two: bool = key(FLAG, "Of a number: it has a single bit.", default=False)
    takes: Text | None = key(TEXT, "Of a number, what messages call it.")
    c: Member | None = key(record(Member), "The member of jacquard_compile_options, if it is one.")
    tool: ToolOption | None = key(record(ToolOption), "The option of the tool, if it has one made "
                                  "from this table.")

    def words(self) -> list[Text]:
        """The values that can be named, as the tool calls them."""
        return [value.value for value in self.values if value.keyword is not None]
