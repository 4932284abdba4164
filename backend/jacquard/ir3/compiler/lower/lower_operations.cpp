#include <jacquard/generated/pipelines/lower_operations.h>
#include <jacquard/ir3/compiler/select/lacking.h>
#include <jacquard/passes/rewrite/lower_opcodes.h>

namespace jacquard::ir3 {

bool lower_operations(nir::Shader& shader, const CompileOptions& options, const Target& target) {
    return nir::lower_lacking(shader, Lacking(target, options.precise));
}

} // namespace jacquard::ir3
