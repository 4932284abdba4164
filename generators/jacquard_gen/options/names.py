"""Whether an option may have its name in C++, C and Python, where it stands among others."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator, Sequence

from ..diagnostics import Diagnostics
from ..escape import RESERVED
from ..kinds import Text
from .c_members import count_of, members
from .entries import Option

# Python has a parameter of this name, which takes names of parts as well.
PART = "gpu"
# The others of the functions that take options are these.
OF_PYTHON = ("case", "constants", "inputs", "keep_locations", "language", "limits", "name", "names",
             "shader", "shaders")
# The structures that derive from the settings have these members, which would hide a setting.
OF_DERIVED = ("bytes_worth_freeing", "compiler", "files", "group_steps", "is_machine",
              "is_simplified", "limits", "links", "machine", "observer", "resources", "rule_counts",
              "translation")
_TAKEN = {
    **{name: "is a parameter of the functions of Python" for name in OF_PYTHON},
    **{name: "is a member of a structure that derives from the settings" for name in OF_DERIVED},
    "key": "is a function of the settings",
    "struct_size": "is the first member of the structure in C",
}
_OF_C = frozenset(("inline", "restrict"))
_RESERVED_WORD = re.compile(r"reserved_[0-9]+")


def _counts(options: Sequence[Option]) -> Iterator[tuple[str, Option]]:
    for option, _ in members(options):
        if option.type == "specialisations":
            yield count_of(option), option


def check_names(options: Sequence[Option], diagnostics: Diagnostics) -> None:
    counts = dict(_counts(options))
    for option in options:
        name = option.option
        if keyword.iskeyword(name) or name in RESERVED or name in _OF_C:
            _refuse(name, "is a word of C, C++ or Python itself", diagnostics)
        elif name in _TAKEN:
            _refuse(name, _TAKEN[name], diagnostics)
        elif name in counts:
            _refuse(name, f"is the member that counts '{counts[name].option}' in C", diagnostics)
        elif _RESERVED_WORD.fullmatch(name):
            _refuse(name, "is what words of the structure in C are called that mean nothing",
                    diagnostics)
        elif (option.type == "part") != (name == PART):
            _refuse(name, "is the name of the part" if name == PART else
                    f"is a part, which is called '{PART}'", diagnostics)


def _refuse(name: Text, why: str, diagnostics: Diagnostics) -> None:
    diagnostics.error("O108", name.position, f"'{name}' {why}")
