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
// Most programs use few registers, so positions have a word for each 64 of them, and none for those
// of which nobody has taken one. Positions are joined in stretches. What lives all through a stretch
// is written there and not at its positions, so neither asking nor taking looks at each position of
// a long life.
class TakenRegisters {
  public:
    explicit TakenRegisters(std::size_t num_positions) : num_positions_(num_positions) {}

    void clear() {
        for (Bank& bank : banks_) {
            std::fill(bank.at.begin(), bank.at.end(), 0);
            std::fill(bank.stretches.begin(), bank.stretches.end(), Stretch());
        }
        latest_begin_ = 0;
    }

    // Joins to `taken` what is taken at any time of the life.
    void find(Lifetime life, RegisterSet& taken) const {
        // What is taken behind the last beginning is taken there, too.
        const Lifetime looked{life.first,
                              std::min(life.last, std::max(life.first, latest_begin_) + 1)};
        for (std::size_t i = 0; i < banks_.size(); ++i) {
            const Bank& bank = banks_[i];
            std::uint64_t found = 0;
            for_each_part(
                looked, [&](std::size_t whole) { found |= bank.stretches[whole].anywhere; },
                [&](std::size_t part, std::size_t first, std::size_t last) {
                    found |= bank.stretches[part].throughout;
                    for (std::size_t at = first; at < last; ++at) {
                        found |= bank.at[at];
                    }
                });
            taken.join_word(i, found);
        }
    }

    void take(std::uint32_t number, Lifetime life) {
        while (banks_.size() <= number / 64) {
            banks_.emplace_back(num_positions_);
        }
        if (life.first < life.last) {
            latest_begin_ = std::max(latest_begin_, life.first);
        }
        Bank& bank = banks_[number / 64];
        const std::uint64_t bit = std::uint64_t{1} << number % 64;
        for_each_part(
            life,
            [&](std::size_t whole) {
                bank.stretches[whole].throughout |= bit;
                bank.stretches[whole].anywhere |= bit;
            },
            [&](std::size_t part, std::size_t first, std::size_t last) {
                bank.stretches[part].anywhere |= bit;
                for (std::size_t at = first; at < last; ++at) {
                    bank.at[at] |= bit;
                }
            });
    }

  private:
    static constexpr std::size_t kStretch = 16;

    struct Stretch {
        std::uint64_t throughout = 0;
        std::uint64_t anywhere = 0;
    };
    // 64 registers.
    struct Bank {
        explicit Bank(std::size_t num_positions)
            : at(num_positions), stretches(num_positions / kStretch + 1) {}
        std::vector<std::uint64_t> at;
        std::vector<Stretch> stretches;
    };

    // Calls on_whole(stretch) for those all of whose positions belong to the life, and
    // on_part(stretch, first, last) for the others.
    template <typename OnWhole, typename OnPart>
    static void for_each_part(Lifetime life, OnWhole&& on_whole, OnPart&& on_part) {
        for (std::size_t first = life.first; first < life.last;) {
            const std::size_t stretch = first / kStretch;
            const std::size_t end = (stretch + 1) * kStretch;
            if (first % kStretch == 0 && end <= life.last) {
                on_whole(stretch);
            } else {
                on_part(stretch, first, std::min<std::size_t>(end, life.last));
            }
            first = end;
        }
    }

    std::size_t num_positions_;
    std::vector<Bank> banks_; // by number / 64
    std::uint32_t latest_begin_ = 0;
};

} // namespace jacquard::ir3
