#include <jacquard/generated/passes/invariant.h>
#include <jacquard/passes/invariants/every.h>
#include <jacquard/passes/util/called_functions.h>

#include <vector>

namespace jacquard::nir::holds {

bool returns_at_end(const Shader& shader) {
    for (const Function& function : shader.functions()) {
        for (const Block& block : function.blocks()) {
            const JumpInstruction* jump = block.jump();
            if (jump != nullptr && jump->jump == JumpKind::return_function &&
                &block != function.body.last_block()) {
                return false;
            }
        }
    }
    return true;
}

bool no_uncalled_functions(const Shader& shader) {
    if (shader.entry == nullptr) {
        return true;
    }
    const auto called = called_functions(*shader.entry);
    for (const Function& function : shader.functions()) {
        if (!called.contains(&function)) {
            return false;
        }
    }
    return true;
}

bool computed_conditions(const Shader& shader) {
    for (const Function& function : shader.functions()) {
        for (const Block& block : function.blocks()) {
            const auto* branch = block.next != nullptr ? block.next->as<IfNode>() : nullptr;
            const Instruction* condition =
                branch != nullptr ? branch->condition.ssa->instruction : nullptr;
            if (condition != nullptr && (condition->kind == InstructionKind::constant ||
                                         condition->kind == InstructionKind::undef)) {
                return false;
            }
        }
    }
    return true;
}

} // namespace jacquard::nir::holds
