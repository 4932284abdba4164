#include <jacquard/nir/analysis/code_motion.h>
#include <jacquard/nir/shader.h>
#include <jacquard/passes/hoist_invariants.h>
#include <jacquard/passes/steps/each.h>

#include <algorithm>
#include <vector>

namespace jacquard::nir {
namespace {

// Walks the blocks in order, so that what an instruction reads has moved before it.
class HoistInvariants {
  public:
    explicit HoistInvariants(Function& function) : function_(function) {}

    bool run() {
        depth_.resize(function_.num_blocks);
        for (Block& block : function_.blocks()) {
            leave_loops(block);
            if (block.previous == nullptr && block.parent->kind == ControlFlowKind::loop) {
                loops_.push_back(block.parent->as<LoopNode>());
            }
            depth_[block.index] = loops_.size();
        }
        loops_.clear();
        bool changed = false;
        for (Block& block : function_.blocks()) {
            leave_loops(block);
            if (block.previous == nullptr && block.parent->kind == ControlFlowKind::loop) {
                loops_.push_back(block.parent->as<LoopNode>());
            }
            if (loops_.empty()) {
                continue;
            }
            for (Instruction& instruction : block.instructions()) {
                changed |= hoist(block, instruction);
            }
        }
        return changed;
    }

  private:
    void leave_loops(const Block& block) {
        while (!loops_.empty() && loops_.back()->body.last_block()->index < block.index) {
            loops_.pop_back();
        }
    }

    bool hoist(const Block& block, Instruction& instruction) {
        if (!can_move(instruction)) {
            return false;
        }
        // Loops that a source is computed in; what encloses a source encloses those before it too.
        std::size_t inside = 0;
        instruction.for_each_source([&](const Source& source) {
            inside = std::max(inside, loops_shared_with(*source.ssa->instruction->block));
        });
        if (inside >= loops_.size()) {
            return false;
        }
        if (!can_speculate(instruction)) {
            // Out of one loop after the other while it stands where each iteration comes by.
            std::size_t outermost = loops_.size();
            const Block* stands = &block;
            while (outermost > inside && stands == loops_[outermost - 1]->header()) {
                stands = loops_[outermost - 1]->block_before();
                --outermost;
            }
            if (outermost == loops_.size()) {
                return false;
            }
            inside = outermost;
        }
        // Nothing is gained by leaving one that comes round but once.
        while (inside < loops_.size() && !repeats(*loops_[inside])) {
            ++inside;
        }
        if (inside == loops_.size()) {
            return false;
        }
        Block* target = loops_[inside]->block_before();
        instruction.unlink();
        target->append(&instruction);
        return true;
    }

    static bool repeats(const LoopNode& loop) { return loop.header()->num_predecessors > 1; }

    // A block before this one is in some of the loops around this one and in others that have
    // ended.
    [[nodiscard]] std::size_t loops_shared_with(const Block& block) const {
        std::size_t shared = std::min(depth_[block.index], loops_.size());
        while (shared > 0 && block.index < loops_[shared - 1]->header()->index) {
            --shared;
        }
        return shared;
    }

    Function& function_;
    std::vector<std::size_t> depth_;
    std::vector<LoopNode*> loops_; // around the block at hand, from the outside
};

} // namespace

bool hoist_invariants(Shader& shader) {
    return shader.made.has_loops() && change_functions<HoistInvariants>(shader);
}

} // namespace jacquard::nir
