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

std::string flow(std::string_view blocks) {
    std::string text = R"(
%main = OpFunction %void None %nothing
%begin = OpLabel
%v = OpVariable %to_int Function %i0
%x = OpLoad %int %in
)";
    text += blocks;
    text += "\nOpFunctionEnd\n";
    return fragment_module("%in %out", text);
}

// Adds to the variable what is written.
std::string add(const std::string& name, const std::string& amount) {
    return '%' + name + "a = OpLoad %int %v\n%" + name + "b = OpIAdd %int %" + name + "a " +
           amount + "\nOpStore %v %" + name + "b\n";
}

constexpr const char* kEnd = "%r = OpLoad %int %v\nOpStore %out %r\nOpReturn";

} // namespace

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
    text.replace(text.find("OpCapability Shader"), 19, "OpCapability Pipes");
    CHECK(translation_faults(text).find("the capability Pipes is not supported yet") !=
          std::string::npos);
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

TEST_CASE("a switch compares each value where its case begins", "[spirv]") {
    const std::string text =
        flow("OpSelectionMerge %meet None\nOpSwitch %x %meet 0 %zero 1 %one\n%zero = OpLabel\n" +
             add("z", "%i1") + "OpBranch %meet\n%one = OpLabel\n" + add("o", "%i2") +
             "OpBranch %meet\n%meet = OpLabel\n" + kEnd);
    CHECK(run_fragment(text, 0) == 1);
    CHECK(run_fragment(text, 1) == 2);
    CHECK(run_fragment(text, 2) == 0);
    // Else the answers for all cases would be kept up to the last one.
    const std::string nir = translated_text(text);
    INFO(nir);
    const std::size_t first_if = nir.find("if %");
    CHECK(nir.find("ieq") < first_if);
    CHECK(nir.rfind("ieq") > first_if);
}
