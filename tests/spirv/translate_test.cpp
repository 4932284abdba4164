#include "assembler.h"
#include "catch.h"
#include "run_module.h"

#include <bit>

using namespace jacquard::spirv;

namespace {

// A body of one block that makes %r of %x, the input.
std::string computing(std::string_view instructions, std::string_view before = "") {
    std::string text(before);
    text += "\n%main = OpFunction %void None %nothing\n%begin = OpLabel\n%x = OpLoad %int %in\n";
    text += instructions;
    text += "\nOpStore %out %r\nOpReturn\nOpFunctionEnd\n";
    return fragment_module("%in %out", text);
}

bool tells(const std::string& faults, std::string_view what) {
    UNSCOPED_INFO(faults);
    return faults.find(what) != std::string::npos;
}

std::uint32_t bits(float value) {
    return std::bit_cast<std::uint32_t>(value);
}

} // namespace

TEST_CASE("instructions with a formula compute it", "[spirv]") {
    CHECK(run_fragment(computing("%y = OpIMul %int %x %i3\n%r = OpIAdd %int %y %i2"), 5) == 17);
    CHECK(run_fragment(computing("%r = OpSMod %int %x %i3"), static_cast<std::uint32_t>(-4)) == 2);
    CHECK(run_fragment(computing("%y = OpConvertSToF %float %x\n%z = OpFMod %float %y %f3\n"
                                 "%r = OpBitcast %int %z"),
                       static_cast<std::uint32_t>(-4)) == bits(2.0F));
    CHECK(run_fragment(computing("%y = OpConvertSToF %float %x\n"
                                 "%z = OpExtInst %float %glsl SmoothStep %f0 %f2 %y\n"
                                 "%r = OpBitcast %int %z"),
                       1) == bits(0.5F));
}

TEST_CASE("words of two fractions are unpacked whole", "[spirv]") {
    const auto unpacked = [](const std::string& op, const char* component) {
        return computing("%u = OpBitcast %uint %x\n%v = OpExtInst %v2 %glsl " + op +
                         " %u\n%f = OpCompositeExtract %float %v " + component +
                         "\n%r = OpBitcast %int %f");
    };
    CHECK(run_fragment(unpacked("UnpackUnorm2x16", "0"), 0xffff0000) == 0);
    CHECK(run_fragment(unpacked("UnpackUnorm2x16", "1"), 0xffff0000) == bits(1.0F));
    CHECK(run_fragment(unpacked("UnpackSnorm2x16", "0"), 0x80007fff) == bits(1.0F));
    CHECK(run_fragment(unpacked("UnpackSnorm2x16", "1"), 0x80007fff) == bits(-1.0F));
}

TEST_CASE("matrices are sums of their columns", "[spirv]") {
    const std::string text = computing(R"(
%y = OpConvertSToF %float %x
%v = OpCompositeConstruct %v2 %y %f1
%w = OpCompositeConstruct %v2 %f2 %f3
%m = OpCompositeConstruct %mat %v %w
%t = OpTranspose %mat %m
%p = OpMatrixTimesVector %v2 %t %w
%d = OpExtInst %float %glsl Determinant %m
%q = OpCompositeExtract %float %p 0
%s = OpFAdd %float %q %d
%r = OpConvertFToS %int %s)",
                                       "%mat = OpTypeMatrix %v2 2");
    // (4 1) . (2 3) + (4 * 3 - 2 * 1)
    CHECK(run_fragment(text, 4) == 21);
}

TEST_CASE("composites are taken apart, changed and put together", "[spirv]") {
    const std::string text = computing(R"(
%c = OpCompositeConstruct %arr %x %i1 %i2
%s = OpCompositeConstruct %st %c %f1
%s2 = OpCompositeInsert %st %i3 %s 0 1
%a = OpCompositeExtract %int %s2 0 0
%b = OpCompositeExtract %int %s2 0 1
%r = OpIAdd %int %a %b)",
                                       "%u3 = OpConstant %uint 3\n%arr = OpTypeArray %int %u3\n"
                                       "%st = OpTypeStruct %arr %float");
    CHECK(run_fragment(text, 10) == 13);
}

TEST_CASE("local arrays are indexed by values", "[spirv]") {
    const std::string text = computing(R"(
%v = OpVariable %pointer Function %list
%p = OpAccessChain %to_int %v %x
%r = OpLoad %int %p)",
                                       "%u3 = OpConstant %uint 3\n%arr = OpTypeArray %int %u3\n"
                                       "%pointer = OpTypePointer Function %arr\n"
                                       "%list = OpConstantComposite %arr %i3 %i1 %i2");
    CHECK(run_fragment(text, 0) == 3);
    CHECK(run_fragment(text, 2) == 2);
}

