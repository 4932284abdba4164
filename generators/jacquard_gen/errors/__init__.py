"""The group `errors`: what the codes of errors mean, of the generator's own and of the tool's."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from .. import explanations
from ..groups import Context, Output, Page
from ..schema import (NAME, TEXT, Json, Record, Text, check_unique, document_schema, key, list_of,
                      load_record, record, table_schema, text)
from ..source import Mapping
from .statuses import FINE
from .statuses import FOLDER as STATUS_FOLDER
from .statuses import Status, c_header, load_statuses

FOLDER = "errors"
_CODE = r"[A-Z][0-9]{3}"


class ErrorCode(Record):
    """A code, which errors of one kind share."""

    code: Text = key(text("a letter and three digits", _CODE), "The code.", required=True)
    status: Text | None = key(NAME, "How what finds it ends, if not as the other errors of the "
                              "area.")
    doc: Text = key(TEXT, "What is wrong, in a sentence.", required=True)
    hint: Text | None = key(TEXT, "What to do about it.")


class Area(Record):
    """The codes of one kind of input, or of one part of the compiler."""

    area: Text = key(TEXT, "What the errors are found in, as a reader calls it.", required=True)
    codes: Text = key(text("how codes begin", r"[A-Z][0-9]{0,2}"),
                      "How the codes of this area begin, and those of no other.", required=True)
    status: Text = key(NAME, "How what finds such an error ends, if the error does not say "
                       "otherwise: a status of statuses.yaml.", required=True)
    errors: list[ErrorCode] = key(list_of(record(ErrorCode), low=1), "The codes.", required=True)


class Explained(NamedTuple):
    error: ErrorCode
    area: Area

    @property
    def status(self) -> Text:
        return self.error.status or self.area.status


class Model(NamedTuple):
    areas: list[tuple[str, Area]]  # with the name of the table
    by_code: dict[str, Explained]
    statuses: dict[str, Status]


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
    statuses = load_statuses(context)
    _check_statuses([area for _, area in areas], statuses, context)
    _check_beginnings([area for _, area in areas], context)
    check_unique((error for _, area in areas for error in area.errors),
                 lambda error: error.code, diagnostics)
    if len(diagnostics) != before:
        return None
    return Model(areas, {str(error.code): Explained(error, area)
                         for _, area in areas for error in area.errors}, statuses)


def _check_statuses(areas: list[Area], statuses: dict[str, Status], context: Context) -> None:
    if not statuses:
        return  # which was reported
    given = [area.status for area in areas]
    given += [error.status for area in areas for error in area.errors if error.status is not None]
    for status in given:
        if status not in statuses:
            context.diagnostics.error("E805", status.position, f"there is no status '{status}'",
                                      near=status, known=statuses)
        elif status == FINE:
            context.diagnostics.error("E805", status.position,
                                      f"nothing that finds an error ends with '{FINE}'")


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
    statuses = list(model.statuses.values())
    values = {"statuses": statuses,
              "compile_statuses": [entry for entry in statuses if entry.compile is not None],
              "codes": [(code, model.by_code[code].error, model.by_code[code].status)
                        for code in sorted(model.by_code)]}
    header, source, of_c = _status_names()
    return [*explanations.outputs("errors", model.by_code, lambda code: explain(model, code)),
            Output(header, "errors/statuses.h.j2", values),
            Output(source, "errors/statuses.cpp.j2", values),
            Output(of_c, "", {}, c_header(model.statuses))]


def _status_names() -> list[str]:
    return [f"jacquard/generated/errors/{name}"
            for name in ("statuses.h", "statuses.cpp", "status.h")]


def output_names(tables_dir: Path) -> list[str]:
    return [*explanations.output_names("errors"), *_status_names()]


def explain(model: Model, name: str) -> str | None:
    found = model.by_code.get(name.upper())
    if found is None:
        return None
    lines = [f"errors:{found.error.code}  {found.error.doc}",
             f"  an error of {found.area.area}, {found.error.provenance}",
             f"  ends with the status: {model.statuses[found.status].text}"]
    if found.error.hint is not None:
        lines.append(f"  {found.error.hint}")
    return "\n".join(lines) + "\n"


def reference(model: Model) -> list[Page]:
    return [Page(name, f"{area.area[0].upper()}{area.area[1:]}",
                 [(str(error.code), explain(model, error.code) or "") for error in area.errors])
            for name, area in model.areas]


def schemas() -> dict[str, Json]:
    return {FOLDER: document_schema("Codes of errors of one area", Area),
            STATUS_FOLDER: table_schema("Statuses", Status)}
