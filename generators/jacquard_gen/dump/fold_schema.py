"""The part of the schema that is about what opcodes compute."""

from __future__ import annotations

from .types import (NUMBER, PLACE, TEXT, TRUTH, Json, list_of, map_of, none_or, object_of,
                    reference, said)

_TYPE = said(TEXT, "A type as `uint8` or `float32[4]`; without a width it has that of the "
                   "instruction, without a count it is one value a component.")

_NAME = said(TEXT, "Its name.")


def folds() -> Json:
    return object_of(
        "What NIR opcodes compute.",
        opcodes=map_of(reference("opcode"), "Every ALU opcode."),
        functions=map_of(reference("function"), "What their trees apply."))


def fold_definitions() -> Json:
    return {
        "opcode": object_of(
            "An opcode: names for values, and a value for each component of the result.",
            place=PLACE, aliases=list_of(TEXT, "Names that it had before."),
            result=_TYPE, sources=list_of(_TYPE, "The types of the sources."),
            replicated=said(TRUTH, "Whether the one value goes to every component."),
            widths=list_of(NUMBER, "Those that operands without one may have."),
            former_width=said(NUMBER, "The width that its operands had before they had none of "
                                      "their own, or 0."),
            bindings=list_of(reference("binding"), "Values under a name, in order."),
            values=list_of(reference("value"), "One, or one for each component of a vector.")),
        "binding": object_of("A value under a name.", name=_NAME,
                             value=said(reference("value"), "The value.")),
        "value": {"description": "A value with its type.", "oneOf": [
            object_of("A constant: a truth, a whole number modulo the width, or a float as text, "
                      "which may be `inf`, `-inf`, `nan` or `-0`.",
                      kind={"const": "constant"}, type=_TYPE,
                      value=said({"type": ["integer", "boolean", "string"]}, "Which.")),
            object_of("A source, or one component of one.", kind={"const": "source"}, type=_TYPE,
                      source=said(NUMBER, "Its number."),
                      component=said(none_or("integer"), "Its component; of none that which is "
                                                         "computed.")),
            object_of("A field of a machine instruction.", kind={"const": "field"}, type=_TYPE,
                      name=_NAME),
            object_of("A value under a name.", kind={"const": "binding"}, type=_TYPE, name=_NAME),
            object_of("A function of values.", kind={"const": "apply"}, type=_TYPE,
                      function=said(TEXT, "Its name among `functions`."),
                      arguments=list_of(reference("value"), "What it is applied to."))]},
        "function": object_of(
            "A function or an operator of the expression language.",
            called=said(TEXT, "How expressions write it, with its types."),
            doc=said(TEXT, "What it computes."), edges=said(TEXT, "What it means at its edges.")),
    }