TEST_CASE("specialisation constants and what is computed of them take the values given",
          "[spirv]") {
    std::string text =
        computing("%r = OpIAdd %int %x %sum", "%s = OpSpecConstant %int 7\n"
                                              "%sum = OpSpecConstantOp %int IMul %s %i2");
    text.replace(text.find("OpDecorate %in Flat"), 0, "OpDecorate %s SpecId 0\n");
    CHECK(run_fragment(text, 1) == 15);
    CHECK(run_fragment(text, 1, "10") == 21);
}

TEST_CASE("functions take values and pointers and return values", "[spirv]") {
    const std::string text = computing(R"(
%v = OpVariable %to_int Function %i1
%y = OpFunctionCall %int %twice %v %x
%z = OpLoad %int %v
%r = OpIAdd %int %y %z)",
                                       "%signature = OpTypeFunction %int %to_int %int") +
                             R"(
%twice = OpFunction %int None %signature
%p = OpFunctionParameter %to_int
%q = OpFunctionParameter %int
%body = OpLabel
%old = OpLoad %int %p
%new = OpIAdd %int %old %q
OpStore %p %new
%double = OpIMul %int %q %i2
OpReturnValue %double
OpFunctionEnd
)";
    // 2 * 5 + (1 + 5)
    CHECK(run_fragment(text, 5) == 16);
}

TEST_CASE("functions return composites from more places than one", "[spirv]") {
    const std::string text = computing(R"(
%both = OpFunctionCall %pair %choice %x
%a = OpCompositeExtract %int %both 0
%b = OpCompositeExtract %int %both 1
%thrice = OpIMul %int %a %i3
%r = OpIAdd %int %thrice %b)",
                                       "%pair = OpTypeStruct %int %int\n"
                                       "%signature = OpTypeFunction %pair %int") +
                             R"(
%choice = OpFunction %pair None %signature
%q = OpFunctionParameter %int
%body = OpLabel
%is_small = OpSLessThan %bool %q %i3
OpSelectionMerge %rest None
OpBranchConditional %is_small %small %rest
%small = OpLabel
%first = OpCompositeConstruct %pair %q %i1
OpReturnValue %first
%rest = OpLabel
%second = OpCompositeConstruct %pair %i2 %q
OpReturnValue %second
OpFunctionEnd
)";
    CHECK(run_fragment(text, 1) == 3 * 1 + 1);
    CHECK(run_fragment(text, 5) == 3 * 2 + 5);
}

TEST_CASE("a function names a variable and its parts once", "[spirv]") {
    const std::string text = computing(R"(
%v = OpVariable %pointer Function %list
%p = OpAccessChain %to_int %v %i1
%y = OpLoad %int %p
%z = OpIAdd %int %x %y
OpStore %p %z
%q = OpAccessChain %to_int %v %i1
%r = OpLoad %int %q)",
                                       "%u3 = OpConstant %uint 3\n%arr = OpTypeArray %int %u3\n"
                                       "%pointer = OpTypePointer Function %arr\n"
                                       "%list = OpConstantComposite %arr %i3 %i1 %i2");
    const std::string printed = translated_text(text);
    const auto count = [&printed](std::string_view what) {
        unsigned found = 0;
        for (auto at = printed.find(what); at != std::string::npos;
             at = printed.find(what, at + 1)) {
            ++found;
        }
        return found;
    };
    INFO(printed);
    CHECK(count("deref_var") == 3); // the input and output are the others
    // Elements 0 and 2 are initialised, and nothing else reads or writes them.
    CHECK(count("deref_array") == 3);
    CHECK(run_fragment(text, 5) == 6);
}

TEST_CASE("what is not supported is named", "[spirv]") {
    std::string text = computing("%r = OpIAdd %int %x %i1");
    text.replace(text.find("OpCapability Shader"), 19, "OpCapability Kernel");
    CHECK(translation_faults(text).find("the capability Kernel is not supported yet") !=
          std::string::npos);
}

TEST_CASE("faults that only types show are told with the instruction", "[spirv]") {
    CHECK(translation_faults(computing("%r = OpIAdd %int %x %f1")).find("is not an integer") !=
          std::string::npos);
    CHECK(translation_faults(computing("%r = OpCompositeExtract %int %x 4"))
              .find("there is no part 4") != std::string::npos);
    CHECK(translation_faults(computing("OpStore %in %x\n%r = OpIAdd %int %x %i1"))
              .find("this memory is never written") != std::string::npos);
}

