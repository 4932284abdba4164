#pragma once

#include <jacquard/support/expression/values.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

namespace jacquard::expression {

// Casts between types and widths, and values as bits of another type.

template <unsigned Bits, class T>
[[nodiscard]] constexpr Float<Bits> to_float(T value) {
    Float<Bits> result{};
    if constexpr (Bits == 16 && std::is_same_v<T, double>) {
        return half_to_float(double_to_half(value));
    } else if constexpr (std::is_same_v<T, bool>) {
        result = value ? Float<Bits>{1} : Float<Bits>{0};
    } else if constexpr (std::is_floating_point_v<T>) {
        result = static_cast<Float<Bits>>(value);
    } else {
        result = static_cast<Float<Bits>>(number(value));
    }
    if constexpr (Bits == 16) {
        return half_to_float(float_to_half(result));
    } else {
        return result;
    }
}

namespace detail {

// Cut toward zero, out of range the nearest value in range, NaN 0. T is not of one bit.
template <class T, class F>
[[nodiscard]] constexpr T clamp_to_integer(F value) {
    constexpr F power = static_cast<F>(std::uint64_t{1} << (kWidth<T> - 1));
    constexpr F above = kIsSigned<T> ? power : power * 2;
    if (value >= above) {
        return greatest<T>();
    }
    if constexpr (kIsSigned<T>) {
        return value > -power ? static_cast<T>(value) : value <= -power ? least<T>() : T{0};
    } else {
        return value > 0 ? static_cast<T>(value) : T{0};
    }
}

template <class T, class V>
[[nodiscard]] constexpr T to_integer(V value) {
    if constexpr (std::is_same_v<V, bool>) {
        return narrow<T>(value ? 1U : 0U);
    } else if constexpr (std::is_floating_point_v<V>) {
        if constexpr (kIsOneBit<T>) {
            return narrow<T>(
                widen(clamp_to_integer<std::conditional_t<kIsSigned<T>, std::int8_t, std::uint8_t>>(
                    value)));
        } else {
            return clamp_to_integer<T>(value);
        }
    } else {
        return narrow<T>(static_cast<Wide<T>>(number(value)));
    }
}

} // namespace detail

template <unsigned Bits, class T>
[[nodiscard]] constexpr Int<Bits> to_int(T value) {
    return detail::to_integer<Int<Bits>>(value);
}
template <unsigned Bits, class T>
[[nodiscard]] constexpr Uint<Bits> to_uint(T value) {
    return detail::to_integer<Uint<Bits>>(value);
}
template <class T>
[[nodiscard]] constexpr bool to_bool(T value) {
    return number(value) != 0;
}

template <unsigned Bits, class T>
[[nodiscard]] constexpr Uint<Bits> to_bits(T value) {
    if constexpr (std::is_floating_point_v<T>) {
        return static_cast<Uint<Bits>>(store_float<Bits>(value));
    } else {
        return narrow<Uint<Bits>>(widen(value));
    }
}
template <unsigned Bits, class T>
[[nodiscard]] constexpr Int<Bits> to_signed_bits(T value) {
    return narrow<Int<Bits>>(widen(to_bits<Bits>(value)));
}
template <unsigned Bits, class T>
[[nodiscard]] constexpr Float<Bits> from_bits(T value) {
    return load_float<Bits>(pattern(value));
}
template <unsigned Bits, class T>
[[nodiscard]] constexpr std::uint32_t type_width(const T&) {
    return Bits;
}

template <class T>
[[nodiscard]] constexpr float to_half_toward_zero(T value) {
    float single = static_cast<float>(value);
    if constexpr (std::is_same_v<T, double>) {
        if (static_cast<double>(single) != value &&
            std::fabs(static_cast<double>(single)) > std::fabs(value)) {
            single = std::bit_cast<float>(std::bit_cast<std::uint32_t>(single) - 1);
        }
    }
    return half_to_float(float_to_half_toward_zero(single));
}

} // namespace jacquard::expression
