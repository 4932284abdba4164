#include "fixture.h"

#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/library/program/assembly_reader.h>

namespace jacquard::ir3::testing {

Program assembled(std::string_view text) {
    Diagnostics diagnostics("test.asm", text);
    const std::optional<Program> program = driver::read_assembly(text, std::nullopt, diagnostics);
    INFO(diagnostics.render());
    REQUIRE(program.has_value());
    return *program;
}

std::string findings(const Program& program, CheckOptions options) {
    std::string text;
    for (const Fault& fault :
         check_program(program, revision_of_part(program.gpu).value(), options)) {
        text += fault.message + '\n';
    }
    return text;
}

std::string findings(std::string_view text, CheckOptions options) {
    const Program program = assembled(text);
    options.header_is_known = !program.inputs.empty() || !program.outputs.empty();
    return findings(program, options);
}

} // namespace jacquard::ir3::testing
