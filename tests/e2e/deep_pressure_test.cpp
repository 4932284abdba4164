// Shaders that need far more registers than there are, on parts with private memory.

#include <jacquard/library/facade/compiler.h>
#include <jacquard/library/frontend/load_nir.h>
#include <jacquard/runs/case/agreement.h>
#include <jacquard/runs/engines/run_nir.h>
#include <jacquard/runs/engines/run_program.h>
#include <jacquard/support/text/limits.h>

#include "catch.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

using namespace jacquard;

namespace {

// The case chooses a case, an element and a rung: some in the middle, the last one, and none of
// them.
constexpr std::string_view kCase = "shader made.up\n"
                                   "run\n"
                                   "IN 0 lane 0 3f800000 3e99999a bf333333 3f8ccccd\n"
                                   "IN 0 lane 1 43700000 3f99999a bf000000 3f800000\n"
                                   "IN 0 lane 2 42f00000 3f19999a 3f4ccccd 00000000\n"
                                   "IN 0 lane 3 452be000 3f000000 3f333333 45800000\n"
                                   "CONST 0 0 00000011 00000000 00000000 00000000\n"
                                   "run\n"
                                   "IN 0 lane 1 443b8000 3e99999a bf333333 3f8ccccd\n"
                                   "CONST 0 0 00000bb7 00000000 00000000 00000000\n"
                                   "run\n"
                                   "CONST 0 0 00000bb8 00000000 00000000 00000000\n";

std::string component(unsigned i) {
    return std::string(4, "xyzw"[i % 4]);
}

std::string fragment(const std::string& declarations, const std::string& body) {
    return "FRAG\nDCL IN[0], GENERIC[0], CONSTANT\nDCL OUT[0], COLOR\nDCL CONST[0]\n" +
           declarations + body + "END\n";
}

// Immediates from 1 on hold 0, 1, 2 and so on.
std::string numbers(unsigned count, bool floats) {
    std::string text;
    for (unsigned i = 0; i < (count + 3) / 4; ++i) {
        text += "IMM[" + std::to_string(i + 1) + (floats ? "] FLT32 {" : "] UINT32 {");
        for (unsigned k = 0; k < 4; ++k) {
            text += std::to_string(4 * i + k) + (floats ? ".0" : "") + (k < 3 ? ", " : "}\n");
        }
    }
    return text;
}

std::string number(unsigned i) {
    return "IMM[" + std::to_string(i / 4 + 1) + "]";
}

std::string switch_of(unsigned cases) {
    std::string body = "MOV TEMP[0], IN[0]\nSWITCH CONST[0].xxxx\n";
    for (unsigned i = 0; i < cases; ++i) {
        body += "CASE " + number(i) + '.' + component(i) + "\nMAD TEMP[0], TEMP[0], IMM[0]." +
                component(i) + ", " + number(i) + "\nBRK\n";
    }
    return fragment("DCL TEMP[0]\nIMM[0] FLT32 {1.0, 2.0, 3.0, 4.0}\n" + numbers(cases, false),
                    body + "DEFAULT\nMOV TEMP[0], IMM[0]\nENDSWITCH\nMOV OUT[0], TEMP[0]\n");
}

// Values that are read in the order in which they are made, behind the last of them.
std::string values(unsigned count) {
    const unsigned vectors = count / 4;
    const std::string last = "TEMP[" + std::to_string(vectors) + ']';
    std::string body = "MOV " + last + ", IN[0]\n";
    for (unsigned i = 0; i < vectors; ++i) {
        const std::string name = "TEMP[" + std::to_string(i) + ']';
        body += "MAD " + last + ", " + last + ".yzwx, IMM[0], IMM[0].yyyy\nEX2 " + name + ", " +
                last + ".xxxx\nADD " + name + ", " + name + ", " + last + '\n';
    }
    for (unsigned i = vectors; i-- > 0;) {
        body += "MAD " + last + ", " + last + ", IMM[0].yyyy, TEMP[" + std::to_string(i) + "]\n";
    }
    return fragment("DCL TEMP[0.." + std::to_string(vectors) +
                        "]\nIMM[0] FLT32 {0.01, 0.5, 0.25, 1.5}\n",
                    body + "MOV OUT[0], " + last + '\n');
}

// Filled in a loop, read at two places that the input says.
std::string array_of(unsigned vectors) {
    const std::string size = std::to_string(vectors);
    const auto temp = [&](unsigned i) { return "TEMP[" + std::to_string(vectors + i) + ']'; };
    return fragment(
        "DCL TEMP[0.." + std::to_string(vectors - 1) + "], ARRAY(1)\nDCL TEMP[" + size + ".." +
            std::to_string(vectors + 2) + "]\nDCL ADDR[0]\nIMM[0] UINT32 {0, 1, " + size + ", " +
            std::to_string(vectors - 1) + "}\nIMM[1] FLT32 {0.5, 0.25, 1.0, 2.0}\n",
        "MOV " + temp(0) + ", IMM[0].xxxx\nMOV " + temp(1) + ", IN[0]\nBGNLOOP\nUSGE " + temp(0) +
            ".y, " + temp(0) + ".xxxx, IMM[0].zzzz\nUIF " + temp(0) +
            ".yyyy\nBRK\nENDIF\nUARL ADDR[0].x, " + temp(0) + ".xxxx\nMAD " + temp(1) + ", " +
            temp(1) + ", IMM[1].xxxx, IMM[1].yyyy\nMOV TEMP[ADDR[0].x](1), " + temp(1) + "\nUADD " +
            temp(0) + ".x, " + temp(0) + ".xxxx, IMM[0].yyyy\nENDLOOP\nF2U " + temp(2) +
            ", IN[0]\nAND " + temp(2) + ", " + temp(2) + ", IMM[0].wwww\nUARL ADDR[0].x, " +
            temp(2) + ".xxxx\nMOV " + temp(1) + ", TEMP[ADDR[0].x](1)\nUARL ADDR[0].x, " + temp(2) +
            ".yyyy\nADD OUT[0], " + temp(1) + ", TEMP[ADDR[0].x](1)\n");
}

std::string ladder_of(unsigned rungs) {
    std::string body = "MOV TEMP[0], IN[0]\n";
    std::string end;
    for (unsigned i = 0; i < rungs; ++i) {
        body += "FSLT TEMP[1].x, IN[0].xxxx, " + number(i) + '.' + component(i) +
                "\nUIF TEMP[1].xxxx\nMAD TEMP[0], TEMP[0], IN[0].yyyy, " + number(i) + "\nELSE\n";
        end += "ENDIF\n";
    }
    return fragment("DCL TEMP[0..1]\nIMM[0] FLT32 {0.0, 0.0, 0.0, 0.0}\n" + numbers(rungs, true),
                    body + "MOV TEMP[0], IN[0].wzyx\n" + end + "MOV OUT[0], TEMP[0]\n");
}

// Compiles for a part and compares with the interpreter; returns the figures.
ir3::ProgramStatistics check_engines_agree(const std::string& shader, std::uint32_t part) {
    Limits limits;
    limits.nesting = 1010;
    limits.steps = 10'000'000;
    Diagnostics diagnostics("shader.tgsi", shader);
    const driver::CaseFile cases = driver::parse_case_file(kCase, diagnostics);
    const driver::NirResult loaded =
        driver::load_nir(shader, driver::SourceLanguage::tgsi, true, diagnostics, limits);
    INFO(diagnostics.render());
    REQUIRE(loaded.shader != nullptr);
    std::string fault;
    const auto reference = driver::NirRunner::prepare(*loaded.shader, fault);
    REQUIRE(reference != nullptr);
    const driver::CompileResult compiled =
        driver::compile_tgsi(shader, {part, true}, diagnostics, nullptr, limits);
    INFO(compiled.reason);
    REQUIRE(compiled.status == driver::CompileStatus::compiled);
    const auto runner = driver::ProgramRunner::prepare(compiled.program, fault);
    REQUIRE(runner != nullptr);
    for (driver::CaseRun run : cases.runs) {
        driver::RunResult expected;
        driver::RunResult computed;
        const bool has_run =
            reference->run(run, expected, fault) && runner->run(run, computed, fault);
        INFO(fault);
        REQUIRE(has_run);
        run.expected = expected.outputs;
        run.expected_mask = expected.live_mask;
        const auto difference = driver::compare_run(run, computed, 0);
        CHECK((difference ? difference->to_string() : "") == "");
    }
    return compiled.program.statistics;
}

} // namespace

TEST_CASE("a switch of 3,000 cases compiles and computes what the interpreter does") {
    check_engines_agree(switch_of(3000), 630);
}

TEST_CASE("1,000 live values are kept with few more accesses than are needed") {
    for (const std::uint32_t part : {540U, 630U, 740U}) {
        const ir3::ProgramStatistics figures = check_engines_agree(values(1000), part);
        // Each value beyond the registers is stored and loaded once.
        CHECK(figures.spill_stores >= 1000 - 192);
        CHECK(figures.spill_stores <= 1000 - 192 + 20);
        CHECK(figures.spill_loads <= 1000 - 192 + 20);
        CHECK(figures.full_registers <= 48);
    }
}

TEST_CASE("an array of 4,096 vectors is in private memory") {
    // One vector more for reads out of range, and one for writes.
    CHECK(check_engines_agree(array_of(4096), 630).private_bytes == (4096 + 2) * 16);
}

TEST_CASE("an else-if ladder of 1,000 rungs compiles and computes what the interpreter does") {
    check_engines_agree(ladder_of(1000), 630);
}
