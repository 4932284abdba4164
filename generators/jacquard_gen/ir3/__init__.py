"""The ir3 tables: encodings of the Adreno instruction set, its timing and its semantics."""

from __future__ import annotations

from pathlib import Path

from .. import explanations, places
from ..expr import Language
from ..groups import Context, Output, Page
from ..schema import Json, document_schema, table_schema
from .codec import outputs as generated
from . import assemble, select
from .tables import cost, errata, machine, parts, records, register_files, timing
from .codec import describe, semantics
from .commands import entry_lists
from .check import roles, room
from .check.checks import Checker, check_relied_on
from .commands.explain import explain as explain_opcode
from .codec.forms import FormCompiler
from .codec.layouts import LayoutCompiler
from .tables.load import Tables
from .tables.model import Model
from .check.needed import Needed
from .tables.resolve import Resolver
from .select import memory, texture

__all__ = ["Model", "explain", "load", "output_names", "outputs", "schemas"]


def load(context: Context) -> Model | None:
    """The checked model, None where a fault keeps it from being built."""
    diagnostics = context.diagnostics
    before = len(diagnostics)
    language = context.model("expr")
    tables = Tables(context)
    model = Resolver(tables, language).model()
    if context.serves_library:
        check_relied_on(model, context.place("ir3/isa/enums.yaml"), diagnostics)
    if tables.timing_read:
        versions = [revision.version for revision in model.revisions]
        for revision, found in zip(model.revisions, timing.timings(
                versions, diagnostics, context.serves_library)):
            revision.timing = found
    room.check(model, context.place("ir3/isa/operands.yaml"), diagnostics, context.serves_library)
    model.ordered = Checker(model, diagnostics).run()
    if tables.costs_read:
        model.costs = cost.load(model, diagnostics)
    forms = FormCompiler(model, diagnostics).run()
    model.layout_code = LayoutCompiler(model, forms, diagnostics).run()
    used = model.used_forms()
    model.form_code = [code for name, code in forms.items() if name in used]
    model.semantics = semantics.load(language, diagnostics, [
        facts for opcode in model.opcodes for facts in opcode.facts])
    are_right = len(diagnostics) == before
    model.machine = machine.load(context, model)
    if not context.serves_library:
        model.machine_name = context.path_of("ir3/").resolve().name
        # A fault of instructions would be told again for the rules that emit them.
        if are_right:
            _select(context, language, model)
        return model if len(diagnostics) == before else None
    model.named_parts = parts.load(context, model)
    if model.machine is not None:
        # A part that is missing through another fault is not reported again here.
        if not diagnostics.failed:
            model.errata = errata.load(context, model, model.machine)
        register_files.check(model, model.machine, diagnostics)
        needed = Needed(model)
        # A fault of the instructions is not told again for what needs them.
        if are_right:
            model.roles = roles.load(context, language, model, model.machine, needed)
        model.selection = select.load(context, language, model, model.machine, needed)
        if are_right:
            model.textures = texture.load(context, language, model, model.machine, needed)
            model.memory = memory.load(context, language, model, model.machine, needed)
            needed.report(diagnostics)
    return model if len(diagnostics) == before else None


def _select(context: Context, language: Language, model: Model) -> None:
    """Loads the selection rules of a machine that the library does not compile for."""
    if model.machine is not None:
        needed = Needed(model)
        model.selection = select.load(context, language, model, model.machine, needed)
        needed.report(context.diagnostics)


def explain(model: Model, name: str) -> str | None:
    return explain_opcode(model, name) or errata.explain(model.errata, model.named_parts, name)


def outputs(model: Model) -> list[Output]:
    told = places.Places("ir3")
    result = generated.outputs(model) + assemble.outputs(model) + describe.outputs(model, told) + \
        timing.outputs({revision.name: revision.timing for revision in model.revisions})
    if model.costs:
        result += cost.outputs(model.costs, model)
    if model.semantics is not None:
        result += semantics.outputs(model.semantics)
    if model.machine is not None:
        result += machine.outputs(model.machine) + parts.outputs(model, model.named_parts) + \
            entry_lists.outputs(model) + errata.outputs(model.errata)
    if model.roles is not None:
        result += roles.outputs(model.roles)
    if model.selection is not None:
        result += select.outputs(model.selection, model, model.machine, told)
    if model.textures is not None:
        result += texture.outputs(model.textures, model, model.machine)
    if model.memory is not None:
        result += memory.outputs(model.memory, model, model.machine)
    names = [opcode.name for opcode in model.opcodes] + \
        [str(erratum.entry.erratum) for erratum in model.errata]
    result += explanations.outputs("ir3", names, lambda name: explain(model, name))
    return result + told.outputs()


def output_names(tables_dir: Path) -> list[str]:
    return generated.OUTPUT_NAMES + assemble.OUTPUT_NAMES + describe.OUTPUT_NAMES + \
        timing.OUTPUT_NAMES + cost.OUTPUT_NAMES + semantics.OUTPUT_NAMES + machine.OUTPUT_NAMES + \
        parts.OUTPUT_NAMES + entry_lists.OUTPUT_NAMES + errata.OUTPUT_NAMES + \
        roles.OUTPUT_NAMES + select.OUTPUT_NAMES + texture.OUTPUT_NAMES + memory.OUTPUT_NAMES + \
        explanations.output_names("ir3") + places.output_names("ir3")


def reference(model: Model) -> list[Page]:
    """A page a category."""
    by_category: dict[int, list[tuple[str, str]]] = {}
    for opcode in model.opcodes:
        entry = (opcode.name, explain(model, opcode.name) or "")
        by_category.setdefault(opcode.category, []).append(entry)
    pages = [Page(f"category{number}", f"Category {number}", entries)
             for number, entries in sorted(by_category.items())]
    told = [str(erratum.entry.erratum) for erratum in model.errata]
    return [*pages, Page("errata", "Errata", [(name, explain(model, name) or "") for name in told])]


def schemas() -> dict[str, Json]:
    result = {
        "ir3/revisions": document_schema("A revision", records.RevisionEntry),
        "ir3/isa/word": table_schema("Words of an instruction set", records.WordEntry),
        "ir3/isa/enums": table_schema("Enumerated fields", records.EnumEntry),
        "ir3/isa/fields": table_schema("Instruction fields", records.FieldEntry),
        "ir3/isa/registers": table_schema("Registers with a meaning", records.RegisterEntry),
        "ir3/isa/operands": table_schema("Operand forms", records.FormEntry),
        "ir3/isa/formats": table_schema("Instruction formats", records.FormatEntry),
    }
    for category in range(8):
        result[f"ir3/isa/cat{category}"] = table_schema(f"Category {category}", records.OpcodeEntry)
    return result | timing.schemas() | cost.schemas() | machine.schemas() | parts.schemas() | \
        errata.schemas() | roles.schemas() | select.schemas() | texture.schemas() | memory.schemas()
