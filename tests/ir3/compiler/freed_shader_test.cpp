// Shaders that are freed when the machine graph has been made of them.

#include <jacquard/generated/ir3/machine.h>
#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/support/text/diagnostics.h>

#include "fixture.h"

#include <memory>
#include <string>
#include <utility>

namespace jacquard::ir3::testing {

namespace {

// The outcome of a shader that may be freed early, whatever its size.
struct Outcome {
    std::string code; // empty where there is none
    std::string diagnostics;
    unsigned times_made = 0;
};

Outcome compile_and_free(const std::string& tgsi, CompileOptions options, bool can_remake = true) {
    options.bytes_worth_freeing = 0;
    options.check = true;
    Outcome outcome;
    const auto remake = [&]() -> std::unique_ptr<nir::Shader> {
        ++outcome.times_made;
        return can_remake ? translate_tgsi(tgsi) : nullptr;
    };
    Diagnostics diagnostics("freed.tgsi", tgsi);
    const std::optional<Program> program =
        compile(translate_tgsi(tgsi), remake, options, diagnostics);
    outcome.code = program ? assembly_of(*program) : "";
    outcome.diagnostics = diagnostics.render();
    return outcome;
}

std::string fragment_with(const std::string& body) {
    return "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL CONST[0..3]\n"
           "DCL TEMP[0..2]\n" +
           body + "END\n";
}

const std::string kStraight = fragment_with("MUL TEMP[0], IN[0], CONST[0]\n"
                                            "MAD OUT[0], TEMP[0], CONST[1], CONST[2].wzyx\n");
// Both sides are computed.
const std::string kChoice = fragment_with("MOV TEMP[0], CONST[0]\n"
                                          "IF IN[0].xxxx\n"
                                          "  ADD TEMP[0], IN[0], CONST[1]\n"
                                          "ENDIF\n"
                                          "MOV OUT[0], TEMP[0]\n");
// Nobody knows how often.
const std::string kLoop = fragment_with("MOV TEMP[0], IN[0]\n"
                                        "BGNLOOP\n"
                                        "  FSGE TEMP[1].x, TEMP[0].xxxx, CONST[0].xxxx\n"
                                        "  UIF TEMP[1].xxxx\n"
                                        "    BRK\n"
                                        "  ENDIF\n"
                                        "  ADD TEMP[0], TEMP[0], CONST[1]\n"
                                        "ENDLOOP\n"
                                        "MOV OUT[0], TEMP[0]\n");
// More than two registers hold.
const std::string kManyLive = fragment_with("ADD TEMP[0], IN[0], CONST[0]\n"
                                            "MUL TEMP[1], IN[0].yzwx, TEMP[0]\n"
                                            "ADD TEMP[2], TEMP[1].yzwx, TEMP[1]\n"
                                            "MUL TEMP[2], TEMP[2].yzwx, TEMP[2]\n"
                                            "MUL OUT[0], TEMP[2], TEMP[0]\n");

} // namespace

TEST_CASE("compile: a shader that is freed becomes the same words as one that is kept") {
    for (const std::string& tgsi : {kStraight, kChoice, kLoop}) {
        const Outcome outcome = compile_and_free(tgsi, {});
        CHECK(outcome.code == assembly_of(*compile_tgsi(tgsi)));
        CHECK(outcome.times_made == 0);
    }
}

TEST_CASE("compile: a freed shader is made again when registers do not suffice") {
    MachineFacts machine = machine_facts(Revision::a6xx);
    machine.full_registers = 2;
    machine.half_registers = 2;
    CompileOptions options;
    options.machine = &machine;
    const Outcome outcome = compile_and_free(kManyLive, options);
    CHECK(outcome.times_made == 1);
    const std::string expected = assembly_of(*compile_tgsi(kManyLive, options));
    CHECK(outcome.code == expected);
    CHECK(expected.find("stp.u32") != std::string::npos);

    const Outcome failed = compile_and_free(kManyLive, options, false);
    CHECK(failed.code.empty());
    CHECK(failed.diagnostics == "freed.tgsi: error[I906]: internal fault of the compiler, not of "
                                "the shader: the shader cannot be made again\n");
}

} // namespace jacquard::ir3::testing
