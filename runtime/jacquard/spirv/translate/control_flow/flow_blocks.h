#pragma once

#include <jacquard/spirv/translate/values/concern.h>

#include <cstddef>
#include <vector>

namespace jacquard::spirv {

class Types;

// A block of a function.
struct FlowBlock {
    std::uint32_t first = 0;            // index of the first instruction after the label
    std::uint32_t last = 0;             // index of the instruction that ends the block
    std::uint32_t merge = 0;            // label of the merge block; 0: none
    std::uint32_t continues = 0;        // label of the continue target, for the header of a loop
    std::uint32_t num_predecessors = 0; // branches from reachable blocks
    bool is_reachable = false;
    bool is_translated = false;
};

// Finds the blocks of a function and the branches between them.
class FlowBlocks : Concern {
  public:
    FlowBlocks(Context& context, Types& types) : Concern(context), types_(types) {}

    void find_blocks(std::uint32_t index);
    FlowBlock& flow_block(std::uint32_t label);
    Words terminator(const FlowBlock& block) const;
    void add_targets(const FlowBlock& block, std::vector<std::uint32_t>& targets) const;
    std::uint32_t literal_words(std::uint32_t selector) const;
    [[nodiscard]] std::size_t size() const { return blocks_.size(); }
    void clear() { blocks_.clear(); }

  private:
    void find_predecessors();

    Types& types_;
    std::vector<FlowBlock> blocks_; // in order of appearance
};

} // namespace jacquard::spirv
