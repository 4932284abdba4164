#include <jacquard/nir/build/core_builder.h>
#include <jacquard/passes/rewrite/lower_opcodes.h>
#include <jacquard/passes/rewrite/rule_match.h>
#include <jacquard/passes/rewrite/rule_replacement.h>

#include <algorithm>
#include <vector>

namespace jacquard::nir {

namespace {

bool has(LoweringGroups groups, LoweringGroup group) {
    return (groups >> static_cast<unsigned>(group) & 1) != 0;
}

bool applies(const Lowering& lowering, const AluInstruction& alu, FloatControls controls,
             RuleMatch& match) {
    const bool is_done =
        lowering.done != kNoLoweringRule && match_rule(kRules[lowering.done], alu, controls, match);
    return !is_done && match_rule(kRules[lowering.rule], alu, controls, match);
}

using Wanted = std::function<bool(const AluInstruction&)>;

class OpcodeLowering {
  public:
    OpcodeLowering(Shader& shader, LoweringGroups groups, const Wanted& wanted)
        : builder_(shader, Cursor{}), groups_(groups), wanted_(wanted),
          controls_(shader.info.float_controls) {}

    bool run(Shader& shader) {
        const auto is_lowered = [this](Opcode opcode) {
            const auto lowerings = lowerings_of(opcode);
            return std::any_of(
                lowerings.begin(), lowerings.end(),
                [this](const Lowering& lowering) { return has(groups_, lowering.group); });
        };
        if (!shader.may_have_opcode(is_lowered)) {
            return false;
        }
        bool changed = false;
        for (Function& function : shader.functions()) {
            for (Block& block : function.blocks()) {
                changed |= run(block);
            }
        }
        return changed;
    }

  private:
    // The instructions of a lowering are inserted before the lowered one and visited next.
    bool run(Block& block) {
        bool changed = false;
        Instruction* next = block.first;
        while (next != nullptr) {
            next->index = 0; // conditions have no notes on it yet
            auto* alu = next->as<AluInstruction>();
            next = next->next;
            if (alu != nullptr && lower(*alu)) {
                changed = true;
                next = made_.empty() ? next : made_.front();
            }
        }
        return changed;
    }

    bool lower(AluInstruction& alu) {
        bool is_wanted = false;
        for (const Lowering& lowering : lowerings_of(alu.opcode)) {
            if (!has(groups_, lowering.group)) {
                continue;
            }
            if (!is_wanted && !wanted_(alu)) {
                return false;
            }
            is_wanted = true;
            if (applies(lowering, alu, controls_, match_)) {
                builder_.cursor = Cursor::before_instruction(&alu);
                SsaDef* value = build_replacement(builder_, kRules[lowering.rule], match_, made_);
                alu.value.rewrite_uses(value);
                alu.remove();
                return true;
            }
        }
        return false;
    }

    CoreBuilder builder_;
    LoweringGroups groups_;
    const Wanted& wanted_;
    FloatControls controls_;
    RuleMatch match_;
    std::vector<Instruction*> made_;
};

} // namespace

SsaDef* lowered(CoreBuilder& builder, const AluInstruction& alu, LoweringGroup group) {
    RuleMatch match;
    for (const Lowering& lowering : lowerings_of(alu.opcode)) {
        if (lowering.group == group &&
            applies(lowering, alu, builder.shader().info.float_controls, match)) {
            std::vector<Instruction*> made;
            return build_replacement(builder, kRules[lowering.rule], match, made);
        }
    }
    return nullptr;
}

bool lower_opcodes(Shader& shader, LoweringPass pass, const LowerOpcodesOptions& options) {
    const Wanted has_width = [&](const AluInstruction& alu) {
        return alu.num_sources != 0 && (alu.first_source[0].ssa->bit_size & options.bit_sizes) != 0;
    };
    return OpcodeLowering(shader, lowering_pass(pass).groups & options.groups, has_width)
        .run(shader);
}

bool lower_lacking(Shader& shader, const Wanted& lacks) {
    LoweringGroups groups = 0;
    for (const LoweringPassInfo& pass : kLoweringPasses) {
        groups |= pass.groups;
    }
    return OpcodeLowering(shader, groups, lacks).run(shader);
}

} // namespace jacquard::nir
