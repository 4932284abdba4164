#pragma once

#include <cstdint>

namespace jacquard::ir3 {

// `count` bits of a word from bit `low` on.
constexpr std::uint64_t bits(std::uint64_t word, unsigned low, unsigned count) {
    return (word >> low) & (count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1);
}

// A two's complement number of `count` bits.
constexpr std::int32_t sign_extend(std::uint64_t value, unsigned count) {
    const unsigned shift = 64 - count;
    return static_cast<std::int32_t>(static_cast<std::int64_t>(value << shift) >> shift);
}

constexpr bool fits_signed(std::int64_t value, unsigned count) {
    const std::int64_t limit = std::int64_t{1} << (count - 1);
    return value >= -limit && value < limit;
}

// Whether an enumerator is one of a set of values, bit by bit.
template <typename Enum>
constexpr bool in_set(Enum value, std::uint32_t set) {
    const auto number = static_cast<unsigned>(value);
    return number < 32 && (set >> number & 1) != 0;
}

} // namespace jacquard::ir3
