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
[[nodiscard]] constexpr std::int32_t find_lsb(T a) {
    return pattern(a) == 0 ? -1 : static_cast<std::int32_t>(std::countr_zero(pattern(a)));
}
template <class T>
[[nodiscard]] constexpr std::int32_t find_msb(T a) {
    Wide<T> magnitude = widen(a);
    if constexpr (kIsSigned<T>) {
        magnitude = number(a) < 0 ? static_cast<Wide<T>>(~magnitude) : magnitude;
    }
    return static_cast<std::int32_t>(std::bit_width(magnitude)) - 1;
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

template <class T>
[[nodiscard]] constexpr T add_saturating(T a, T b) {
    const T total = wrap_add(a, b);
    if constexpr (kIsSigned<T>) {
        const bool left_range = number(bit_and(bit_xor(a, total), bit_xor(b, total))) < 0;
        return !left_range ? total : number(a) < 0 ? least<T>() : greatest<T>();
    } else {
        return total < a ? greatest<T>() : total;
    }
}

template <class T>
[[nodiscard]] constexpr T subtract_saturating(T a, T b) {
    if constexpr (kIsSigned<T>) {
        const T total = wrap_sub(a, b);
        const bool left_range = number(bit_and(bit_xor(a, b), bit_xor(a, total))) < 0;
        return !left_range ? total : number(a) < 0 ? least<T>() : greatest<T>();
    } else {
        return a < b ? narrow<T>(Wide<T>{0}) : wrap_sub(a, b);
    }
}

template <class T>
[[nodiscard]] constexpr T average_down(T a, T b) {
    const T differing = bit_xor(a, b);
    return wrap_add(bit_and(a, b), narrow<T>(static_cast<Wide<T>>(number(differing) >> 1U)));
}
template <class T>
[[nodiscard]] constexpr T average_up(T a, T b) {
    const T differing = bit_xor(a, b);
    return wrap_sub(bit_or(a, b), narrow<T>(static_cast<Wide<T>>(number(differing) >> 1U)));
}

template <class T>
[[nodiscard]] constexpr T bitfield_extract(T a, std::uint32_t offset, std::uint32_t count) {
    if (count == 0) {
        return narrow<T>(Wide<T>{0});
    }
    constexpr std::uint32_t wide = 8 * sizeof(Wide<T>);
    // Beyond the width the sign, or zeros, go on.
    Number<T> shifted = number(a);
    if (offset < wide) {
        shifted = static_cast<Number<T>>(shifted >> offset);
    } else if constexpr (kIsSigned<T>) {
        shifted = shifted < 0 ? -1 : 0;
    } else {
        shifted = 0;
    }
    if (count >= kWidth<T>) {
        return narrow<T>(static_cast<Wide<T>>(shifted));
    }
    const std::uint32_t unused = wide - count;
    const auto top = static_cast<Number<T>>(static_cast<Wide<T>>(shifted) << unused);
    return narrow<T>(static_cast<Wide<T>>(top >> unused));
}

} // namespace jacquard::expression
