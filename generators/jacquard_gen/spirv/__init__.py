"""The group `spirv`: instructions, extended instructions and enumerations of SPIR-V."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from .. import explanations
from ..groups import Context, Output, Page
from ..schema import Json, Text, table_schema
from .claims import FactText, check_claims, claims_of, load_fact_texts, use_of
from .enums import FOLDER as ENUM_FOLDER
from .enums import NIR_ENUMS, Enumerant, Enumeration, capability_names, load_enums
from .formulas import Computed, Formula, load_formulas
from .handlings import FLAGS, HANDLINGS
from .instructions import (CONVERSIONS, EXTENDED_FOLDER, FOLDER, VALUE_TYPES, Instruction,
                           load_extended, load_instructions, set_name)
from .operands import PLAIN_KINDS, CapabilityPool, OperandPool
from .origins import Known, explain_origin, extension_names, newest_version
from .tools import TABLE as TOOL_TABLE
from .tools import Tool, load_tools
from .uses import SUPPORTED_ENUMS, TEXT_TABLE, USES

_FILES = ("enums.h", "instructions.h", "enums.cpp", "instructions.cpp", "formulas.h",
          "formulas.cpp", "names.h", "names.cpp", "facts.h", "facts.cpp")


class Model(NamedTuple):
    enums: dict[str, Enumeration]
    fact_texts: list[FactText]
    tools: list[Tool]
    instructions: list[Instruction]
    extended: dict[str, list[Instruction]]
    computed: Computed
    extended_computed: dict[str, Computed]


def load(context: Context) -> Model | None:
    enums = _enums(context)
    fact_texts = load_fact_texts(context)
    if "capability" in enums:
        check_claims(list(enums.values()), fact_texts, context.diagnostics)
    tools = load_tools(context)
    instructions = _instructions(context)
    computed = context.once("spirv/formulas", lambda here: load_formulas(_instructions(here),
                                                                         "core", here))
    extended: dict[str, list[Instruction]] = {}
    extended_computed: dict[str, Computed] = {}
    for table in context.names(EXTENDED_FOLDER):
        name = set_name(table)
        extended[name], extended_computed[name] = context.once(
            table, lambda here: _extended(here, table))
    if context.diagnostics.failed:
        return None
    return Model(enums, fact_texts, tools, instructions, extended, computed,
                 extended_computed)


def _enums(context: Context) -> dict[str, Enumeration]:
    return context.once("spirv/enums", load_enums)


def _instructions(context: Context) -> list[Instruction]:
    return context.once("spirv/instructions",
                        lambda here: load_instructions(here, _enums(here)))


def _extended(context: Context, table: str) -> tuple[list[Instruction], Computed]:
    """An extended set, and what it computes."""
    entries = load_extended(context, table, _enums(context))
    return entries, load_formulas(entries, _identifier(set_name(table)), context)


def _identifier(name: str) -> str:
    return "".join(letter if letter.isalnum() else "_" for letter in name)


class _Set(NamedTuple):
    """Instructions with what they compute, for the templates."""

    name: str
    identifier: str
    instructions: list[Instruction]
    computed: Computed

    @property
    def formulas(self) -> dict[str, Formula]:
        return self.computed.formulas

    def computed_numbers(self, entry: Instruction) -> int:
        """The numbers of the two instructions that it computes, a byte each."""
        numbers = {str(each.op): each.number for each in self.instructions}
        first, second = (numbers[str(name)] for name in entry.computes)
        return first << 8 | second

    def width_mask(self, entry: Instruction) -> int:
        """Bit log2 of every width that its operands may have; 0 where all have their own."""
        widths = self.computed.widths.get(str(entry.op), [])
        return sum(1 << (width.bit_length() - 1) for width in widths)


def outputs(model: Model) -> list[Output]:
    enums = list(model.enums.values())
    sets = [_Set("", "core", model.instructions, model.computed)]
    sets += [_Set(name, _identifier(name), entries, model.extended_computed[name])
             for name, entries in model.extended.items()]
    first_names = capability_names(model.enums)
    instruction_operands, instruction_capabilities = OperandPool(), CapabilityPool()
    enum_operands, enum_capabilities = OperandPool(), CapabilityPool()
    for each in sets:
        for entry in each.instructions:
            instruction_operands.place(entry.specs)
            instruction_capabilities.place([first_names[str(name)]
                                            for name in entry.capabilities])
    for kind in enums:
        for name in kind.names:
            enum_operands.place(name.specs)
            enum_capabilities.place([first_names[str(word)] for word in name.capabilities])

    def place(operands: OperandPool, capabilities: CapabilityPool,
              entry: Instruction | Enumerant) -> tuple[int, int, int, int]:
        names = [first_names[str(word)] for word in entry.capabilities]
        return (operands.place(entry.specs), len(entry.specs),
                capabilities.place(names), len(names))

    known: list[Known] = [*model.instructions,
                          *(name for kind in enums for name in kind.names)]
    values: dict[str, Any] = {
        "enums": enums,
        "sets": sets,
        "extended": sets[1:],
        "tools": model.tools,
        "instructions": model.instructions,
        "plain_kinds": PLAIN_KINDS,
        "handlings": {name: each.doc for name, each in HANDLINGS.items()},
        "flags": FLAGS,
        "value_types": VALUE_TYPES,
        "conversions": {name: _widths(name) for name in CONVERSIONS},
        "nir_enums": NIR_ENUMS,
        "uses": USES,
        "use_of": use_of,
        "claims": claims_of(enums),
        "fact_texts": model.fact_texts,
        "reasons": _reasons(sets),
        "enum_names": [name.name for kind in enums for name in kind.names],
        "instruction_names": [entry.op for each in sets for entry in each.instructions],
        "instruction_operands": instruction_operands.items,
        "instruction_capabilities": instruction_capabilities.items,
        "enum_operands": enum_operands.items,
        "enum_capabilities": enum_capabilities.items,
        "place_of_instruction": lambda entry: place(instruction_operands,
                                                    instruction_capabilities, entry),
        "named_instructions": sorted((str(name), entry.number) for entry in model.instructions
                                     for name in (entry.op, *entry.aliases)),
        "extensions": extension_names(known),
        "newest_version": newest_version(known),
        "place_of_name": lambda entry: place(enum_operands, enum_capabilities, entry),
    }
    made = [Output(f"jacquard/generated/spirv/{name}", f"spirv/{name}.j2",
                   {key: values[key] for key in _NEEDS[name]}) for name in _FILES]
    texts = {name: "\n".join(found) for name, found in _texts(model).items()}
    return made + explanations.outputs("spirv", texts, texts.get)


def _widths(conversion: str) -> list[int]:
    """The widths that it converts to: floats are not of 8 bits."""
    return [16, 32, 64] if conversion.endswith("f") else [8, 16, 32, 64]


def _reasons(sets: list[_Set]) -> list[str]:
    """Returns the reasons for unsupported instructions, each once; the first is for supported
    ones."""
    given = [str(entry.unsupported) for each in sets for entry in each.instructions
             if entry.unsupported is not None]
    return ["", *dict.fromkeys(given)]


_NEEDS = {
    "enums.h": ("enums", "plain_kinds", "enum_names", "uses"),
    "enums.cpp": ("enums", "tools", "plain_kinds", "nir_enums", "enum_operands",
                  "enum_capabilities", "place_of_name", "use_of"),
    "instructions.h": ("instructions", "extended", "handlings", "flags", "value_types",
                       "conversions", "instruction_names"),
    "instructions.cpp": ("sets", "extended", "plain_kinds", "reasons", "conversions",
                         "instruction_operands", "instruction_capabilities",
                         "place_of_instruction"),
    "formulas.h": ("sets",),
    "formulas.cpp": ("sets",),
    "names.h": ("newest_version",),
    "names.cpp": ("enums", "named_instructions", "extensions"),
    "facts.h": (),
    "facts.cpp": ("claims", "fact_texts"),
}


def output_names(tables_dir: Path) -> list[str]:
    return [f"jacquard/generated/spirv/{name}" for name in _FILES] + \
        explanations.output_names("spirv")


def _texts(model: Model) -> dict[str, list[str]]:
    """Returns the facts that are to be shown of each name."""
    found: dict[str, list[str]] = {}

    def tell(text: str, *names: str) -> None:
        for name in names:
            found.setdefault(name, []).append(text)

    for entry in model.instructions:
        own = [str(name) for name in (entry.op, *entry.aliases)]
        tell(_explain_instruction(entry, "Op"), *own, *(f"Op{name}" for name in own))
    for extended_set, entries in model.extended.items():
        for entry in entries:
            tell(_explain_instruction(entry, f"{extended_set}:"), str(entry.op))
    for kind in model.enums.values():
        for word in kind.names:
            tell(_explain_name(kind, word), *dict.fromkeys(map(str, (word.name, *word.aliases))))
    return found


def explain(model: Model, name: str) -> str | None:
    found = _texts(model).get(name)
    return "\n".join(found) if found else None


def _explain_instruction(entry: Instruction, prefix: str) -> str:
    lines = [f"spirv:{entry.op}  {prefix}{entry.op}, number {entry.number}"]
    lines.append(f"  instruction, {entry.provenance}")
    if entry.doc:
        lines.append(f"  {entry.doc}")
    if entry.aliases:
        lines.append(f"  also called {', '.join(entry.aliases)}")
    lines.append(f"  operands: {', '.join(entry.operands) or 'none'}")
    lines += _needs(entry.capabilities) + explain_origin(entry)
    if entry.each is not None:
        lines.append(f"  = {' '.join(entry.each.value.split())}")
    elif entry.unsupported is not None:
        lines.append(f"  not supported: {entry.unsupported}")
    elif entry.handling is not None:
        lines.append(f"  {HANDLINGS[str(entry.handling)].doc}")
    for case in entry.at_widths:
        lines.append(f"  of {', '.join(map(str, case.widths))} bits = "
                     f"{' '.join(case.expression.value.split())}")
    lines += _names_in_nir(entry.alu, entry.intrinsic, entry.texture, entry.atomic, entry.convert)
    return "\n".join(lines) + "\n"


def _explain_name(kind: Enumeration, entry: Enumerant) -> str:
    lines = [f"spirv:{entry.name}  {kind.enum.replace('_', ' ')} "
             f"{hex(entry.value) if kind.mask else entry.value}", f"  {entry.provenance}"]
    if entry.operands:
        lines.append(f"  operands: {', '.join(entry.operands)}")
    lines += _needs(entry.capabilities) + explain_origin(entry)
    if kind.enum in SUPPORTED_ENUMS:
        lines.append("  supported" if entry.supported else "  not supported")
    elif entry.use is not None:
        lines.append(f"  {USES[str(entry.use)]}")
    if entry.test is not None:
        lines.append(f"  tests/spirv/facts/{entry.test}.spvasm shows what it does")
    if entry.because is not None:
        lines.append(f"  {entry.because}")
    lines += _names_in_nir(entry.nir, entry.load, entry.varying)
    return "\n".join(lines) + "\n"


def _needs(capabilities: list[Text]) -> list[str]:
    return [f"  needs: {' or '.join(capabilities)}"] if capabilities else []


def _names_in_nir(*names: Text | None) -> list[str]:
    return [f"  nir:{name}" for name in names if name is not None]


def reference(model: Model) -> list[Page]:
    pages = [Page("instructions", "Instructions",
                  [(str(entry.op), _explain_instruction(entry, "Op"))
                   for entry in model.instructions])]
    for name, entries in model.extended.items():
        pages.append(Page(_identifier(name), f"Extended instructions: {name}",
                          [(str(entry.op), _explain_instruction(entry, f"{name}:"))
                           for entry in entries]))
    for kind in model.enums.values():
        pages.append(Page(str(kind.enum), f"Names: {kind.enum.replace('_', ' ')}",
                          [(str(entry.name), _explain_name(kind, entry))
                           for entry in kind.names]))
    return pages


def schemas() -> dict[str, Json]:
    return {TOOL_TABLE.removesuffix(".yaml"): table_schema("Tools that make modules", Tool),
            TEXT_TABLE.removesuffix(".yaml"): table_schema("Texts that show facts", FactText),
            ENUM_FOLDER: table_schema("Enumerations of SPIR-V", Enumeration),
            FOLDER: table_schema("Instructions of SPIR-V", Instruction),
            EXTENDED_FOLDER: table_schema("Extended instructions of SPIR-V", Instruction)}
