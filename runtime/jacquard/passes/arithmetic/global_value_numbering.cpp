#include <jacquard/generated/passes/global_value_numbering.h>
#include <jacquard/nir/analysis/code_motion.h>
#include <jacquard/nir/analysis/dominance.h>
#include <jacquard/nir/analysis/instruction_equality.h>
#include <jacquard/nir/analysis/loop_nesting.h>
#include <jacquard/passes/util/each.h>
#include <jacquard/passes/util/merge_equal.h>

#include <algorithm>
#include <unordered_set>
#include <vector>

namespace jacquard::nir {
namespace {

struct Hash {
    std::size_t operator()(const Instruction* instruction) const { return hash_of(*instruction); }
};
struct Equal {
    bool operator()(const Instruction* a, const Instruction* b) const {
        return computes_equal(*a, *b);
    }
};

class GlobalValueNumbering {
  public:
    explicit GlobalValueNumbering(Function& function)
        : lines_(function.shader->info.source_context), tree_(function), nesting_(function, tree_),
          start_(function.first_block()) {}

    bool run() {
        number();
        merge();
        schedule_early();
        schedule_late();
        place();
        return changed_;
    }

  private:
    // Instruction::index becomes the place in `order_`, in which values stand before their uses.
    void number() {
        for (Block* block : tree_.preorder()) {
            for (Instruction& instruction : block->instructions()) {
                instruction.index = static_cast<std::uint32_t>(order_.size());
                order_.push_back(&instruction);
            }
        }
    }

    void merge() {
        std::unordered_set<Instruction*, Hash, Equal> known;
        known.reserve(order_.size());
        for (Instruction*& instruction : order_) {
            if (!can_move(*instruction)) {
                continue;
            }
            const auto [at, is_new] = known.insert(instruction);
            if (is_new) {
                continue;
            }
            Instruction* earlier = *at;
            if (!can_speculate(*instruction) && !earlier->block->dominates(instruction->block)) {
                continue;
            }
            merge_equal(*earlier, *instruction, lines_);
            instruction->remove();
            instruction = nullptr;
            changed_ = true;
        }
    }

    // The first block where all sources are known, for what may be computed anywhere.
    void schedule_early() {
        block_.resize(order_.size(), nullptr);
        for (std::size_t i = 0; i < order_.size(); ++i) {
            const Instruction* instruction = order_[i];
            if (instruction == nullptr) {
                continue;
            }
            if (!can_move(*instruction) || !can_speculate(*instruction)) {
                block_[i] = instruction->block;
                continue;
            }
            Block* early = start_;
            instruction->for_each_source([&](const Source& source) {
                Block* made = block_[source.ssa->instruction->index];
                if (tree_.depth(*made) > tree_.depth(*early)) {
                    early = made;
                }
            });
            block_[i] = early;
        }
    }

    // From last to first, so that the places of all readers are known. What nothing reads goes.
    void schedule_late() {
        for (std::size_t i = order_.size(); i-- > 0;) {
            Instruction* instruction = order_[i];
            if (instruction == nullptr || !can_move(*instruction)) {
                continue;
            }
            SsaDef& value = *instruction->def();
            if (!value.has_uses()) {
                instruction->remove();
                order_[i] = nullptr;
                changed_ = true;
                continue;
            }
            Block* low = nullptr;
            for (const Source& use : value.uses()) {
                Block* reader = reading_block(use);
                if (is_reachable(*reader)) {
                    low = low == nullptr ? reader : tree_.common_dominator(low, reader);
                }
            }
            block_[i] =
                low == nullptr ? instruction->block : nesting_.shallowest_between(*low, *block_[i]);
        }
    }

    Block* reading_block(const Source& use) const {
        const Instruction* user = use.instruction();
        const bool moves = user != nullptr && can_move(*user) && is_reachable(*user->block);
        return moves ? block_[user->index] : LoopNesting::reading_block(use);
    }

    // The old order holds inside each block, since it has values before their uses.
    void place() {
        for (std::size_t i = order_.size(); i-- > 0;) {
            Instruction* instruction = order_[i];
            if (instruction == nullptr || !can_move(*instruction) ||
                block_[i] == instruction->block) {
                continue;
            }
            moved_.push_back(instruction);
        }
        // Now from last to first; an instruction goes before the first one of a higher number.
        std::stable_sort(moved_.begin(), moved_.end(),
                         [this](const Instruction* a, const Instruction* b) {
                             return block_[a->index]->index < block_[b->index]->index;
                         });
        for (Instruction* instruction : moved_) {
            instruction->unlink();
            changed_ = true;
        }
        Block* block = nullptr;
        Instruction* position = nullptr;
        for (Instruction* instruction : moved_) {
            Block* target = block_[instruction->index];
            if (target != block) {
                block = target;
                position = target->jump();
            }
            Instruction* before = position != nullptr ? position->previous : block->last;
            while (before != nullptr && before->kind != InstructionKind::phi &&
                   before->index > instruction->index) {
                position = before;
                before = before->previous;
            }
            block->insert_before(position, instruction);
            position = instruction;
        }
    }

    SourceContext& lines_;
    DominatorTree tree_;
    LoopNesting nesting_;
    Block* start_;
    std::vector<Instruction*> order_; // null: gone
    std::vector<Block*> block_;       // by place in the order: where it will stand
    std::vector<Instruction*> moved_;
    bool changed_ = false;
};

} // namespace

bool global_value_numbering(Shader& shader) {
    return change_functions<GlobalValueNumbering>(shader);
}

} // namespace jacquard::nir
