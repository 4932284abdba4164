#pragma once

#include <jacquard/support/api.h>

#include <array>
#include <bit>
#include <cstdint>

JACQUARD_BEGIN_API

namespace jacquard {

// The widest wave has this many lanes.
inline constexpr unsigned kMaxLanes = 128;

// A set of lanes of a wave.
struct LaneMask {
    std::array<std::uint64_t, 2> words{};

    // Lanes 0 … count - 1.
    [[nodiscard]] static constexpr LaneMask first(unsigned count) {
        const auto low_bits = [](unsigned bits) {
            return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
        };
        return {{low_bits(count), count > 64 ? low_bits(count - 64) : 0}};
    }
    [[nodiscard]] static constexpr LaneMask single(unsigned lane) {
        LaneMask mask;
        mask.set(lane);
        return mask;
    }

    [[nodiscard]] constexpr bool test(unsigned lane) const {
        return ((words[lane / 64] >> (lane % 64)) & 1) != 0;
    }
    constexpr void set(unsigned lane) { words[lane / 64] |= std::uint64_t{1} << (lane % 64); }
    constexpr void clear(unsigned lane) { words[lane / 64] &= ~(std::uint64_t{1} << (lane % 64)); }
    [[nodiscard]] constexpr bool none() const { return (words[0] | words[1]) == 0; }
    [[nodiscard]] constexpr bool any() const { return !none(); }
    [[nodiscard]] constexpr unsigned count() const {
        return static_cast<unsigned>(std::popcount(words[0]) + std::popcount(words[1]));
    }
    // The first lane of the set; kMaxLanes when it is empty.
    [[nodiscard]] constexpr unsigned lowest() const {
        return static_cast<unsigned>(words[0] != 0 ? std::countr_zero(words[0])
                                                   : 64 + std::countr_zero(words[1]));
    }
    [[nodiscard]] constexpr unsigned highest() const { // kMaxLanes when it is empty
        return words[1] != 0   ? 127U - static_cast<unsigned>(std::countl_zero(words[1]))
               : words[0] != 0 ? 63U - static_cast<unsigned>(std::countl_zero(words[0]))
                               : kMaxLanes;
    }
    // Calls visit(lane) for every lane of the set, in order.
    template <typename Visitor>
    constexpr void for_each(Visitor&& visit) const {
        for (unsigned word = 0; word < 2; ++word) {
            for (std::uint64_t rest = words[word]; rest != 0; rest &= rest - 1) {
                visit(word * 64 + static_cast<unsigned>(std::countr_zero(rest)));
            }
        }
    }

    constexpr LaneMask& operator&=(const LaneMask& other) {
        words[0] &= other.words[0];
        words[1] &= other.words[1];
        return *this;
    }
    constexpr LaneMask& operator|=(const LaneMask& other) {
        words[0] |= other.words[0];
        words[1] |= other.words[1];
        return *this;
    }
    friend constexpr LaneMask operator&(LaneMask a, const LaneMask& b) { return a &= b; }
    friend constexpr LaneMask operator|(LaneMask a, const LaneMask& b) { return a |= b; }
    // All lanes that are not in the set, those too that a wave does not have.
    friend constexpr LaneMask operator~(const LaneMask& a) { return {{~a.words[0], ~a.words[1]}}; }
    // The lanes of `a` that are not in `b`.
    friend constexpr LaneMask operator-(LaneMask a, const LaneMask& b) {
        return {{a.words[0] & ~b.words[0], a.words[1] & ~b.words[1]}};
    }
    // A comparison of arrays would call a function.
    friend constexpr bool operator==(const LaneMask& a, const LaneMask& b) {
        return ((a.words[0] ^ b.words[0]) | (a.words[1] ^ b.words[1])) == 0;
    }
};

} // namespace jacquard

JACQUARD_END_API
