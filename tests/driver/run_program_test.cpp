#include <jacquard/library/facade/compiler.h>
#include <jacquard/library/program/slot_meaning.h>
#include <jacquard/runs/engines/run_program.h>
#include <jacquard/tgsi/read/parse.h>

#include "catch.h"

#include <bit>

using namespace jacquard;
using namespace jacquard::driver;

namespace {

std::uint32_t word(float value) {
    return std::bit_cast<std::uint32_t>(value);
}

ir3::Program compiled(std::string_view text) {
    Diagnostics diagnostics("a.tgsi", text);
    CompileResult result = compile_tgsi(text, {630, true}, diagnostics);
    INFO(diagnostics.render());
    REQUIRE(result.status == CompileStatus::compiled);
    return std::move(result.program);
}

RunResult run(const ir3::Program& program, const CaseRun& inputs) {
    std::string fault;
    const std::unique_ptr<ProgramRunner> runner = ProgramRunner::prepare(program, fault);
    INFO(fault);
    REQUIRE(runner != nullptr);
    RunResult result;
    const bool fine = runner->run(inputs, result, fault);
    INFO(fault);
    REQUIRE(fine);
    return result;
}

} // namespace

TEST_CASE("a fragment program sees its position, face and varyings") {
    const ir3::Program program = compiled("FRAG\n"
                                          "DCL IN[0], POSITION, LINEAR\n"
                                          "DCL IN[1], FACE, CONSTANT\n"
                                          "DCL IN[2], GENERIC[3], PERSPECTIVE\n"
                                          "DCL OUT[0], COLOR\n"
                                          "DCL OUT[1], COLOR[1]\n"
                                          "DCL OUT[2], COLOR[2]\n"
                                          "  0: MOV OUT[0], IN[0]\n"
                                          "  1: MOV OUT[1].x, IN[1].xxxx\n"
                                          "  2: MOV OUT[2], IN[2].wzyx\n"
                                          "  3: END\n");
    CaseRun inputs;
    inputs.inputs.resize(3);
    for (unsigned lane = 0; lane < kCaseLanes; ++lane) {
        inputs.inputs[0][lane] = {word(10.5F + static_cast<float>(lane & 1)),
                                  word(20.5F + static_cast<float>(lane >> 1)), word(0.25F),
                                  word(2.0F)};
        inputs.inputs[1][lane] = {word(lane == 2 ? -1.0F : 1.0F), 0, 0, 0};
        inputs.inputs[2][lane] = {lane, 1, 2, 3};
    }
    const RunResult result = run(program, inputs);
    CHECK(result.live_mask == 0xf);
    REQUIRE(result.outputs.size() == 3);
    CHECK(result.outputs[0].lanes == inputs.inputs[0]);
    CHECK(result.outputs[1].lanes[1][0] == word(1.0F));
    CHECK(result.outputs[1].lanes[2][0] == word(-1.0F));
    CHECK(result.outputs[1].lanes[2][1] == 0);
    CHECK(result.outputs[2].lanes[3] == Vector4{3, 2, 1, 3});

    inputs.has_fragment_position = true;
    inputs.fragment_position = {word(0.5F), word(1.5F), 0, 0};
    inputs.has_facing = true;
    inputs.front_facing = false;
    const RunResult placed = run(program, inputs);
    CHECK(placed.outputs[0].lanes[3] == Vector4{word(1.5F), word(2.5F), 0, 0});
    CHECK(placed.outputs[1].lanes[0][0] == word(-1.0F));
}

TEST_CASE("a vertex program sees attributes, system values and constant buffers") {
    const ir3::Program program = compiled("VERT\n"
                                          "DCL IN[0]\n"
                                          "DCL IN[1]\n"
                                          "DCL SV[0], VERTEXID\n"
                                          "DCL SV[1], INSTANCEID\n"
                                          "DCL OUT[0], POSITION\n"
                                          "DCL OUT[1], GENERIC[4]\n"
                                          "DCL CONST[0..1]\n"
                                          "DCL CONST[1][0..2]\n"
                                          "  0: MOV OUT[0].xy, IN[1]\n"
                                          "  1: MOV OUT[0].z, SV[0].xxxx\n"
                                          "  2: MOV OUT[0].w, SV[1].xxxx\n"
                                          "  3: MOV OUT[1].xy, CONST[1]\n"
                                          "  4: MOV OUT[1].zw, CONST[1][2]\n"
                                          "  5: END\n");
    CaseRun inputs;
    inputs.inputs.resize(2);
    inputs.inputs[1][2] = {7, 8, 9, 10};
    inputs.system_values.push_back({"VERTEXID", {100, 101, 102, 103}});
    inputs.system_values.push_back({"INSTANCEID", {5, 5, 5, 5}});
    inputs.constants = {{{}, {1, 2, 3, 4}}, {{}, {}, {5, 6, 0x77, 0x88}}};
    const RunResult result = run(program, inputs);
    REQUIRE(result.outputs.size() == 2);
    CHECK(result.outputs[0].semantic == "POSITION");
    CHECK(result.outputs[0].lanes[2] == Vector4{7, 8, 102, 5});
    CHECK(result.outputs[1].semantic == "GENERIC");
    CHECK(result.outputs[1].semantic_index == 4);
    CHECK(result.outputs[1].lanes[0] == Vector4{1, 2, 0x77, 0x88});
}

