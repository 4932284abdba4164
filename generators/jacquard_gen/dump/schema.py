"""The JSON Schema of the document: every key with its type and a sentence."""

from __future__ import annotations

from pathlib import Path

from .fold_schema import fold_definitions, folds
from .table_schemas import table_schemas
from .types import (BITS, NUMBER, PLACE, TEXT, TRUTH, WORD, Json, enumerated, list_of, map_of,
                    none_or, object_of, reference, said)

PARTS = {
    "negate": "The sign is changed, or what a bit means is.",
    "absolute": "The magnitude is taken.",
    "last": "The register is read for the last time.",
    "own_half": "The operand is half, whatever the instruction says.",
    "number": "The component of a register or constant, of which four have one number.",
    "predicate_component": "The same, counted from the first predicate register.",
    "value": "A number; one of 32 bits has a sign.",
    "signed_value": "A number with a sign.",
}
"""What bits of an operand are."""

PIECES = {
    "register": "`r1.y`, or the name of an address or predicate register.",
    "plain": "`r1.y`, also where that register has a name.",
    "compared": "`r1.y`, or the name of a predicate register, be it of the whole wave.",
    "target": "`rt1.y`, a component of a render target.",
    "constant": "`c1.y`.",
    "h": "`h` of a half operand.",
    "h_below_predicates": "The same, but not of a predicate register.",
    "modifiers": "`(neg)`, `(abs)` or `(absneg)`.",
    "r": "`(r)` of an operand that steps on with each repetition.",
    "last": "`(last)`.",
    "value": "The value in base 10.",
    "number": "The number in base 10.",
    "unsigned": "The value as 32 bits without a sign.",
    "relative": "` + ` and the value, and nothing of zero.",
    "float_table": "The text that the enumeration `float_table` has for the value.",
    "float16": "The value as a float of 16 bits: six decimals where these are exact, else as few "
               "digits as are, else the bits in base 16.",
    "float32": "The same of 32 bits.",
    "marked_float32": "The same, with `f` before bits.",
    "decimal_or_hex": "The value in base 10, above 4096 in base 16.",
    "hexadecimal": "The value in base 16.",
}
"""What the names in the texts of operands print."""


_NAME = said(TEXT, "Its name.")
_PART = said(TEXT, "`half`, `negate`, `absolute`, `repeat`, `last`, `value` or `number`.")


def schema(version: int, tables_dir: Path) -> Json:
    tables, of_tables = table_schemas(tables_dir)
    whole = object_of(
        "All tables, and what follows from several of them.",
        jacquard_tables={"const": version, "description": "The version of the form."},
        tables={"type": "object", "description": "The entries of each table.",
                "properties": tables, "required": list(tables)},
        ir3=reference("ir3"), nir=reference("nir"))
    return {"$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "The tables of Jacquard",
            "$defs": {"ir3": _machine(), "enum": _enum(), "field": _field(),
                      "register": _register(), "form": _form(), "case": _case(),
                      "case_bits": _case_bits(), "layout": _layout(), "bits": _bits(),
                      "choice": _choice(), "encoding": _encoding(), "revision": _revision(),
                      "meaning": _meaning(), "computed": _computed(), "delay": _delay(),
                      "condition": _condition(), "text_part": _text_part(),
                      "nir": folds(), **fold_definitions(), **of_tables},
            **whole}


def _machine() -> Json:
    return object_of(
        "Instructions of each revision and facts of each part.",
        word_bits=said(NUMBER, "How many bits a word has."),
        enums=map_of(reference("enum"), "Names of numbers."),
        fields=map_of(reference("field"), "The fields of words."),
        registers=map_of(reference("register"), "Registers with a meaning of their own."),
        operands=list_of(TEXT, "The names of operands, results first."),
        forms=map_of(reference("form"), "How the bits of an operand are read."),
        layouts=list_of(reference("layout"), "What each bit means, and the text."),
        encodings=list_of(reference("encoding"), "Opcodes in layouts."),
        opcodes=map_of({"type": "array", "items": reference("meaning")},
                       "What each instruction computes and does, once for revisions that have it "
                       "alike."),
        revisions=list_of(reference("revision"), "The revisions, oldest first."))


def _enum() -> Json:
    return object_of(
        "Names of numbers.",
        values=map_of(NUMBER, "The numbers by name."),
        texts=map_of(TEXT, "What each number prints, which need not be its name."),
        sets=map_of(NUMBER, "Sets as masks, of which bit n is number n."))


