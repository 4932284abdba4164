"""Texts whose settings are wrong, and what is said of them."""

from __future__ import annotations

from wrong_texts import Fault

NIR = ("    b0:\n        %0:32 = const 0\n        %1:32 = load_input %0 {component=0}\n"
       "        store_output %1, %0 {write_mask=x}\n")
ONE_SLOT = ("shader fragment\ninput generic 0 flat mask x\noutput color 0 mask x\n"
            "function \"main\" entry {\n" + NIR + "}\n")
VERTEX = "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\nMOV OUT[0], IN[0]\nEND\n"
MODULE = """OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %main "main" %in %out
OpExecutionMode %main OriginUpperLeft
OpDecorate %in Location 2
OpDecorate %in Flat
OpDecorate %out Location 1
%void = OpTypeVoid
%nothing = OpTypeFunction %void
%int = OpTypeInt 32 1
%from_int = OpTypePointer Input %int
%to_int = OpTypePointer Output %int
%in = OpVariable %from_int Input
%out = OpVariable %to_int Output
%main = OpFunction %void None %nothing
%begin = OpLabel
%x = OpLoad %int %in
%twice = OpIAdd %int %x %x
OpStore %out %twice
OpReturn
OpFunctionEnd
"""


def case(kind: str, settings: str, before: str = NIR, after: str = "check: x\n") -> str:
    """A text of one case, whose settings begin in line 5."""
    return (f"# A text.\nkind: {kind}\n\n=== a case\n{settings}\n--- before\n{before}"
            f"--- after\n{after}")


def computed(settings: str) -> str:
    """A case of what the lines of a function compute."""
    return case("nir to outputs", settings)


def compiled(settings: str) -> str:
    """A case of machine code."""
    return case("nir to words", settings)


def of_module(settings: str) -> str:
    """A case of what a module computes."""
    return case("spirv to outputs", settings, MODULE)


LANES = "FILE:5: a case\n  'lanes' takes a decimal or 0x number from 1 to 128, not "
WORD = "FILE:5: a case\n  'input' takes a decimal or 0x number from 0 to 4294967295, not "

