#pragma once

#include <jacquard/ir3/lifetimes.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace jacquard::ir3 {

// A register's occupied positions.
class Row {
  public:
    explicit Row(std::size_t words) : words_(words, 0) {}

    [[nodiscard]] bool is_free(Lifetime life) const {
        for (std::size_t word = life.first / 64; word * 64 < life.last; ++word) {
            if ((words_[word] & mask(life, word)) != 0) {
                return false;
            }
        }
        return true;
    }

    void occupy(Lifetime life) {
        for (std::size_t word = life.first / 64; word * 64 < life.last; ++word) {
            words_[word] |= mask(life, word);
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

    std::vector<std::uint64_t> words_;
};

} // namespace jacquard::ir3
