#pragma once

#include <jacquard/nir/ir/shader.h>

#include <cstdint>
#include <span>
#include <vector>

namespace jacquard::nir {

// The values that are live across the ends of blocks. Values that do not leave their block do not
// appear, so the size of the result is that of the live sets.
//
// The source of a phi is read at the end of the predecessor it comes from; the phi itself is
// written at the start of its block and is not live into it.
class Liveness {
  public:
    // Needs link_blocks() to be right. Values of blocks that nothing reaches are not followed.
    explicit Liveness(Function& function);

    [[nodiscard]] std::span<SsaDef* const> live_in(const Block& block) const {
        return sets_[block.index].in;
    }
    [[nodiscard]] std::span<SsaDef* const> live_out(const Block& block) const {
        return sets_[block.index].out;
    }
    // Both take the logarithm of the set's size.
    [[nodiscard]] bool is_live_in(const SsaDef& value, const Block& block) const;
    [[nodiscard]] bool is_live_out(const SsaDef& value, const Block& block) const;

  private:
    // In the order of the values' appearance in the text.
    struct Sets {
        std::vector<SsaDef*> in;
        std::vector<SsaDef*> out;
    };
    std::vector<Sets> sets_; // by block
};

} // namespace jacquard::nir