SETTING_FAULTS = (
    # Numbers.
    Fault("too many lanes", computed("lanes: 129"), LANES + "'129'"),
    Fault("far too many lanes", computed("lanes: 100000"), LANES + "'100000'"),
    Fault("lanes of more than 32 bits", computed("lanes: 4294967296"), LANES + "'4294967296'"),
    Fault("lanes of more than 64 bits", computed("lanes: 99999999999999999999"), LANES),
    Fault("no lanes", computed("lanes: 0"), LANES + "'0'"),
    Fault("a number with more behind it", computed("lanes: 4x"), LANES + "'4x'"),
    Fault("a prefix without digits", computed("lanes: 0x"), LANES + "'0x'"),
    Fault("no steps", computed("steps: 0"),
          "FILE:5: a case\n  'steps' takes a decimal or 0x number from 1 to 18446744073709551615, "
          "not '0'"),
    Fault("constants of more than 32 bits",
          case("words to findings", "constants: 4294967296", "end\n"),
          "FILE:5: a case\n  'constants' takes a decimal or 0x number from 0 to 4294967295"),
    Fault("a word of more than 32 bits", computed("input: 0.x: 4294967296"), WORD + "'4294967296'"),
    Fault("a word that is too small", computed("input: 0.x: -2147483649"),
          "FILE:5: a case\n  'input' takes a decimal or 0x number from 0 to 2147483648, not "
          "'2147483649'"),
    Fault("a float with more behind it", computed("input: 0.x: 1.5junk"),
          "FILE:5: a case\n  '1.5junk' is no float of 32 bits"),
    Fault("a float that is too large", computed("input: 0.x: 1.0e99"),
          "FILE:5: a case\n  '1.0e99' is no float of 32 bits"),
    Fault("a number of a resource that is too large",
          compiled("resource: sampler first=4294967296"),
          "FILE:5: a case\n  'resource' takes a decimal or 0x number from 0 to 4294967295, not "
          "'4294967296'"),
    Fault("a resource of no elements", compiled("resource: sampler count=0"),
          "FILE:5: a case\n  'resource' takes a decimal or 0x number from 1 to 65536, not '0'"),
    Fault("a constant of more than 32 bits",
          case("spirv to nir", "specialise: 4294967296 1", MODULE),
          "FILE:5: a case\n  'specialise' takes a decimal or 0x number from 0 to 4294967295"),
    # Components.
    Fault("a slot that is none", computed("input: a.x: 1"),
          "FILE:5: a case\n  'a.x' is no input of the shader; there are '0.x', "),
    Fault("the last slot of 32 bits", computed("input: 4294967295.x: 1"),
          "FILE:5: a case\n  '4294967295.x' is no input of the shader; there are '0.x', "),
    Fault("a slot with a nought in front", computed("outputs: 00.x"),
          "FILE:5: a case\n  '00.x' is no output of the shader; there are '0.x', "),
    Fault("an input slot that the shader has not",
          case("nir to outputs", "input: 1.x: 1", ONE_SLOT),
          "FILE:5: a case\n  '1.x' is no input of the shader; there are '0.x', '0.y', '0.z', "
          "'0.w'"),
    Fault("an input that the shader does not read",
          case("nir to outputs", "input: 0.y: 1", ONE_SLOT),
          "FILE:5: a case\n  the shader does not read the input 0.y"),
    Fault("an output slot that the shader has not",
          case("nir to outputs", "outputs: 1.x", ONE_SLOT),
          "FILE:5: a case\n  '1.x' is no output of the shader; there are '0.x', '0.y', '0.z', "
          "'0.w'"),
    Fault("an input of a module that has none such", of_module("input: 0.x: 1"),
          "FILE:5: a case\n  '0.x' is no input of the module; there is '2.x'"),
    Fault("an output of a module that has none such", of_module("outputs: 1.x 0.x 1.y"),
          "FILE:5: a case\n  '0.x' is no output of the module; there is '1.x'; did you mean "
          "'1.x'?\n"
          "FILE:5: a case\n  '1.y' is no output of the module; there is '1.x'"),
    Fault("a component without a letter", computed("input: 0: 1"),
          "FILE:5: a case\n  '0' is no component of a slot, as '0.x' is\n"),
    Fault("a component of no slot", computed("outputs: .x"),
          "FILE:5: a case\n  '.x' is no component of a slot, as '0.x' is and, for outputs that "
          "are floats, "
          "'1.w:float'"),
    Fault("floats alone", computed("outputs: :float"),
          "FILE:5: a case\n  ':float' is no component"),
    Fault("another type than floats", computed("outputs: 0.x:int"),
          "FILE:5: a case\n  '0.x:int' is no component"),
    Fault("an input that is shown as floats", computed("input: 0.x:float: 1"),
          "FILE:5: a case\n  '0.x:float' is no component of a slot, as '0.x' is\n"),
    Fault("an input without values", computed("input: 0.x"),
          "FILE:5: a case\n  an input is written 'input: SLOT.C: VALUE…'"),
    Fault("more values than lanes", computed("input: 0.x: 1 2 3 4 5"),
          "FILE:5: a case\n  5 values are given for 4 lanes"),
    Fault("an input that is given twice", computed("input: 0.x: 1\ninput: 0.x: 2"),
          "FILE:6: a case\n  the input 0.x has values already"),
    Fault("an output that is named in two ways", computed("outputs: 0.x 0.x:float"),
          "FILE:5: a case\n  'outputs' names 0.x twice"),
    # Words.
    Fault("a setting that is set twice", computed("lanes: 1\nlanes: 2"),
          "FILE:6: a case\n  'lanes' is set in line 5, too"),
    Fault("a part that there is not", compiled("gpu: 631"),
          "FILE:5: a case\n  '631' is no part; there are "),
    Fault("a part of more than 32 bits", compiled("gpu: 4294967926"),
          "FILE:5: a case\n  '4294967926' is no part; there are "),
    Fault("a part that the input names, too",
          case("words to findings", "gpu: 330", "@gpu 630\nend\n"),
          "FILE:5: a case\n  the part is named by '@gpu' in an input, too"),
    Fault("a setting of the file that every case sets",
          case("nir to outputs\nlanes: 129", "lanes: 4").replace("check: x", "check-any: 0.x"),
          "FILE:3:\n  'lanes' takes a decimal or 0x number from 1 to 128, not '129'"),
    Fault("a setting of the file that several cases take",
          case("nir to outputs\nlanes: 129", "outputs: 0.x", after="check: 0.x: 0\n\n=== another\n"
               "outputs: 0.x\n--- before\n" + NIR + "--- after\ncheck: 0.x: 0\n"),
          "FILE:3:\n  'lanes' takes a decimal or 0x number from 1 to 128, not '129'\nEND"),
    Fault("a precision that there is not", compiled("precision: realxed"),
          "FILE:5: a case\n  'realxed' is no value of 'precision'; there are 'relaxed', 'full'; "
          "did you mean "
          "'relaxed'?"),
    Fault("a stage that there is not", compiled("stage: fragmnet"),
          "'compute'; did you mean 'fragment'?"),
    Fault("a stage of a whole text", case("nir to outputs", "stage: vertex", ONE_SLOT),
          "FILE:5: a case\n  'stage' is for inputs that are the lines of a function"),
    Fault("what to show of a function", case("nir to nir", "show: all"),
          "FILE:5: a case\n  'show' is for whole texts"),
    Fault("a flag that is neither", compiled("precise: true"),
          "FILE:5: a case\n  'true' is no value of 'precise'; there are 'no', 'yes'"),
    Fault("a fact that there is not", compiled("facts: nosp"),
          "'driver_parameters'; did you mean 'nops'?"),
    Fault("a word of a resource that is given twice", compiled("resource: sampler set=0 set=1"),
          "FILE:5: a case\n  'set' is given twice"),
    *(Fault(f"a word of '{key}' that is named twice", of_kind(f"{key}: {word} {word}"),
            f"FILE:5: a case\n  '{key}' names '{word}' twice")
      for key, word, of_kind in (("outputs", "0.x", computed), ("gpu", "630", compiled),
                                 ("facts", "nops", compiled))),
    Fault("a kind of resource that there is not", compiled("resource: smapler first=0"),
          "FILE:5: a case\n  'smapler' is no kind of resource; there are 'uniform_buffer', "
          "'storage_buffer', 'texture', 'sampler', 'image'; did you mean 'sampler'?"),
    Fault("a word of a resource that there is not", compiled("resource: sampler frist=0"),
          "FILE:5: a case\n  'frist' is no word of a resource; there are "),
    Fault("a word of a resource without a number", compiled("resource: sampler set"),
          "FILE:5: a case\n  'resource' takes a decimal or 0x number from 0 to 4294967295, not ''"),
    Fault("two resources of one number", compiled("resource: sampler\nresource: sampler set=1"),
          "FILE:6: a case\n  the number 0 is one of another resource of its kind"),
    Fault("a pass of the backend that there is not",
          case("tgsi to graph", "after: tranlsate", VERTEX), "; did you mean 'translate'?"),
    Fault("no pass of the backend", case("tgsi to graph", "precise: no", VERTEX),
          "the setting 'after: PASS' must say which pass leaves the graph"),
    Fault("parts of lines, of which one is empty", compiled("only: ldc | "),
          "FILE:5: a case\n  a part of 'only' is empty, and every line has that"),
    Fault("parts of lines that no line has", case("nir to nir", "only: nothing"),
          "FILE:7: a case\n  no line of the answer has a part that 'only' names"),
    Fault("a constant without a value", case("spirv to nir", "specialise: 0", MODULE),
          "FILE:5: a case\n  'specialise' takes the number of a constant and its value"),
    Fault("a constant that the module has not", case("spirv to nir", "specialise: 0 1", MODULE),
          "FILE:5: a case\n  '0' is no specialisation constant of the module; there is none"),
    Fault("a constant with two values",
          case("spirv to nir", "specialise: 0 1\nspecialise: 0 2", MODULE),
          "FILE:6: a case\n  the constant 0 has a value already"),
    # All faults are told at once.
    Fault("several passes that there are not", case("nir to nir", "passes: dead_cod,simplfy"),
          "dead_code'?\nFILE:5: a case\n"),
    Fault("passes that a module has not", of_module("passes: simplfy"), "did you mean 'simplify'?"),
    Fault("several settings and directives",
          case("nir to outputs", "lanes: 0\nframe: f\noutputs: a", NIR, "check: {{\n"),
          "FILE:6: a case\n  'f' is no frame of this file; there is 'none'\n"
          "FILE:5: a case\n  'lanes' takes a decimal or 0x number from 1 to 128, not '0'\n"
          "FILE:7: a case\n  'a' is no component of a slot, as '0.x' is and, for outputs that are "
          "floats, "
          "'1.w:float'\nFILE:14: a case\n  the pattern '{{' has '{{' or '}}' without the other"),
)