// Each was once translated to a shader that the validator refuses, or for which there are no words.
TEST_CASE("operands that an instruction cannot have are told", "[spirv]") {
    const auto faults = [](std::string_view instructions, std::string_view before = "") {
        return translation_faults(computing(instructions, before));
    };
    CHECK(tells(faults("%r = OpIAdd %int %x %i1", "%var = OpVariable %to_int Function"),
                "variables of the storage class Function stand in functions"));
    CHECK(tells(faults("%v = OpCompositeConstruct %iv2 %x %x\n"
                       "%t = OpImageSparseTexelsResident %bool %v\n"
                       "%r = OpSelect %int %t %x %i1",
                       "%iv2 = OpTypeVector %int 2"),
                "is not a single integer"));
    CHECK(tells(faults("%f = OpConvertSToF %double %x\n%d = OpDPdxCoarse %double %f\n"
                       "%r = OpConvertFToS %int %d",
                       "%double = OpTypeFloat 64"),
                "results of 64 bits for DPdxCoarse are not supported yet"));
    CHECK(tells(faults("%s = OpLoad %si %tex\n%c = OpConvertSToF %float %x\n"
                       "%uv = OpCompositeConstruct %v2 %c %c\n"
                       "%t = OpImageSampleExplicitLod %v4 %s %uv Bias|Lod %f0 %f0\n"
                       "%r = OpIAdd %int %x %i1",
                       "%im = OpTypeImage %float 2D 0 0 0 1 Unknown\n%si = OpTypeSampledImage %im\n"
                       "%to_si = OpTypePointer UniformConstant %si\n"
                       "%tex = OpVariable %to_si UniformConstant"),
                "the instruction takes no operand bias"));
}

TEST_CASE("small integers have a highest bit as wide ones do", "[spirv]") {
    CHECK(run_fragment(computing("%h = OpSConvert %short %x\n"
                                 "%m = OpExtInst %int %glsl FindSMsb %h\n"
                                 "%r = OpIAdd %int %m %i0",
                                 "%short = OpTypeInt 16 1"),
                       0x0400) == 10);
}

// Returns the faults of a fragment shader that reads one more input and ignores it.
std::string faults_of_input(const std::string& type, const std::string& before = "") {
    return translation_faults(fragment_module(
        "%in %out %other", before + "\n%pointer = OpTypePointer Input " + type +
                               "\n%other = OpVariable %pointer Input\n"
                               "%main = OpFunction %void None %nothing\n%begin = OpLabel\n"
                               "%read = OpLoad " +
                               type + " %other\nOpReturn\nOpFunctionEnd\n"));
}

TEST_CASE("inputs of 8 bits are refused", "[spirv]") {
    CHECK(tells(faults_of_input("%byte", "%byte = OpTypeInt 8 0"),
                "inputs of 8 bits are not supported yet"));
}

TEST_CASE("an input of 16 bits is what the word at its location comes to", "[spirv]") {
    const auto read_as = [](const std::string& type, const std::string& made) {
        return fragment_module("%narrow %out", R"(
OpDecorate %narrow Location 0
OpDecorate %narrow Flat
%half = OpTypeFloat 16
%short = OpTypeInt 16 1
%pointer = OpTypePointer Input )" + type + R"(
%narrow = OpVariable %pointer Input
%main = OpFunction %void None %nothing
%begin = OpLabel
%y = OpLoad )" + type + " %narrow\n" + made + "\nOpStore %out %r\nOpReturn\nOpFunctionEnd\n");
    };
    CHECK(run_fragment(read_as("%half", "%s = OpBitcast %short %y\n%r = OpSConvert %int %s"),
                       bits(1.0F)) == 0x3c00);
    CHECK(run_fragment(read_as("%short", "%r = OpSConvert %int %y"), 0x1fffe) == 0xfffffffe);
}

TEST_CASE("a second colour for blending stands behind the first", "[spirv]") {
    const std::string colours = R"(
OpDecorate %other Location 0
OpDecorate %other Index )";
    const auto module = [&](const std::string& index) {
        return fragment_module("%in %out %other", colours + index + R"(
%pointer = OpTypePointer Output %int
%other = OpVariable %pointer Output
%main = OpFunction %void None %nothing
%begin = OpLabel
%x = OpLoad %int %in
OpStore %other %x
OpReturn
OpFunctionEnd
)");
    };
    CHECK(translated_text(module("1")).find("semantic=color 1") != std::string::npos);
    CHECK(tells(translation_faults(module("2")),
                "the decoration Index of anything but the second colour of location 0"));
}

