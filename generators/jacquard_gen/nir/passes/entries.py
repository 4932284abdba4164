"""The entries of `defs/nir/passes/*.yaml`: passes, their parameters, and what holds around them."""

from __future__ import annotations

from ...schema import (FLAG, INTEGER, NAME, NODE, TEXT, Record, Text, choice, key, list_of, record,
                       text)
from ...source import Node

FOLDER = "nir/passes"

TYPES = {
    "switch": "True or false.",
    "part": "A switch for a part of the work: all parts are done where none is named, else those "
            "that are.",
    "number": "A number of 32 bits.",
    "mask": "A number of which each bit stands for something.",
    "modes": "Modes of variables.",
    "choice": "One of the words of an enumeration, which is generated.",
    "callback": "A function of the caller, null where there is none. Texts cannot give it.",
}
RESULTS = {"number": "std::uint32_t", "truth": "bool"}


class InvariantEntry(Record):
    """Something that may hold of a shader. Its predicate is written in C++."""

    invariant: Text = key(NAME, "The name.", required=True)
    doc: Text = key(TEXT, "What holds, to follow 'that' in a message.", required=True)
    by: Text | None = key(NAME, "The pass that brings it about where it is asked for.")


class ShortcutEntry(Record):
    """A word that gives a parameter a value."""

    name: Text = key(NAME, "The word.", required=True)
    value: Node = key(NODE, "The value of the parameter.", required=True)
    doc: Text = key(TEXT, "What the pass does then, for lists.", required=True)


class ValueEntry(Record):
    """A value of a choice."""

    value: Text = key(NAME, "The enumerator.", required=True)
    word: Text | None = key(text("a word", "[A-Za-z0-9_]+"), "The word for it in texts, where that "
                            "is another.")
    doc: Text = key(TEXT, "What it means.", required=True)


class ParameterEntry(Record):
    """Something a pass lets its caller choose: a member of its structure of options, and a
    parameter in lists of passes."""

    name: Text = key(NAME, "The name.", required=True, name="parameter")
    doc: Text = key(TEXT, "What it chooses, for lists.", required=True)
    note: Text | None = key(TEXT, "More about it, in sentences.")
    type: Text = key(choice(TYPES), "What its value is.", required=True)
    default: Node | None = key(NODE, "The value where none is given; false and 0 else. A switch "
                               "that is on by itself is turned off by a shortcut.")
    range: list[int] | None = key(list_of(INTEGER, 2, 2), "Least and largest number.")
    shortcuts: list[ShortcutEntry] = key(list_of(record(ShortcutEntry)), "Words that stand for a "
                                         "value in lists of passes.", default=[])
    among: list[Text] = key(list_of(NAME), "The modes that it may be, where not all.", default=[])
    enum: Text | None = key(NAME, "Name of the enumeration of a choice.")
    values: list[ValueEntry] = key(list_of(record(ValueEntry)), "The values of a choice.",
                                   default=[])
    takes: Text | None = key(NAME, "The C++ type that a callback is asked about.")
    result: Text | None = key(NAME, "What a callback answers: number, truth or the enumeration of "
                              "a choice of the same pass.")
    voids: list[Text] = key(list_of(NAME, or_one=True), "What the pass does not give where this "
                            "is given.", default=[])


class DescribedPass(Record):
    """Every pass has these keys."""

    name: Text = key(NAME, "Name of the pass and of its function.", required=True, name="pass")
    doc: Text = key(TEXT, "What it does, for lists.", required=True)
    sentences: Text = key(TEXT, "What it does, in sentences.", required=True, name="text")
    before: Text | None = key(TEXT, "What should hold before besides what it needs, in sentences.")
    after: Text | None = key(TEXT, "What holds after besides what it gives, in sentences.")
    needs: list[Text] = key(list_of(NAME, or_one=True), "What must hold before.",
                            default=[])
    gives: list[Text] = key(list_of(NAME, or_one=True), "What holds after.", default=[])
    loses: list[Text] = key(list_of(NAME, or_one=True), "What may have held before and need not "
                            "hold after.", default=[])


class PassEntry(DescribedPass):
    """A pass over NIR: one C++ source with the function of its name, and this."""

    settles: bool = key(FLAG, "Whether it finds nothing to do right after itself.", default=False)
    changes_meaning: bool = key(FLAG, "Whether the shader computes something else afterwards, as "
                                "state beside it asks for.", default=False)
    parameters: list[ParameterEntry] = key(list_of(record(ParameterEntry)), "What its caller may "
                                           "choose.", default=[])
    includes: list[Text] = key(list_of(text("a header such as util/constants.h",
                                            r"[a-z0-9_]+(?:/[a-z0-9_]+)*\.h"), or_one=True),
                               "Headers of runtime/jacquard/passes that types of callbacks need.",
                               default=[])
    source: Text | None = key(text("a path such as lower_tex/lower_tex.cpp",
                                   r"[a-z0-9_]+(?:/[a-z0-9_]+)*\.cpp"),
                              "The source in the folder of runtime/jacquard/passes that is named "
                              "after the table, where that is not NAME.cpp.")
