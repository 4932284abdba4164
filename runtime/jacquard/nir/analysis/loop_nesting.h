#pragma once

#include <jacquard/nir/analysis/dominance.h>

#include <cstdint>
#include <vector>

namespace jacquard::nir {

// Describes how deep in loops blocks are, asked along the dominator tree.
class LoopNesting {
  public:
    // Keeps what it needs of the tree; both hold until control flow changes.
    LoopNesting(Function& function, const DominatorTree& tree);

    [[nodiscard]] std::uint32_t depth(const Block& block) const { return depth_[block.index]; }

    // Returns the block in the fewest loops on the way from `low` up the dominator tree to `high`;
    // among equal ones the lowest. Time is the depth of loops.
    [[nodiscard]] Block* shallowest_between(Block& low, const Block& high) const;

    // The block in which a use reads: for the source of a phi the predecessor it comes from.
    [[nodiscard]] static Block* reading_block(const Source& use);

  private:
    std::vector<std::uint32_t> depth_; // by block
    std::vector<Block*> shallower_;    // by block: the next dominator in fewer loops
};

} // namespace jacquard::nir
