// Shaders whose machine code once gave other results than the interpreter, on every revision.

#include <jacquard/library/facade/compiler.h>
#include <jacquard/library/frontend/load_nir.h>
#include <jacquard/library/program/assembly_text.h>
#include <jacquard/runs/case/agreement.h>
#include <jacquard/runs/engines/run_nir.h>
#include <jacquard/runs/engines/run_program.h>

#include "e2e.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <regex>
#include <span>
#include <string>
#include <string_view>

using namespace jacquard;

namespace {

constexpr std::array<std::uint32_t, 5> kParts = {330, 420, 540, 630, 730};

// The case gives these words to the two inputs of each lane, and constants; integers, fractions and
// both signs.
constexpr std::string_view kCase = "shader made.up\n"
                                   "run\n"
                                   "IN 0 lane 0 00000007 80000001 c0a00000 3f800000\n"
                                   "IN 0 lane 1 ffffffff 00000003 3e800000 c1200000\n"
                                   "IN 0 lane 2 40490fdb 00000002 00000001 7fffffff\n"
                                   "IN 0 lane 3 80000000 00000001 00000002 bf800000\n"
                                   "IN 1 lane 0 3f000000 c0000000 00000005 0000ffff\n"
                                   "IN 1 lane 1 bf000000 40400000 80000000 fffffffe\n"
                                   "IN 1 lane 2 00000001 ffffffff 7fc00000 ff800000\n"
                                   "IN 1 lane 3 41200000 00000000 00000010 3f800001\n"
                                   "CONST 0 0 3f800000 00000002 80000003 40a00000\n"
                                   "CONST 0 1 00000009 bf800000 00000001 ffffffff\n"
                                   "CONST 0 2 3e000000 00000004 c2000000 00000008\n"
                                   "CONST 0 3 00000011 41000000 00000013 80000000\n";

void check_engines_agree(const std::string& shader, bool precise = true,
                         std::span<const std::uint32_t> parts = kParts) {
    INFO(shader);
    Diagnostics diagnostics("shader.tgsi", shader);
    const driver::CaseFile cases = driver::parse_case_file(kCase, diagnostics);
    const driver::NirResult loaded =
        driver::load_nir(shader, driver::SourceLanguage::tgsi, true, diagnostics);
    INFO(diagnostics.render());
    REQUIRE(loaded.shader != nullptr);
    std::string fault;
    const auto reference = driver::NirRunner::prepare(*loaded.shader, fault);
    driver::CaseRun run = cases.runs.at(0);
    driver::RunResult expected;
    REQUIRE((reference != nullptr && reference->run(run, expected, fault)));
    run.expected = expected.outputs;
    run.expected_mask = expected.live_mask;
    for (const std::uint32_t part : parts) {
        INFO(part);
        const driver::CompileResult compiled =
            driver::compile_tgsi(shader, {part, precise}, diagnostics);
        REQUIRE(compiled.status == driver::CompileStatus::compiled);
        const auto runner = driver::ProgramRunner::prepare(compiled.program, fault);
        driver::RunResult computed;
        const bool ran = runner != nullptr && runner->run(run, computed, fault);
        INFO(fault);
        REQUIRE(ran);
        const auto difference = driver::compare_run(run, computed, 0);
        CHECK((difference ? difference->to_string() : "") == "");
    }
}

std::string vertex(const std::string& body) {
    return "VERT\nDCL IN[0..1]\nDCL OUT[0], POSITION\nDCL CONST[0..3]\nDCL TEMP[0..7]\n"
           "DCL TEMP[8..11], ARRAY(1)\nDCL ADDR[0]\nDCL SAMP[0]\nDCL SVIEW[0], 2D, FLOAT\n"
           "IMM[0] UINT32 {0, 1, 2, 3}\n" +
           body + "END\n";
}

} // namespace

TEST_CASE("a sign of an integer and a sign of a float do not cancel each other") {
    const std::array<std::string_view, 9> integers = {"UADD", "UMUL", "AND",  "XOR", "ISHR",
                                                      "IMAX", "ISLT", "USEQ", "UMIN"};
    const std::array<std::string_view, 6> floats = {"ADD", "MUL", "MAX", "SLT", "SGE", "FSEQ"};
    for (const std::string_view negated : {"MOV", "INEG", "IABS", "ABS"}) {
        for (const std::string_view sign : {"", "-", "|"}) {
            std::string body = std::string(negated) + " TEMP[0], ";
            const std::string close = sign == "|" ? "|" : "";
            body += std::string(sign) + "IN[0]" + close + '\n';
            for (const std::string_view op : integers) {
                check_engines_agree(vertex(body + std::string(op) + " OUT[0], -TEMP[0], IN[1]\n"));
            }
            for (const std::string_view op : floats) {
                check_engines_agree(
                    vertex(body + std::string(op) + " OUT[0], -TEMP[0], |IN[1]|\n"));
            }
            for (const std::string_view op :
                 {"UMSB", "IMSB", "I2F", "U2F", "POPC", "BREV", "INEG", "F2I", "FLR", "NOT"}) {
                check_engines_agree(vertex(body + std::string(op) + " OUT[0], -TEMP[0]\n"));
            }
        }
    }
}

TEST_CASE("fine derivatives are those of the own row and column") {
    const std::array<std::uint32_t, 3> parts = {630, 660, 730};
    check_engines_agree("FRAG\nDCL IN[0], GENERIC[0], CONSTANT\nDCL OUT[0], COLOR\n"
                        "DCL TEMP[0..1]\nDDX_FINE TEMP[0], IN[0].xzxz\n"
                        "DDY_FINE TEMP[1], IN[0].zxwy\nADD OUT[0], TEMP[0], TEMP[1]\nEND\n",
                        true, parts);
}

