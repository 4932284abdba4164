"""The JSON Schema of the document."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]

_TEXT: Json = {"type": "string"}
_TEXT_OR_NONE: Json = {"type": ["string", "null"]}
_NUMBER: Json = {"type": "integer"}
_WORD: Json = {"type": "string", "pattern": "^0x[0-9a-f]+$"}
_BITS: Json = {"type": "string", "pattern": "^[0-9]+(:[0-9]+)?(,[0-9]+(:[0-9]+)?)*$",
               "description": "Bits of a word, of which the first are the highest."}
_PLACE: Json = {"type": "string", "pattern": "^defs/.*:[0-9]+$", "description": "File and line."}
_CONDITION: Json = {"type": ["string", "null"],
                    "description": "A condition in the language of the tables, or null."}


def _object(description: str, /, **properties: Json) -> Json:
    return {"type": "object", "description": description, "properties": properties,
            "required": list(properties)}


def _map(of: Json) -> Json:
    return {"type": "object", "additionalProperties": of}


def _list(of: Json) -> Json:
    return {"type": "array", "items": of}


def schema(version: int) -> Json:
    entry = _object("An entry of a table, with its keys beside these.", place=_PLACE)
    facts = _map({"type": ["integer", "boolean"]})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The tables of Jacquard",
        "$defs": {"bits": _bits()},
        **_object("All tables, and what follows from several of them.",
                  jacquard_tables={"const": version},
                  tables=_map(_list(entry)),
                  ir3=_object(
                      "Instructions of each revision and facts of each part.",
                      enums=_map(_object("Names of numbers; a set is a mask of numbers.",
                                         values=_map(_NUMBER), texts=_map(_TEXT),
                                         sets=_map(_NUMBER))),
                      fields=_map(_object("A field of words; `names` is an enumeration.",
                                          type=_TEXT, text=_TEXT_OR_NONE, names=_TEXT_OR_NONE,
                                          default=_NUMBER)),
                      registers=_map(_object("Registers with a meaning of their own.",
                                             first=_NUMBER, component=_NUMBER,
                                             name=_TEXT_OR_NONE)),
                      forms=_map(_object("A form of operands; its first case that fits is it.",
                                         parameters=_map(_TEXT), cases=_list(_case()))),
                      layouts=_list(_object("The meaning of bits, and the text.",
                                            layout=_TEXT, parameters=_map(_TEXT),
                                            text=_TEXT_OR_NONE, pieces=_map(_TEXT),
                                            bits=_list({"$ref": "#/$defs/bits"}))),
                      encodings=_list(_object(
                          "An opcode in a layout.", opcode=_TEXT, place=_PLACE, layout=_NUMBER,
                          mask=_WORD, match=_WORD, free=_WORD, parameters=_map(_NUMBER),
                          when=_CONDITION, revisions=_list(_TEXT))),
                      revisions=_list(_object(
                          "A revision; the first of its encodings that fits a word is it.",
                          revision=_TEXT, doc=_TEXT, number=_NUMBER, parts=_list(_NUMBER),
                          machine=facts, machine_of_parts=_map(facts),
                          encodings=_list(_NUMBER))))),
    }


def _case() -> Json:
    return _object("A reading of an operand's bits.", kind=_TEXT, when=_CONDITION,
                   register=_TEXT_OR_NONE, mask=_WORD, match=_WORD,
                   bits=_list({"$ref": "#/$defs/bits"}), text=_TEXT)


def _bits() -> Json:
    result = _object("A meaning of some bits.", kind=_TEXT, bits=_BITS)
    result["properties"] |= {
        "name": _TEXT, "pattern": _TEXT, "form": _TEXT, "attribute": _TEXT,
        "signed": {"type": "boolean"},
        "plus": {**_NUMBER, "description": "What is added to the bits."},
        "at": {**_NUMBER, "description": "How far the bits are shifted into the field."},
        "expressions": _map(_TEXT),
        "choices": _list(_object("An alternative; the last one has an empty condition.",
                                 when=_TEXT, bits=_list({"$ref": "#/$defs/bits"})))}
    result["additionalProperties"] = False
    return result
