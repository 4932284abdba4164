// Doubles taken apart, put together, and compared.
#include <jacquard/passes/arithmetic/lower_doubles/float64.h>

namespace jacquard::nir::float64 {

namespace {

constexpr int kLeadingBit = 62; // of a significand before it is rounded
constexpr int kRoundBits = kLeadingBit - kFractionBits;

// Integers in the order of the doubles, equal for both zeros.
SsaDef* ordered(Builder& b, const Operand& x) {
    SsaDef* magnitude = magnitude_of(b, x);
    SsaDef* below = b.ineg(magnitude);
    return b.bcsel(is_negative(b, x), below, magnitude);
}

// The same, with the negative zero below the other.
SsaDef* strictly_ordered(Builder& b, const Operand& x) {
    SsaDef* one = b.imm_int(1);
    SsaDef* mask = b.ushr(b.ishr(x, b.imm_int(63)), one);
    return b.ixor(x, mask);
}

// One of two by a truth, unless a NaN gives way to the other.
SsaDef* choose(Builder& b, const Operand& takes_x, const Operand& x, const Operand& y) {
    SsaDef* chosen = b.bcsel(takes_x, x, y);
    chosen = b.bcsel(is_nan(b, x), y, chosen);
    return b.bcsel(is_nan(b, y), x, chosen);
}

SsaDef* ordered_and(Builder& b, const Operand& x, const Operand& y, SsaDef* truth) {
    return b.iand(truth, b.inot(is_unordered(b, x, y)));
}

} // namespace

SsaDef* sign_of(Builder& b, const Operand& x) {
    return b.iand(x, bits(b, kSign));
}

SsaDef* magnitude_of(Builder& b, const Operand& x) {
    return b.iand(x, bits(b, ~kSign));
}

SsaDef* exponent_of(Builder& b, const Operand& x) {
    SsaDef* top = b.u2u32(b.ushr(x, b.imm_int(kFractionBits)));
    return b.iand(top, b.imm_int(kSpecialExponent));
}

SsaDef* is_nan(Builder& b, const Operand& x) {
    SsaDef* x_magnitude = magnitude_of(b, x);
    return b.ult(bits(b, kInfinity), x_magnitude);
}

SsaDef* is_infinity(Builder& b, const Operand& x) {
    SsaDef* infinity = bits(b, kInfinity);
    return b.ieq(magnitude_of(b, x), infinity);
}

SsaDef* is_zero(Builder& b, const Operand& x) {
    SsaDef* zero = bits(b, 0);
    return b.ieq(magnitude_of(b, x), zero);
}

SsaDef* is_negative(Builder& b, const Operand& x) {
    return b.ilt(x, bits(b, 0));
}

Normalised normalise(Builder& b, const Operand& x) {
    SsaDef* exponent = exponent_of(b, x);
    SsaDef* fraction = b.iand(x, bits(b, kFractionMask));
    SsaDef* is_denormal = b.ieq(exponent, b.imm_int(0));
    SsaDef* full = b.bcsel(is_denormal, fraction, b.ior(fraction, bits(b, kHiddenBit)));
    SsaDef* highest = b.ufind_msb(full);
    SsaDef* shift = b.isub(b.imm_int(kFractionBits), highest);
    return {b.ishl(full, shift), b.isub(b.imax(exponent, b.imm_int(1)), shift)};
}

SsaDef* shift_right_jam(Builder& b, const Operand& value, const Operand& count) {
    SsaDef* shift = b.umin(count, b.imm_int(63));
    SsaDef* one = bits(b, 1);
    SsaDef* lost = b.iand(value, b.isub(b.ishl(bits(b, 1), shift), one));
    SsaDef* number = b.b2i64(b.ine(lost, bits(b, 0)));
    return b.ior(b.ushr(value, shift), number);
}

SsaDef* round(Builder& b, const Operand& sign, const Operand& exponent,
              const Operand& significand) {
    SsaDef* zero = b.imm_int(0);
    // Below the least exponent the significand moves down instead.
    SsaDef* below = b.imax(b.isub(b.imm_int(1), exponent), zero);
    SsaDef* shifted = shift_right_jam(b, significand, below);
    SsaDef* rest = b.iand(shifted, bits(b, (1U << kRoundBits) - 1));
    SsaDef* whole = b.ushr(shifted, b.imm_int(kRoundBits));
    // More than half of the last place goes up, and half where the place is odd.
    SsaDef* odd = b.iand(whole, bits(b, 1));
    SsaDef* sum = b.iadd(rest, odd);
    SsaDef* up = b.ult(bits(b, 1U << (kRoundBits - 1)), sum);
    SsaDef* last_place = b.imm_int(1);
    // The hidden bit and a carry out of the fraction both add one to the exponent.
    SsaDef* field = b.i2i64(b.isub(b.imax(exponent, b.imm_int(1)), last_place));
    SsaDef* magnitude = b.iadd(b.ishl(field, b.imm_int(kFractionBits)), whole);
    magnitude = b.iadd(magnitude, b.b2i64(up));
    SsaDef* too_large = b.ige(exponent, b.imm_int(kSpecialExponent));
    return b.ior(sign, b.bcsel(too_large, bits(b, kInfinity), magnitude));
}

SsaDef* normalise_and_round(Builder& b, const Operand& sign, const Operand& exponent,
                            const Operand& significand) {
    SsaDef* is_past = b.ilt(significand, bits(b, 0)); // bit 63
    SsaDef* highest = b.ufind_msb(significand);
    SsaDef* shift = b.isub(b.imm_int(kLeadingBit), highest);
    SsaDef* up = b.ishl(significand, b.imax(shift, b.imm_int(0)));
    SsaDef* down = shift_right_jam(b, significand, b.imm_int(1));
    SsaDef* chosen = b.bcsel(is_past, down, up);
    return round(b, sign, b.isub(exponent, shift), chosen);
}

SsaDef* quiet(Builder& b, const Operand& x) {
    return b.ior(x, bits(b, kHiddenBit >> 1));
}

SsaDef* negate(Builder& b, const Operand& x) {
    return b.ixor(x, bits(b, kSign));
}

SsaDef* is_unordered(Builder& b, const Operand& x, const Operand& y) {
    SsaDef* y_is_nan = is_nan(b, y);
    return b.ior(is_nan(b, x), y_is_nan);
}

SsaDef* is_less(Builder& b, const Operand& x, const Operand& y) {
    SsaDef* ordered_y = ordered(b, y);
    return ordered_and(b, x, y, b.ilt(ordered(b, x), ordered_y));
}

SsaDef* is_not_less(Builder& b, const Operand& x, const Operand& y) {
    SsaDef* ordered_y = ordered(b, y);
    return ordered_and(b, x, y, b.ige(ordered(b, x), ordered_y));
}

SsaDef* is_equal(Builder& b, const Operand& x, const Operand& y) {
    SsaDef* ordered_y = ordered(b, y);
    return ordered_and(b, x, y, b.ieq(ordered(b, x), ordered_y));
}

SsaDef* smaller(Builder& b, const Operand& x, const Operand& y) {
    SsaDef* strictly_ordered_y = strictly_ordered(b, y);
    return choose(b, b.ilt(strictly_ordered(b, x), strictly_ordered_y), x, y);
}

SsaDef* larger(Builder& b, const Operand& x, const Operand& y) {
    SsaDef* strictly_ordered_x = strictly_ordered(b, x);
    return choose(b, b.ilt(strictly_ordered(b, y), strictly_ordered_x), x, y);
}

} // namespace jacquard::nir::float64
