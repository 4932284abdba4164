#include <jacquard/generated/pipelines/machine.h>
#include <jacquard/ir3/compiler/build_program.h>
#include <jacquard/ir3/compiler/contract/check_workgroup.h>
#include <jacquard/ir3/compiler/program_maker.h>
#include <jacquard/ir3/isa/instruction/revision.h>

namespace jacquard::ir3 {

bool build_program(const nir::Shader& shader, const CompileOptions& options,
                   Diagnostics& diagnostics, Attempt& attempt, const std::function<void()>& let_go,
                   Program& program) {
    const std::optional<Revision> revision = revision_of_part(options.gpu);
    if (!revision) {
        diagnostics.error("I102", {}, "there is no part " + std::to_string(options.gpu));
        return false;
    }
    if (!check_workgroup(shader, options, diagnostics)) {
        return false;
    }
    ProgramMaker maker({shader, options, diagnostics, attempt, let_go, program}, *revision);
    return pipelines::machine(maker);
}

} // namespace jacquard::ir3
