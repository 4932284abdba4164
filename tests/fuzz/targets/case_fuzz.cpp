// Any text is read as a case file, and the runs of a good one execute in both engines and compare.
#include <jacquard/library/facade/compiler.h>
#include <jacquard/library/frontend/load_nir.h>
#include <jacquard/runs/engines/run_nir.h>
#include <jacquard/runs/engines/run_program.h>

#include "fuzzing.h"

using namespace jacquard;
using namespace jacquard::fuzzing;

namespace {

// Reads all that a case can give: inputs, constants by number and by register, system values.
constexpr std::string_view kShader = R"(FRAG
DCL IN[0], GENERIC[0], PERSPECTIVE
DCL IN[1], GENERIC[1], CONSTANT
DCL IN[2], POSITION, LINEAR
DCL IN[3], FACE, CONSTANT
DCL SV[0], SAMPLEID
DCL OUT[0], COLOR
DCL OUT[1], COLOR[1]
DCL CONST[0][0..7]
DCL CONST[3][0..63]
DCL ADDR[0]
DCL TEMP[0]
ARL ADDR[0].x, IN[0].xxxx
MAD TEMP[0], IN[0], CONST[0][1], CONST[3][ADDR[0].x]
KILL_IF TEMP[0].wwww
ADD OUT[0], TEMP[0], IN[2]
U2F TEMP[0], SV[0].xxxx
MAD OUT[1], IN[3].xxxx, IN[1], TEMP[0]
END
)";

struct Runners {
    ir3::Program program;
    std::unique_ptr<nir::Shader> shader;
    std::unique_ptr<driver::ProgramRunner> emulator;
    std::unique_ptr<driver::NirRunner> interpreter;

    Runners() {
        Diagnostics diagnostics("shader", kShader);
        driver::CompileResult compiled = driver::compile_tgsi(kShader, {}, diagnostics);
        demand(compiled.status == driver::CompileStatus::compiled, diagnostics.render());
        program = std::move(compiled.program);
        shader = driver::load_nir(kShader, driver::SourceLanguage::tgsi, false, diagnostics).shader;
        std::string fault;
        emulator = driver::ProgramRunner::prepare(program, fault);
        demand(emulator != nullptr, fault);
        interpreter = driver::NirRunner::prepare(*shader, fault);
        demand(interpreter != nullptr, fault);
    }
};

template <typename Runner>
void run(Runner& runner, const driver::CaseFile& file) {
    constexpr std::size_t kMostRuns = 4;
    for (unsigned i = 0; i < std::min(file.runs.size(), kMostRuns); ++i) {
        driver::RunResult result;
        std::string fault;
        demand(runner.run(file.runs[i], result, fault), fault);
        if (const auto difference = driver::compare_run(file.runs[i], result, i)) {
            demand(!difference->to_string().empty(), "a difference without a text");
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static Runners runners;
    const std::string_view text = text_of(data, size);
    Diagnostics diagnostics("fuzz", text, kSmall.errors);
    const driver::CaseFile file = driver::parse_case_file(text, diagnostics, kSmall);
    (void)diagnostics.render();
    if (!diagnostics.has_errors()) {
        demand(!file.runs.empty(), "a case without a run");
        run(*runners.emulator, file);
        run(*runners.interpreter, file);
    }
    return 0;
}
