#pragma once

#include <jacquard/nir/text/parse/concern.h>
#include <jacquard/nir/text/print/number_table.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace jacquard::nir {

// The blocks of a function by their numbers, which phis and lists of predecessors may name before
// the blocks begin.
class Blocks : Concern {
  public:
    Blocks(Tokens& tokens, Parts& parts, Shader& shader) : Concern(tokens, parts, shader) {}

    void begin_function() {
        blocks_.clear();
        errors_before_ = tokens_.error_count();
    }
    // b3 from b1 b2:
    void head(Block& block);
    void come_from(PhiSource* source, std::uint32_t number, SourcePosition position) {
        phi_blocks_.push_back({source, number, position});
    }
    // At the end of a function: finds the blocks that phis name.
    void resolve_phis();
    // Once blocks are linked: the links follow from the tree; where the text says them too it must
    // be right.
    void check_predecessors();

  private:
    struct PendingPhiBlock {
        PhiSource* source;
        std::uint32_t number;
        SourcePosition position;
    };
    struct PendingPredecessors {
        Block* block;
        std::vector<std::uint32_t> numbers;
        SourcePosition position;
    };

    bool predecessors(Block& block, SourcePosition position);

    NumberTable<Named<Block>> blocks_;
    std::vector<PendingPhiBlock> phi_blocks_;
    std::vector<PendingPredecessors> predecessors_;
    std::size_t errors_before_ = 0; // those reported before the function
};

} // namespace jacquard::nir
