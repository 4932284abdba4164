"""Compute shaders in SPIR-V assembly that combine values among the lanes of a wave."""

from __future__ import annotations

from dataclasses import dataclass

# By the bits and kind of a value: its type, and what makes one of the word %x.
TYPES = {"u32": ("%uint", "OpCopyObject %uint %x"), "f32": ("%float", "OpConvertUToF %float %x"),
         "f16": ("%half", "OpConvertUToF %half %x"), "u16": ("%ushort", "OpUConvert %ushort %x"),
         "u64": ("%ulong", "OpUConvert %ulong %x"), "bool": ("%bool", "OpINotEqual %bool %x %zero")}
# A value is stored as a word, which one of these makes of it.
WORDS = {"u32": "OpCopyObject %uint {}", "f32": "OpConvertFToU %uint {}",
         "f16": "OpConvertFToU %uint {}", "u16": "OpUConvert %uint {}",
         "u64": "OpUConvert %uint {}", "bool": "OpSelect %uint {} %one %zero"}
_INTEGERS = ("IAdd", "IMul", "SMin", "UMin", "SMax", "UMax", "BitwiseAnd", "BitwiseOr",
             "BitwiseXor")
_FLOATS = ("FAdd", "FMul", "FMin", "FMax")
_TRUTHS = ("LogicalAnd", "LogicalOr", "LogicalXor")
OPERATIONS = {"u32": _INTEGERS, "u16": _INTEGERS, "u64": ("IAdd", "UMin"), "f32": _FLOATS,
              "f16": _FLOATS, "bool": _TRUTHS}
CLUSTERS = (2, 4, 8, 16, 32, 64)
FORMS = ("Reduce", "InclusiveScan", "ExclusiveScan", *(f"Cluster{size}" for size in CLUSTERS))


@dataclass(frozen=True)
class Combination:
    """One operation among lanes."""

    operation: str
    form: str  # one of FORMS
    type: str


def module(combinations: list[Combination], group: int) -> str:
    """A shader of groups of so many lanes. Each has a word of binding 0, and stores what the
    combinations make of it one behind the other in binding 1."""
    body = []
    for number, each in enumerate(combinations):
        kind, make = TYPES[each.type]
        cluster = each.form.removeprefix("Cluster")
        form = f"ClusteredReduce %value{number} %n{cluster}" if cluster != each.form else (
            f"{each.form} %value{number}")
        body += [f"%value{number} = {make}",
                 f"%made{number} = OpGroupNonUniform{each.operation} {kind} %subgroup {form}",
                 f"%word{number} = {WORDS[each.type].format(f'%made{number}')}",
                 f"%first{number} = OpIMul %uint %all %u{number}",
                 f"%at{number} = OpIAdd %uint %first{number} %index",
                 f"%to{number} = OpAccessChain %pointer %results %zero %at{number}",
                 f"OpStore %to{number} %word{number}"]
    numbers = {f"%n{size}": size for size in CLUSTERS}
    numbers.update({f"%u{i}": i for i in range(len(combinations))})
    constants = "\n".join(f"{name} = OpConstant %uint {value}" for name, value in numbers.items())
    code = "\n".join(body)
    return f"""\
OpCapability Shader
OpCapability Float16
OpCapability Int16
OpCapability Int64
OpCapability GroupNonUniform
OpCapability GroupNonUniformArithmetic
OpCapability GroupNonUniformClustered
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %local
OpExecutionMode %main LocalSize {group} 1 1
OpDecorate %local BuiltIn LocalInvocationId
OpDecorate %words_type ArrayStride 4
OpMemberDecorate %block_type 0 Offset 0
OpDecorate %block_type BufferBlock
OpDecorate %given DescriptorSet 0
OpDecorate %given Binding 0
OpDecorate %results DescriptorSet 0
OpDecorate %results Binding 1
%bool = OpTypeBool
%ushort = OpTypeInt 16 0
%uint = OpTypeInt 32 0
%half = OpTypeFloat 16
%ulong = OpTypeInt 64 0
%float = OpTypeFloat 32
%uint3 = OpTypeVector %uint 3
%input = OpTypePointer Input %uint3
%local = OpVariable %input Input
%words_type = OpTypeRuntimeArray %uint
%block_type = OpTypeStruct %words_type
%block = OpTypePointer Uniform %block_type
%given = OpVariable %block Uniform
%pointer = OpTypePointer Uniform %uint
%results = OpVariable %block Uniform
%void = OpTypeVoid
%nothing = OpTypeFunction %void
%zero = OpConstant %uint 0
%one = OpConstant %uint 1
%subgroup = OpConstant %uint 3
%all = OpConstant %uint {group}
{constants}
%main = OpFunction %void None %nothing
%begin = OpLabel
%place = OpLoad %uint3 %local
%index = OpCompositeExtract %uint %place 0
%from = OpAccessChain %pointer %given %zero %index
%x = OpLoad %uint %from
{code}
OpReturn
OpFunctionEnd
"""
