"""Checks that the generated C++ has room for the tables: names that stay distinct, counts that its
types can hold, defaults that fit their fields."""

from __future__ import annotations

from ...diagnostics import Diagnostics
from ...escape import identifier, name
from ...identifiers import check_identifiers
from ...schema import Text
from ...source import Position
from ..codec.members import field_widths, operand_names
from ..tables.model import Model, camel

# Types that enumerations of the tables stand beside.
_TYPES = ("Action", "AssemblyHead", "AssemblyRow", "BitsKind", "BitsRow", "DelaySlots",
          "EncodeError", "EncodingDescription", "EncodingRow", "FieldDescription", "FieldKind",
          "FloatTableEntry", "FormCaseDescription", "FormDescription", "FormatDescription",
          "Instruction", "LaneKernels", "Layout", "LineCursor", "MachineFacts", "Opcode",
          "OpcodeField", "OpcodeInfo", "OpcodeProperty", "OpcodeSemantics", "Operand",
          "OperandKind", "ReadTiming", "ResultTiming", "Revision", "RevisionChange", "SlotInfo",
          "SlotKind", "SourceInfo", "SourceKind", "SourceModifier", "Sync", "TextReader",
          "TextWriter", "TimingClass", "TimingClassInfo", "ValueType", "WordBuilder")
# Members of an encoding's row beside the parameters of formats.
_ROW = ("opcode", "layout", "mask", "value", "free")
MOST_REVISIONS = 8  # A bit for each in the rows of the assembler.
_MOST_LAYOUTS = 255
_MOST_ENCODINGS = 0xfffe


def check(model: Model, place: Position, diagnostics: Diagnostics, serves_library: bool) -> None:
    """Reports what there is no room for; `place` is for what is too many as a whole. Where no C++
    is made of a machine, only defaults have to fit."""
    _check_defaults(model, diagnostics)
    if not serves_library:
        return
    _check_names(model, diagnostics)
    for what, count, most in (("revisions", len(model.revisions), MOST_REVISIONS),
                              ("layouts of formats", len(model.layouts), _MOST_LAYOUTS),
                              ("encodings", len(model.encodings), _MOST_ENCODINGS)):
        if count > most:
            diagnostics.error("E523", place, f"there is room for {most} {what}, and these are "
                              f"{count}")
    if not any(opcode.enumerator == "nop" for opcode in model.opcodes):
        diagnostics.error("E524", place, "an instruction is 'nop' until something else is said, "
                          "and there is no such opcode", near="nop",
                          known=[opcode.name for opcode in model.opcodes],
                          within=("ir3/isa/cat", "ir3/revisions"))


def _check_names(model: Model, diagnostics: Diagnostics) -> None:
    check_identifiers([opcode.entry.op for opcode in model.opcodes], diagnostics)
    enums = list(model.enums.values())
    check_identifiers([enum.entry.enum for enum in enums], diagnostics, _type_name, _TYPES)
    for enum in enums:
        check_identifiers(enum.entry.values, diagnostics)
    check_identifiers([field.field for field in model.fields.values()], diagnostics, name,
                      ("opcode", *operand_names(model)))
    revisions = [revision.version.entry.revision for revision in model.revisions]
    for make in (name, camel):
        check_identifiers(revisions, diagnostics, make)
    parameters: dict[int, Text] = {
        id(parameter): parameter for revision in model.revisions
        for changes in revision.version.formats.values() for change in changes
        for parameter in change.parameters}
    check_identifiers(parameters.values(), diagnostics, name, _ROW)
    classes = {id(entry): entry.timing for revision in model.revisions
               if revision.timing is not None for entry in revision.timing.classes.values()}
    check_identifiers(classes.values(), diagnostics, name)
    check_identifiers([entry.registers for entry in model.registers.values()], diagnostics, camel)


def _type_name(enum: str) -> str:
    return name(identifier(camel(enum)))


def _check_defaults(model: Model, diagnostics: Diagnostics) -> None:
    widths = field_widths(model)
    for field in model.fields.values():
        kind, default = str(field.type), field.default
        width = widths.get(str(field.field), 1)
        if kind in model.enums:
            good = default == 0 or default in model.enums[kind].values.values()
        elif kind == "flag":
            good = default in (0, 1)
        elif kind in ("int", "offset", "target"):
            good = -(1 << (width - 1)) <= default < 1 << (width - 1)
        else:
            good = 0 <= default < 1 << width
        if not good:
            diagnostics.error("E505", field.where("default"),
                              f"{default} is not a value of the field '{field.field}'")