def _field() -> Json:
    return object_of(
        "A field of words.",
        type=said(TEXT, "`flag`, `uint`, `int`, `offset`, `target`, `components` or an "
                        "enumeration."),
        text=said(none_or("string"), "What a flag prints where it is set."),
        names=said(none_or("string"), "The enumeration whose texts are printed."),
        default=said(NUMBER, "Its value where an instruction has no bits for it."))


def _register() -> Json:
    return object_of(
        "Registers with a meaning of their own.",
        first=said(NUMBER, "The first of them."), component=said(NUMBER, "Its first component."),
        name=said(none_or("string"), "How it prints."))


def _form() -> Json:
    return object_of(
        "A form of operands; the first case that fits is it.",
        parameters=map_of(TEXT, "What conditions may ask of the instruction: `flag` or an "
                                "enumeration."),
        cases=list_of(reference("case"), "The readings, in order."))


def _case() -> Json:
    return object_of(
        "A reading of an operand's bits.",
        kind=said(TEXT, "What the operand is then."), **_when("The condition of the reading."),
        register=said(none_or("string"), "The register that it is, where no bits say so."),
        mask=said(WORD, "The bits that are fixed."), match=said(WORD, "And their values."),
        bits=list_of(reference("case_bits"), "What the other bits are."),
        text=said(TEXT, "The text as a template."),
        text_parts=list_of(reference("text_part"), "The same taken apart."))


def _case_bits() -> Json:
    return object_of("Some bits of an operand.",
                     kind={"const": "field", "description": "Always `field`."},
                     bits=BITS, name=enumerated(PARTS, "What they are."))


def _when(description: str, key: str = "when") -> Json:
    return {key: said(none_or("string"), f"{description[:-1]}, as text."),
            f"{key}_tree": {"anyOf": [reference("condition"), {"type": "null"}],
                            "description": f"{description[:-1]}, as a tree."}}


def _layout() -> Json:
    return object_of(
        "The meaning of bits, and the text.",
        layout=said(TEXT, "Its name, which several may share that revisions differ in."),
        parameters=map_of(TEXT, "Numbers that each encoding gives, and their types. One that is "
                                "also a field is its value."),
        text=said(none_or("string"), "The text as a template."),
        pieces=map_of(TEXT, "Parts of that which templates name."),
        text_parts=list_of(reference("text_part"), "The text taken apart, pieces put in."),
        bits=list_of(reference("bits"), "What the bits mean, the highest first. Fields are read "
                                        "before operands, these before parts and choices."))


def _bits() -> Json:
    made = object_of(
        "A meaning of some bits.",
        kind=enumerated({"field": "A field.", "operand": "An operand.",
                         "part": "A bit that an operand has outside of its own.",
                         "choice": "Alternatives of which one is meant.",
                         "expect": "Bits that are as a pattern says, or the word is unusual."},
                        "What it is."),
        bits=BITS)
    made["properties"] |= {
        "name": said(TEXT, "The field or the operand."),
        "pattern": said(TEXT, "The only value that the bits have, in base 2."),
        "form": said(TEXT, "The form of an operand."),
        "attribute": said(TEXT, "The part of an operand, such as `repeat`."),
        "signed": said(TRUTH, "Whether the highest bit is a sign."),
        "plus": said(NUMBER, "What is added to the bits."),
        "at": said(NUMBER, "How far the bits are shifted into the field, of which others have "
                           "the rest."),
        "expressions": map_of(TEXT, "What an operand gives its form; of a part `equals`, the "
                                    "value for which the bit is set."),
        "expression_trees": map_of(reference("condition"), "The same as trees."),
        "choices": list_of(reference("choice"), "The alternatives, in order.")}
    made["additionalProperties"] = False
    return made


def _choice() -> Json:
    return object_of("An alternative; the last one has no condition.",
                     **_when("The condition."),
                     bits=list_of(reference("bits"), "What the bits mean then."))


def _encoding() -> Json:
    return object_of(
        "An opcode in a layout.",
        opcode=said(TEXT, "The opcode."), place=PLACE,
        layout=said(NUMBER, "The number of the layout among `layouts`."),
        mask=said(WORD, "The bits that are fixed."), match=said(WORD, "And their values."),
        free=said(WORD, "The bits that mean nothing."),
        parameters=map_of(NUMBER, "The numbers that the layout asks for."),
        **_when("The condition on the fields under which a word is this opcode."),
        revisions=list_of(TEXT, "The revisions that have it."))


