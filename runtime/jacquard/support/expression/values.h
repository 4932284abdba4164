#pragma once

#include <jacquard/support/expression/half.h>

#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace jacquard::expression {

// Values of each type and width, and the bits they are kept as.

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
// The values of a vector, of which `load` reads each by its number.
template <unsigned Count, typename Load>
[[nodiscard]] constexpr auto vector(Load load) {
    return [&load]<unsigned... Number>(std::integer_sequence<unsigned, Number...>) {
        return std::array{load(Number)...};
    }
    (std::make_integer_sequence<unsigned, Count>{});
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

} // namespace jacquard::expression
