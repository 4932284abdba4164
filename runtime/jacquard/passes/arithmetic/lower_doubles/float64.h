#pragma once

#include <jacquard/nir/build/builder.h>

// Arithmetic on doubles that are held as integers of 64 bits. Truths have 1 bit.
namespace jacquard::nir::float64 {

inline constexpr int kFractionBits = 52;
inline constexpr int kBias = 1023;
inline constexpr int kSpecialExponent = 0x7ff; // of infinities and NaNs
inline constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
inline constexpr std::uint64_t kFractionMask = (std::uint64_t{1} << kFractionBits) - 1;
inline constexpr std::uint64_t kHiddenBit = std::uint64_t{1} << kFractionBits;
inline constexpr std::uint64_t kInfinity = std::uint64_t{0x7ff} << kFractionBits;
inline constexpr std::uint64_t kNan = kInfinity | (kHiddenBit >> 1);

[[nodiscard]] inline SsaDef* bits(Builder& b, std::uint64_t value) {
    return b.imm_bits(value, 64);
}

// Parts of a double.
[[nodiscard]] SsaDef* sign_of(Builder& b, const Operand& x);      // the bit where it stands
[[nodiscard]] SsaDef* magnitude_of(Builder& b, const Operand& x); // all other bits
[[nodiscard]] SsaDef* exponent_of(Builder& b, const Operand& x);  // biased, 32 bits
[[nodiscard]] SsaDef* is_nan(Builder& b, const Operand& x);
[[nodiscard]] SsaDef* is_infinity(Builder& b, const Operand& x);
[[nodiscard]] SsaDef* is_zero(Builder& b, const Operand& x);
[[nodiscard]] SsaDef* is_negative(Builder& b, const Operand& x);

// A significand whose highest one is bit 52 and the biased exponent that goes with it, which may
// be below 1. Of zeros, infinities and NaNs neither means anything.
struct Normalised {
    SsaDef* significand;
    SsaDef* exponent;
};
[[nodiscard]] Normalised normalise(Builder& b, const Operand& x);

// A shift to the right by 0 to 63 or more, whose lowest bit says whether a one was lost.
[[nodiscard]] SsaDef* shift_right_jam(Builder& b, const Operand& value, const Operand& count);

// The double nearest to significand * 2^(exponent - bias - 62), which is at most a bit off if the
// lowest bit stands for others: the highest one of the significand is bit 62.
[[nodiscard]] SsaDef* round(Builder& b, const Operand& sign, const Operand& exponent,
                            const Operand& significand);
// The same for a significand of any size that is not 0.
[[nodiscard]] SsaDef* normalise_and_round(Builder& b, const Operand& sign, const Operand& exponent,
                                          const Operand& significand);

// `x` with its quiet bit set.
[[nodiscard]] SsaDef* quiet(Builder& b, const Operand& x);

[[nodiscard]] SsaDef* add(Builder& b, const Operand& x, const Operand& y);
[[nodiscard]] SsaDef* subtract(Builder& b, const Operand& x, const Operand& y);
[[nodiscard]] SsaDef* multiply(Builder& b, const Operand& x, const Operand& y);
[[nodiscard]] SsaDef* multiply_add(Builder& b, const Operand& x, const Operand& y,
                                   const Operand& z);
[[nodiscard]] SsaDef* divide(Builder& b, const Operand& x, const Operand& y);
[[nodiscard]] SsaDef* square_root(Builder& b, const Operand& x);

[[nodiscard]] SsaDef* negate(Builder& b, const Operand& x);
[[nodiscard]] SsaDef* is_less(Builder& b, const Operand& x, const Operand& y);
[[nodiscard]] SsaDef* is_equal(Builder& b, const Operand& x, const Operand& y);
[[nodiscard]] SsaDef* is_not_less(Builder& b, const Operand& x, const Operand& y);
[[nodiscard]] SsaDef* is_unordered(Builder& b, const Operand& x, const Operand& y);
[[nodiscard]] SsaDef* smaller(Builder& b, const Operand& x, const Operand& y);
[[nodiscard]] SsaDef* larger(Builder& b, const Operand& x, const Operand& y);

[[nodiscard]] SsaDef* truncate(Builder& b, const Operand& x);
[[nodiscard]] SsaDef* floor(Builder& b, const Operand& x);
[[nodiscard]] SsaDef* ceil(Builder& b, const Operand& x);
[[nodiscard]] SsaDef* round_even(Builder& b, const Operand& x);

[[nodiscard]] SsaDef* to_float32(Builder& b, const Operand& x);
[[nodiscard]] SsaDef* from_float32(Builder& b, const Operand& x);
[[nodiscard]] SsaDef* from_int(Builder& b, bool is_signed, const Operand& x); // 64 bits
// Cut and clamped to the range.
[[nodiscard]] SsaDef* to_int(Builder& b, bool is_signed, const Operand& x, unsigned bit_size);

[[nodiscard]] SsaDef* frexp_significand(Builder& b, const Operand& x);
[[nodiscard]] SsaDef* frexp_exponent(Builder& b, const Operand& x);
[[nodiscard]] SsaDef* scale(Builder& b, const Operand& x, const Operand& exponent);

} // namespace jacquard::nir::float64
