// Doubles rounded to whole numbers, and converted from and to other types.
#include <jacquard/passes/arithmetic/lower_doubles/float64.h>

namespace jacquard::nir::float64 {

namespace {

constexpr std::uint64_t kOne = std::uint64_t{1023} << kFractionBits;
// From this exponent on all bits are those of a whole number.
constexpr int kWholeExponent = kBias + kFractionBits;

constexpr int kSingleFractionBits = 23;
constexpr int kSingleBias = 127;
constexpr std::uint32_t kSingleSign = 0x80000000U;
constexpr std::uint32_t kSingleInfinity = 0x7f800000U;
constexpr std::uint32_t kSingleQuiet = 0x400000U;

struct Fraction {
    SsaDef* exponent;
    SsaDef* unit;     // the bit that counts 1
    SsaDef* mask;     // the bits below
    SsaDef* is_whole; // there are none
    SsaDef* is_small; // the magnitude is less than 1
};

Fraction fraction_of(Builder& b, const Operand& x) {
    SsaDef* exponent = exponent_of(b, x);
    SsaDef* places = b.isub(b.imm_int(kWholeExponent), exponent);
    SsaDef* unit = b.ishl(bits(b, 1), places);
    return {exponent, unit, b.isub(unit, bits(b, 1)), b.ige(exponent, b.imm_int(kWholeExponent)),
            b.ilt(exponent, b.imm_int(kBias))};
}

// The bits below 1 cut off, `added` first, whose carry may change the exponent; or what a small
// number becomes.
SsaDef* cut(Builder& b, const Operand& x, const Fraction& fraction, SsaDef* added,
            SsaDef* when_small) {
    SsaDef* moved = added != nullptr ? b.iadd(x, added) : b.whole(x);
    SsaDef* whole = b.iand(moved, b.inot(fraction.mask));
    SsaDef* result = b.bcsel(fraction.is_small, when_small, whole);
    return b.bcsel(fraction.is_whole, x, result);
}

// Away from zero where `moves` says so.
SsaDef* away_where(Builder& b, const Operand& x, SsaDef* moves) {
    const Fraction fraction = fraction_of(b, x);
    SsaDef* added = b.bcsel(moves, fraction.mask, bits(b, 0));
    SsaDef* sign = sign_of(b, x);
    SsaDef* one = b.ior(sign, bits(b, kOne));
    SsaDef* is_one = b.iand(moves, b.inot(is_zero(b, x)));
    return cut(b, x, fraction, added, b.bcsel(is_one, one, sign));
}

} // namespace

SsaDef* truncate(Builder& b, const Operand& x) {
    SsaDef* x_sign = sign_of(b, x);
    return cut(b, x, fraction_of(b, x), nullptr, x_sign);
}

SsaDef* floor(Builder& b, const Operand& x) {
    return away_where(b, x, is_negative(b, x));
}

SsaDef* ceil(Builder& b, const Operand& x) {
    return away_where(b, x, b.inot(is_negative(b, x)));
}

SsaDef* round_even(Builder& b, const Operand& x) {
    const Fraction fraction = fraction_of(b, x);
    SsaDef* one = bits(b, 1);
    // If the unit is the hidden bit, this reads the lowest bit of the exponent, which is set.
    SsaDef* odd = b.iand(b.ushr(x, b.isub(b.imm_int(kWholeExponent), fraction.exponent)), one);
    SsaDef* below_half = b.ushr(fraction.mask, b.imm_int(1)); // half of the unit, less 1
    SsaDef* sign = sign_of(b, x);
    SsaDef* x_magnitude = magnitude_of(b, x);
    SsaDef* past_half = b.ult(bits(b, kOne - kHiddenBit), x_magnitude);
    SsaDef* small = b.bcsel(past_half, b.ior(sign, bits(b, kOne)), sign);
    return cut(b, x, fraction, b.iadd(below_half, odd), small);
}

SsaDef* to_float32(Builder& b, const Operand& x) {
    const Normalised parts = normalise(b, x);
    SsaDef* exponent = b.iadd(parts.exponent, b.imm_int(kSingleBias - kBias));
    SsaDef* zero = b.imm_int(0);
    SsaDef* below = b.imax(b.isub(b.imm_int(1), exponent), zero);
    // Two places more than the fraction has.
    SsaDef* kept =
        shift_right_jam(b, parts.significand, b.imm_int(kFractionBits - kSingleFractionBits - 2));
    SsaDef* shifted = b.u2u32(shift_right_jam(b, kept, below));
    SsaDef* rest = b.iand(shifted, b.imm_int(3));
    SsaDef* whole = b.ushr(shifted, b.imm_int(2));
    SsaDef* odd = b.iand(whole, b.imm_int(1));
    SsaDef* sum = b.iadd(rest, odd);
    SsaDef* up = b.b2i32(b.ult(b.imm_int(2), sum));
    SsaDef* one = b.imm_int(1);
    SsaDef* field = b.isub(b.imax(exponent, b.imm_int(1)), one);
    SsaDef* added = b.iadd(whole, up);
    SsaDef* magnitude = b.iadd(b.ishl(field, b.imm_int(kSingleFractionBits)), added);

    SsaDef* too_large = b.ige(exponent, b.imm_int(kSingleBias * 2 + 1));
    magnitude = b.bcsel(too_large, b.imm_bits(kSingleInfinity, 32), magnitude);
    SsaDef* no_bits = b.imm_int(0);
    magnitude = b.bcsel(is_zero(b, x), no_bits, magnitude);
    SsaDef* payload = b.u2u32(b.ushr(x, b.imm_int(kFractionBits - kSingleFractionBits)));
    payload = b.iand(payload, b.imm_int(0x3fffff));
    SsaDef* nan = b.ior(payload, b.imm_bits(kSingleInfinity | kSingleQuiet, 32));
    magnitude = b.bcsel(is_nan(b, x), nan, magnitude);
    SsaDef* single_sign = b.imm_bits(kSingleSign, 32);
    SsaDef* sign = b.iand(b.unpack_64_2x32_split_y(x), single_sign);
    return b.ior(sign, magnitude);
}

SsaDef* from_float32(Builder& b, const Operand& x) {
    constexpr int kMoved = kFractionBits - kSingleFractionBits;
    SsaDef* magnitude = b.iand(x, b.imm_bits(~kSingleSign, 32));
    SsaDef* exponent = b.ushr(magnitude, b.imm_int(kSingleFractionBits));
    SsaDef* fraction = b.iand(magnitude, b.imm_int((1 << kSingleFractionBits) - 1));
    SsaDef* low_highest = b.ufind_msb(fraction);
    // A denormal moves up until its highest one is the hidden bit.
    SsaDef* shift = b.isub(b.imm_int(kSingleFractionBits), low_highest);
    SsaDef* is_denormal = b.ieq(exponent, b.imm_int(0));
    SsaDef* places = b.bcsel(is_denormal, shift, b.imm_int(0));
    SsaDef* moved = b.ishl(fraction, places);
    moved = b.iand(moved, b.imm_int((1 << kSingleFractionBits) - 1));
    SsaDef* bias_difference = b.imm_int(kBias - kSingleBias);
    SsaDef* wide_exponent = b.isub(b.iadd(b.imax(exponent, b.imm_int(1)), bias_difference), places);
    SsaDef* is_special = b.ieq(exponent, b.imm_int(kSingleBias * 2 + 1));
    wide_exponent = b.bcsel(is_special, b.imm_int(kSpecialExponent), wide_exponent);
    SsaDef* moved_bits = b.imm_int(kMoved);
    SsaDef* shifted = b.ishl(b.u2u64(moved), moved_bits);
    SsaDef* fraction_bits = b.imm_int(kFractionBits);
    SsaDef* result = b.ior(b.ishl(b.u2u64(wide_exponent), fraction_bits), shifted);
    SsaDef* zero = bits(b, 0);
    result = b.bcsel(b.ieq(magnitude, b.imm_int(0)), zero, result);
    SsaDef* nan = b.ult(b.imm_bits(kSingleInfinity, 32), magnitude);
    result = b.bcsel(nan, quiet(b, result), result);
    SsaDef* sign = b.iand(x, b.imm_bits(kSingleSign, 32));
    SsaDef* thirty_two = b.imm_int(32);
    return b.ior(result, b.ishl(b.u2u64(sign), thirty_two));
}

SsaDef* from_int(Builder& b, bool is_signed, const Operand& x) {
    SsaDef* sign = is_signed ? sign_of(b, x) : bits(b, 0);
    SsaDef* magnitude = is_signed ? b.iabs(x) : b.whole(x);
    SsaDef* result = normalise_and_round(b, sign, b.imm_int(kBias + 62), magnitude);
    SsaDef* zero = bits(b, 0);
    return b.bcsel(b.ieq(x, bits(b, 0)), zero, result);
}

SsaDef* to_int(Builder& b, bool is_signed, const Operand& x, unsigned bit_size) {
    SsaDef* exponent = exponent_of(b, x);
    SsaDef* fraction = b.iand(x, bits(b, kFractionMask));
    SsaDef* full = b.ior(fraction, bits(b, kHiddenBit));
    SsaDef* up = b.isub(exponent, b.imm_int(kWholeExponent));
    SsaDef* shifted = b.ishl(full, up);
    SsaDef* shifted_down = b.ushr(full, b.ineg(up));
    SsaDef* whole = b.bcsel(b.ilt(up, b.imm_int(0)), shifted_down, shifted);
    SsaDef* zero = bits(b, 0);
    whole = b.bcsel(b.ilt(exponent, b.imm_int(kBias)), zero, whole);
    const int value_bits = static_cast<int>(bit_size) - (is_signed ? 1 : 0);
    const std::uint64_t largest = mask_of_bits(static_cast<unsigned>(value_bits));
    SsaDef* too_large = b.ige(exponent, b.imm_int(kBias + value_bits));
    SsaDef* positive = b.bcsel(too_large, bits(b, largest), whole);
    SsaDef* below = is_signed ? b.ineg(whole) : nullptr;
    SsaDef* negative = is_signed ? b.bcsel(too_large, bits(b, ~largest), below) : bits(b, 0);
    SsaDef* result = b.bcsel(is_negative(b, x), negative, positive);
    SsaDef* no_bits = bits(b, 0);
    return b.bcsel(is_nan(b, x), no_bits, result);
}

SsaDef* frexp_significand(Builder& b, const Operand& x) {
    const Normalised parts = normalise(b, x);
    SsaDef* fraction = b.iand(parts.significand, bits(b, kFractionMask));
    SsaDef* half = b.ior(fraction, bits(b, kOne - kHiddenBit));
    SsaDef* special_exponent = b.imm_int(kSpecialExponent);
    SsaDef* special = b.ieq(exponent_of(b, x), special_exponent);
    SsaDef* keeps = b.ior(special, is_zero(b, x));
    return b.bcsel(keeps, x, b.ior(sign_of(b, x), half));
}

SsaDef* frexp_exponent(Builder& b, const Operand& x) {
    const Normalised parts = normalise(b, x);
    SsaDef* special_exponent = b.imm_int(kSpecialExponent);
    SsaDef* special = b.ieq(exponent_of(b, x), special_exponent);
    SsaDef* none = b.ior(special, is_zero(b, x));
    SsaDef* difference = b.isub(parts.exponent, b.imm_int(kBias - 1));
    return b.bcsel(none, b.imm_int(0), difference);
}

// Results that are not normal become zeros, once they are rounded: all ones below the smallest
// normal number round to it.
SsaDef* scale(Builder& b, const Operand& x, const Operand& exponent) {
    const Normalised parts = normalise(b, x);
    SsaDef* limit = b.imm_int(1 << 13);
    SsaDef* negated = b.ineg(limit);
    SsaDef* clamped = b.imax(b.imin(exponent, limit), negated);
    SsaDef* power = b.iadd(parts.exponent, clamped);
    SsaDef* sign = sign_of(b, x);
    SsaDef* fraction = b.iand(parts.significand, bits(b, kFractionMask));
    SsaDef* fraction_bits = b.imm_int(kFractionBits);
    SsaDef* field = b.ishl(b.u2u64(power), fraction_bits);
    SsaDef* result = b.ior(sign, b.ior(field, fraction));
    SsaDef* is_below = b.ilt(power, b.imm_int(kSpecialExponent));
    SsaDef* is_normal = b.iand(b.ilt(b.imm_int(0), power), is_below);
    SsaDef* is_full = b.ieq(fraction, bits(b, kFractionMask));
    SsaDef* rounds_up = b.iand(b.ieq(power, b.imm_int(0)), is_full);
    SsaDef* otherwise = b.bcsel(rounds_up, b.ior(sign, bits(b, kHiddenBit)), sign);
    result = b.bcsel(is_normal, result, otherwise);
    SsaDef* special_exponent = b.imm_int(kSpecialExponent);
    SsaDef* special = b.ieq(exponent_of(b, x), special_exponent);
    return b.bcsel(b.ior(special, is_zero(b, x)), x, result);
}

} // namespace jacquard::nir::float64
