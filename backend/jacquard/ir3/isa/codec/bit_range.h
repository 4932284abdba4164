#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace jacquard::ir3 {

// Bits of a word as the tables write them, "63:61" or "30,54:47": the first piece holds the
// highest bits of the value.
class BitRange {
  public:
    explicit BitRange(std::string_view bits);

    unsigned width() const { return width_; }
    std::uint64_t mask() const { return mask_; }

    // The value that a word has in these bits.
    std::uint64_t gather(std::uint64_t word) const;
    // The word with the value in these bits and 0 elsewhere.
    std::uint64_t scatter(std::uint64_t value) const;

  private:
    struct Piece {
        unsigned low;
        unsigned width;
    };

    std::array<Piece, 8> pieces_{};
    unsigned num_pieces_ = 0;
    unsigned width_ = 0;
    std::uint64_t mask_ = 0;
};

} // namespace jacquard::ir3
