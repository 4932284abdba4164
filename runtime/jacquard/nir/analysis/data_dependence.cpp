#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/nir/analysis/code_motion.h>
#include <jacquard/nir/analysis/data_dependence.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace jacquard::nir {
namespace {

// The search visits at most this many values; a value computed from more counts as known.
constexpr std::size_t kMostValues = 128;

// Few values, as most are: they are compared one by one.
class SeenValues {
  public:
    // Returns true if it was not seen yet, and there is room for it.
    bool add(const SsaDef* value) {
        const auto end = values_.begin() + static_cast<std::ptrdiff_t>(count_);
        if (std::find(values_.begin(), end, value) != end) {
            return false;
        }
        are_too_many_ = count_ == values_.size();
        if (are_too_many_) {
            return false;
        }
        values_[count_++] = value;
        return true;
    }
    [[nodiscard]] bool are_too_many() const { return are_too_many_; }

  private:
    std::array<const SsaDef*, kMostValues> values_;
    std::size_t count_ = 0;
    bool are_too_many_ = false;
};

// Registers and variables may become values.
bool is_data(const Instruction& instruction) {
    if (const auto* intrinsic = instruction.as<IntrinsicInstruction>()) {
        return register_access(intrinsic->op) == nullptr &&
               variable_access(intrinsic->op) == nullptr;
    }
    return instruction.kind == InstructionKind::texture;
}

// Returns true for an instruction whose value must be computed where it is. An instruction that
// only has effects, such as a kill, may be given a condition instead.
bool stays_in_place(const Instruction& instruction) {
    const SsaDef* value = instruction.def();
    if (value == nullptr || !value->has_uses() || instruction.kind == InstructionKind::phi ||
        (can_move(instruction) && can_speculate(instruction))) {
        return false;
    }
    const auto* intrinsic = instruction.as<IntrinsicInstruction>();
    if (intrinsic == nullptr) {
        return instruction.kind == InstructionKind::texture;
    }
    const RegisterAccess* access = register_access(intrinsic->op);
    if (access == nullptr) {
        return variable_access(intrinsic->op) == nullptr;
    }
    return access->index_source >= 0 &&
           depends_on_data(*intrinsic->first_source[access->index_source].ssa);
}

// Not in what is nested inside.
bool has_what_stays(const ControlFlowList& side) {
    for (const ControlFlowNode* node = side.first; node != nullptr; node = node->next) {
        const auto* block = node->as<Block>();
        if (block == nullptr) {
            continue;
        }
        for (const Instruction& instruction : block->instructions()) {
            if (stays_in_place(instruction)) {
                return true;
            }
        }
    }
    return false;
}

} // namespace

bool depends_on_data(const SsaDef& value) {
    SeenValues seen;
    std::array<const SsaDef*, kMostValues> pending; // of which the first are set
    std::size_t num_pending = 0;
    const auto see = [&](const SsaDef* each) {
        if (seen.add(each)) {
            pending[num_pending++] = each;
        }
    };
    see(&value);
    while (num_pending != 0 && !seen.are_too_many()) {
        const Instruction& instruction = *pending[--num_pending]->instruction;
        if (is_data(instruction)) {
            return true;
        }
        if (instruction.kind == InstructionKind::alu || instruction.kind == InstructionKind::phi) {
            instruction.for_each_source([&](const Source& source) { see(source.ssa); });
        }
    }
    return false;
}

bool length_depends_on_data(const LoopInfo& info) {
    return info.limiting_terminator < 0 && !info.has_other_jumps && !info.has_continue &&
           std::all_of(info.terminators.begin(), info.terminators.end(),
                       [](const LoopTerminator& terminator) {
                           return depends_on_data(*terminator.branch->condition.ssa);
                       });
}

bool stays_a_branch(const IfNode& branch) {
    return (has_what_stays(branch.then_list) || has_what_stays(branch.else_list)) &&
           depends_on_data(*branch.condition.ssa);
}

} // namespace jacquard::nir
