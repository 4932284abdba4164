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


def render(folder: Path, document: dict[str, Any], diagnostics: Diagnostics
           ) -> dict[str, str | bytes]:
    """The text of each template, by the name of its output; those with faults are left out."""
    renderer = Renderer(folder, are_of_others=True)
    made: dict[str, str | bytes] = {}
    for template in templates_in(folder):
        name = template.removesuffix(SUFFIX)
        text = renderer.render(Output(name, template, document), diagnostics)
        if text is not None:
            made[name] = text
    return made
