#include <jacquard/library/facade/compile_spirv.h>
#include <jacquard/library/facade/compiler.h>
#include <jacquard/runs/engines/run_program.h>

#include "fuzzing.h"

namespace jacquard::fuzzing {

namespace {

// Buffers of some vectors, so that reads of them find something.
driver::CaseRun some_run() {
    driver::CaseRun run;
    run.inputs.resize(4);
    for (std::uint32_t i = 0; i < 4; ++i) {
        for (std::uint32_t lane = 0; lane < driver::kCaseLanes; ++lane) {
            run.inputs[i][lane] = {0x3f800000U + (lane << 22), 0xc0000000U + i, lane, 0x7f800000U};
        }
    }
    run.constants.assign(driver::kMaxCaseBuffers,
                         {{0x3f000000, 1, 0xffffffff, 0}, {0x40400000, 7, 0x80000000, 3}});
    return run;
}

// A shader may run for ever and reach for inputs, constants, elements, buffers and images that are
// not there, and its lanes may disagree about memory. That its words keep the rules of the machine
// is up to the compiler.
bool may_be_of_the_shader(ir3::FaultKind kind) {
    using ir3::FaultKind;
    switch (kind) {
    case FaultKind::too_many_steps:
    case FaultKind::constant_range:
    case FaultKind::register_range:
    case FaultKind::memory_range:
    case FaultKind::unwritten_memory:
    case FaultKind::data_race:
    case FaultKind::missing_fence:
    case FaultKind::missing_descriptor:
    case FaultKind::divergent_descriptor: return true;
    default: return false;
    }
}

void run_program(const ir3::Program& program, std::string_view text) {
    static const driver::CaseRun run = some_run();
    std::string fault;
    const auto runner = driver::ProgramRunner::prepare(program, fault, kSmall);
    demand(runner != nullptr,
           "part " + std::to_string(program.gpu) + ": " + fault + '\n' + std::string(text));
    driver::RunResult result;
    const bool runs = runner->run(run, result, fault);
    demand(runs || may_be_of_the_shader(runner->fault_kind()),
           "part " + std::to_string(program.gpu) + ": " + fault + '\n' + std::string(text));
}

driver::CompileResult compile(std::string_view text, Language language,
                              const driver::VariantKey& key, Diagnostics& diagnostics) {
    switch (language) {
    case Language::tgsi: return driver::compile_tgsi(text, key, diagnostics, nullptr, kSmall);
    case Language::nir: return driver::compile_nir(text, key, diagnostics, nullptr, kSmall);
    case Language::spirv: break;
    }
    return driver::compile_spirv(text, {}, key, diagnostics, nullptr, kSmall).compiled;
}

} // namespace

void compile_and_run(std::string_view text, Language language) {
    const std::string_view shown = language == Language::spirv ? std::string_view() : text;
    for (const std::uint32_t part : kParts) {
        for (const bool precise : {false, true}) {
            Diagnostics diagnostics("fuzz", shown, kSmall.errors);
            const driver::VariantKey key{.gpu = part, .precise = precise, .check = true};
            const driver::CompileResult result = compile(text, language, key, diagnostics);
            const bool is_compiled = result.status == driver::CompileStatus::compiled;
            demand(result.status != driver::CompileStatus::failed,
                   diagnostics.render() + std::string(shown));
            demand(diagnostics.has_errors() != is_compiled, "compiled with errors, or neither");
            (void)diagnostics.render();
            if (!is_compiled) {
                break; // it is wrong in the same way for the precise form
            }
            if (result.program.words.size() <= kSmall.instructions) {
                run_program(result.program, shown);
            }
        }
    }
}

} // namespace jacquard::fuzzing
