"""The Python package that is made of the exported tables, loaded for the time of a run."""

from __future__ import annotations

import importlib
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from ..diagnostics import Diagnostics
from ..dump.render import others_in, render
from ..emit import write_changed

TEMPLATES = Path(__file__).resolve().parents[3] / "examples" / "tables" / "python"
_NAME = "jacquard_tables"


class Package(NamedTuple):
    """The modules that are asked for."""

    isa: Any
    bits: Any
    decoder: Any
    fold: Any
    fold_tables: Any
    numbers: Any


@contextmanager
def package(document: dict[str, Any], diagnostics: Diagnostics) -> Iterator[Package | None]:
    """None after faults of its templates were reported."""
    made = render(TEMPLATES, document, diagnostics)
    if diagnostics.failed:
        yield None
        return
    with tempfile.TemporaryDirectory() as folder:
        made |= {name: (TEMPLATES / name).read_bytes()
                 for name in others_in(TEMPLATES, Path(folder)) if name.endswith(".py")}
        for name, text in made.items():
            write_changed(Path(folder) / name, text)
        sys.path.insert(0, folder)
        try:
            yield Package(*(importlib.import_module(f"{_NAME}.{module}")
                            for module in Package._fields))
        finally:
            sys.path.remove(folder)
            for name in [each for each in sys.modules if each.partition(".")[0] == _NAME]:
                del sys.modules[name]
