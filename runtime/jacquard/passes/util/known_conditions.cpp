#include <jacquard/generated/nir/core_opcodes.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/passes/util/known_conditions.h>
#include <jacquard/passes/util/sides.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace jacquard::nir {
namespace {

// Replaces conditions by what is known of them, from the outside inwards.
class KnownConditions {
  public:
    explicit KnownConditions(Function& function)
        : function_(function), shader_(*function.shader), known_(shader_.next_ssa_index, kUnknown) {
    }

    bool run() {
        visit(function_.body);
        return changed_;
    }

  private:
    static constexpr std::int8_t kUnknown = -1;

    void visit(const ControlFlowList& list) {
        const std::size_t mark = learnt_.size();
        for (ControlFlowNode* node = list.first; node != nullptr; node = node->next) {
            if (auto* block = node->as<Block>()) {
                if (!learnt_.empty()) {
                    replace_in(*block);
                }
            } else if (auto* branch = node->as<IfNode>()) {
                visit(*branch);
            } else {
                visit(node->as<LoopNode>()->body);
            }
        }
        forget_until(mark);
    }

    void replace_in(Block& block) {
        for (Instruction& instruction : block.instructions()) {
            if (instruction.kind != InstructionKind::phi) {
                instruction.for_each_source([this](Source& source) { replace(source); });
            }
        }
    }

    void visit(IfNode& branch) {
        replace(branch.condition);
        SsaDef* condition = branch.condition.ssa;
        for (const bool in_then : {true, false}) {
            const ControlFlowList& side = in_then ? branch.then_list : branch.else_list;
            const std::size_t mark = learnt_.size();
            learn(*condition, in_then);
            visit(side);
            for (Instruction& instruction : branch.block_after()->instructions()) {
                auto* phi = instruction.as<PhiInstruction>();
                if (phi == nullptr) {
                    break;
                }
                if (PhiSource* source = phi->source_from(side.last_block())) {
                    replace(*source);
                }
            }
            forget_until(mark);
        }
        // If exactly one side jumps away, the code after the if knows which side was taken.
        if (ends_in_jump(branch.then_list) != ends_in_jump(branch.else_list)) {
            learn(*condition, ends_in_jump(branch.else_list));
        }
    }

    void learn(SsaDef& value, bool is_true) {
        pending_.push_back({&value, is_true});
        while (!pending_.empty()) {
            const auto [each, holds] = pending_.back();
            pending_.pop_back();
            if (each->bit_size != 1 || each->num_components != 1 || each->index >= known_.size() ||
                known_[each->index] != kUnknown ||
                each->instruction->kind == InstructionKind::constant) {
                continue;
            }
            known_[each->index] = holds ? 1 : 0;
            learnt_.push_back(each->index);
            const auto* alu = each->instruction->as<AluInstruction>();
            const bool negated = alu != nullptr && alu->opcode == core::inot;
            const bool both = alu != nullptr && alu->opcode == (holds ? core::iand : core::ior);
            if (!both && !negated) {
                continue;
            }
            for (const AluSource& source : alu->sources()) {
                if (source.ssa->num_components == 1) {
                    pending_.push_back({source.ssa, holds != negated});
                }
            }
        }
    }

    void forget_until(std::size_t mark) {
        while (learnt_.size() > mark) {
            known_[learnt_.back()] = kUnknown;
            learnt_.pop_back();
        }
    }

    void replace(Source& source) {
        const SsaDef& value = *source.ssa;
        if (value.index < known_.size() && known_[value.index] != kUnknown) {
            source.set(constant(known_[value.index] == 1));
            changed_ = true;
        }
    }

    SsaDef* constant(bool value) {
        SsaDef*& made = constants_[value ? 1 : 0];
        if (made == nullptr) {
            CoreBuilder builder(shader_, {function_.first_block(), function_.first_block()->first});
            made = builder.imm_bool(value);
        }
        return made;
    }

    Function& function_;
    Shader& shader_;
    std::vector<std::int8_t> known_; // by SsaDef::index
    std::vector<std::uint32_t> learnt_;
    std::vector<std::pair<const SsaDef*, bool>> pending_; // to be learnt, and whether they hold
    std::array<SsaDef*, 2> constants_{};
    bool changed_ = false;
};

} // namespace

bool read_known_conditions(Function& function) {
    return KnownConditions(function).run();
}

} // namespace jacquard::nir
