#pragma once

#include <bit>
#include <cstdint>

// Half-precision floats as their 16 bits. Denormals are kept; a NaN stays a NaN.
namespace jacquard {

[[nodiscard]] constexpr float half_to_float(std::uint16_t half) {
    const std::uint32_t sign = (half & 0x8000U) << 16U;
    const std::uint32_t exponent = (half >> 10U) & 0x1fU;
    const std::uint32_t mantissa = half & 0x3ffU;
    if (exponent == 0x1f) {
        return std::bit_cast<float>(sign | 0x7f800000U | (mantissa << 13U));
    }
    if (exponent != 0) {
        return std::bit_cast<float>(sign | ((exponent + 112U) << 23U) | (mantissa << 13U));
    }
    // A zero or a denormal: mantissa * 2^-24 is exact.
    const float magnitude = static_cast<float>(mantissa) * 0x1p-24F;
    return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(magnitude));
}

namespace half_detail {

// A magnitude cut toward zero to half precision, and what was cut off.
struct Cut {
    std::uint32_t bits;
    std::uint32_t remainder; // in units of 1/2^32 of the last place
};

[[nodiscard]] constexpr Cut cut_to_half(std::uint32_t magnitude) {
    const std::uint32_t exponent = magnitude >> 23U;
    if (exponent >= 113) {
        const std::uint32_t rebiased = magnitude - (112U << 23U);
        return {rebiased >> 13U, rebiased << 19U};
    }
    // The result is a denormal: the significand moves right by 1 to 24 places and more.
    const std::uint32_t significand = (magnitude & 0x7fffffU) | (exponent == 0 ? 0U : 0x800000U);
    const std::uint32_t shift = 126U - (exponent == 0 ? 1U : exponent);
    if (shift >= 32) {
        return {0, significand == 0 ? 0U : 1U};
    }
    const std::uint32_t lost = significand << (32U - shift);
    return {significand >> shift, lost};
}

} // namespace half_detail

// Rounds to nearest, ties to even; too large becomes an infinity.
[[nodiscard]] constexpr std::uint16_t float_to_half(float value) {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t sign = (bits >> 16U) & 0x8000U;
    const std::uint32_t magnitude = bits & 0x7fffffffU;
    if (magnitude > 0x7f800000U) {
        return static_cast<std::uint16_t>(sign | 0x7e00U | ((magnitude >> 13U) & 0x3ffU));
    }
    if (magnitude >= 0x47800000U) {
        return static_cast<std::uint16_t>(sign | 0x7c00U);
    }
    const half_detail::Cut cut = half_detail::cut_to_half(magnitude);
    const bool up =
        cut.remainder > 0x80000000U || (cut.remainder == 0x80000000U && (cut.bits & 1U) != 0);
    // A carry out of the mantissa is the next exponent, and out of the largest value infinity.
    return static_cast<std::uint16_t>(sign | (cut.bits + (up ? 1U : 0U)));
}

// The same for a double. Rounding it to a float first would round twice: the float is cut instead,
// and odd where digits were lost, so that it lies on no tie by accident.
[[nodiscard]] constexpr std::uint16_t double_to_half(double value) {
    const float nearest = static_cast<float>(value);
    const double widened = nearest;
    std::uint32_t bits = std::bit_cast<std::uint32_t>(nearest);
    if (widened > value || widened < value) {
        bits -= (widened > value) == (value > 0) ? 1U : 0U;
        bits |= 1U;
    }
    return float_to_half(std::bit_cast<float>(bits));
}

// Rounds toward zero; too large becomes the largest finite value, infinities stay.
[[nodiscard]] constexpr std::uint16_t float_to_half_toward_zero(float value) {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t sign = (bits >> 16U) & 0x8000U;
    const std::uint32_t magnitude = bits & 0x7fffffffU;
    if (magnitude >= 0x7f800000U) {
        return float_to_half(value);
    }
    if (magnitude >= 0x47800000U) {
        return static_cast<std::uint16_t>(sign | 0x7bffU);
    }
    return static_cast<std::uint16_t>(sign | half_detail::cut_to_half(magnitude).bits);
}

} // namespace jacquard
