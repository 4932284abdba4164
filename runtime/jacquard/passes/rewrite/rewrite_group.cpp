#include <jacquard/passes/rewrite/rewrite_group.h>
#include <jacquard/passes/rewrite/rewriter.h>
#include <jacquard/passes/rewrite/rule_match.h>

#include <algorithm>

namespace jacquard::nir {

namespace {

// Returns true if a rule applies to the instruction, of a group that looks at roots alone.
bool applies(const RuleGroup& group, const AluInstruction& alu, FloatControls controls,
             RuleMatch& match) {
    const unsigned operation = group.operation_of[static_cast<std::size_t>(alu.opcode)];
    if (operation == 0) {
        return false;
    }
    const RuleList* list = &group.lists[group.entries[group.operations[operation - 1].base].list];
    const auto rules = group.listed.subspan(list[0].first, list[1].first - list[0].first);
    return std::any_of(rules.begin(), rules.end(), [&](unsigned rule) {
        return match_rule(kRules[group.first_rule + rule], alu, controls, match);
    });
}

// The same anywhere in a shader: states of values need not be known to say that none does. Apart,
// since the compiler otherwise no longer inlines what rewrite_group() does with each instruction.
[[gnu::noinline]] bool applies_anywhere(const RuleGroup& group, Shader& shader) {
    RuleMatch match;
    for (Function& function : shader.functions()) {
        for (Block& block : function.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                instruction.index = 0; // conditions have no notes on it yet
                const auto* alu = instruction.as<AluInstruction>();
                if (alu != nullptr && applies(group, *alu, shader.info.float_controls, match)) {
                    return true;
                }
            }
        }
    }
    return false;
}

} // namespace

bool rewrite_group(Shader& shader, const RuleGroup& group, const RewriteOptions& options) {
    if (!shader.may_have_opcode([&](Opcode opcode) { return group.has_rules_for(opcode); })) {
        return false;
    }
    if (group.looks_at_roots_alone() && !applies_anywhere(group, shader)) {
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
