#pragma once

#include <jacquard/nir/ir/shader.h>

#include <cstdint>
#include <span>
#include <vector>

namespace jacquard::nir {

// Fills Block::immediate_dominator and the dominance ranges of a function whose links are right.
// Time is n log n in the number of blocks and links.
void compute_dominance(Function& function);

// True when `value` is available at `use`: its block strictly dominates, or it stands earlier in
// the same block. Needs dominance and Function::number_instructions().
[[nodiscard]] bool dominates(const SsaDef& value, const Instruction& use);

[[nodiscard]] inline bool is_reachable(const Block& block) {
    return block.dominance_first <= block.dominance_last;
}

// The dominator tree as something to walk and ask. Makes dominance itself; both hold until the
// function's control flow changes.
class DominatorTree {
  public:
    explicit DominatorTree(Function& function);

    // Blocks that can be reached, each behind its dominator and with what it dominates right behind
    // it. The end block of the function is among them where something reaches it.
    [[nodiscard]] std::span<Block* const> preorder() const { return preorder_; }
    [[nodiscard]] std::uint32_t depth(const Block& block) const {
        return nodes_[block.index].depth;
    }
    // The nearest block that dominates both; takes the logarithm of the depth.
    [[nodiscard]] Block* common_dominator(Block* a, Block* b) const;

  private:
    friend void compute_dominance(Function& function);

    // `jump` is a dominator some way up, so chosen that any ancestor is few jumps away.
    struct Node {
        Block* jump = nullptr;
        std::uint32_t depth = 0;
        std::uint32_t size = 1;       // blocks that it dominates
        std::uint32_t next_child = 0; // start of the range of the next block right below it
    };

    void find_dominators(Function& function);
    void number_tree();
    void enter(Block* block, Block* dominator);

    std::vector<Block*> blocks_; // by index; the end block last
    std::vector<Node> nodes_;    // by index
    std::vector<Block*> preorder_;
};

// Calls visit(Block&) for the blocks of a function that are reached, in preorder of the dominator
// tree. Needs links; makes dominance where there is more than one block.
template <typename Visitor>
void for_each_reached_block(Function& function, Visitor&& visit) {
    if (function.first_block()->next == nullptr) {
        visit(*function.first_block());
        return;
    }
    const DominatorTree tree(function);
    for (Block* block : tree.preorder()) {
        visit(*block);
    }
}

// For every block those where its dominance ends: they have a predecessor that it dominates, but
// are not strictly dominated by it. Needs dominance; time is the size of the result.
class DominanceFrontiers {
  public:
    explicit DominanceFrontiers(Function& function);

    [[nodiscard]] std::span<Block* const> of(const Block& block) const {
        return {members_.data() + starts_[block.index],
                starts_[block.index + 1] - starts_[block.index]};
    }

  private:
    std::vector<std::uint32_t> starts_; // by block index
    std::vector<Block*> members_;
};

} // namespace jacquard::nir
