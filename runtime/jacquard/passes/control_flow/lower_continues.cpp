#include <jacquard/generated/passes/lower_continues.h>
#include <jacquard/nir/build/control_flow_edit.h>
#include <jacquard/nir/build/tail_jumps.h>

#include <vector>

namespace jacquard::nir {

static bool lower_continues(Function& function, const LowerContinuesOptions& options) {
    std::vector<LoopNode*> loops;
    for (Block& block : function.blocks()) {
        if (const JumpInstruction* jump = block.jump();
            jump != nullptr && jump->jump == JumpKind::continue_loop) {
            LoopNode* loop = loop_around(&block);
            if (loops.empty() || loops.back() != loop) {
                loops.push_back(loop);
            }
        }
    }
    bool changed = false;
    for (LoopNode* loop : loops) {
        Shader& shader = *function.shader;
        changed |= nest_behind_jumps(shader, loop->body, JumpKind::continue_loop, *loop->header(),
                                     options.nest_limit);
        changed |= remove_tail_jumps(shader, loop->body, JumpKind::continue_loop, *loop->header());
    }
    if (changed) {
        tidy_control_flow(function);
    }
    return changed;
}

bool lower_continues(Shader& shader, const LowerContinuesOptions& options) {
    bool changed = false;
    if (shader.may_have(JumpKind::continue_loop)) {
        for (Function& function : shader.functions()) {
            changed |= lower_continues(function, options);
        }
    }
    return changed;
}

} // namespace jacquard::nir
