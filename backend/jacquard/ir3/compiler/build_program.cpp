#include <jacquard/generated/pipelines/machine.h>
#include <jacquard/ir3/compiler/build_program.h>
#include <jacquard/ir3/compiler/contract/check_workgroup.h>
#include <jacquard/ir3/compiler/program_maker.h>

#include <utility>

namespace jacquard::ir3 {

Attempt build_program(SourceShader shader, const CompileOptions& options, const Target& target,
                      const AttemptLimits& limits, Diagnostics& diagnostics) {
    if (!check_workgroup(*shader, target, diagnostics)) {
        return Refusal();
    }
    ProgramMaker maker(std::move(shader), {options, target, limits, diagnostics});
    return maker.finish(pipelines::machine(maker));
}

void explain_shortage(const nir::Shader& shader, const CompileOptions& options,
                      const Target& target, Diagnostics& diagnostics) {
    // The last attempt spills the most and has no preamble; its shortage is the one to explain.
    AttemptLimits limits;
    limits.hoists = false;
    limits.longest_array = 0;
    limits.holds_group = true;
    ProgramMaker maker(SourceShader(shader), {options, target, limits, diagnostics});
    (void)pipelines::explain_shortage(maker);
}

} // namespace jacquard::ir3
