#pragma once

#include <jacquard/tgsi/program.h>

#include <cstdint>
#include <vector>

namespace jacquard::tgsi {

// Maps the instructions of a checked program that belong together to each other, by their numbers.
// Time and memory are linear in the size of the program.
class ControlFlowMap {
  public:
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};

    explicit ControlFlowMap(const Program& program);

    // The instruction that closes what this one opens; it may open the next block, as ELSE does.
    [[nodiscard]] std::uint32_t closer(std::uint32_t opener) const { return parts_[opener].closer; }
    // The last of the instructions that close what this one opens.
    [[nodiscard]] std::uint32_t end_of(std::uint32_t opener) const;
    // The labels of a switch, in order; kNone behind the last.
    [[nodiscard]] std::uint32_t first_label(std::uint32_t opener) const {
        return parts_[opener].first_label;
    }
    [[nodiscard]] std::uint32_t next_label(std::uint32_t label) const {
        return parts_[label].next_label;
    }
    // Returns whether a subroutine returns from within a block.
    [[nodiscard]] bool returns_from_block(std::uint32_t subroutine) const {
        return parts_[subroutine].returns_from_block;
    }

    // Returns whether there is any block, so that control flow may take more than one path.
    [[nodiscard]] bool has_blocks() const { return has_blocks_; }

  private:
    // The instructions that belong to one instruction.
    struct Parts {
        std::uint32_t closer = kNone;
        std::uint32_t first_label = kNone;
        std::uint32_t next_label = kNone;
        bool returns_from_block = false;
    };

    std::vector<Parts> parts_;
    bool has_blocks_ = false;
};

} // namespace jacquard::tgsi
