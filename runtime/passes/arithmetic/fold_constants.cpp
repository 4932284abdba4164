#include <jacquard/passes/fold_constants.h>
#include <jacquard/passes/steps/constants.h>

namespace jacquard::nir {

bool fold_constants(Shader& shader) {
    bool changed = false;
    for (Function& function : shader.functions()) {
        for (Block& block : function.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                auto* alu = instruction.as<AluInstruction>();
                ConstantInstruction* constant = alu != nullptr ? folded(shader, *alu) : nullptr;
                if (constant != nullptr) {
                    block.insert_before(alu, constant);
                    alu->value.rewrite_uses(&constant->value);
                    alu->remove();
                    changed = true;
                }
            }
        }
    }
    return changed;
}

} // namespace jacquard::nir
