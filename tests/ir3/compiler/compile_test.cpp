// Whole programs: their header and what is refused.

#include "fixture.h"

#include <algorithm>

namespace jacquard::ir3::testing {

namespace {

const ProgramInput* find_input(const Program& program, std::string_view name) {
    for (const ProgramInput& input : program.inputs) {
        if (input.name == name) {
            return &input;
        }
    }
    return nullptr;
}

const ProgramOutput* find_output(const Program& program, std::string_view name) {
    for (const ProgramOutput& output : program.outputs) {
        if (output.name == name) {
            return &output;
        }
    }
    return nullptr;
}

constexpr std::string_view kTextured = "FRAG\n"
                                       "PROPERTY FS_COLOR0_WRITES_ALL_CBUFS 1\n"
                                       "DCL IN[0], GENERIC[3], PERSPECTIVE\n"
                                       "DCL IN[1], COLOR, LINEAR\n"
                                       "DCL OUT[0], COLOR\n"
                                       "DCL SAMP[2]\nDCL SVIEW[2], CUBE, FLOAT\n"
                                       "DCL CONST[0][0..1]\nDCL CONST[1][0..3]\n"
                                       "DCL TEMP[0]\n"
                                       "IMM[0] FLT32 {0.3, 0, 0, 0}\n"
                                       "  0: TEX TEMP[0], IN[0], SAMP[2], CUBE\n"
                                       "  1: MAD TEMP[0], TEMP[0], CONST[1][2], IN[1]\n"
                                       "  2: MUL OUT[0], TEMP[0], IMM[0].xxxx\n"
                                       "  3: END\n";

} // namespace

TEST_CASE("compile: the header says where everything lives") {
    const auto program = compile_tgsi(kTextured);
    CHECK(program->gpu == 630);
    CHECK(program->stage == ShaderStage::fragment);
    const ProgramInput* perspective = find_input(*program, "SYSTEM_VALUE_BARYCENTRIC_PERSP_PIXEL");
    REQUIRE(perspective != nullptr);
    CHECK(perspective->system_value);
    CHECK(perspective->component_mask == 3);
    CHECK(perspective->location.exists());
    CHECK(find_input(*program, "SYSTEM_VALUE_BARYCENTRIC_LINEAR_PIXEL") != nullptr);
    const ProgramInput* varying = find_input(*program, "VARYING_SLOT_VAR3");
    REQUIRE(varying != nullptr);
    CHECK(varying->barycentric);
    CHECK(varying->component_mask == 7);
    CHECK_FALSE(varying->location.exists());
    const ProgramInput* color = find_input(*program, "VARYING_SLOT_COL0");
    REQUIRE(color != nullptr);
    CHECK(color->varying_location != varying->varying_location);
    REQUIRE(program->outputs.size() == 1);
    CHECK(program->outputs[0].name == "FRAG_RESULT_COLOR");
    CHECK(program->outputs[0].location.exists());
    REQUIRE(program->constant_buffers.size() == 2);
    CHECK(program->constant_buffers[1].block == 1);
    CHECK(program->constant_buffers[1].const_vec4 == 2);
    CHECK(program->constant_buffers[1].end == 64);
    CHECK(program->immediates.base_vec4 == 6);
    CHECK(program->immediates.values == std::vector<std::uint32_t>{0x3e99999a});
    REQUIRE(program->samplers.size() == 1);
    CHECK(program->samplers[0].unit == 2);
    CHECK(program->samplers[0].target == "CUBE");
    CHECK(assembly_of(*program).find("sam.3d") != std::string::npos);
}

TEST_CASE("compile: one colour of many goes to its target") {
    const auto program = compile_tgsi("FRAG\nDCL IN[0], COLOR, PERSPECTIVE\n"
                                      "DCL OUT[0], COLOR\nDCL OUT[1], COLOR[1]\n"
                                      "DCL OUT[2], POSITION\n"
                                      "  0: MOV OUT[0], IN[0]\n  1: MOV OUT[1], IN[0].yxzw\n"
                                      "  2: MOV OUT[2].z, IN[0].xxxx\n  3: END\n");
    CHECK(find_output(*program, "FRAG_RESULT_DATA0") != nullptr);
    CHECK(find_output(*program, "FRAG_RESULT_DATA1") != nullptr);
    const ProgramOutput* depth = find_output(*program, "FRAG_RESULT_DEPTH");
    REQUIRE(depth != nullptr);
    CHECK(depth->index == 2);
    CHECK(depth->source_component == 2);
    CHECK(depth->num_components == 1);
}

TEST_CASE("compile: every program stops with end") {
    const auto program = compile_tgsi("VERT\nDCL IN[0]\nDCL OUT[0], POSITION\n"
                                      "  0: MOV OUT[0], IN[0]\n  1: END\n");
    CHECK(assembly_of(*program).find("end") != std::string::npos);
    CHECK(program->statistics.instructions == 1);
    CHECK(find_input(*program, "VERT_ATTRIB_GENERIC0")->location.number ==
          find_output(*program, "VARYING_SLOT_POS")->location.number);
}

TEST_CASE("compile: a part that does not exist is a diagnostic") {
    const auto shader = translate_tgsi("VERT\nDCL IN[0]\nDCL OUT[0], POSITION\n"
                                       "  0: MOV OUT[0], IN[0]\n  1: END\n");
    Diagnostics diagnostics;
    CompileOptions options;
    options.gpu = 299;
    CHECK_FALSE(compile(*shader, options, diagnostics).has_value());
    CHECK(diagnostics.all()[0].code == "I102");
}

TEST_CASE("compile: the constant file may be full") {
    const std::string text = "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\nDCL CONST[0][0..511]\n"
                             "IMM[0] FLT32 {0.3, 0.7, 0.9, 1.7}\n"
                             "  0: MAD OUT[0], IN[0], IMM[0], CONST[0][511]\n  1: END\n";
    const auto program = compile_tgsi(text);
    CHECK(program->immediates.values.empty());
    CHECK(program->statistics.movs >= 4);
}

TEST_CASE("compile: a buffer that does not fit into the constant file is loaded from") {
    const std::string text = "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\nDCL CONST[0][0..600]\n"
                             "  0: ADD OUT[0], IN[0], CONST[0][3]\n  1: END\n";
    const auto program = compile_tgsi(text);
    CHECK(program->constant_buffers.empty());
    CHECK(assembly_of(*program).find("ldc.offset") != std::string::npos);
    CompileOptions options;
    options.gpu = 540;
    Diagnostics diagnostics;
    const auto by_address = compile(*translate_tgsi(text), options, diagnostics);
    REQUIRE(by_address.has_value());
    CHECK(assembly_of(*by_address).find("ldg.u32") != std::string::npos);
    REQUIRE(by_address->driver_parameters.size() == 1);
    CHECK(by_address->driver_parameters[0].name == "UNIFORM_BUFFER_ADDRESS_IR3_0");
    CHECK(by_address->driver_parameters[0].num_components == 2);
}

TEST_CASE("compile: the same shader gives the same words") {
    const auto first = compile_tgsi(kTextured);
    const auto second = compile_tgsi(kTextured);
    CHECK(first->words == second->words);
}

} // namespace jacquard::ir3::testing
