"""Pieces of JSON Schemas."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]

TEXT: Json = {"type": "string"}
NUMBER: Json = {"type": "integer"}
TRUTH: Json = {"type": "boolean"}
WORD: Json = {"type": "string", "pattern": "^0x[0-9a-f]+$"}
BITS: Json = {"type": "string", "pattern": "^[0-9]+(:[0-9]+)?(,[0-9]+(:[0-9]+)?)*$",
              "description": "Bits of a word as `31,28:16`, of which the first are the highest."}
PLACE: Json = {"type": "string", "pattern": "^defs/.*:[0-9]+$", "description": "File and line."}


def said(of: Json, description: str) -> Json:
    return {**of, "description": description}


def none_or(kind: str) -> Json:
    return {"type": [kind, "null"]}


def enumerated(names: dict[str, str], description: str) -> Json:
    return {"anyOf": [{"const": name, "description": text} for name, text in names.items()],
            "description": description}


def object_of(description: str, /, optional: Json | None = None, **properties: Json) -> Json:
    return {"type": "object", "description": description,
            "properties": {**properties, **(optional or {})}, "required": list(properties)}


def map_of(of: Json, description: str) -> Json:
    return {"type": "object", "description": description, "additionalProperties": of}


def list_of(of: Json, description: str) -> Json:
    return {"type": "array", "description": description, "items": of}


def reference(name: str) -> Json:
    return {"$ref": f"#/$defs/{name}"}
