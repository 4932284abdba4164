#include <jacquard/passes/copy_propagation.h>
#include <jacquard/passes/steps/copies.h>

namespace jacquard::nir {

bool copy_propagation(Shader& shader) {
    bool changed = false;
    for (Function& function : shader.functions()) {
        for (Block& block : function.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                if (auto* alu = instruction.as<AluInstruction>()) {
                    for (unsigned i = 0; i < alu->num_sources; ++i) {
                        changed |= read_through_copies(*alu, i);
                    }
                } else {
                    instruction.for_each_source(
                        [&changed](Source& source) { changed |= read_through_copies(source); });
                }
            }
            if (block.next != nullptr) {
                if (auto* branch = block.next->as<IfNode>()) {
                    changed |= read_through_copies(branch->condition);
                }
            }
        }
    }
    return changed;
}

} // namespace jacquard::nir