TEST_CASE("what is said of an image instruction and means nothing to it is refused by name",
          "[spirv]") {
    const std::string types = R"(
OpDecorate %images Binding 0
%image = OpTypeImage %float 2D 0 0 0 2 Rgba32f
%pointer = OpTypePointer UniformConstant %image
%images = OpVariable %pointer UniformConstant
)";
    const auto reading = [&](const std::string& operands) {
        return computing("%i = OpLoad %image %images\n%at = OpCompositeConstruct %pair %x %x\n"
                         "%texel = OpImageRead %v4 %i %at " +
                             operands +
                             "\n%f = OpCompositeExtract %float %texel 0\n"
                             "%r = OpBitcast %int %f",
                         types + "%pair = OpTypeVector %int 2");
    };
    CHECK(tells(translation_faults(reading("Lod %i0")),
                "Lod of the image operands of a storage image is not supported yet"));
    CHECK(
        tells(translation_faults(reading("SignExtend")), "only integers are extended, in one way"));
}

TEST_CASE("a conversion that no opcode rounds as it asks is refused", "[spirv]") {
    CHECK(tells(
        translation_faults(computing("%y = OpFConvert %double %f1\n%z = OpFConvert %float %y\n"
                                     "%r = OpBitcast %int %z",
                                     "OpDecorate %z FPRoundingMode RTZ\n%double = OpTypeFloat 64")),
        "that round to zero are not supported yet"));
}

TEST_CASE("inputs that share a location are interpolated alike", "[spirv]") {
    CHECK(tells(faults_of_input("%float"), "it shares a location with _3, which is"));
}

TEST_CASE("what lies past the end of a matrix or vector may stand where control never comes",
          "[spirv]") {
    const std::string types = R"(
%m2 = OpTypeMatrix %v2 2
%to_m2 = OpTypePointer Function %m2
%to_column = OpTypePointer Function %v2
%to_float = OpTypePointer Function %float
%seven = OpConstant %int 7
)";
    const std::string text = computing(R"(
%m = OpVariable %to_m2 Function
%c = OpAccessChain %to_column %m %seven
%d = OpAccessChain %to_float %m %i1 %seven
%first = OpAccessChain %to_float %m %i0 %i0
OpStore %first %f2
%never = OpSGreaterThan %bool %x %seven
OpSelectionMerge %meet None
OpBranchConditional %never %there %meet
%there = OpLabel
%column = OpLoad %v2 %c
OpStore %c %column
%component = OpLoad %float %d
OpStore %d %component
OpBranch %meet
%meet = OpLabel
%kept = OpLoad %float %first
%r = OpBitcast %int %kept)",
                                       types);
    CHECK(run_fragment(text, 1) == bits(2.0F));
    // A member that is not there is no element past the end.
    CHECK(tells(translation_faults(computing(R"(
%s = OpVariable %to_pair Function
%p = OpAccessChain %to_float %s %i2
%q = OpLoad %float %p
%r = OpBitcast %int %q)",
                                             "%pair = OpTypeStruct %float %float\n"
                                             "%to_pair = OpTypePointer Function %pair\n"
                                             "%to_float = OpTypePointer Function %float\n")),
                "there is no member 2"));
}

TEST_CASE("what is not supported is a fault where something uses it", "[spirv]") {
    const std::string declared = R"(
%wide = OpTypeInt 24 0
%wide_array = OpTypeArray %wide %i3
%to_wide = OpTypePointer Private %wide_array
%unused = OpVariable %to_wide Private
%to_void = OpTypePointer Private %void
%nowhere = OpVariable %to_void Private
%to_wide_inside = OpTypePointer Private %wide
)";
    CHECK(run_fragment(computing("%r = OpCopyObject %int %x", declared), 6) == 6);
    const std::string faults = translation_faults(computing(
        "%p = OpAccessChain %to_wide_inside %unused %i0\n%r = OpCopyObject %int %x", declared));
    CHECK(tells(faults, "integers of 24 bits are not supported yet"));
    CHECK(tells(faults, "OpTypeInt 24 0"));
    CHECK(tells(
        translation_faults(computing("OpStore %nowhere %x\n%r = OpCopyObject %int %x", declared)),
        "variables of the type void"));
}
