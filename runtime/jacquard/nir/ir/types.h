#pragma once

#include <jacquard/support/api.h>

#include <bit>
#include <cstdint>

JACQUARD_BEGIN_API

namespace jacquard::nir {

// The widest vector an SSA value can be.
inline constexpr unsigned kMaxComponents = 16;

enum class BaseType : std::uint8_t { float_type, int_type, uint_type, bool_type };

// Describes how an opcode reads or writes bits. A bit size of 0 means the width of the instruction.
struct AluType {
    BaseType base = BaseType::uint_type;
    std::uint8_t bit_size = 0;

    friend constexpr bool operator==(AluType, AluType) = default;
};

// One component. Bits above the width of the value are zero. A half float lives in u16, a 1-bit
// value is 0 or 1 in u8 (and so readable as b).
union ConstantValue {
    std::uint64_t u64 = 0;
    bool b;
    std::uint8_t u8;
    std::uint16_t u16;
    std::uint32_t u32;
    std::int8_t i8;
    std::int16_t i16;
    std::int32_t i32;
    std::int64_t i64;
    float f32;
    double f64;
};
static_assert(sizeof(ConstantValue) == 8);

constexpr std::uint64_t mask_of_bits(unsigned bit_size) {
    return bit_size >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bit_size) - 1;
}

constexpr bool is_valid_bit_size(unsigned bit_size) {
    return bit_size == 1 || bit_size == 8 || bit_size == 16 || bit_size == 32 || bit_size == 64;
}

constexpr bool is_valid_component_count(unsigned count) {
    return (count >= 1 && count <= 5) || count == 8 || count == 16;
}

inline ConstantValue constant_from_bits(std::uint64_t bits, unsigned bit_size) {
    ConstantValue value;
    value.u64 = bits & mask_of_bits(bit_size);
    return value;
}

inline ConstantValue constant_from_float(float value) {
    return constant_from_bits(std::bit_cast<std::uint32_t>(value), 32);
}

// Describes how a shader wants its floats treated, for each width. Nothing set: denormals are kept,
// results round to the nearest even, and signs of zeros and NaNs may be lost by inexact rewrites.
struct FloatControls {
    bool flush_denormals_16 : 1 = false;
    bool flush_denormals_32 : 1 = false;
    bool flush_denormals_64 : 1 = false;
    bool round_to_zero_16 : 1 = false;
    bool round_to_zero_32 : 1 = false;
    bool round_to_zero_64 : 1 = false;
    bool preserve_special_16 : 1 = false; // signed zeros, infinities and NaNs
    bool preserve_special_32 : 1 = false;
    bool preserve_special_64 : 1 = false;

    // Returns true if any opcode computes something else than it would without controls.
    [[nodiscard]] constexpr bool change_results() const {
        return flush_denormals_16 || flush_denormals_32 || flush_denormals_64 || round_to_zero_16 ||
               round_to_zero_32 || round_to_zero_64;
    }
    [[nodiscard]] constexpr bool flushes_denormals(unsigned bit_size) const {
        return bit_size == 16   ? flush_denormals_16
               : bit_size == 32 ? flush_denormals_32
                                : bit_size == 64 && flush_denormals_64;
    }
    [[nodiscard]] constexpr bool rounds_to_zero(unsigned bit_size) const {
        return bit_size == 16   ? round_to_zero_16
               : bit_size == 32 ? round_to_zero_32
                                : bit_size == 64 && round_to_zero_64;
    }
    // Returns true if signed zeros, infinities and NaNs of that width must come out as they would.
    [[nodiscard]] constexpr bool preserves_special(unsigned bit_size) const {
        return bit_size == 16   ? preserve_special_16
               : bit_size == 32 ? preserve_special_32
                                : bit_size == 64 && preserve_special_64;
    }

    friend constexpr bool operator==(FloatControls, FloatControls) = default;
};

} // namespace jacquard::nir

JACQUARD_END_API
