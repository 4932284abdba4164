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

  private:
    static constexpr std::size_t kWords = kMost / 64;

    std::array<std::uint64_t, kWords> words_{};
};

// Which registers of a file are taken at each position of a program.
//
// Positions are joined in stretches. What lives all through a stretch is written there and not at
// its positions, so neither asking nor taking looks at each position of a long life.
class TakenRegisters {
  public:
    explicit TakenRegisters(std::size_t num_positions)
        : at_(num_positions), stretches_(num_positions / kStretch + 1) {}

    void clear() {
        std::fill(at_.begin(), at_.end(), RegisterSet());
        std::fill(stretches_.begin(), stretches_.end(), Stretch());
    }

    // Joins to `taken` what is taken at any time of the life.
    void find(Lifetime life, RegisterSet& taken) const {
        for_each_part(
            life, [&](std::size_t whole) { taken.join(stretches_[whole].anywhere); },
            [&](std::size_t part, std::size_t first, std::size_t last) {
                taken.join(stretches_[part].throughout);
                for (std::size_t i = first; i < last; ++i) {
                    taken.join(at_[i]);
                }
            });
    }

    void take(std::uint32_t number, Lifetime life) {
        for_each_part(
            life,
            [&](std::size_t whole) {
                stretches_[whole].throughout.insert(number);
                stretches_[whole].anywhere.insert(number);
            },
            [&](std::size_t part, std::size_t first, std::size_t last) {
                stretches_[part].anywhere.insert(number);
                for (std::size_t i = first; i < last; ++i) {
                    at_[i].insert(number);
                }
            });
    }

  private:
    static constexpr std::size_t kStretch = 16;

    struct Stretch {
        RegisterSet throughout;
        RegisterSet anywhere;
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

    std::vector<RegisterSet> at_;
    std::vector<Stretch> stretches_;
};

} // namespace jacquard::ir3
