"""A reference page of the document, made from its JSON Schema: every key, its type, a sentence."""

from __future__ import annotations

from .shape import type_of
from .types import Json


def model_page(schema: Json) -> str:
    version = schema["properties"]["jacquard_tables"]["const"]
    definitions = schema["$defs"]
    tables = schema["properties"]["tables"]["properties"]
    lines = [
        "# The exported tables", "",
        "Made from the schema of the document by `python3 -m jacquard_gen dump --model-page`; "
        "edits are lost.", "",
        f"This is version {version} of the form. A key with `?` may be missing.", "",
        "## The document", "", schema["description"], "",
        *_rows({name: each for name, each in schema["properties"].items() if name != "tables"}
               | {"tables": {**schema["properties"]["tables"], "properties": {}}},
               schema["required"], definitions),
        "", "## Tables", "", "| table | entries | what |", "| --- | --- | --- |"]
    for name, table in tables.items():
        lines.append(f"| `{name}` | {_linked(type_of(table['items']), definitions)} | "
                     f"{_cell(table['description'])} |")
    for name, definition in definitions.items():
        lines += ["", f'<a id="{name}"></a>', "", f"## {name}", "", definition["description"]]
        for each in definition.get("oneOf", [definition]):
            if each is not definition:
                lines += ["", f"`kind` is `{each['properties']['kind']['const']}`: "
                              f"{each['description']}"]
            # The sentence above says what `kind` is of several alternatives.
            shown = {key: value for key, value in each["properties"].items()
                     if key != "kind" or each is definition}
            if shown:
                lines += ["", *_rows(shown, each.get("required", []), definitions)]
    return "\n".join(lines) + "\n"


def _rows(properties: Json, required: list[str], definitions: Json) -> list[str]:
    lines = ["| key | type | what |", "| --- | --- | --- |"]
    for name, each in properties.items():
        mark = "" if name in required else "?"
        lines.append(f"| `{name}`{mark} | {_linked(type_of(each), definitions)} | "
                     f"{_cell(_sentence(each, definitions))} |")
    return lines


def _sentence(schema: Json, definitions: Json) -> str:
    """The description, that of what is referred to, or that of a list's items; and the names that
    it may be."""
    own = str(schema.get("description", ""))
    if not own and "$ref" in schema:
        own = definitions.get(_name(schema["$ref"]), {}).get("description", "")
    if not own and "items" in schema:
        own = _sentence(schema["items"], definitions)
    names = [each for each in schema.get("anyOf", []) if "const" in each]
    items = schema.get("items", {})
    names = names or [each for each in items.get("anyOf", []) if "const" in each]
    listed = [f"`{each['const']}`" + (f": {each['description']}" if "description" in each else "")
              for each in names]
    return "<br>".join([own, *listed]) if listed else own


def _linked(text: str, definitions: Json) -> str:
    """A type whose names of definitions are links to their sections."""
    words = [f"[{word}](#{word})" if word in definitions else word for word in text.split(" ")]
    return _cell(" ".join(words))


def _name(reference: str) -> str:
    return reference.rpartition("/")[2]


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
