#pragma once

#include <jacquard/support/expression/operators.h>

#include <cmath>
#include <cstdint>
#include <type_traits>

namespace jacquard::expression {

// Functions of numbers: sign, order, range, rounding, roots and exponents.

template <class T>
[[nodiscard]] constexpr T absolute(T a) {
    if constexpr (std::is_floating_point_v<T>) {
        return std::fabs(a);
    } else {
        return number(a) < 0 ? wrap_neg(a) : a;
    }
}

template <class T>
[[nodiscard]] constexpr T minimum(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) {
        if (b != b) {
            return a;
        }
        if (a == b) {
            return std::signbit(a) ? a : b;
        }
    }
    return a < b ? a : b;
}

template <class T>
[[nodiscard]] constexpr T maximum(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) {
        if (b != b) {
            return a;
        }
        if (a == b) {
            return std::signbit(a) ? b : a;
        }
    }
    return a > b ? a : b;
}

template <class T>
[[nodiscard]] T round_even(T a) {
    return std::nearbyint(a);
}
template <class T>
[[nodiscard]] constexpr T reciprocal(T a) {
    return T{1} / a;
}
template <class T>
[[nodiscard]] T scale_exponent(T a, std::int32_t n) {
    if (a == 0 || !std::isfinite(a)) {
        return a;
    }
    const T result = std::ldexp(a, n);
    return std::isnormal(result) ? result : std::copysign(T{0}, a);
}

// C libraries make an exception for signalling NaNs where the result is 1 whatever the other
// operand is.
template <class T>
[[nodiscard]] T power(T base, T exponent) {
    return exponent == 0 || base == 1 ? T{1} : std::pow(base, exponent);
}

template <class T>
[[nodiscard]] T frexp_significand(T a) {
    int exponent = 0;
    return std::isfinite(a) ? std::frexp(a, &exponent) : a;
}
template <class T>
[[nodiscard]] std::int32_t frexp_exponent(T a) {
    int result = 0;
    if (std::isfinite(a)) {
        static_cast<void>(std::frexp(a, &result));
    }
    return result;
}

} // namespace jacquard::expression
