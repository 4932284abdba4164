#include <jacquard/generated/pipelines/lower_operations.h>
#include <jacquard/ir3/compiler/select/lacking.h>
#include <jacquard/passes/rewrite/lower_opcodes.h>

#include <optional>

namespace jacquard::ir3 {

bool lower_operations(nir::Shader& shader, const CompileOptions& options, const Target& target) {
    std::optional<Lacking> lacking; // most shaders have nothing to ask about
    return nir::lower_lacking(shader, [&](const nir::AluInstruction& alu) {
        return (lacking ? *lacking : lacking.emplace(target, options.precise))(alu);
    });
}

} // namespace jacquard::ir3
