"""The group `errors`: what the codes of errors mean, of the generator's own and of the tool's."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from .. import explanations
from ..groups import Context, Output, Page
from ..schema import (TEXT, Json, Record, Text, check_unique, document_schema, key, list_of,
                      load_record, record, text)
from ..source import Mapping

FOLDER = "errors"
_CODE = r"[A-Z][0-9]{3}"


class ErrorCode(Record):
    """A code, which errors of one kind share."""

    code: Text = key(text("a letter and three digits", _CODE), "The code.", required=True)
    doc: Text = key(TEXT, "What is wrong, in a sentence.", required=True)
    hint: Text | None = key(TEXT, "What to do about it.")


class Area(Record):
    """The codes of one kind of input, or of one part of the compiler."""

    area: Text = key(TEXT, "What the errors are found in, as a reader calls it.", required=True)
    codes: Text = key(text("how codes begin", r"[A-Z][0-9]{0,2}"),
                      "How the codes of this area begin, and those of no other.", required=True)
    errors: list[ErrorCode] = key(list_of(record(ErrorCode), low=1), "The codes.", required=True)


class Explained(NamedTuple):
    error: ErrorCode
    area: Area


class Model(NamedTuple):
    areas: list[tuple[str, Area]]  # with the name of the table
    by_code: dict[str, Explained]


def load(context: Context) -> Model | None:
    diagnostics = context.diagnostics
    before = len(diagnostics)
    areas: list[tuple[str, Area]] = []
    for tree in context.tables(FOLDER):
        if not isinstance(tree, Mapping):
            diagnostics.error("E106", tree.position(),
                              f"the table must be a mapping, not {tree.kind}")
            continue
        area = load_record(Area, tree, diagnostics)
        if area is not None:
            areas.append((Path(tree.source.name).stem, area))
    _check_beginnings([area for _, area in areas], context)
    check_unique((error for _, area in areas for error in area.errors),
                 lambda error: error.code, diagnostics)
    if len(diagnostics) != before:
        return None
    return Model(areas, {str(error.code): Explained(error, area)
                         for _, area in areas for error in area.errors})


def _check_beginnings(areas: list[Area], context: Context) -> None:
    for number, area in enumerate(areas):
        for other in areas[:number]:
            if area.codes.startswith(other.codes) or other.codes.startswith(area.codes):
                context.diagnostics.error(
                    "E802", area.codes.position,
                    f"codes of {area.area} begin with {area.codes}, and those of {other.area} "
                    f"with {other.codes}", [(other.codes.position, "they are here")])
        for error in area.errors:
            if not error.code.startswith(area.codes):
                context.diagnostics.error("E801", error.code.position,
                                          f"codes of {area.area} begin with {area.codes}")


def is_code(name: str) -> bool:
    """Returns true if a name has the form of a code, in any letter case."""
    return re.fullmatch(_CODE, name.upper()) is not None


def codes(context: Context) -> dict[str, str]:
    """Returns the meaning of each code."""
    model = context.model("errors")
    return {} if model is None else {code: str(explained.error.doc)
                                     for code, explained in model.by_code.items()}


def outputs(model: Model) -> list[Output]:
    return explanations.outputs("errors", model.by_code, lambda code: explain(model, code))


def output_names(tables_dir: Path) -> list[str]:
    return explanations.output_names("errors")


def explain(model: Model, name: str) -> str | None:
    found = model.by_code.get(name.upper())
    if found is None:
        return None
    lines = [f"errors:{found.error.code}  {found.error.doc}",
             f"  an error of {found.area.area}, {found.error.provenance}"]
    if found.error.hint is not None:
        lines.append(f"  {found.error.hint}")
    return "\n".join(lines) + "\n"


def reference(model: Model) -> list[Page]:
    return [Page(name, f"{area.area[0].upper()}{area.area[1:]}",
                 [(str(error.code), explain(model, error.code) or "") for error in area.errors])
            for name, area in model.areas]


def schemas() -> dict[str, Json]:
    return {FOLDER: document_schema("Codes of errors of one area", Area)}
