#include <jacquard/draw/uniforms/uniform_file.h>
#include <jacquard/draw/uniforms/uniform_table.h>
#include <jacquard/spirv/module/read.h>

#include "catch.h"
#include "spirv/assembler.h"

#include <array>
#include <bit>

using namespace jacquard;
using namespace jacquard::driver;
using namespace jacquard::driver::draw;

namespace {

// layout(std140) uniform Frame { vec2 centre; float time; mat2 turn; Light lights[2];
//                                layout(row_major) mat2 back; } frame;
// layout(push_constant) uniform Tint { vec4 tint; uint count; };
std::string module_bytes() {
    return spirv::assemble(spirv::fragment_module("", R"(
OpName %Frame "Frame"
OpMemberName %Frame 0 "centre"
OpMemberName %Frame 1 "time"
OpMemberName %Frame 2 "turn"
OpMemberName %Frame 3 "lights"
OpMemberName %Frame 4 "back"
OpName %Light "Light"
OpMemberName %Light 0 "colour"
OpMemberName %Light 1 "power"
OpName %frame "frame"
OpName %Tint "Tint"
OpMemberName %Tint 0 "tint"
OpMemberName %Tint 1 "count"
OpDecorate %Frame Block
OpMemberDecorate %Frame 0 Offset 0
OpMemberDecorate %Frame 1 Offset 8
OpMemberDecorate %Frame 2 Offset 16
OpMemberDecorate %Frame 2 ColMajor
OpMemberDecorate %Frame 2 MatrixStride 16
OpMemberDecorate %Frame 3 Offset 48
OpMemberDecorate %Frame 4 Offset 112
OpMemberDecorate %Frame 4 RowMajor
OpMemberDecorate %Frame 4 MatrixStride 16
OpMemberDecorate %Light 0 Offset 0
OpMemberDecorate %Light 1 Offset 16
OpDecorate %lights ArrayStride 32
OpDecorate %frame DescriptorSet 1
OpDecorate %frame Binding 3
OpDecorate %Tint Block
OpMemberDecorate %Tint 0 Offset 0
OpMemberDecorate %Tint 1 Offset 16
%m2 = OpTypeMatrix %v2 2
%Light = OpTypeStruct %v4 %float
%u2 = OpConstant %uint 2
%lights = OpTypeArray %Light %u2
%Frame = OpTypeStruct %v2 %float %m2 %lights %m2
%Tint = OpTypeStruct %v4 %uint
%pframe = OpTypePointer Uniform %Frame
%ptint = OpTypePointer PushConstant %Tint
%frame = OpVariable %pframe Uniform
%push = OpVariable %ptint PushConstant
%fn = OpTypeFunction %void
%main = OpFunction %void None %fn
%label = OpLabel
OpReturn
OpFunctionEnd
)"));
}

UniformTable table_of_module() {
    Diagnostics diagnostics("test.spv", {});
    const std::string bytes = module_bytes();
    const auto module = spirv::read_module(bytes, diagnostics);
    INFO(diagnostics.render());
    REQUIRE(module);
    return UniformTable::of_module(*module);
}

std::string set(UniformTable& table, std::string_view path, const std::vector<double>& numbers) {
    std::string fault;
    const auto place = table.find(path, fault);
    if (place && table.set(*place, path, numbers, fault)) {
        return "set";
    }
    return fault;
}

std::uint32_t bits(float value) {
    return std::bit_cast<std::uint32_t>(value);
}

Words buffer_of(const UniformTable& table) {
    RecordedCase given;
    table.give(given);
    REQUIRE(given.uniform_buffers.size() == 1);
    CHECK(given.uniform_buffers[0].first == "1.3");
    return given.uniform_buffers[0].second;
}

} // namespace

TEST_CASE("uniforms of a module go by the names of its debug information") {
    UniformTable table = table_of_module();
    CHECK(set(table, "time", {1.5}) == "set");
    CHECK(set(table, "frame.centre", {0.25, 0.5}) == "set");
    CHECK(set(table, "Frame.lights[1].power", {7.0}) == "set");
    CHECK(set(table, "lights[0].colour", {1.0, 2.0, 3.0, 4.0}) == "set");
    CHECK(set(table, "lights[1].colour.z", {9.0}) == "set");
    const Words words = buffer_of(table);
    CHECK(words[0] == bits(0.25F));
    CHECK(words[1] == bits(0.5F));
    CHECK(words[2] == bits(1.5F));
    CHECK(words[12 + 3] == bits(4.0F));
    CHECK(words[12 + 8 + 2] == bits(9.0F));
    CHECK(words[12 + 8 + 4] == bits(7.0F));
}

TEST_CASE("a matrix is given column after column, however its numbers lie") {
    UniformTable table = table_of_module();
    CHECK(set(table, "turn", {1.0, 2.0, 3.0, 4.0}) == "set");
    CHECK(set(table, "back", {1.0, 2.0, 3.0, 4.0}) == "set");
    const Words words = buffer_of(table);
    CHECK(words[4] == bits(1.0F));
    CHECK(words[5] == bits(2.0F));
    CHECK(words[8] == bits(3.0F));
    CHECK(words[9] == bits(4.0F));
    CHECK(words[28] == bits(1.0F)); // rows: 1 3, 2 4
    CHECK(words[29] == bits(3.0F));
    CHECK(words[32] == bits(2.0F));
    CHECK(words[33] == bits(4.0F));
}

TEST_CASE("push constants take the bits of their types") {
    UniformTable table = table_of_module();
    CHECK(set(table, "count", {3.0}) == "set");
    CHECK(set(table, "Tint.tint", {1.0, 0.0, 0.0, 1.0}) == "set");
    RecordedCase given;
    table.give(given);
    CHECK(given.push_constants[0] == bits(1.0F));
    CHECK(given.push_constants[4] == 3);
    CHECK(set(table, "count", {-1.0}) ==
          "'count' is a uint of whole numbers, and -1. is none of its numbers");
    CHECK(set(table, "count", {1.5}) ==
          "'count' is a uint of whole numbers, and 1.5 is none of its numbers");
}

TEST_CASE("a uniform can be set by the bits of its scalars") {
    UniformTable table = table_of_module();
    std::string fault;
    const std::array<std::uint64_t, 2> centre = {0x80000000, 0x7fc00001};
    const auto place = table.find("centre", fault);
    REQUIRE(place);
    CHECK(table.set_bits(*place, "centre", centre, fault));
    const Words words = buffer_of(table);
    CHECK(words[0] == 0x80000000);
    CHECK(words[1] == 0x7fc00001);
    CHECK(!table.set_bits(*place, "centre", std::span(centre).first(1), fault));
    CHECK(fault == "'centre' is a vec2 and takes 2 numbers, not 1");
}

TEST_CASE("a name that is none, or numbers that do not fit, are told with what would be right") {
    UniformTable table = table_of_module();
    CHECK(set(table, "tme", {1.0}) == "there is no uniform 'tme', did you mean 'time'?");
    CHECK(set(table, "frame.center", {1.0}) ==
          "there is no uniform 'frame.center', did you mean 'frame.centre'?");
    CHECK(set(table, "centre", {1.0}) == "'centre' is a vec2 and takes 2 numbers, not 1");
    CHECK(set(table, "time", {1.0, 2.0}) == "'time' is a float and takes 1 number, not 2");
    CHECK(set(table, "lights[2].power", {1.0}) ==
          "'lights[2].power': there is no element 2 of Light[2], which has 2");
    CHECK(set(table, "lights[0]", {1.0}) == "'lights[0]' is a Light; set its members one by one");
    CHECK(set(table, "zzzzzzzzzzzz", {1.0})
              .starts_with(
                  "there is no uniform 'zzzzzzzzzzzz'; there are centre, time, turn, lights, "));
}

TEST_CASE("structures that double with every level, or hold themselves, take no time or memory") {
    std::string text = "OpName %S0 \"S0\"\nOpDecorate %S60 Block\nOpMemberName %S0 0 \"last\"\n"
                       "OpMemberDecorate %S0 0 Offset 0\n";
    std::string types = "%S0 = OpTypeStruct %float\n";
    for (unsigned i = 1; i <= 60; ++i) {
        const std::string name = "%S" + std::to_string(i);
        const std::string inner = "%S" + std::to_string(i - 1);
        text += "OpMemberDecorate " + name + " 0 Offset 0\nOpMemberDecorate " + name +
                " 1 Offset 0\nOpMemberName " + name + " 0 \"a\"\n";
        types += name;
        types += " = OpTypeStruct " + inner + ' ' + inner + '\n';
    }
    text += types + "%p = OpTypePointer Uniform %S60\n%u = OpVariable %p Uniform\n"
                    "%fn = OpTypeFunction %void\n%main = OpFunction %void None %fn\n"
                    "%label = OpLabel\nOpReturn\nOpFunctionEnd\n";
    Diagnostics diagnostics("test.spv", {});
    const std::string bytes = spirv::assemble(spirv::fragment_module("", text));
    const auto module = spirv::read_module(bytes, diagnostics);
    INFO(diagnostics.render());
    REQUIRE(module);
    UniformTable table = UniformTable::of_module(*module);
    CHECK(set(table, "a.a.last", {1.0}).starts_with("there is no uniform"));
}

TEST_CASE("constants of TGSI go by their numbers") {
    nir::ShaderInfo info;
    info.constant_buffers = {{0, 4}, {2, 1}};
    UniformTable table = UniformTable::of_constants(info);
    CHECK(set(table, "CONST[3]", {1.0, 2.0, 3.0, 4.0}) == "set");
    CHECK(set(table, "CONST[0][2].y", {5.0}) == "set");
    CHECK(set(table, "CONST[2][0]", {1.0, 1.0, 1.0, 1.0}) == "set");
    CHECK(set(table, "CONST[4]", {1.0, 1.0, 1.0, 1.0}) ==
          "'CONST[4]': there is no element 4 of vec4[4], which has 4");
    CHECK(set(table, "CONST[0]", {1.0}) == "'CONST[0]' is a vec4 and takes 4 numbers, not 1");
    RecordedCase given;
    table.give(given);
    REQUIRE(given.uniform_buffers.size() == 2);
    CHECK(given.uniform_buffers[0].second[15] == bits(4.0F));
    CHECK(given.uniform_buffers[0].second[9] == bits(5.0F));
    CHECK(given.uniform_buffers[1].first == "0.2");
}

TEST_CASE("a file of uniforms gives paths and numbers at their places") {
    constexpr std::string_view kText = "{\"time\": 1.5, \"turn\": [[1, 2], [3, 4]],\n"
                                       " \"frame\": {\"centre\": [0, true]},\n"
                                       " \"lights\": [{\"power\": 1}, {\"power\": 2}]}";
    Diagnostics diagnostics("uniforms.json", kText);
    const std::vector<Assignment> all = read_uniform_file(kText, diagnostics);
    CHECK(diagnostics.render() == "");
    std::string told;
    for (const Assignment& each : all) {
        told += std::to_string(each.position.line) + ':' + std::to_string(each.position.column) +
                ' ' + each.path + " =";
        for (const double number : each.numbers) {
            told += ' ' + std::to_string(static_cast<int>(number * 10));
        }
        told += '\n';
    }
    CHECK(told == "1:10 time = 15\n"
                  "1:23 turn = 10 20 30 40\n"
                  "2:22 frame.centre = 0 10\n"
                  "3:23 lights[0].power = 10\n"
                  "3:37 lights[1].power = 20\n");
}

TEST_CASE("faults of a file of uniforms are told at line and column, all of them") {
    const auto rendered = [](std::string_view text) {
        Diagnostics diagnostics("u.json", text);
        (void)read_uniform_file(text, diagnostics);
        return diagnostics.render();
    };
    const std::string two = rendered("{\"a\": \"red\",\n \"b\": [1, null]}");
    CHECK(two.find("u.json:1:7: error[P104]: a uniform is a number, true, false, or an array") !=
          std::string::npos);
    CHECK(two.find("u.json:2:11: error[P104]: ") != std::string::npos);
    CHECK(rendered("[1]").starts_with("u.json:1:1: error[P104]: the uniforms are the members"));
    CHECK(rendered("{\"a\": 1,}").starts_with("u.json:1:9: error[P103]: "));
}

TEST_CASE("numbers are written as people write them") {
    std::string fault;
    CHECK(parse_numbers("1, -0.5,0x10,true,1e2", fault) ==
          std::vector<double>{1.0, -0.5, 16.0, 1.0, 100.0});
    CHECK(!parse_numbers("1,,2", fault));
    CHECK(fault == "'' is not a number");
    CHECK(!parse_numbers("1;2", fault));
    CHECK(fault == "'1;2' is not a number");
}
