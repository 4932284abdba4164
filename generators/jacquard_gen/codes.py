"""Every error code of the generator, each with a sentence.

Ranges: E1xx files, YAML and fields; E2xx the expression language; E3xx NIR tables; E4xx TGSI
tables; E5xx ir3 encodings; E6xx ir3 semantics, timing and selection; E7xx SPIR-V tables; E9xx
templates and output.
Groups list theirs in a module `codes` of their own package (`jacquard_gen/nir/codes.py` with
`CODES: dict[str, str]`). Each code has a file in `generators/tests/bad` that provokes it.
"""

from __future__ import annotations

import importlib

CORE: dict[str, str] = {
    "E101": "The file cannot be read or is not UTF-8 text.",
    "E102": "The text is not well-formed YAML.",
    "E103": "Anchors, aliases and tags are not used in tables; families say what repeats.",
    "E104": "A key is given twice in one mapping.",
    "E105": "A key of a mapping is not plain text.",
    "E106": "A table must be a list of entries (or the mapping its kind asks for).",
    "E107": "A character cannot be seen: a control character, a mark of direction, or another.",
    "E108": "A table, or a text in it, is larger than allowed.",
    "E109": "A table is empty, or a folder has none.",
    "E110": "An entry has a key that its kind does not know.",
    "E111": "An entry lacks a key that it must have.",
    "E112": "A value has the wrong shape: text, list or mapping was expected.",
    "E113": "A string is written so that YAML 1.1 reads a number, a boolean or null.",
    "E114": "A value is not the integer, number or boolean that was expected.",
    "E115": "A value is none of the words allowed here.",
    "E116": "A number is out of range, or a list has the wrong length.",
    "E117": "A text does not have the form asked for (a name, a bit range, a bit pattern).",
    "E118": "Two entries have the same name.",
    "E119": "Two names become the same in C++, or one cannot be a name there.",
    "E120": "The `for` of a family is malformed.",
    "E121": "A text names a family variable that the entry does not declare.",
    "E122": "A family variable is declared but never used.",
    "E123": "A family, or all those of a table, have more members than allowed.",
}

EXPRESSION: dict[str, str] = {
    "E201": "The text is not an expression: a character, a literal or an operator is wrong.",
    "E202": "The expression ends too early or continues where it should end.",
    "E203": "A name in an expression is not an operand, a binding or an index.",
    "E204": "A function is unknown.",
    "E205": "A function has the wrong number of arguments.",
    "E206": "The types of operands do not fit the operator or function.",
    "E207": "A component is out of range, or a component is taken of a scalar.",
    "E208": "A literal does not fit the type it takes.",
    "E209": "A name is bound twice, or a binding is never used.",
    "E210": "The type of the whole expression is not the type the entry gives.",
    "E211": "A type is misspelt or has a width that does not exist.",
    "E212": "The expression cannot be made of NIR opcodes.",
    "E213": "A table of operators or functions is wrong.",
    "E214": "The type of a literal or comparison cannot be told from what surrounds it.",
    "E215": "The expression is nested too deeply or is too long.",
    "E216": "A function is defined by itself.",
}

OUTPUT: dict[str, str] = {
    "E901": "A template is missing, malformed, or uses a value that it is not given.",
    "E902": "An output cannot be written.",
    "E903": "A value of a template does not name the filter of the place where it stands.",
    "E904": "A value cannot stand in C++ where a template puts it.",
}


def all_codes() -> dict[str, str]:
    """The codes of the core and of every group that is present."""
    from .groups import GROUP_NAMES
    codes = CORE | EXPRESSION | OUTPUT
    for group in GROUP_NAMES:
        try:
            module = importlib.import_module(f"jacquard_gen.{group}.codes")
        except ModuleNotFoundError:
            continue
        codes |= getattr(module, "CODES", {})
    return dict(sorted(codes.items()))
