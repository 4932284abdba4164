#include <jacquard/generated/passes/fold_constants.h>
#include <jacquard/passes/util/constants.h>
#include <jacquard/passes/util/each.h>

namespace jacquard::nir {

bool fold_constants(Shader& shader) {
    return change_instructions<AluInstruction>(shader, [&](AluInstruction& alu) {
        ConstantInstruction* constant = folded(shader, alu);
        if (constant == nullptr) {
            return false;
        }
        alu.block->insert_before(&alu, constant);
        alu.value.rewrite_uses(&constant->value);
        alu.remove();
        return true;
    });
}

} // namespace jacquard::nir