TEST_CASE("signs of constants and immediates mean what their first reader says") {
    for (const std::string_view source : {"CONST[0]", "IMM[0].yzwx", "CONST[1].wzyx"}) {
        for (const std::string_view op : {"UMSB", "I2F", "INEG", "NOT", "FLR", "POPC"}) {
            const std::string negated = "MOV TEMP[0], -" + std::string(source) + '\n';
            check_engines_agree(vertex(negated + std::string(op) + " OUT[0], -TEMP[0]\n"));
            const std::string inverted = "NOT TEMP[0], " + std::string(source) + '\n';
            check_engines_agree(vertex(inverted + "AND OUT[0], -TEMP[0], IN[0]\n"));
        }
    }
}

TEST_CASE("a store into an array is read in the next round of the loop") {
    check_engines_agree(vertex("MOV TEMP[10], CONST[2]\n"
                               "MOV TEMP[3].x, IMM[0].xxxx\n"
                               "MOV TEMP[1], IMM[0].xxxx\n"
                               "BGNLOOP\n"
                               "USGE TEMP[2].y, TEMP[3].xxxx, IMM[0].wwww\n"
                               "UIF TEMP[2].yyyy\n"
                               "BRK\n"
                               "ENDIF\n"
                               "UADD TEMP[3].x, TEMP[3].xxxx, IN[0].yyyy\n"
                               "AND TEMP[2].x, IN[0].xxxx, IMM[0].wwww\n"
                               "UARL ADDR[0].x, TEMP[2].xxxx\n"
                               "UADD TEMP[1].x, TEMP[1].xxxx, TEMP[ADDR[0].x+8](1).zzzz\n"
                               "MOV TEMP[ADDR[0].x+8](1).z, IMM[0].yyyy\n"
                               "ENDLOOP\n"
                               "MOV OUT[0], TEMP[1]\n"));
}

TEST_CASE("a store into an array that only a way not taken reads again is kept for the others") {
    check_engines_agree(vertex("MOV TEMP[8], IN[0]\n"
                               "AND TEMP[2].x, IN[0].yyyy, IMM[0].yyyy\n"
                               "UARL ADDR[0].x, TEMP[2].xxxx\n"
                               "UIF TEMP[2].xxxx\n"
                               "MOV TEMP[ADDR[0].x+8](1), CONST[ADDR[0].x]\n"
                               "TXL TEMP[0], TEMP[8], SAMP[0], 2D\n"
                               "ELSE\n"
                               "MOV TEMP[ADDR[0].x+9](1).yz, IN[1]\n"
                               "RCP TEMP[0].x, TEMP[ADDR[0].x+9](1).yyyy\n"
                               "MOV TEMP[0].yzw, TEMP[ADDR[0].x+8](1)\n"
                               "ENDIF\n"
                               "MOV OUT[0], TEMP[0]\n"));
}

// Taken for its opposite, a comparison would be false for ever for the lane with a NaN.
TEST_CASE("a NaN that ends a loop ends it also where comparisons may be changed") {
    const std::string decide = "NOT TEMP[1].x, TEMP[1].xxxx\n";
    const std::string round = "ADD TEMP[0].x, TEMP[0].xxxx, IMM[1].yyyy\n"
                              "FSLT TEMP[1].x, TEMP[0].xxxx, IMM[1].zzzz\n" +
                              decide;
    const std::string begin = "IMM[1] FLT32 {0.0, 1.0, 2.0, -3.0}\n"
                              "MOV TEMP[0].x, IN[1].zzzz\n"
                              "FSGE TEMP[1].x, TEMP[0].xxxx, IMM[1].wwww\n";
    const std::string end = "ENDLOOP\nMOV OUT[0], TEMP[0].xxxx\n";
    check_engines_agree(
        vertex(begin + decide + "BGNLOOP\nUIF TEMP[1].xxxx\nBRK\nENDIF\n" + round + end), false);
    check_engines_agree(vertex(begin + decide +
                               "MOV TEMP[2].x, IMM[0].xxxx\n"
                               "BGNLOOP\nUADD TEMP[2].x, TEMP[2].xxxx, IMM[0].yyyy\n"
                               "UIF TEMP[1].xxxx\nUSLT TEMP[2].y, IMM[0].zzzz, TEMP[2].xxxx\n"
                               "UIF TEMP[2].yyyy\nBRK\nENDIF\nENDIF\n" +
                               round + end),
                        false);
}

// Many values are live and read late, which drives the half registers of addresses upwards.
TEST_CASE("an address stands in a half register that exists, however many full ones are taken") {
    const std::string name =
        "tests/fuzz/differential/reproducers/half_registers_under_pressure.tgsi";
    const std::string shader = file_content(std::string(JACQUARD_SOURCE_DIR) + '/' + name);
    int highest = 0;
    for (const std::uint32_t part : kParts) {
        Diagnostics diagnostics(name, shader);
        const driver::CompileResult compiled =
            driver::compile_tgsi(shader, {part, true}, diagnostics);
        INFO(part << diagnostics.render());
        REQUIRE(compiled.status == driver::CompileStatus::compiled);
        const std::string assembly = driver::assembly_text(compiled.program);
        const std::regex half_register("hr([0-9]+)\\.[xyzw]");
        for (std::sregex_iterator at(assembly.begin(), assembly.end(), half_register), end;
             at != end; ++at) {
            const int number = std::stoi((*at)[1].str());
            CHECK(number < 48);
            highest = std::max(highest, number);
        }
    }
    CHECK(highest >= 32); // the shader drives them so far
}
