// Products, quotients and roots of doubles.
#include <jacquard/passes/arithmetic/lower_doubles/float64.h>

namespace jacquard::nir::float64 {

namespace {

constexpr int kDigitBits = 11;
constexpr int kDigits = 5;

// Close to a number of 64 bits; up to 2^-23 off.
SsaDef* approximate(Builder& b, const Operand& x) {
    SsaDef* word_size = b.imm_float(0x1p32);
    SsaDef* high = b.fmul(b.u2f32(b.unpack_64_2x32_split_y(x)), word_size);
    return b.fadd(high, b.u2f32(b.unpack_64_2x32_split_x(x)));
}

struct Step {
    SsaDef* value;
    SsaDef* remainder;
};

// The next digits of a quotient. The estimate is never too large, and too small by 1 at most: the
// reciprocal is made smaller by 2^-20, a digit is less than 2^11.
Step next_digit(Builder& b, const Step& so_far, SsaDef* divisor, SsaDef* reciprocal) {
    SsaDef* rest = b.ishl(so_far.remainder, b.imm_int(kDigitBits));
    SsaDef* digit = b.u2u64(b.f2u32(b.fmul(approximate(b, rest), reciprocal)));
    rest = b.isub(rest, b.imul(digit, divisor));
    SsaDef* is_short = b.uge(rest, divisor);
    rest = b.bcsel(is_short, b.isub(rest, divisor), rest);
    digit = b.iadd(digit, b.b2i64(is_short));
    return {b.ior(b.ishl(so_far.value, b.imm_int(kDigitBits)), digit), rest};
}

// Both significands have their highest one at bit 52, and x is not less than y: a quotient from 1
// to 2, with as many places as a double has and three more, the last of which is set where
// something is left.
SsaDef* quotient_of_significands(Builder& b, SsaDef* x, SsaDef* y) {
    SsaDef* shrink = b.imm_float(1.0 - 0x1p-20);
    SsaDef* reciprocal = b.fmul(b.frcp(approximate(b, y)), shrink);
    Step step{bits(b, 1), b.isub(x, y)};
    for (int i = 0; i < kDigits; ++i) {
        step = next_digit(b, step, y, reciprocal);
    }
    SsaDef* lead = b.ishl(step.value, b.imm_int(62 - kDigits * kDigitBits));
    return b.ior(lead, b.b2i64(b.ine(step.remainder, bits(b, 0))));
}

// A root S and a remainder of N - S*S become a root with `places` more bits: with D added,
// N * 4^places - (S * 2^places + D)^2 = R * 4^places - D * (2 * S * 2^places + D). The estimate of
// D leaves the square of D out and is made smaller by 2^-18 for that, so that it is never too
// large; products wrap, but what is left of them is small.
Step next_root(Builder& b, const Step& so_far, SsaDef* half_reciprocal, int places) {
    SsaDef* scaled = b.fmul(approximate(b, so_far.remainder), half_reciprocal);
    SsaDef* digit = b.u2u64(b.f2u32(b.fmul(scaled, b.imm_float(static_cast<double>(1 << places)))));
    SsaDef* twice = b.ishl(so_far.value, b.imm_int(places + 1));
    SsaDef* rest = b.ishl(so_far.remainder, b.imm_int(2 * places));
    rest = b.isub(rest, b.imul(digit, b.iadd(twice, digit)));
    return {b.iadd(b.ishl(so_far.value, b.imm_int(places)), digit), rest};
}

// The root of a number from 2^52 to 2^54, times 2^28: 26 places of a float root, less what that may
// be off, 28 more in two steps, a third that takes what the second left, and at most 1.
Step root_of_significand(Builder& b, SsaDef* x) {
    SsaDef* single = approximate(b, x);
    SsaDef* inverse = b.frsq(single);
    SsaDef* just_below_one = b.imm_float(1.0 - 0x1p-20);
    SsaDef* start = b.fmul(b.fmul(single, inverse), just_below_one);
    SsaDef* root = b.u2u64(b.f2u32(start));
    SsaDef* half_reciprocal = b.fmul(inverse, b.imm_float(0.5 * (1.0 - 0x1p-18)));
    Step step{root, b.isub(x, b.imul(root, root))};
    step = next_root(b, step, half_reciprocal, 14);
    half_reciprocal = b.fmul(half_reciprocal, b.imm_float(0x1p-14));
    step = next_root(b, step, half_reciprocal, 14);
    half_reciprocal = b.fmul(half_reciprocal, b.imm_float(0x1p-14));
    step = next_root(b, step, half_reciprocal, 0);
    SsaDef* twice = b.ishl(step.value, b.imm_int(1));
    SsaDef* is_short = b.ult(twice, step.remainder);
    SsaDef* one = bits(b, 1);
    SsaDef* rest = b.isub(b.isub(step.remainder, twice), one);
    return {b.iadd(step.value, b.b2i64(is_short)), b.bcsel(is_short, rest, step.remainder)};
}

SsaDef* signed_infinity(Builder& b, const Operand& sign) {
    return b.ior(sign, bits(b, kInfinity));
}

} // namespace

SsaDef* multiply(Builder& b, const Operand& x, const Operand& y) {
    SsaDef* sign_bit = bits(b, kSign);
    SsaDef* sign = b.iand(b.ixor(x, y), sign_bit);
    const Normalised x_parts = normalise(b, x);
    const Normalised y_parts = normalise(b, y);
    SsaDef* x_word = b.ishl(x_parts.significand, b.imm_int(10));
    SsaDef* y_word = b.ishl(y_parts.significand, b.imm_int(11));
    SsaDef* low = b.imul(x_word, y_word);
    SsaDef* number = b.b2i64(b.ine(low, bits(b, 0)));
    SsaDef* high = b.ior(b.umul_high(x_word, y_word), number);
    // The highest one is bit 62 or the one below.
    SsaDef* is_high = b.uge(high, bits(b, std::uint64_t{1} << 62));
    SsaDef* significand = b.bcsel(is_high, high, b.ishl(high, b.imm_int(1)));
    SsaDef* bias = b.imm_int(kBias);
    SsaDef* exponent = b.isub(b.iadd(x_parts.exponent, y_parts.exponent), bias);
    SsaDef* result = round(b, sign, b.iadd(exponent, b.b2i32(is_high)), significand);

    SsaDef* y_is_zero = is_zero(b, y);
    SsaDef* has_zero = b.ior(is_zero(b, x), y_is_zero);
    SsaDef* y_is_infinity = is_infinity(b, y);
    SsaDef* has_infinity = b.ior(is_infinity(b, x), y_is_infinity);
    result = b.bcsel(has_zero, sign, result);
    result = b.bcsel(has_infinity, signed_infinity(b, sign), result);
    SsaDef* common = b.iand(has_zero, has_infinity);
    SsaDef* invalid = b.ior(is_unordered(b, x, y), common);
    return b.bcsel(invalid, bits(b, kNan), result);
}

SsaDef* divide(Builder& b, const Operand& x, const Operand& y) {
    SsaDef* sign_bit = bits(b, kSign);
    SsaDef* sign = b.iand(b.ixor(x, y), sign_bit);
    const Normalised x_parts = normalise(b, x);
    const Normalised y_parts = normalise(b, y);
    SsaDef* is_less = b.ult(x_parts.significand, y_parts.significand);
    SsaDef* dividend =
        b.bcsel(is_less, b.ishl(x_parts.significand, b.imm_int(1)), x_parts.significand);
    SsaDef* significand = quotient_of_significands(b, dividend, y_parts.significand);
    SsaDef* bias = b.imm_int(kBias);
    SsaDef* exponent = b.iadd(b.isub(x_parts.exponent, y_parts.exponent), bias);
    SsaDef* result = round(b, sign, b.isub(exponent, b.b2i32(is_less)), significand);

    SsaDef* x_zero = is_zero(b, x);
    SsaDef* y_zero = is_zero(b, y);
    SsaDef* x_infinite = is_infinity(b, x);
    SsaDef* y_infinite = is_infinity(b, y);
    SsaDef* infinity = signed_infinity(b, sign);
    result = b.bcsel(b.ior(x_infinite, y_zero), infinity, result);
    result = b.bcsel(b.ior(y_infinite, x_zero), sign, result);
    SsaDef* common = b.iand(x_infinite, y_infinite);
    SsaDef* invalid = b.ior(b.iand(x_zero, y_zero), common);
    SsaDef* nan = bits(b, kNan);
    return b.bcsel(b.ior(invalid, is_unordered(b, x, y)), nan, result);
}

// x = m * 2^(2 n) has the root sqrt(m) * 2^n, with m from 1 to 4.
SsaDef* square_root(Builder& b, const Operand& x) {
    const Normalised parts = normalise(b, x);
    SsaDef* power = b.isub(parts.exponent, b.imm_int(kBias));
    SsaDef* odd = b.iand(power, b.imm_int(1));
    const Step root = root_of_significand(b, b.ishl(parts.significand, odd));
    SsaDef* left = b.b2i64(b.ine(root.remainder, bits(b, 0)));
    SsaDef* significand = b.ior(b.ishl(root.value, b.imm_int(62 - 54)), left);
    SsaDef* bias = b.imm_int(kBias);
    SsaDef* exponent = b.iadd(b.ishr(power, b.imm_int(1)), bias);
    SsaDef* result = round(b, bits(b, 0), exponent, significand);

    SsaDef* is_same = b.ieq(x, bits(b, kInfinity));
    SsaDef* keeps = b.ior(is_zero(b, x), is_same);
    SsaDef* x_is_nan = is_nan(b, x);
    SsaDef* invalid = b.ior(is_negative(b, x), x_is_nan);
    return b.bcsel(keeps, x, b.bcsel(invalid, bits(b, kNan), result));
}

} // namespace jacquard::nir::float64
