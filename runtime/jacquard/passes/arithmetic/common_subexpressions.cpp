#include <jacquard/generated/passes/common_subexpressions.h>
#include <jacquard/nir/analysis/dominance.h>
#include <jacquard/passes/util/available.h>

namespace jacquard::nir {
namespace {

bool merge_in(Block& block, AvailableInstructions& available) {
    bool changed = false;
    for (Instruction& instruction : block.instructions()) {
        if (available.merge(instruction)) {
            instruction.remove();
            changed = true;
        }
    }
    return changed;
}

} // namespace

bool common_subexpressions(Shader& shader) {
    bool changed = false;
    AvailableInstructions available(shader.info.source_context);
    for (Function& function : shader.functions()) {
        clear_notes(function);
        available.clear();
        for_each_reached_block(function,
                               [&](Block& block) { changed |= merge_in(block, available); });
    }
    return changed;
}

} // namespace jacquard::nir
