#include <jacquard/passes/rewrite/rewrite_group.h>
#include <jacquard/passes/rewrite/rewriter.h>

namespace jacquard::nir {

bool rewrite_group(Shader& shader, const RuleGroup& group, const RewriteOptions& options) {
    if (!shader.may_have_opcode([&](Opcode opcode) { return group.has_rules_for(opcode); })) {
        return false;
    }
    Rewriter rewriter(shader, group, options);
    for (Function& function : shader.functions()) {
        rewriter.begin(function);
        for (Block& block : function.blocks()) {
            if (block.is_reached) { // elsewhere values may be made of themselves
                rewriter.walk(block.first, nullptr, [&](Instruction& at) { rewriter.visit(at); });
            }
        }
        rewriter.visit_again();
    }
    return rewriter.has_changed();
}

} // namespace jacquard::nir
