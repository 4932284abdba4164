// Sums and fused products and sums of doubles.
#include <jacquard/passes/arithmetic/lower_doubles/float64.h>
#include <jacquard/passes/util/crossing_bits.h>

namespace jacquard::nir::float64 {

namespace {

constexpr int kGuardBits = 10; // below a fraction, when its hidden bit is moved to bit 62

// 128 bits.
struct Double {
    SsaDef* high;
    SsaDef* low;
};

// A significand with its hidden bit at bit 62, not normalised.
SsaDef* significand_of(Builder& b, const Operand& x, const Operand& exponent) {
    SsaDef* fraction = b.iand(x, bits(b, kFractionMask));
    SsaDef* fraction_bits = b.imm_int(kFractionBits);
    SsaDef* hidden = b.ishl(b.b2i64(b.ine(exponent, b.imm_int(0))), fraction_bits);
    SsaDef* guard_bits = b.imm_int(kGuardBits);
    return b.ishl(b.ior(fraction, hidden), guard_bits);
}

SsaDef* is_zero_bits(Builder& b, const Operand& value) {
    return b.ieq(value, bits(b, 0));
}

SsaDef* is_at_least_64(Builder& b, const Operand& count) {
    return b.uge(count, b.imm_int(64));
}

// Bits that move from the lower to the upper half; none for a count of 0. Counts are modulo 64.
Double shift_left(Builder& b, const Double& x, const Operand& count) {
    SsaDef* crossing = bits_crossing_left(b, x.low, count);
    SsaDef* low = b.ishl(x.low, count);
    SsaDef* high = b.ior(b.ishl(x.high, count), crossing);
    SsaDef* past = is_at_least_64(b, count);
    return {b.bcsel(past, low, high), b.bcsel(past, bits(b, 0), low)};
}

// The lowest bit says whether a one was lost. Counts from 128 on lose all.
Double shift_right_jam(Builder& b, const Double& x, const Operand& any_count) {
    SsaDef* count = b.umin(any_count, b.imm_int(127));
    SsaDef* complement = b.inot(count);
    SsaDef* crossing = b.ishl(b.ishl(x.high, b.imm_int(1)), complement);
    SsaDef* high = b.ushr(x.high, count);
    SsaDef* low = b.ior(b.ushr(x.low, count), crossing);
    SsaDef* last_place = bits(b, 1);
    SsaDef* lost_mask = b.isub(b.ishl(bits(b, 1), count), last_place);
    SsaDef* lost_low = b.iand(x.low, lost_mask);
    SsaDef* lost_high = b.iand(x.high, lost_mask);
    SsaDef* past = is_at_least_64(b, count);
    SsaDef* lost = b.bcsel(past, b.ior(x.low, lost_high), lost_low);
    SsaDef* jam = b.b2i64(b.ine(lost, bits(b, 0)));
    return {b.bcsel(past, bits(b, 0), high), b.ior(b.bcsel(past, high, low), jam)};
}

Double add(Builder& b, const Double& x, const Double& y) {
    SsaDef* low = b.iadd(x.low, y.low);
    SsaDef* carry = b.b2i64(b.ult(low, x.low));
    return {b.iadd(b.iadd(x.high, y.high), carry), low};
}

Double subtract(Builder& b, const Double& x, const Double& y) {
    SsaDef* borrow = b.b2i64(b.ult(x.low, y.low));
    return {b.isub(b.isub(x.high, y.high), borrow), b.isub(x.low, y.low)};
}

SsaDef* is_less(Builder& b, const Double& x, const Double& y) {
    SsaDef* is_below = b.ult(x.low, y.low);
    SsaDef* low_less = b.iand(b.ieq(x.high, y.high), is_below);
    return b.ior(b.ult(x.high, y.high), low_less);
}

Double select(Builder& b, const Operand& condition, const Double& x, const Double& y) {
    return {b.bcsel(condition, x.high, y.high), b.bcsel(condition, x.low, y.low)};
}

// Rounds a sum whose bit 126 goes with `exponent`; it is not 0.
SsaDef* round_sum(Builder& b, const Operand& sign, const Operand& exponent, const Double& sum) {
    SsaDef* in_low = is_zero_bits(b, sum.high);
    SsaDef* highest = b.ufind_msb(sum.high);
    SsaDef* high_shift = b.isub(b.imm_int(62), highest);
    SsaDef* low_highest = b.ufind_msb(sum.low);
    SsaDef* low_shift = b.isub(b.imm_int(62 + 64), low_highest);
    SsaDef* shift = b.bcsel(in_low, low_shift, high_shift); // -1 after a carry
    const Double up = shift_left(b, sum, b.imax(shift, b.imm_int(0)));
    const Double down = shift_right_jam(b, sum, b.imm_int(1));
    const Double normal = select(b, b.ilt(shift, b.imm_int(0)), down, up);
    SsaDef* jam = b.b2i64(b.ine(normal.low, bits(b, 0)));
    SsaDef* either = b.ior(normal.high, jam);
    return round(b, sign, b.isub(exponent, shift), either);
}

// The sum of a product and another number, neither of them 0, an infinity or a NaN. Both have
// their highest one at bit 126 or, the product, 125, and 21 zeros or more at their ends, so that
// ones are only lost where the other number is much larger and no more than one place of it is
// cancelled.
SsaDef* finite_sum(Builder& b, const Operand& product_sign, SsaDef* product_exponent,
                   const Double& product, const Operand& z_sign, const Normalised& z) {
    const Double other{b.ishl(z.significand, b.imm_int(kGuardBits)), bits(b, 0)};
    SsaDef* ahead = b.isub(product_exponent, z.exponent);
    SsaDef* none = b.imm_int(0);
    const Double x = shift_right_jam(b, product, b.imax(b.ineg(ahead), none));
    const Double y = shift_right_jam(b, other, b.imax(ahead, none));
    SsaDef* exponent = b.imax(product_exponent, z.exponent);
    SsaDef* x_less = is_less(b, x, y);
    const Double smaller = select(b, x_less, x, y);
    const Double difference = subtract(b, select(b, x_less, y, x), smaller);
    SsaDef* same_sign = b.ieq(product_sign, z_sign);
    const Double sum = select(b, same_sign, add(b, x, y), difference);
    SsaDef* sign = b.bcsel(b.iand(x_less, b.inot(same_sign)), z_sign, product_sign);
    SsaDef* is_low_zero = is_zero_bits(b, sum.low);
    SsaDef* cancelled = b.iand(is_zero_bits(b, sum.high), is_low_zero);
    SsaDef* rounded = round_sum(b, sign, exponent, sum);
    return b.bcsel(cancelled, bits(b, 0), rounded);
}

} // namespace

SsaDef* add(Builder& b, const Operand& x, const Operand& y) {
    SsaDef* y_magnitude = magnitude_of(b, y);
    SsaDef* swaps = b.ult(magnitude_of(b, x), y_magnitude);
    SsaDef* large = b.bcsel(swaps, y, x);
    SsaDef* small = b.bcsel(swaps, x, y);
    SsaDef* large_exponent = exponent_of(b, large);
    SsaDef* small_exponent = exponent_of(b, small);
    SsaDef* one = b.imm_int(1);
    SsaDef* exponent = b.imax(large_exponent, one);
    SsaDef* distance = b.isub(exponent, b.imax(small_exponent, one));
    SsaDef* significand = significand_of(b, large, large_exponent);
    SsaDef* aligned =
        float64::shift_right_jam(b, significand_of(b, small, small_exponent), distance);
    SsaDef* no_bits = bits(b, 0);
    SsaDef* differ = b.ilt(b.ixor(x, y), no_bits);
    SsaDef* added = b.iadd(significand, aligned);
    SsaDef* sum = b.bcsel(differ, b.isub(significand, aligned), added);
    SsaDef* result = normalise_and_round(b, sign_of(b, large), exponent, sum);

    SsaDef* y_sign = sign_of(b, y);
    SsaDef* common = b.iand(sign_of(b, x), y_sign);
    // If no bits are left, the result is a zero, which is negative only if both operands are.
    result = b.bcsel(is_zero_bits(b, sum), common, result);
    // A NaN is larger than any other magnitude; an infinity swallows all but its opposite.
    SsaDef* opposite = b.iand(is_infinity(b, small), differ);
    SsaDef* special = b.bcsel(opposite, bits(b, kNan), large);
    SsaDef* quieted = quiet(b, large);
    special = b.bcsel(is_nan(b, large), quieted, special);
    return b.bcsel(b.ieq(large_exponent, b.imm_int(kSpecialExponent)), special, result);
}

SsaDef* subtract(Builder& b, const Operand& x, const Operand& y) {
    return add(b, x, negate(b, y));
}

SsaDef* multiply_add(Builder& b, const Operand& x, const Operand& y, const Operand& z) {
    SsaDef* sign_bit = bits(b, kSign);
    SsaDef* product_sign = b.iand(b.ixor(x, y), sign_bit);
    SsaDef* z_sign = sign_of(b, z);
    const Normalised x_parts = normalise(b, x);
    const Normalised y_parts = normalise(b, y);
    SsaDef* x_word = b.ishl(x_parts.significand, b.imm_int(10));
    SsaDef* y_word = b.ishl(y_parts.significand, b.imm_int(11));
    const Double product{b.umul_high(x_word, y_word), b.imul(x_word, y_word)};
    SsaDef* bias_less_one = b.imm_int(kBias - 1);
    SsaDef* product_exponent = b.isub(b.iadd(x_parts.exponent, y_parts.exponent), bias_less_one);
    SsaDef* result =
        finite_sum(b, product_sign, product_exponent, product, z_sign, normalise(b, z));

    SsaDef* y_is_zero = is_zero(b, y);
    SsaDef* is_product_zero = b.ior(is_zero(b, x), y_is_zero);
    SsaDef* is_z_zero = is_zero(b, z);
    SsaDef* zeros = b.iand(product_sign, z_sign);
    SsaDef* of_zero_product = b.bcsel(is_z_zero, zeros, z);
    result = b.bcsel(is_product_zero, of_zero_product, result);
    // Without z what is left is the product alone.
    SsaDef* alone = multiply(b, x, y);
    result = b.bcsel(b.iand(is_z_zero, b.inot(is_product_zero)), alone, result);

    SsaDef* y_is_infinity = is_infinity(b, y);
    SsaDef* is_product_infinite = b.ior(is_infinity(b, x), y_is_infinity);
    SsaDef* is_z_infinite = is_infinity(b, z);
    result = b.bcsel(is_z_infinite, z, result);
    result = b.bcsel(is_product_infinite, b.ior(product_sign, bits(b, kInfinity)), result);
    SsaDef* signs_differ = b.ine(product_sign, z_sign);
    SsaDef* opposite = b.iand(b.iand(is_product_infinite, is_z_infinite), signs_differ);
    SsaDef* invalid = b.ior(opposite, b.iand(is_product_infinite, is_product_zero));
    SsaDef* z_is_nan = is_nan(b, z);
    invalid = b.ior(invalid, b.ior(is_unordered(b, x, y), z_is_nan));
    return b.bcsel(invalid, bits(b, kNan), result);
}

} // namespace jacquard::nir::float64
