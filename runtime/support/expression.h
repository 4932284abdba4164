#pragma once

#include <jacquard/support/half.h>

#include <bit>
#include <cmath>
#include <compare>
#include <cstdint>
#include <limits>
#include <type_traits>

// What the operators and functions of the expression language compute on single values. The
// generated evaluators call these; the tables in defs/expr say what each means at its edges, and
// generators/jacquard_gen/expr/arithmetic.py computes the same in Python.
//
// Floats of width 16 are held as float and rounded where they are stored. Integers are those of
// <cstdint>; of width 1 they are Int1 (0 and -1) and Uint1 (0 and 1).
namespace jacquard::expression {

struct Int1 {
    bool bit;
    friend constexpr bool operator==(Int1, Int1) = default;
    friend constexpr std::strong_ordering operator<=>(Int1 a, Int1 b) { return b.bit <=> a.bit; }
};

struct Uint1 {
    bool bit;
    friend constexpr bool operator==(Uint1, Uint1) = default;
    friend constexpr std::strong_ordering operator<=>(Uint1 a, Uint1 b) = default;
};

namespace detail {

template <unsigned Bits>
struct OfWidth;
template <>
struct OfWidth<1> {
    using Int = Int1;
    using Uint = Uint1;
};
template <>
struct OfWidth<8> {
    using Int = std::int8_t;
    using Uint = std::uint8_t;
};
template <>
struct OfWidth<16> {
    using Int = std::int16_t;
    using Uint = std::uint16_t;
    using Float = float;
};
template <>
struct OfWidth<32> {
    using Int = std::int32_t;
    using Uint = std::uint32_t;
    using Float = float;
};
template <>
struct OfWidth<64> {
    using Int = std::int64_t;
    using Uint = std::uint64_t;
    using Float = double;
};

} // namespace detail

template <unsigned Bits>
using Int = typename detail::OfWidth<Bits>::Int;
template <unsigned Bits>
using Uint = typename detail::OfWidth<Bits>::Uint;
template <unsigned Bits>
using Float = typename detail::OfWidth<Bits>::Float;

template <class T>
inline constexpr bool kIsOneBit = std::is_same_v<T, Int1> || std::is_same_v<T, Uint1>;
template <class T>
inline constexpr bool kIsSigned = std::is_same_v<T, Int1> || std::is_signed_v<T>;
template <class T>
inline constexpr unsigned kWidth = kIsOneBit<T> ? 1 : static_cast<unsigned>(8 * sizeof(T));

// Integers are computed in 32 bits, or in 64 where they have them.
template <class T>
using Wide = std::conditional_t<(kWidth<T> > 32), std::uint64_t, std::uint32_t>;
template <class T>
using Number =
    std::conditional_t<kIsSigned<T>,
                       std::conditional_t<(kWidth<T> > 32), std::int64_t, std::int32_t>, Wide<T>>;

// The value of an integer, to compare and divide with.
template <class T>
[[nodiscard]] constexpr Number<T> number(T value) {
    if constexpr (std::is_same_v<T, Int1>) {
        return value.bit ? -1 : 0;
    } else if constexpr (std::is_same_v<T, Uint1>) {
        return value.bit ? 1U : 0U;
    } else {
        return static_cast<Number<T>>(value);
    }
}

// Sign- or zero-extended bits.
template <class T>
[[nodiscard]] constexpr Wide<T> widen(T value) {
    return static_cast<Wide<T>>(number(value));
}

// The bits alone, zero above the width.
template <class T>
[[nodiscard]] constexpr Wide<T> pattern(T value) {
    constexpr Wide<T> all = static_cast<Wide<T>>(~Wide<T>{0});
    return widen(value) & static_cast<Wide<T>>(all >> (8 * sizeof(Wide<T>) - kWidth<T>));
}

// The low bits as a value.
template <class T, class W>
[[nodiscard]] constexpr T narrow(W bits) {
    if constexpr (kIsOneBit<T>) {
        return T{(bits & 1) != 0};
    } else {
        return static_cast<T>(bits);
    }
}

template <class T>
[[nodiscard]] constexpr T least() {
    if constexpr (std::is_same_v<T, Int1>) {
        return Int1{true};
    } else if constexpr (std::is_same_v<T, Uint1>) {
        return Uint1{false};
    } else {
        return std::numeric_limits<T>::min();
    }
}

template <class T>
[[nodiscard]] constexpr T greatest() {
    if constexpr (std::is_same_v<T, Int1>) {
        return Int1{false};
    } else if constexpr (std::is_same_v<T, Uint1>) {
        return Uint1{true};
    } else {
        return std::numeric_limits<T>::max();
    }
}

// A literal as a value of T; an integer is taken modulo the width.
template <class T, class V>
[[nodiscard]] constexpr T constant(V value) {
    if constexpr (std::is_floating_point_v<T>) {
        return static_cast<T>(value);
    } else {
        return narrow<T>(static_cast<Wide<T>>(value));
    }
}

// Values from their bits and back.

template <unsigned Bits>
[[nodiscard]] constexpr bool load_bool(std::uint64_t bits) {
    return bits != 0;
}
template <unsigned Bits>
[[nodiscard]] constexpr Int<Bits> load_int(std::uint64_t bits) {
    return narrow<Int<Bits>>(bits);
}
template <unsigned Bits>
[[nodiscard]] constexpr Uint<Bits> load_uint(std::uint64_t bits) {
    return narrow<Uint<Bits>>(bits);
}
template <unsigned Bits>
[[nodiscard]] constexpr Float<Bits> load_float(std::uint64_t bits) {
    if constexpr (Bits == 16) {
        return half_to_float(static_cast<std::uint16_t>(bits));
    } else {
        return std::bit_cast<Float<Bits>>(static_cast<Uint<Bits>>(bits));
    }
}

template <unsigned Bits>
[[nodiscard]] constexpr std::uint64_t store_bool(bool value) {
    return value ? ~std::uint64_t{0} >> (64 - Bits) : 0;
}
template <unsigned Bits>
[[nodiscard]] constexpr std::uint64_t store_int(Int<Bits> value) {
    return pattern(value);
}
template <unsigned Bits>
[[nodiscard]] constexpr std::uint64_t store_uint(Uint<Bits> value) {
    return pattern(value);
}
template <unsigned Bits>
[[nodiscard]] constexpr std::uint64_t store_float(Float<Bits> value) {
    if constexpr (Bits == 16) {
        return float_to_half(value);
    } else {
        return std::bit_cast<Uint<Bits>>(value);
    }
}

// Operators

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

// Casts

template <unsigned Bits, class T>
[[nodiscard]] constexpr Float<Bits> to_float(T value) {
    Float<Bits> result{};
    if constexpr (std::is_same_v<T, bool>) {
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

// Sign, order, range

template <class T>
[[nodiscard]] constexpr T absolute(T a) {
    if constexpr (std::is_floating_point_v<T>) {
        return std::fabs(a);
    } else {
        return number(a) < 0 ? wrap_neg(a) : a;
    }
}

template <class T>
[[nodiscard]] constexpr T sign(T a) {
    if constexpr (std::is_floating_point_v<T>) {
        return a > 0 ? T{1} : a < 0 ? T{-1} : a == 0 ? a : T{0};
    } else {
        return narrow<T>(static_cast<Wide<T>>((number(a) > 0 ? 1 : 0) - (number(a) < 0 ? 1 : 0)));
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
[[nodiscard]] constexpr T saturate(T a) {
    return a > 0 ? (a < 1 ? a : T{1}) : T{0};
}

template <class T>
[[nodiscard]] constexpr bool is_nan(T a) {
    return a != a;
}
template <class T>
[[nodiscard]] bool is_finite(T a) {
    return std::isfinite(a);
}
template <class T>
[[nodiscard]] bool is_normal(T a) {
    return std::isnormal(a);
}

// Rounding, roots, exponents

template <class T>
[[nodiscard]] T round_even(T a) {
    return std::nearbyint(a);
}
template <class T>
[[nodiscard]] T fract(T a) {
    return a - std::floor(a);
}
template <class T>
[[nodiscard]] constexpr T reciprocal(T a) {
    return T{1} / a;
}
template <class T>
[[nodiscard]] T reciprocal_sqrt(T a) {
    return T{1} / std::sqrt(a);
}

template <class T>
[[nodiscard]] T scale_exponent(T a, std::int32_t n) {
    if (a == 0 || !std::isfinite(a)) {
        return a;
    }
    const T result = std::ldexp(a, n);
    return std::isnormal(result) ? result : std::copysign(T{0}, a);
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

// Bits of values

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

// Integers

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
