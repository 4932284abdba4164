#pragma once

#include <jacquard/support/expression/values.h>

#include <cstdint>
#include <type_traits>

namespace jacquard::expression {

// The operators of the language.

template <class T>
[[nodiscard]] constexpr T wrap_add(T a, T b) {
    return narrow<T>(widen(a) + widen(b));
}
template <class T>
[[nodiscard]] constexpr T wrap_sub(T a, T b) {
    return narrow<T>(widen(a) - widen(b));
}
template <class T>
[[nodiscard]] constexpr T wrap_mul(T a, T b) {
    return narrow<T>(widen(a) * widen(b));
}
template <class T>
[[nodiscard]] constexpr T wrap_neg(T a) {
    return narrow<T>(Wide<T>{0} - widen(a));
}

template <class T>
[[nodiscard]] constexpr T divide(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) {
        return a / b;
    } else {
        if (number(b) == 0) {
            return narrow<T>(Wide<T>{0});
        }
        if constexpr (kIsSigned<T>) {
            if (number(b) == -1) {
                return wrap_neg(a);
            }
        }
        return narrow<T>(static_cast<Wide<T>>(number(a) / number(b)));
    }
}

template <class T>
[[nodiscard]] constexpr T remainder(T a, T b) {
    if (number(b) == 0) {
        return narrow<T>(Wide<T>{0});
    }
    if constexpr (kIsSigned<T>) {
        if (number(b) == -1) {
            return narrow<T>(Wide<T>{0});
        }
    }
    return narrow<T>(static_cast<Wide<T>>(number(a) % number(b)));
}

template <class T>
[[nodiscard]] constexpr T bit_not(T a) {
    return narrow<T>(static_cast<Wide<T>>(~widen(a)));
}
template <class T>
[[nodiscard]] constexpr T bit_and(T a, T b) {
    return narrow<T>(widen(a) & widen(b));
}
template <class T>
[[nodiscard]] constexpr T bit_or(T a, T b) {
    return narrow<T>(widen(a) | widen(b));
}
template <class T>
[[nodiscard]] constexpr T bit_xor(T a, T b) {
    return narrow<T>(widen(a) ^ widen(b));
}

template <class T, class U>
[[nodiscard]] constexpr T shift_left(T a, U count) {
    return narrow<T>(widen(a) << (widen(count) & (kWidth<T> - 1)));
}
template <class T, class U>
[[nodiscard]] constexpr T shift_right(T a, U count) {
    return narrow<T>(static_cast<Wide<T>>(number(a) >> (widen(count) & (kWidth<T> - 1))));
}

} // namespace jacquard::expression
