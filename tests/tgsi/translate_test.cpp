#include <jacquard/nir/ir/control_flow.h>
#include <jacquard/nir/text/print/printer.h>

#include "nir_runner.h"
#include "translation.h"

using namespace jacquard;
using namespace jacquard::tgsi;

namespace {

// OUT[0] of a fragment shader of these lines.
Words computed(std::string_view lines, const Surroundings& around = {}) {
    const bool is_whole = lines.starts_with("VERT");
    const std::string text = (is_whole ? "" : "FRAG\n") + std::string(lines) + "END\n";
    const auto shader = translated(text);
    const Outcome outcome = run_straight_line(*shader, around);
    INFO(text << nir::print(*shader));
    CHECK(outcome.fault == "");
    return outcome.outputs.at(0);
}

std::string body_of(std::string_view text) {
    const std::string printed = nir::print(*translated(text));
    const std::size_t start = printed.find("    b0:\n");
    REQUIRE(start != std::string::npos);
    return printed.substr(start + 8);
}

} // namespace

TEST_CASE("a vertex shader becomes scalar NIR") {
    CHECK(body_of("VERT\nDCL IN[0]\nDCL OUT[0], POSITION\nDCL OUT[1].x, GENERIC[3]\n"
                  "DCL CONST[0][0..1]\nMUL OUT[0].xy, IN[0].yxzw, CONST[0][1]\n"
                  "MOV_SAT OUT[1].x, -|IN[0].xxxx|\nEND\n") ==
          R"(        %0:32 = const 0
        %1:32 = load_input %0 {component=1, dest_type=float32, io_semantics=generic 0 1}
        %2:32 = const 1
        %3:32 = load_ubo_vec4 %0, %2
        %4:32 = load_input %0 {dest_type=float32, io_semantics=generic 0 1}
        %5:32 = load_ubo_vec4 %0, %2 {component=1}
        %6:32 = fmul %1, %3
        %7:32 = fmul %4, %5
        %8:32 = fabs %4
        %9:32 = fneg %8
        %10:32 = fsat %9
        %11:32x4 = vec4 %6, %7, %0, %0
        store_output %11, %0 {write_mask=xy, src_type=float32, io_semantics=position 0 1}
        %12:32x4 = vec4 %10, %0, %0, %0
        store_output %12, %0 {base=1, write_mask=x, src_type=float32, io_semantics=generic 3 1}
}
)");
}

TEST_CASE("inputs, outputs, buffers and textures are listed") {
    const auto shader = translated(
        "FRAG\nPROPERTY FS_COORD_ORIGIN LOWER_LEFT\nDCL IN[0], POSITION, LINEAR\n"
        "DCL IN[1..2], GENERIC[4], PERSPECTIVE, CENTROID\nDCL IN[4], COLOR[1], CONSTANT\n"
        "DCL OUT[0], COLOR\nDCL OUT[1], POSITION\nDCL CONST[2][0..3]\nDCL CONST[7]\n"
        "DCL CONST[1..2]\nDCL SAMP[0..3]\nDCL SVIEW[2], 2D, UINT\nDCL TEMP[0]\n"
        "TEX TEMP[0], IN[2], SAMP[3], SHADOW2D_ARRAY\n"
        "TEX TEMP[0], IN[2], SAMP[2], 2D\nMOV OUT[0].xw, TEMP[0].xxxx\n"
        "MOV OUT[1].z, IN[0].zzzz\nEND\n");
    const nir::ShaderInfo& info = shader->info;
    REQUIRE(info.inputs.size() == 5);
    CHECK(info.inputs[1].semantic == nir::Semantic::generic);
    CHECK(info.inputs[2].semantic_index == 5);
    CHECK(info.inputs[2].interpolation == nir::Interpolation::smooth);
    CHECK(info.inputs[2].location == nir::InterpolationLocation::centroid);
    CHECK(info.inputs[2].mask == 0xf);
    CHECK(info.inputs[1].mask == 0);
    CHECK(info.inputs[3].mask == 0);
    CHECK(info.inputs[4].interpolation == nir::Interpolation::flat);
    CHECK(info.inputs[0].mask == 0b100);
    REQUIRE(info.outputs.size() == 2);
    CHECK(info.outputs[0].mask == 0b1001);
    CHECK(info.outputs[1].mask == 0b0100);
    REQUIRE(info.constant_buffers.size() == 2);
    CHECK(info.constant_buffers[0] == nir::ConstantBuffer{.index = 0, .num_vec4 = 8});
    CHECK(info.constant_buffers[1] == nir::ConstantBuffer{.index = 2, .num_vec4 = 4});
    REQUIRE(info.textures.size() == 2);
    CHECK(info.textures[0].unit == 2);
    CHECK(info.textures[0].type == nir::BaseType::uint_type);
    CHECK(info.textures[1].is_array);
    CHECK(info.textures[1].is_shadow);
    REQUIRE(info.property("FS_COORD_ORIGIN") != nullptr);
    CHECK(info.property("FS_COORD_ORIGIN")->values == std::vector<std::uint32_t>{1});
}

