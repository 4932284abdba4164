"""The shape of the document: one line for each key, with its type. What a reader relies on is all
there, and no sentence."""

from __future__ import annotations

from typing import Any

from .types import Json

_NAMES = {"string": "text", "integer": "number", "number": "number", "boolean": "truth",
          "null": "null", "array": "list", "object": "map"}


def shape(schema: Json) -> list[str]:
    tables = schema["properties"]["tables"]["properties"]
    lines = [f"{name}: {type_of(each)}" for name, each in schema["properties"].items()
             if name not in ("jacquard_tables", "tables")]
    lines += [f"tables.{name}: {type_of(each)}" for name, each in tables.items()]
    for name, definition in schema["$defs"].items():
        for each in definition.get("oneOf", [definition]):
            kind = "" if each is definition else f" {each['properties']['kind']['const']}"
            required = each.get("required", [])
            lines += [f"{name}{kind}.{key}{'' if key in required else '?'}: {type_of(value)}"
                      for key, value in each["properties"].items()]
    return sorted(lines)


def type_of(schema: Json) -> str:
    """A type in words: `list of text`, `map of bits`, `text | null`."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return _of_value(schema["const"])
    if "anyOf" in schema:
        return _either(type_of(each) for each in schema["anyOf"])
    if "enum" in schema:
        return _either(_of_value(each) for each in schema["enum"])
    kinds = schema.get("type", [])
    return _either(_of_kind(kind, schema) for kind in
                   ([kinds] if isinstance(kinds, str) else kinds)) or "anything"


def _of_kind(kind: str, schema: Json) -> str:
    inner = schema.get("items") if kind == "array" else schema.get("additionalProperties")
    if kind in ("array", "object") and isinstance(inner, dict) and inner:
        text = type_of(inner)
        return f"{_NAMES[kind]} of {f'( {text} )' if ' | ' in text else text}"
    return _NAMES[kind]


def _of_value(value: Any) -> str:
    if isinstance(value, bool):
        return "truth"
    return "text" if isinstance(value, str) else "null" if value is None else "number"


def _either(types: Any) -> str:
    return " | ".join(dict.fromkeys(types))
