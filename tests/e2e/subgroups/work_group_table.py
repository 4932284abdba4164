"""Lists how many instructions each operation of a work group takes by type and part, and how many
its waves issue for 256 items, and checks that none goes from item to item.

Usage: work_group_table.py check | write, with PYTHONPATH and JACQUARD_LIBRARY as in
tests/bindings/python

`check` compares with work_group_table.tsv: exit code 1 where an operation takes or issues more
instructions than there, `write` writes it.
"""

from __future__ import annotations

import array
import sys
from pathlib import Path

import instruction_table
import jacquard

TABLE = Path(__file__).with_name("work_group_table.tsv")
PARTS = (630, 730, 830)
GROUP = 256
FEWEST_LANES = 64  # of a wave
MOST_ISSUED = 2.5  # instructions that a wave issues for each that it has: the loop is over waves

TYPES = {"u32": ("%uint", "OpCopyObject %uint %x", "OpCopyObject %uint %made"),
         "f32": ("%float", "OpConvertUToF %float %x", "OpConvertFToU %uint %made"),
         "u64": ("%ulong", "OpUConvert %ulong %x", "OpUConvert %uint %made"),
         "bool": ("%bool", "OpINotEqual %bool %x %zero", "OpSelect %uint %made %one %zero")}
OPERATIONS = {"u32": ("IAdd", "UMin", "SMin", "UMax", "SMax"), "u64": ("IAdd", "UMax"),
              "f32": ("FAdd", "FMin", "FMax")}
FORMS = ("Reduce", "InclusiveScan", "ExclusiveScan")


def module(operation: str, form: str, kind: str) -> str:
    """A kernel that stores what one operation makes of the words of its first argument."""
    name, make, word = TYPES[kind]
    operands = {"": "%value", "Broadcast": "%value %third"}.get(form, f"{form} %value")
    return f"""\
OpCapability Addresses
OpCapability Kernel
OpCapability Int64
OpCapability Groups
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %main "group" %id
OpExecutionMode %main LocalSize {GROUP} 1 1
OpDecorate %id BuiltIn LocalInvocationId
%bool = OpTypeBool
%uint = OpTypeInt 32 0
%ulong = OpTypeInt 64 0
%float = OpTypeFloat 32
%ulong3 = OpTypeVector %ulong 3
%input = OpTypePointer Input %ulong3
%pointer = OpTypePointer CrossWorkgroup %uint
%void = OpTypeVoid
%taking = OpTypeFunction %void %pointer %pointer
%zero = OpConstant %uint 0
%one = OpConstant %uint 1
%group = OpConstant %uint 2
%third = OpConstant %ulong 3
%id = OpVariable %input Input
%main = OpFunction %void None %taking
%given = OpFunctionParameter %pointer
%results = OpFunctionParameter %pointer
%begin = OpLabel
%place = OpLoad %ulong3 %id Aligned 32
%index = OpCompositeExtract %ulong %place 0
%from = OpInBoundsPtrAccessChain %pointer %given %index
%to = OpInBoundsPtrAccessChain %pointer %results %index
%x = OpLoad %uint %from Aligned 4
%value = {make}
%made = OpGroup{operation} {name} %group {operands}
%word = {word}
OpStore %to %word Aligned 4
OpReturn
OpFunctionEnd
"""


def rows() -> list[tuple[str, ...]]:
    """Operation, form, type, and on each part the instructions, and behind a slash how many are
    issued."""
    listed = [(operation, form, kind) for kind, operations in OPERATIONS.items()
              for operation in operations for form in FORMS]
    listed += [("All", "", "bool"), ("Any", "", "bool"),
               *(("Broadcast", "Broadcast", kind) for kind in ("u32", "f32", "u64"))]
    found = []
    for operation, form, kind in listed:
        text = module(operation, form, kind)
        costs = []
        for part in PARTS:
            program = jacquard.compile(text, gpu=part)
            words = array.array("I", range(GROUP))
            results = array.array("I", [0] * GROUP)
            issued = jacquard.launch(program, GROUP, [words, results], group=GROUP).steps
            costs.append(f"{program.statistics['instructions']}/{issued}")
        found.append((operation, "" if form == operation else form, kind, *costs))
    return found


def fault_of(now: str, then: str) -> str | None:
    instructions, issued = map(int, now.split("/"))
    if issued > instructions * (GROUP // FEWEST_LANES) * MOST_ISSUED:
        return f"issues {issued} instructions, more than a loop over waves does,"
    if any(int(a) > int(b) for a, b in zip(now.split("/"), then.split("/"))):
        return f"takes {now} instructions, and took {then},"
    return None


if __name__ == "__main__":
    sys.exit(instruction_table.run(__doc__, TABLE, PARTS, rows(), fault_of))
