#include <jacquard/generated/pipelines/lowering.h>
#include <jacquard/ir3/compiler/lower/lower_nir.h>

namespace jacquard::ir3 {

std::unique_ptr<nir::Shader> lower_nir(nir::Shader& shader, const CompileOptions& options,
                                       const Target& target, SecondForm second,
                                       std::string& fault) {
    NirLowering lowering(shader, options, target, second);
    if (options.is_simplified) {
        lowering.passes().is_settled("registers_to_ssa");
        lowering.passes().is_settled("simplify");
    }
    pipelines::lowering(lowering);
    fault += lowering.fault();
    return lowering.take_copy();
}

void finish_branches(nir::Shader& shader, const CompileOptions& options, const Target& target,
                     std::string& fault) {
    NirLowering lowering(shader, options, target, SecondForm::kept);
    pipelines::lower_branches(lowering);
    fault += lowering.fault();
}

} // namespace jacquard::ir3
