#pragma once

#include <jacquard/ir3/compiler/lifetimes.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace jacquard::ir3 {

// Some of the registers of a file, by number.
class RegisterSet {
  public:
    static constexpr std::uint32_t kMost = 256;

    void insert(std::uint32_t number) { words_[number / 64] |= std::uint64_t{1} << number % 64; }

    void join(const RegisterSet& other) {
        for (std::size_t i = 0; i < kWords; ++i) {
            words_[i] |= other.words_[i];
        }
    }

    // Joins what the other has from `distance` on, moved down by that.
    void join_moved(const RegisterSet& other, std::uint32_t distance) {
        const std::size_t words = distance / 64;
        const unsigned bits = distance % 64;
        for (std::size_t i = 0; i + words < kWords; ++i) {
            words_[i] |= other.words_[i + words] >> bits;
            if (bits != 0 && i + words + 1 < kWords) {
                words_[i] |= other.words_[i + words + 1] << (64 - bits);
            }
        }
    }

    // The first from `from` on that is not in the set; kMost when all are.
    [[nodiscard]] std::uint32_t first_absent(std::uint32_t from) const {
        if (from >= kMost) {
            return kMost;
        }
        std::uint64_t word = ~words_[from / 64] >> from % 64 << from % 64;
        for (std::size_t i = from / 64;; word = ~words_[i]) {
            if (word != 0) {
                return static_cast<std::uint32_t>(i * 64) +
                       static_cast<std::uint32_t>(std::countr_zero(word));
            }
            if (++i == kWords) {
                return kMost;
            }
        }
    }

    static constexpr std::size_t kWords = kMost / 64;

    void join_word(std::size_t word, std::uint64_t numbers) { words_[word] |= numbers; }

  private:
    std::array<std::uint64_t, kWords> words_{};
};

// Which registers of a file are taken at each position of a program.
//
// Most programs use few registers, so there is a bank for each 64 of them as soon as one is taken.
// In it, a life is written to the nodes of a binary tree over the positions that lie in it whole,
// so neither asking nor taking looks at each position of a long life.
class TakenRegisters {
  public:
    explicit TakenRegisters(std::size_t num_positions) : num_positions_(num_positions) {}

    void clear() {
        for (Bank& bank : banks_) {
            std::fill(bank.tree.begin(), bank.tree.end(), 0);
            std::fill(bank.begins.begin(), bank.begins.end(), 0);
            std::fill(bank.stretches.begin(), bank.stretches.end(), 0);
        }
        latest_begin_ = 0;
    }

    // Joins to `taken` what is taken at any time of the life: at its beginning, or by lives that
    // begin in it.
    void find(Lifetime life, RegisterSet& taken) const {
        if (life.first >= life.last) {
            return;
        }
        const std::size_t end = std::min<std::size_t>(life.last, latest_begin_ + std::size_t{1});
        for (std::size_t i = 0; i < banks_.size(); ++i) {
            const Bank& bank = banks_[i];
            std::uint64_t found = 0;
            for (std::size_t at = life.first + num_positions_; at != 0; at /= 2) {
                found |= bank.tree[at];
            }
            for (std::size_t at = life.first + std::size_t{1}; at < end;) {
                if (at % kStretch == 0 && at + kStretch <= end) {
                    found |= bank.stretches[at / kStretch];
                    at += kStretch;
                } else {
                    found |= bank.begins[at++];
                }
            }
            taken.join_word(i, found);
        }
    }

    void take(std::uint32_t number, Lifetime life) {
        if (life.first >= life.last) {
            return;
        }
        while (banks_.size() <= number / 64) {
            banks_.emplace_back(num_positions_);
        }
        latest_begin_ = std::max(latest_begin_, life.first);
        Bank& bank = banks_[number / 64];
        const std::uint64_t bit = std::uint64_t{1} << number % 64;
        bank.begins[life.first] |= bit;
        bank.stretches[life.first / kStretch] |= bit;
        std::size_t first = life.first + num_positions_;
        std::size_t last = life.last + num_positions_;
        for (; first < last; first /= 2, last /= 2) {
            if (first % 2 != 0) {
                bank.tree[first++] |= bit;
            }
            if (last % 2 != 0) {
                bank.tree[--last] |= bit;
            }
        }
    }

  private:
    static constexpr std::size_t kStretch = 16;

    // 64 registers.
    struct Bank {
        explicit Bank(std::size_t num_positions)
            : tree(num_positions * 2), begins(num_positions),
              stretches(num_positions / kStretch + 1) {}
        // Node i has the children 2 * i and 2 * i + 1; those from the number of positions on are
        // the positions. Taken at a position is what it or a node above it has.
        std::vector<std::uint64_t> tree;
        std::vector<std::uint64_t> begins;    // by position: what is taken from there on
        std::vector<std::uint64_t> stretches; // the same for kStretch positions each
    };

    std::size_t num_positions_;
    std::vector<Bank> banks_; // by number / 64
    std::uint32_t latest_begin_ = 0;
};

} // namespace jacquard::ir3
