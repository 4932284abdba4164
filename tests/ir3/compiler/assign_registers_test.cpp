// Register assignment, checked by following every value through the registers.

#include <jacquard/generated/ir3/machine.h>
#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/compiler/registers/check_registers.h>

#include "fixture.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace jacquard::ir3::testing {

namespace {

// Returns the fault in the registers of a shader; empty if every instruction reads the value it
// should.
std::string check_assignment(std::string_view tgsi) {
    std::string fault = "never assigned";
    AfterPass observer("assign_registers", [&](const Graph& graph) {
        const MachineFacts machine = machine_facts(Revision::a6xx);
        fault = find_missing_register(graph, machine).value_or("");
        fault = fault.empty() ? find_lost_value(graph, machine).value_or("") : fault;
    });
    CompileOptions options;
    options.observer = &observer;
    compile_tgsi(tgsi, options);
    return fault;
}

std::filesystem::path shared_folder() {
    const char* folder = std::getenv("JACQUARD_SHARED");
    return folder != nullptr ? folder : JACQUARD_SHARED_DIR;
}

} // namespace

TEST_CASE("assign_registers: values of one vector wanted in two orders") {
    CHECK(check_assignment("VERT\n"
                           "DCL IN[0]\nDCL IN[1]\n"
                           "DCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0]\nDCL OUT[2], GENERIC[1]\n"
                           "  0: MOV OUT[0], IN[0].wzyx\n"
                           "  1: MOV OUT[1], IN[0].xxyy\n"
                           "  2: ADD OUT[2], IN[0], IN[1].yzwx\n"
                           "  3: END\n")
              .empty());
}

TEST_CASE("assign_registers: a component that is replaced in place") {
    CHECK(check_assignment("FRAG\n"
                           "DCL IN[0], GENERIC[0], PERSPECTIVE\n"
                           "DCL OUT[0], COLOR\n"
                           "DCL SAMP[0]\nDCL SVIEW[0], 2D, FLOAT\nDCL TEMP[0]\n"
                           "  0: TEX TEMP[0], IN[0], SAMP[0], 2D\n"
                           "  1: MUL TEMP[0].w, TEMP[0].wwww, TEMP[0].xxxx\n"
                           "  2: MOV OUT[0], TEMP[0]\n"
                           "  3: END\n")
              .empty());
}

TEST_CASE("assign_registers: a coordinate beside which others take turns is not copied") {
    const std::string tgsi = "FRAG\n"
                             "DCL IN[0], GENERIC[0], PERSPECTIVE\n"
                             "DCL OUT[0], COLOR\n"
                             "DCL SAMP[0]\nDCL SVIEW[0], 2D, FLOAT\n"
                             "DCL CONST[0]\nDCL TEMP[0..1]\n"
                             "  0: ADD TEMP[0].x, IN[0].xxxx, CONST[0].xxxx\n"
                             "  1: MOV TEMP[0].y, IN[0].yyyy\n"
                             "  2: TEX TEMP[1], TEMP[0], SAMP[0], 2D\n"
                             "  3: IF TEMP[1].xxxx\n"
                             "  4: ADD TEMP[0].x, IN[0].xxxx, CONST[0].yyyy\n"
                             "  5: TEX TEMP[1], TEMP[0], SAMP[0], 2D\n"
                             "  6: ENDIF\n"
                             "  7: MOV OUT[0], TEMP[1]\n"
                             "  8: END\n";
    CHECK(check_assignment(tgsi).empty());
    CHECK(assembly_of(*compile_tgsi(tgsi)) == R"(bary.f r0.z, 0, r0.x
(nop2) bary.f (ei)r0.y, 1, r0.x
add.f r0.x, r0.z, c0.x
(rpt5)nop
sam (f32)(xyzw)r0.w, r0.x, s#0, t#0
(sy)cmps.f.ne p0.x, r0.w, (0.0)
add.f r0.x, r0.z, c0.y
(rpt4)nop
br !p0.x, #l0
nop
sam (f32)(xyzw)r0.w, r0.x, s#0, t#0
l0: (sy)(jp)end
)");
}

TEST_CASE("assign_registers: no live value of the corpus is overwritten") {
    const std::filesystem::path folder = shared_folder() / "corpus" / "tgsi" / "etna_viv";
    if (!std::filesystem::exists(folder)) {
        WARN("skipped: no corpus in " << folder.string());
        SUCCEED();
        return;
    }
    unsigned checked = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        std::ifstream file(entry.path());
        std::ostringstream text;
        text << file.rdbuf();
        INFO(entry.path().string());
        CHECK(check_assignment(text.str()).empty());
        ++checked;
    }
    CHECK(checked > 10);
}

TEST_CASE("assign_registers: a shader that needs too many registers is refused") {
    std::string text = "VERT\n";
    for (unsigned i = 0; i < 16; ++i) {
        text += "DCL IN[" + std::to_string(i) + "]\n";
    }
    text += "DCL OUT[0], POSITION\n";
    for (unsigned i = 0; i < 40; ++i) {
        text += "DCL OUT[" + std::to_string(i + 1) + "], GENERIC[" + std::to_string(i % 32) + "]\n";
    }
    unsigned line = 0;
    const auto add = [&](const std::string& instruction) {
        text += std::to_string(line++) + ": " + instruction + '\n';
    };
    add("MOV OUT[0], IN[0]");
    // Every output is another value, and all of them are live at the end.
    for (unsigned i = 0; i < 40; ++i) {
        const std::string a = std::to_string(i % 16);
        const std::string b = std::to_string((i * 7 + i / 16 + 1) % 16);
        add("ADD OUT[" + std::to_string(i + 1) + "], IN[" + a + "], IN[" + b + "].yzwx");
    }
    add("END");
    const auto shader = translate_tgsi(text);
    Diagnostics diagnostics("test.tgsi", text);
    const auto program = compile(*shader, {}, diagnostics);
    if (program.has_value()) {
        CHECK(program->statistics.full_registers <= 48);
    } else {
        CHECK(diagnostics.all()[0].code == "I302");
    }
}

} // namespace jacquard::ir3::testing
