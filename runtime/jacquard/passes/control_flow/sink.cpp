#include <jacquard/generated/passes/sink.h>
#include <jacquard/nir/analysis/code_motion.h>
#include <jacquard/nir/analysis/dominance.h>
#include <jacquard/nir/analysis/loop_nesting.h>
#include <jacquard/passes/util/each.h>

#include <vector>

namespace jacquard::nir {
namespace {

class Sink {
  public:
    explicit Sink(Function& function) : tree_(function), nesting_(function, tree_) {}

    // From last to first, so that what reads a value has moved before it.
    bool run() {
        bool changed = false;
        for (std::size_t i = tree_.preorder().size(); i-- > 0;) {
            Block& block = *tree_.preorder()[i];
            for (Instruction* instruction = block.last; instruction != nullptr;) {
                Instruction* previous = instruction->previous;
                changed |= sink(*instruction);
                instruction = previous;
            }
        }
        return changed;
    }

  private:
    bool sink(Instruction& instruction) {
        if (!can_move(instruction) || instruction.kind == InstructionKind::constant ||
            instruction.kind == InstructionKind::undef) {
            return false;
        }
        Block* lowest = common_reader(*instruction.def());
        if (lowest == nullptr) {
            return false;
        }
        Block* target = nesting_.shallowest_between(*lowest, *instruction.block);
        if (target == instruction.block) {
            return false;
        }
        instruction.unlink();
        target->insert_before(target->first_after_phis(), &instruction);
        return true;
    }

    // The last block that dominates all reads; null when there are none that matter.
    Block* common_reader(const SsaDef& value) const {
        Block* common = nullptr;
        for (const Source& use : value.uses()) {
            Block* reader = nesting_.reading_block(use);
            if (is_reachable(*reader)) {
                common = common == nullptr ? reader : tree_.common_dominator(common, reader);
            }
        }
        return common;
    }

    DominatorTree tree_;
    LoopNesting nesting_;
};

} // namespace

bool sink(Shader& shader) {
    return change_functions<Sink>(shader);
}

} // namespace jacquard::nir
