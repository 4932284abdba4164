// Arrays that are given constants once, and others.

#include "fixture.h"

namespace jacquard::ir3::testing {

namespace {

constexpr std::string_view kDeclarations = "FRAG\n"
                                           "DCL IN[0], GENERIC[0], PERSPECTIVE\n"
                                           "DCL OUT[0], COLOR\n"
                                           "DCL CONST[0..3]\nDCL ADDR[0]\n"
                                           "DCL TEMP[0..2], ARRAY(1), LOCAL\nDCL TEMP[3]\n"
                                           "IMM[0] FLT32 {1.25, 2.25, 3.25, 4.25}\n"
                                           "IMM[1] FLT32 {5.25, 6.25, 7.25, 8.25}\n";

constexpr std::string_view kFill = "MOV TEMP[0], IMM[0]\nMOV TEMP[1], IMM[1]\n"
                                   "MOV TEMP[2], IMM[0].wzyx\n";

constexpr std::string_view kRead = "F2I TEMP[3].x, IN[0].xxxx\nUARL ADDR[0].x, TEMP[3].xxxx\n"
                                   "MOV OUT[0], TEMP[ADDR[0].x](1)\nEND\n";

bool reads_constants(const std::string& code) {
    return code.find(", c<a0.x") != std::string::npos && code.find("r<a0.x") == std::string::npos;
}

} // namespace

TEST_CASE("constant arrays: one that is given constants once stands in the constant file") {
    const std::optional<Program> program =
        compile_tgsi(std::string(kDeclarations) + std::string(kFill) + std::string(kRead));
    CHECK(reads_constants(assembly_of(*program)));
    const std::vector<std::uint32_t>& values = program->immediates.values;
    // A component after the other, with what is read beyond the end.
    REQUIRE(values.size() >= 16);
    CHECK(values[0] == 0x3fa00000); // 1.25
    CHECK(values[1] == 0x40a80000); // 5.25
    CHECK(values[2] == 0x40880000); // 4.25
    CHECK(values[3] == 0);
    CHECK(values[4] == 0x40100000); // 2.25
}

TEST_CASE("constant arrays: what the preamble leaves stands in front of them") {
    const std::optional<Program> program =
        compile_tgsi(std::string(kDeclarations) + std::string(kFill) +
                     "MUL TEMP[3], CONST[0], CONST[1]\nADD TEMP[3], TEMP[3], CONST[2]\n"
                     "UARL ADDR[0].x, IN[0].xxxx\nADD OUT[0], TEMP[ADDR[0].x](1), TEMP[3]\nEND\n");
    REQUIRE(program->statistics.preamble_instructions > 0);
    const std::string code = assembly_of(*program);
    INFO(code);
    const std::uint32_t first = program->immediates.base_vec4 * 4;
    CHECK(first > 16);
    CHECK(program->immediates.values[0] == 0x3fa00000);
    CHECK(code.find("c<a0.x + " + std::to_string(first) + ">") != std::string::npos);
}

} // namespace jacquard::ir3::testing
