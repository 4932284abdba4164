#pragma once

#include <jacquard/nir/build/builder.h>

// Arithmetic on integers of 64 bits that are two words, each a value of 32 bits and of as many
// components as the integer.
namespace jacquard::nir::int64 {

struct Wide {
    Operand low;
    Operand high;
};

// The words of an operand of 64 bits. Words that were packed before are found again.
[[nodiscard]] Wide unpack(Builder& b, const Operand& value);
[[nodiscard]] SsaDef* pack(Builder& b, const Wide& value);
[[nodiscard]] Wide from_signed(Builder& b, const Operand& value);   // 32 bits
[[nodiscard]] Wide from_unsigned(Builder& b, const Operand& value); // 32 bits

[[nodiscard]] Wide add(Builder& b, const Wide& x, const Wide& y);
[[nodiscard]] Wide subtract(Builder& b, const Wide& x, const Wide& y);
[[nodiscard]] Wide negate(Builder& b, const Wide& x);
[[nodiscard]] Wide multiply(Builder& b, const Wide& x, const Wide& y);
[[nodiscard]] Wide multiply_high_unsigned(Builder& b, const Wide& x, const Wide& y);
[[nodiscard]] Wide multiply_high_signed(Builder& b, const Wide& x, const Wide& y);

// Counts are words, taken modulo 64.
[[nodiscard]] Wide shift_left(Builder& b, const Wide& x, const Operand& count);
[[nodiscard]] Wide shift_right(Builder& b, bool is_signed, const Wide& x, const Operand& count);

// Truths of 1 bit.
[[nodiscard]] SsaDef* is_equal(Builder& b, const Wide& x, const Wide& y);
[[nodiscard]] SsaDef* is_less(Builder& b, bool is_signed, const Wide& x, const Wide& y);
[[nodiscard]] SsaDef* is_negative(Builder& b, const Wide& x);
[[nodiscard]] SsaDef* is_zero(Builder& b, const Wide& x);

[[nodiscard]] Wide select(Builder& b, const Operand& condition, const Wide& x, const Wide& y);
[[nodiscard]] Wide magnitude(Builder& b, const Wide& x);
[[nodiscard]] Wide negate_where(Builder& b, SsaDef* condition, const Wide& x);

// The quotient or remainder, 0 where the divisor is.
[[nodiscard]] Wide divide(Builder& b, Opcode opcode, const Wide& x, const Wide& y);

// The number of the highest one; -1 where there is none.
[[nodiscard]] SsaDef* highest_one(Builder& b, const Wide& x);

// Conversions from and to floats of 16, 32 and 64 bits.
[[nodiscard]] SsaDef* to_float(Builder& b, bool is_signed, const Wide& x, unsigned bit_size);
[[nodiscard]] Wide from_float(Builder& b, bool is_signed, const Operand& value);

} // namespace jacquard::nir::int64
