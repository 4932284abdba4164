"""The assembler's code: the same texts that are printed, read back."""

from __future__ import annotations

from typing import Any

from ...diagnostics import Diagnostics
from ...groups import Output
from .facts import LayoutFacts
from .forms import read_form
from .heads import head_tables
from .layouts import read_layouts
from ..codec.layouts import LayoutCompiler
from ..codec.members import operand_names
from ..tables.model import Model
from ..codec.name_tables import name_table

OUTPUT_NAMES = ["jacquard/generated/ir3/assemble_tables.h",
                "jacquard/generated/ir3/assemble_tables.cpp"]


def outputs(model: Model) -> list[Output]:
    forms = {name: read_form(model, model.forms[name]) for name in sorted(model.used_forms())}
    compiler = LayoutCompiler(model, {}, Diagnostics())
    layouts = [read for layout in model.layouts
               for read in read_layouts(LayoutFacts(model, layout, forms, compiler))]
    values: dict[str, Any] = {
        "name_tables": [name_table(enum) for enum in model.enums.values()],
        "forms": list(forms.values()), "layouts": layouts,
        "operands": operand_names(model),
    } | head_tables(model)
    return [Output(name, "ir3/assemble/" + name.rsplit("/", 1)[1] + ".j2", values)
            for name in OUTPUT_NAMES]
