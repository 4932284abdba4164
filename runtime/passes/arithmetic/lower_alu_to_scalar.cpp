#include <jacquard/passes/lower_alu_to_scalar.h>
#include <jacquard/passes/steps/split_alu.h>

namespace jacquard::nir {

bool lower_alu_to_scalar(Shader& shader) {
    return rewrite_alu(shader, [](CoreBuilder& b, AluInstruction& alu) -> SsaDef* {
        const OpcodeInfo& info = alu.info();
        if (info.is_reduction) {
            return reduce_alu(b, alu);
        }
        if (info.is_copy || alu.value.num_components == 1) {
            return nullptr;
        }
        if (info.is_replicated) {
            return b.spread(AluPieces(b, alu).piece(0, 1), alu.value.num_components);
        }
        return info.output_components == 0 ? split_alu(b, alu, 1) : nullptr;
    });
}

} // namespace jacquard::nir
