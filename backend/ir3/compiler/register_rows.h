#pragma once

#include <jacquard/ir3/compiler/lifetimes.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace jacquard::ir3 {

// Which positions of the program each register is occupied at: a row of bits for each, all in one
// piece of memory.
class RegisterRows {
  public:
    RegisterRows(std::size_t num_rows, std::size_t num_positions)
        : words_(num_positions / 64 + 1), bits_(num_rows * words_, 0) {}

    void clear() { std::fill(bits_.begin(), bits_.end(), 0); }

    [[nodiscard]] bool is_free(std::size_t row, Lifetime life) const {
        for (std::size_t word = life.first / 64; word * 64 < life.last; ++word) {
            if ((bits_[row * words_ + word] & mask(life, word)) != 0) {
                return false;
            }
        }
        return true;
    }

    void occupy(std::size_t row, Lifetime life) {
        for (std::size_t word = life.first / 64; word * 64 < life.last; ++word) {
            bits_[row * words_ + word] |= mask(life, word);
        }
    }

  private:
    static std::uint64_t mask(Lifetime life, std::size_t word) {
        const std::uint64_t start = word * 64;
        std::uint64_t bits = ~std::uint64_t{0};
        if (life.first > start) {
            bits <<= life.first - start;
        }
        if (life.last < start + 64) {
            bits &= ~std::uint64_t{0} >> (start + 64 - life.last);
        }
        return bits;
    }

    std::size_t words_;
    std::vector<std::uint64_t> bits_;
};

} // namespace jacquard::ir3
