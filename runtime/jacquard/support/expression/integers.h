#pragma once

#include <jacquard/support/expression/operators.h>

#include <bit>
#include <cstdint>

namespace jacquard::expression {

// Functions of integers and their bits.

template <class T>
[[nodiscard]] constexpr std::uint32_t bit_count(T a) {
    return static_cast<std::uint32_t>(std::popcount(pattern(a)));
}
template <class T>
[[nodiscard]] constexpr std::uint32_t count_leading_zeros(T a) {
    return kWidth<T> - static_cast<std::uint32_t>(std::bit_width(pattern(a)));
}

template <class T>
[[nodiscard]] constexpr T bit_reverse(T a) {
    Wide<T> bits = pattern(a);
    Wide<T> mask = static_cast<Wide<T>>(~Wide<T>{0});
    for (unsigned shift = 4 * sizeof(bits); shift != 0; shift /= 2) {
        mask ^= mask << shift;
        bits = ((bits >> shift) & mask) | ((bits << shift) & ~mask);
    }
    return narrow<T>(bits >> (8 * sizeof(bits) - kWidth<T>));
}

namespace detail {

[[nodiscard]] constexpr std::uint64_t multiply_high_64(std::uint64_t a, std::uint64_t b) {
    const std::uint64_t a_low = a & 0xffffffffU;
    const std::uint64_t b_low = b & 0xffffffffU;
    const std::uint64_t middle = (a >> 32U) * b_low + ((a_low * b_low) >> 32U);
    const std::uint64_t other = a_low * (b >> 32U) + (middle & 0xffffffffU);
    return (a >> 32U) * (b >> 32U) + (middle >> 32U) + (other >> 32U);
}

} // namespace detail

// Signed halves are put right from unsigned ones at every width: GCC 12 makes wrong vector code of
// signed 16-bit products that are shifted down (-O3).
template <class T>
[[nodiscard]] constexpr T multiply_high(T a, T b) {
    const std::uint64_t x = pattern(a);
    const std::uint64_t y = pattern(b);
    std::uint64_t high =
        kWidth<T> < 64 ? (x * y) >> (kWidth<T> & 63U) : detail::multiply_high_64(x, y);
    if constexpr (kIsSigned<T>) {
        high -= (number(a) < 0 ? y : 0) + (number(b) < 0 ? x : 0);
    }
    return narrow<T>(high);
}

} // namespace jacquard::expression
