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

} // namespace

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

TEST_CASE("faces and system values are components of registers") {
    Surroundings around;
    around.is_front = false;
    around.instance = 9;
    CHECK(computed("DCL IN[0], FACE, CONSTANT\nDCL OUT[0], COLOR\nMOV OUT[0], IN[0]\n", around) ==
          words_of(-1, 0, 0, 0));
    CHECK(computed("VERT\nDCL SV[0], INSTANCEID\nDCL OUT[0], POSITION\nMOV OUT[0], SV[0]\n",
                   around) == Words{9, 0, 0, 0});
}
