#include <jacquard/nir/dominance.h>

#include <algorithm>
#include <vector>

namespace jacquard::nir {
namespace {

// Immediate dominators by iteration in reverse post-order. Text order is one already: every edge
// but the one back to a loop's header goes forward, so two passes settle any structured function.
class Dominance {
  public:
    explicit Dominance(Function& function) : function_(function) {}

    void run() {
        const std::uint32_t count = function_.num_blocks + 1;
        blocks_.reserve(count);
        for (Block& block : function_.blocks()) {
            blocks_.push_back(&block);
        }
        blocks_.push_back(function_.end_block);
        for (Block* block : blocks_) {
            block->immediate_dominator = nullptr;
        }
        find_dominators();
        number_tree(count);
    }

  private:
    void find_dominators() {
        Block* start = blocks_.front();
        start->immediate_dominator = start;
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t i = 1; i < blocks_.size(); ++i) {
                Block* block = blocks_[i];
                Block* dominator = nullptr;
                for (Block* predecessor : block->predecessors()) {
                    if (predecessor->immediate_dominator != nullptr) {
                        dominator =
                            dominator == nullptr ? predecessor : meet(dominator, predecessor);
                    }
                }
                if (block->immediate_dominator != dominator) {
                    block->immediate_dominator = dominator;
                    changed = true;
                }
            }
        }
        start->immediate_dominator = nullptr;
    }

    static Block* meet(Block* a, Block* b) {
        while (a != b) {
            while (a->index > b->index) {
                a = a->immediate_dominator;
            }
            while (b->index > a->index) {
                b = b->immediate_dominator;
            }
        }
        return a;
    }

    // Ranges of the dominator tree in depth-first order. A block stands behind its dominator in
    // text order, so sizes can be summed backwards and starts handed out forwards.
    void number_tree(std::uint32_t count) {
        std::vector<std::uint32_t> size(count, 1);
        for (std::size_t i = blocks_.size(); i-- > 1;) {
            if (const Block* dominator = blocks_[i]->immediate_dominator) {
                size[dominator->index] += size[i];
            }
        }
        std::vector<std::uint32_t> next_child(count, 0);
        for (std::size_t i = 0; i < blocks_.size(); ++i) {
            Block* block = blocks_[i];
            const Block* dominator = block->immediate_dominator;
            if (i != 0 && dominator == nullptr) {
                block->dominance_first = ~std::uint32_t{0};
                block->dominance_last = 0;
                continue;
            }
            block->dominance_first = i == 0 ? 0 : next_child[dominator->index];
            if (i != 0) {
                next_child[dominator->index] += size[i];
            }
            block->dominance_last = block->dominance_first + size[i] - 1;
            next_child[i] = block->dominance_first + 1;
        }
    }

    Function& function_;
    std::vector<Block*> blocks_;
};

} // namespace

void compute_dominance(Function& function) {
    Dominance(function).run();
}

bool dominates(const SsaDef& value, const Instruction& use) {
    const Block* from = value.instruction->block;
    if (from == use.block) {
        return value.instruction->index < use.index;
    }
    return from->dominates(use.block);
}

} // namespace jacquard::nir
