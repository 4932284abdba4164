// Any text is read as a program, by a header in JSON or by assembly with directives. A good one is
// written in both forms and read again from each, and executes for some steps.
#include <jacquard/library/program/assembly_reader.h>
#include <jacquard/library/program/assembly_text.h>
#include <jacquard/library/program/program_header.h>
#include <jacquard/runs/engines/run_program.h>

#include "fuzzing.h"

using namespace jacquard;
using namespace jacquard::fuzzing;

namespace {

std::optional<ir3::Program> read_header(std::string_view text) {
    Diagnostics diagnostics("fuzz", text, kSmall.errors);
    std::optional<ir3::Program> program = driver::read_program_header(text, diagnostics, kSmall);
    (void)diagnostics.render();
    demand(program.has_value() != diagnostics.has_errors(), "a program with errors, or neither");
    return program;
}

std::optional<ir3::Program> read_assembly(std::string_view text) {
    Diagnostics diagnostics("fuzz", text, kSmall.errors);
    std::optional<ir3::Program> program =
        driver::read_assembly(text, std::nullopt, diagnostics, kSmall);
    (void)diagnostics.render();
    demand(program.has_value() != diagnostics.has_errors(), "a program with errors, or neither");
    return program;
}

void run(const ir3::Program& program) {
    std::string fault;
    const auto runner = driver::ProgramRunner::prepare(program, fault, kSmall);
    if (runner == nullptr) {
        demand(!fault.empty(), "no runner and no fault");
        return;
    }
    driver::CaseRun run;
    run.inputs.resize(2);
    run.constants.resize(2, {{1, 2, 3, 4}});
    driver::RunResult result;
    demand(runner->run(run, result, fault) || !fault.empty(), "a failed run without a fault");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = text_of(data, size);
    const bool is_header = text.starts_with('{');
    std::optional<ir3::Program> program = is_header ? read_header(text) : read_assembly(text);
    if (!program) {
        return 0;
    }
    const std::string header = driver::write_program_header(*program);
    const std::optional<ir3::Program> again = read_header(header);
    demand(again.has_value(), header);
    demand(driver::write_program_header(*again) == header, header);
    if (!is_header) {
        const std::string printed = driver::assembly_text(*program);
        const std::optional<ir3::Program> reread = read_assembly(printed);
        demand(reread.has_value(), printed);
        demand(driver::assembly_text(*reread) == printed, printed);
    }
    run(*program);
    return 0;
}
