#include <jacquard/generated/passes/dead_control_flow.h>
#include <jacquard/nir/analysis/memory/counted_access.h>
#include <jacquard/nir/build/control_flow_edit.h>
#include <jacquard/passes/util/memory/effects.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace jacquard::nir {
namespace {

// The value of a condition that is known; an undefined one may be taken as false.
std::optional<bool> known_condition(const SsaDef& condition) {
    const std::span<const ConstantValue> components = constant_components(condition);
    if (!components.empty()) {
        return components[0].b;
    }
    return condition.instruction->kind == InstructionKind::undef ? std::optional(false)
                                                                 : std::nullopt;
}

// The effects that keep a part of the tree alive apart from its values.
struct Effects {
    bool any = false;       // writes, calls, returns, halts, as far as blocks were looked at
    bool waits = false;     // reads what others may write, as far as blocks were looked at
    bool breaks = false;    // out of the innermost loop around the part
    bool continues = false; // that loop
    bool passes = true;     // whether anything comes to its end

    // Adds the effects of a part inside this one.
    void add(const Effects& other) {
        any |= other.any;
        waits |= other.waits;
        breaks |= other.breaks;
        continues |= other.continues;
    }
};

class DeadControlFlow {
  public:
    bool run(Function& function) {
        visit(function.body);
        // Even without a change of ours there may be code that nothing reaches.
        return tidy_control_flow(function, changed_ ? Links::stale : Links::right) || changed_;
    }

  private:
    // Unreachable code has no effects, and is removed when the function is tidied.
    Effects visit(ControlFlowList& list) {
        Effects effects;
        for (ControlFlowNode* node = list.first; node != nullptr && effects.passes;) {
            if (auto* block = node->as<Block>()) {
                effects.add(jump_of(*block));
                unseen_.push_back(block);
                effects.passes = block->jump() == nullptr;
                node = node->next;
            } else if (auto* branch = node->as<IfNode>()) {
                node = visit(*branch, effects);
            } else {
                node = visit(*node->as<LoopNode>(), effects);
            }
        }
        return effects;
    }

    static Effects jump_of(const Block& block) {
        Effects effects;
        if (const JumpInstruction* jump = block.jump()) {
            (jump->jump == JumpKind::break_loop      ? effects.breaks
             : jump->jump == JumpKind::continue_loop ? effects.continues
                                                     : effects.any) = true;
        }
        return effects;
    }

    // Looks at the blocks that were visited since there were so many not looked at.
    void look_at_blocks(std::size_t num_before, Effects& effects) {
        for (const Block* block : std::span(unseen_).subspan(num_before)) {
            if (effects.any) {
                break;
            }
            look_at(*block, effects);
        }
        unseen_.resize(num_before);
    }

    static void look_at(const Block& block, Effects& effects) {
        for (const Instruction& instruction : block.instructions()) {
            if (instruction.kind != InstructionKind::jump && has_effect(instruction)) {
                effects.any = true;
                return;
            }
            effects.waits = effects.waits || sees_other_invocations(instruction);
        }
    }

    // Both return where to go on.
    ControlFlowNode* visit(IfNode& branch, Effects& effects) {
        ControlFlowNode* before = branch.previous;
        ControlFlowNode* after = branch.next;
        if (const std::optional<bool> condition = known_condition(*branch.condition.ssa)) {
            replace_by_side(branch, *condition);
            changed_ = true;
            return before->next;
        }
        const std::size_t num_unseen = unseen_.size();
        Effects inside = visit(branch.then_list);
        const Effects in_else = visit(branch.else_list);
        inside.add(in_else);
        effects.passes = inside.passes || in_else.passes;
        const bool is_needed =
            inside.any || inside.breaks || inside.continues || has_used_phi(*branch.block_after());
        if (!is_needed) {
            look_at_blocks(num_unseen, inside);
        }
        if (is_needed || inside.any) {
            effects.add(inside);
        } else {
            discard(&branch);
            changed_ = true;
        }
        return after;
    }

    ControlFlowNode* visit(LoopNode& loop, Effects& effects) {
        ControlFlowNode* after = loop.next;
        const std::uint32_t last = loop.body.last_block()->index;
        const std::uint32_t first = loop.header()->index;
        const std::size_t num_unseen = unseen_.size();
        Effects inside = visit(loop.body);
        effects.passes = inside.breaks;
        const bool is_needed = inside.any || !inside.breaks || has_used_phi(*loop.block_after());
        if (!is_needed) {
            look_at_blocks(num_unseen, inside);
        }
        // A loop that may wait for another invocation is needed, since the code after it must not
        // run before.
        inside.any |= inside.waits;
        if (is_needed || inside.any || is_read_behind(loop, first, last)) {
            // After an endless loop on one side of an if, the code after the if reads values of the
            // other side without a phi.
            effects.any |= inside.any || !inside.breaks;
        } else {
            discard(&loop);
            changed_ = true;
        }
        return after;
    }

    static bool has_used_phi(const Block& block) {
        for (const Instruction& instruction : block.instructions()) {
            const auto* phi = instruction.as<PhiInstruction>();
            if (phi == nullptr) {
                break;
            }
            if (phi->value.has_uses()) {
                return true;
            }
        }
        return false;
    }

    static bool is_read_behind(const LoopNode& loop, std::uint32_t first, std::uint32_t last) {
        for (Block* block = loop.header(); block != loop.block_after(); block = next_block(block)) {
            for (Instruction& instruction : block->instructions()) {
                bool read = false;
                instruction.for_each_def([&](const SsaDef& value) {
                    for (const Source& use : value.uses()) {
                        const Block* user = use.is_condition() ? use.if_node()->block_before()
                                                               : use.instruction()->block;
                        read |= user->index < first || user->index > last;
                    }
                });
                if (read) {
                    return true;
                }
            }
        }
        return false;
    }

    // Visited blocks of what stays in any case, whose instructions nobody needed to look at yet.
    std::vector<const Block*> unseen_;
    bool changed_ = false;
};

} // namespace

bool dead_control_flow(Shader& shader) {
    bool changed = false;
    for (Function& function : shader.functions()) {
        changed |= DeadControlFlow().run(function);
    }
    return changed;
}

} // namespace jacquard::nir