TEST_CASE("the test sampler returns coordinates and the unit") {
    const ir3::Program program = compiled("FRAG\n"
                                          "DCL IN[0], GENERIC[0], PERSPECTIVE\n"
                                          "DCL OUT[0], COLOR\n"
                                          "DCL OUT[1], COLOR[1]\n"
                                          "DCL SAMP[0]\n"
                                          "DCL SAMP[3]\n"
                                          "DCL SVIEW[0], CUBE, FLOAT\n"
                                          "DCL SVIEW[3], 1D, FLOAT\n"
                                          "  0: TEX OUT[0], IN[0], SAMP[0], CUBE\n"
                                          "  1: TEX OUT[1], IN[0], SAMP[3], 1D\n"
                                          "  2: END\n");
    CaseRun inputs;
    inputs.inputs.resize(1);
    inputs.inputs[0][1] = {word(0.5F), word(0.25F), word(-3.0F), word(9.0F)};
    const RunResult result = run(program, inputs);
    CHECK(result.outputs[0].lanes[1] == Vector4{word(0.5F), word(0.25F), word(-3.0F), word(1.0F)});
    CHECK(result.outputs[1].lanes[1] == Vector4{word(0.5F), 0, 0, word(4.0F)});
}

TEST_CASE("the test sampler answers queries as its texture is") {
    const ir3::Program program = compiled("FRAG\n"
                                          "DCL OUT[0], COLOR\n"
                                          "DCL OUT[1], COLOR[1]\n"
                                          "DCL OUT[2], COLOR[2]\n"
                                          "DCL SAMP[0..1]\n"
                                          "DCL SVIEW[0], 2D_MSAA, FLOAT\n"
                                          "DCL SVIEW[1], 2D_ARRAY, FLOAT\n"
                                          "IMM[0] UINT32 {2, 0, 0, 0}\n"
                                          "  0: TXQ OUT[0], IMM[0].xxxx, SAMP[1], 2D_ARRAY\n"
                                          "  1: TXQS OUT[1].x, SAMP[0], 2D_MSAA\n"
                                          "  2: LODQ OUT[2].xy, IMM[0], SAMP[1], 2D_ARRAY\n"
                                          "  3: END\n");
    const RunResult result = run(program, {});
    const TestTexture texture{1};
    CHECK(result.outputs[0].lanes[0] ==
          Vector4{texture.size(0, 2), texture.size(1, 2), texture.layers(), texture.levels()});
    CHECK(result.outputs[1].lanes[0][0] == TestTexture::kSamples);
    CHECK(result.outputs[2].lanes[0][0] == word(1.5F));
}

TEST_CASE("killed lanes are not live") {
    const ir3::Program program = compiled("FRAG\n"
                                          "DCL IN[0], GENERIC[0], PERSPECTIVE\n"
                                          "DCL OUT[0], COLOR\n"
                                          "  0: KILL_IF IN[0].xxxx\n"
                                          "  1: MOV OUT[0], IN[0]\n"
                                          "  2: END\n");
    CaseRun inputs;
    inputs.inputs.resize(1);
    inputs.inputs[0][0][0] = word(-1.0F);
    inputs.inputs[0][3][0] = word(-0.0F);
    CHECK(run(program, inputs).live_mask == 0xe);
}

TEST_CASE("words that are no program are refused") {
    ir3::Program program;
    program.gpu = 630;
    program.words = {0xffffffffffffffff};
    std::string fault;
    CHECK(ProgramRunner::prepare(program, fault) == nullptr);
    CHECK_FALSE(fault.empty());
    program.gpu = 7;
    CHECK(ProgramRunner::prepare(program, fault) == nullptr);
    CHECK(fault == "unknown part 7");
}
