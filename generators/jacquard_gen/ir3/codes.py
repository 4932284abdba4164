"""Error codes of the ir3 tables."""

from __future__ import annotations

from . import machine, needed, register_files, roles, select, semantics, timing
from .select import memory, texture

CODES: dict[str, str] = {
    "E501": "A bit range is malformed, too wide, or names a bit twice.",
    "E502": "A value of `bits` is not one of the forms a format can have.",
    "E503": "Two entries of one format own the same bit.",
    "E504": "A bit is neither fixed, nor a field, nor declared free.",
    "E505": "A fixed pattern, number or field does not have the width of its bits.",
    "E506": "A name is unknown: a format, form, field, enumeration, parameter or opcode.",
    "E507": "Formats extend each other in a circle.",
    "E508": "Two instructions of a revision accept the same word.",
    "E509": "An overlap is declared that does not exist.",
    "E510": "A condition is malformed or names what is not there.",
    "E511": "A text is malformed or prints what is not there.",
    "E512": "An encoding has no text.",
    "E513": "An opcode has no timing, or its timing class does not exist.",
    "E514": "An opcode does not give a number or parameter that its format asks for.",
    "E515": "A revision changes or drops what it does not have, or adds what it has.",
    "E516": "Two revisions share a part, or a revision has no parts.",
    "E517": "Two cases of an operand form accept the same bits.",
    "E518": "Declared overlaps put opcodes before each other in a circle.",
    "E519": "The types or kinds of an opcode's operands are not those its format has bits for.",
    "E520": "Two names of an enumeration have the same value.",
    "E521": "Two revisions extend no other; only one is described by the tables themselves.",
    "E522": "An entry of an overlay has no key that names it.",
    "E523": "The generated C++ has no room for so many, or lacks what it begins with.",
} | timing.CODES | semantics.CODES | machine.CODES | select.CODES | \
    needed.CODES | roles.CODES | register_files.CODES | \
    texture.CODES | memory.CODES
