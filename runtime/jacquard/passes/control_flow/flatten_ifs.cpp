#include <jacquard/generated/nir/core_opcodes.h>
#include <jacquard/generated/passes/flatten_ifs.h>
#include <jacquard/nir/analysis/code_motion.h>
#include <jacquard/nir/build/control_flow_edit.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/passes/util/each.h>

#include <vector>

namespace jacquard::nir {
namespace {

class FlattenIfs {
  public:
    FlattenIfs(Function& function, const FlattenIfsOptions& options)
        : function_(function), shader_(*function.shader), limit_(options.limit) {}

    bool run() {
        collect();
        bool changed = false;
        // Inner ones stand behind the outer ones.
        for (std::size_t i = ifs_.size(); i-- > 0;) {
            changed |= flatten(*ifs_[i]);
        }
        if (changed) {
            tidy_control_flow(function_);
        }
        return changed;
    }

  private:
    void collect() {
        for (Block& block : function_.blocks()) {
            if (block.next != nullptr) {
                if (auto* branch = block.next->as<IfNode>()) {
                    ifs_.push_back(branch);
                }
            }
        }
    }

    bool flatten(IfNode& branch) {
        std::uint32_t cost = 0;
        if (!is_cheap(branch.then_list, cost) || !is_cheap(branch.else_list, cost)) {
            return false;
        }
        Block& before = *branch.block_before();
        Block& after = *branch.block_after();
        SsaDef* condition = branch.condition.ssa;
        select_phis(branch, after, condition);
        for (const ControlFlowList* side : {&branch.then_list, &branch.else_list}) {
            for (ControlFlowNode* node = side->first; node != nullptr; node = node->next) {
                for (Instruction& instruction : node->as<Block>()->instructions()) {
                    instruction.unlink();
                    before.append(&instruction);
                }
            }
        }
        discard(&branch);
        return true;
    }

    // An inner if that was flattened leaves blocks next to each other.
    bool is_cheap(const ControlFlowList& side, std::uint32_t& cost) const {
        for (const ControlFlowNode* node = side.first; node != nullptr; node = node->next) {
            const auto* block = node->as<Block>();
            if (block == nullptr) {
                return false;
            }
            for (const Instruction& instruction : block->instructions()) {
                cost += cost_of(instruction);
                if (cost > limit_ || !can_move(instruction) || !can_speculate(instruction)) {
                    return false;
                }
            }
        }
        return true;
    }

    static bool is_undefined(const SsaDef& value) {
        return value.instruction->kind == InstructionKind::undef;
    }

    // A phi that is undefined on one side may take the value of the other side.
    void select_phis(const IfNode& branch, Block& after, SsaDef* condition) {
        CoreBuilder builder(shader_, Cursor::after_phis(&after));
        for (Instruction& instruction : after.instructions()) {
            auto* phi = instruction.as<PhiInstruction>();
            if (phi == nullptr) {
                break;
            }
            SsaDef* then_value = phi->source_from(branch.then_list.last_block())->ssa;
            SsaDef* else_value = phi->source_from(branch.else_list.last_block())->ssa;
            phi->value.rewrite_uses(
                is_undefined(*then_value) ? else_value
                : is_undefined(*else_value)
                    ? then_value
                    : builder.alu(core::bcsel,
                                  {Operand(condition), Operand(then_value), Operand(else_value)}));
            phi->remove();
        }
    }

    Function& function_;
    Shader& shader_;
    std::uint32_t limit_;
    std::vector<IfNode*> ifs_; // in text order
};

} // namespace

bool flatten_ifs(Shader& shader, const FlattenIfsOptions& options) {
    return change_functions<FlattenIfs>(shader, options);
}

} // namespace jacquard::nir