def _revision() -> Json:
    facts = map_of({"type": ["integer", "boolean"]}, "Facts of the machine.")
    return object_of(
        "A revision; the first of its encodings that fits a word is it.",
        revision=said(TEXT, "Its name."), doc=said(TEXT, "A sentence."),
        number=said(NUMBER, "The hundred of its parts."),
        parts=list_of(NUMBER, "The numbers of its parts."),
        machine=facts,
        machine_of_parts=map_of(facts, "What some parts have instead, all facts of each."),
        encodings=list_of(NUMBER, "The numbers of its encodings, in the order in which they are "
                                  "tried."),
        delays=list_of(reference("delay"), "Slots between a write of a register and a read of it; "
                                           "none where no item says so."))


def _meaning() -> Json:
    return object_of(
        "What an instruction computes and does.",
        place=PLACE, doc=said(TEXT, "A sentence."),
        revisions=list_of(TEXT, "The revisions that have it like this."),
        result=said(none_or("string"), "The type of the result; none where there is no result, or "
                                       "it is not known."),
        sources=list_of(TEXT, "The types of the sources."),
        action=said(none_or("string"), "What it does beside computing a result."),
        timing=said(TEXT, "Its class of timing."),
        computes=said({"anyOf": [reference("computed"), {"type": "null"}]},
                      "Its result, of sources after their modifiers."))


def _computed() -> Json:
    return object_of("A value, and values under a name that it is made of.",
                     bindings=list_of(reference("binding"), "Values under a name, in order."),
                     value=said(reference("value"), "The value."))


def _delay() -> Json:
    return object_of(
        "Slots between two instructions.",
        producer=said(TEXT, "The class of timing that writes a register."),
        consumer=said(TEXT, "That which reads it."), slots=said(NUMBER, "How many."),
        other_width=said(NUMBER, "How many where one is full and the other half."))


def _condition() -> Json:
    return {"description": "A condition or a small computation on 32-bit numbers.", "oneOf": [
        object_of("A number.", kind={"const": "number"},
                  value=said(NUMBER, "Which."),
                  optional={"enum": said(TEXT, "The enumeration that it is of."),
                            "name": said(TEXT, "Its name there.")}),
        object_of("A field of the instruction.", kind={"const": "field"}, name=_NAME),
        object_of("A number that the encoding gives.", kind={"const": "parameter"}, name=_NAME),
        object_of("Whether the instruction has an operand.", kind={"const": "operand"}, name=_NAME),
        object_of("A part of an operand of the instruction.", kind={"const": "part"},
                  operand=said(TEXT, "Of which operand."), name=_PART),
        object_of("What the instruction gives the form.", kind={"const": "given"}, name=_NAME),
        object_of("A part of the operand itself.", kind={"const": "own"}, name=_PART),
        object_of("Whether a number is in a set.", kind={"const": "in"},
                  mask=said(NUMBER, "The set, of which bit n is number n."),
                  arguments=list_of(reference("condition"), "The number.")),
        object_of("An operator of C.", kind={"const": "operator"},
                  name=said(TEXT, "`||`, `&&`, `==`, `!=`, `<`, `>`, `<=`, `>=`, `<<`, `>>`, `+`, "
                                  "`-`, `*` or `!`; `-` may have one argument."),
                  arguments=list_of(reference("condition"), "One or two."))]}


def _text_part() -> Json:
    return {"description": "A part of a text.", "oneOf": [
        object_of("Letters.", kind={"const": "text"}, text=said(TEXT, "Which.")),
        object_of("The name of the opcode.", kind={"const": "opcode"}),
        object_of("A field, as its type and names say.", kind={"const": "field"}, name=_NAME),
        object_of("An operand, as its form says.", kind={"const": "operand"}, name=_NAME),
        object_of("Something of the operand itself.", kind={"const": "piece"},
                  name=enumerated(PIECES, "What.")),
        object_of("A number in base 10.", kind={"const": "number"},
                  value=said(reference("condition"), "What it is computed of.")),
        object_of("Parts that are there on a condition.", kind={"const": "when"},
                  condition=said(reference("condition"), "The condition."),
                  parts=list_of(reference("text_part"), "Which."))]}