TEST_CASE("precise marks every computation exact, and one instruction can ask for it") {
    const auto exact_computations = [](const nir::Shader& shader) {
        unsigned count = 0;
        for (const nir::Instruction& instruction : shader.entry->first_block()->instructions()) {
            const auto* alu = instruction.as<nir::AluInstruction>();
            count += alu != nullptr && alu->exact ? 1 : 0;
        }
        return count;
    };
    const std::string text = "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\n"
                             "MAD OUT[0].x, IN[0], IN[0], IN[0]\n"
                             "MUL_PRECISE OUT[0].y, IN[0], IN[0]\nEND\n";
    CHECK(exact_computations(*translated(text)) == 1);
    // The product, the sum and the other product; a copy cannot be inexact.
    CHECK(exact_computations(*translated(text, {.precise = true})) == 3);
}

TEST_CASE("what was never written is zero") {
    CHECK(computed("DCL OUT[0], COLOR\nDCL TEMP[0]\nMOV OUT[0].xz, TEMP[0]\n"
                   "ADD OUT[0].x, OUT[0].yyyy, OUT[0].xxxx\n") == Words{0, 0, 0, 0});
}

TEST_CASE("a destination may be among its sources") {
    CHECK(computed("DCL OUT[0], COLOR\nDCL TEMP[0]\nIMM FLT32 {1, 2, 3, 4}\nMOV TEMP[0], IMM[0]\n"
                   "MOV TEMP[0].xyz, TEMP[0].zxyw\nMOV OUT[0], TEMP[0]\n") == words_of(3, 1, 2, 4));
}

TEST_CASE("modifiers follow the type of the operand") {
    const std::string head = "DCL OUT[0], COLOR\nIMM FLT32 {1, -2, 3, -0.0}\n"
                             "IMM INT32 {5, -6, -2147483648, 0}\n";
    CHECK(computed(head + "MOV OUT[0], -IMM[0]\n") == words_of(-1, 2, -3, 0));
    CHECK(computed(head + "MOV OUT[0], |IMM[0]|\n") == words_of(1, 2, 3, 0));
    CHECK(computed(head + "MOV OUT[0], -|IMM[0]|\n") == words_of(-1, -2, -3, -0.0F));
    CHECK(computed(head + "IMAX OUT[0], -IMM[1], -IMM[1]\n") ==
          Words{0xfffffffb, 6, 0x80000000, 0});
    CHECK(computed(head + "IMAX OUT[0], |IMM[1]|, |IMM[1]|\n") == Words{5, 6, 0x80000000, 0});
    CHECK(computed(head + "MOV_SAT OUT[0], IMM[0]\n") == words_of(1, 0, 1, 0));
}

TEST_CASE("a register chooses constants, immediates, inputs, temporaries and outputs") {
    Surroundings around;
    around.constants[0] = {Words{10, 11, 12, 13}, Words{20, 21, 22, 23}, Words{30, 31, 32, 33}};
    around.inputs = {Words{0, 0, 0, 0}, Words{100, 101, 102, 103}, Words{200, 201, 202, 203}};
    const std::string head =
        "DCL IN[0], GENERIC[0], CONSTANT\nDCL IN[1..2], GENERIC[1], CONSTANT\n"
        "DCL OUT[0], COLOR\nDCL OUT[1], COLOR[1]\nDCL CONST[0][0..2]\nDCL ADDR[0]\n"
        "DCL TEMP[0..1]\nDCL TEMP[2..4], ARRAY(1), LOCAL\n"
        "IMM UINT32 {1, 2, 3, 4}\nIMM UINT32 {5, 6, 7, 8}\n"
        "UARL ADDR[0].x, IN[0].xxxx\n";
    const auto at = [&](std::uint32_t index, std::string_view lines) {
        around.inputs[0][0] = index;
        return computed(head + std::string(lines), around)[0];
    };
    for (const std::uint32_t index : {0U, 1U, 2U, 3U, 0xffffffffU, 0x80000000U}) {
        INFO(index);
        const bool good = index < 3;
        CHECK(at(index, "MOV OUT[0], CONST[0][ADDR[0].x]\n") == (good ? 10 * index + 10 : 0));
        CHECK(at(index, "MOV OUT[0], CONST[0][ADDR[0].x+1].yyyy\n") == (index == 0 || index == 1
                                                                            ? 10 * index + 21
                                                                        : index == 0xffffffff ? 11
                                                                                              : 0));
        CHECK(at(index, "MOV OUT[0], IN[ADDR[0].x]\n") == (good ? 100 * index : 0));
        CHECK(at(index, "MOV OUT[0], IMM[ADDR[0].x].wwww\n") == (index < 2 ? 4 * index + 4 : 0));
        CHECK(at(index, "MOV TEMP[2], IMM[0].xxxx\nMOV TEMP[3], IMM[0].yyyy\n"
                        "MOV OUT[0], TEMP[ADDR[0].x+2](1)\n") == (index < 2 ? index + 1 : 0));
        CHECK(at(index, "MOV TEMP[3], IMM[0].xxxx\nMOV TEMP[ADDR[0].x+2](1), IMM[0].wwww\n"
                        "MOV OUT[0], TEMP[3]\n") == (index == 1 ? 4 : 1));
        CHECK(at(index, "MOV TEMP[0], IMM[0].yyyy\nMOV OUT[0], TEMP[ADDR[0].x]\n") ==
              (index == 0 ? 2 : 0));
        CHECK(at(index, "MOV OUT[0], IMM[0].xxxx\nMOV OUT[ADDR[0].x], IMM[0].zzzz\n") ==
              (index == 0 ? 3 : 1));
    }
}

