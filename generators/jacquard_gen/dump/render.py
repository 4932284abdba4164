"""Templates of others, rendered with the document that holds all tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..diagnostics import Diagnostics
from ..emit import Renderer
from ..groups import Output

SUFFIX = ".j2"


def templates_in(folder: Path) -> list[str]:
    """The templates below a folder; others include those whose name begins with `_`."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob(f"*{SUFFIX}")
                  if not path.name.startswith("_"))


def others_in(folder: Path, out: Path) -> list[str]:
    """The files below a folder that are no templates and not what is made of them; hidden ones and
    what Python keeps are nobody's own."""
    found = [path for path in folder.rglob("*") if path.is_file() and path.suffix != SUFFIX]
    return sorted(
        path.relative_to(folder).as_posix() for path in found
        if not any(part.startswith(".") or part == "__pycache__"
                   for part in path.relative_to(folder).parts)
        and out.resolve() not in path.resolve().parents)


def render(folder: Path, document: dict[str, Any], diagnostics: Diagnostics
           ) -> dict[str, str | bytes]:
    """The text of each template, by the name of its output; those with faults are left out.
    Templates for any machine call it `machine`, whichever it is."""
    document = {"machine": document.get("ir3"), **document}
    renderer = Renderer(folder, are_of_others=True)
    made: dict[str, str | bytes] = {}
    for template in templates_in(folder):
        name = template.removesuffix(SUFFIX)
        text = renderer.render(Output(name, template, document), diagnostics)
        if text is not None:
            made[name] = text
    return made