TEST_CASE("what a register chooses is computed once for all components of an operand") {
    const std::string head = "FRAG\nDCL IN[0], GENERIC[0], CONSTANT\nDCL OUT[0], COLOR\n"
                             "DCL CONST[0][0..2]\nDCL ADDR[0]\nDCL TEMP[0..3], ARRAY(1)\n"
                             "UARL ADDR[0].xy, IN[0]\n";
    const auto num_chosen = [&head](const std::string& lines) {
        const auto shader = translated(head + lines + "END\n");
        return count_of("umin", nir::print(*shader));
    };
    CHECK(num_chosen("MOV OUT[0], CONST[0][ADDR[0].x+1]\n") == 1);
    CHECK(num_chosen("MUL OUT[0], CONST[0][ADDR[0].x], TEMP[ADDR[0].x](1)\n") == 2);
    CHECK(num_chosen("MOV TEMP[1], TEMP[ADDR[0].x](1)\nMOV OUT[0], TEMP[ADDR[0].y](1)\n") == 2);
    // A value computed on another path may not exist here.
    CHECK(num_chosen("UIF IN[0].xxxx\nMOV TEMP[1], CONST[0][ADDR[0].x]\nENDIF\n"
                     "MOV OUT[0], CONST[0][ADDR[0].x]\n") == 2);
}

TEST_CASE("a register that changed chooses anew") {
    Surroundings around;
    around.constants[0] = {Words{10, 11, 12, 13}, Words{20, 21, 22, 23}, Words{30, 31, 32, 33}};
    around.inputs = {Words{0, 1, 2, 0}};
    CHECK(computed("DCL IN[0], GENERIC[0], CONSTANT\nDCL OUT[0], COLOR\nDCL CONST[0][0..2]\n"
                   "DCL ADDR[0]\nUARL ADDR[0].x, IN[0].xxxx\nMOV OUT[0].x, CONST[0][ADDR[0].x]\n"
                   "UARL ADDR[0].x, IN[0].yyyy\nMOV OUT[0].y, CONST[0][ADDR[0].x]\n"
                   "UARL ADDR[0].x, IN[0].zzzz\nMOV OUT[0].z, CONST[0][ADDR[0].x]\n"
                   "UARL ADDR[0].x, IN[0].wwww\nMOV OUT[0].w, CONST[0][ADDR[0].x]\n",
                   around) == Words{10, 21, 32, 13});
}

TEST_CASE("discarding looks at every component named") {
    const auto is_discarded = [](std::string_view line) {
        const auto shader =
            translated("FRAG\nIMM FLT32 {1, -1, -0.0, 0}\n" + std::string(line) + "\nEND\n");
        return run_straight_line(*shader).is_discarded;
    };
    CHECK(is_discarded("KILL"));
    CHECK(is_discarded("KILL_IF IMM[0]"));
    CHECK(is_discarded("KIL -IMM[0].xxxx"));
    CHECK_FALSE(is_discarded("KILL_IF IMM[0].xzwx"));
    CHECK_FALSE(is_discarded("NOP"));
}

TEST_CASE("faces and system values are components of registers") {
    Surroundings around;
    around.is_front = false;
    around.instance = 9;
    CHECK(computed("DCL IN[0], FACE, CONSTANT\nDCL OUT[0], COLOR\nMOV OUT[0], IN[0]\n", around) ==
          words_of(-1, 0, 0, 0));
    CHECK(computed("VERT\nDCL SV[0], INSTANCEID\nDCL OUT[0], POSITION\nMOV OUT[0], SV[0]\n",
                   around) == Words{9, 0, 0, 0});
}
