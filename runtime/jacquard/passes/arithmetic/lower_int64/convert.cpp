#include <jacquard/passes/arithmetic/lower_int64/wide.h>

namespace jacquard::nir::int64 {

namespace {

constexpr int kExponentBias = 127;
constexpr int kFractionBits = 23;

// The highest one moves to the top of the upper word, whose lowest bit then stands for all those of
// the lower one; 32 bits are enough for the conversion to round that as it rounds the whole. A
// power of two brings the size back.
SsaDef* unsigned_to_float32(Builder& b, const Wide& x) {
    SsaDef* highest = highest_one(b, x);
    SsaDef* shift = b.isub(b.imm_int(63), highest);
    const Wide top = shift_left(b, x, shift);
    SsaDef* rest = b.b2i32(b.ine(top.low, b.imm_int(0)));
    SsaDef* significand = b.u2f32(b.ior(top.high, rest));
    SsaDef* exponent = b.isub(b.imm_int(kExponentBias + 32), shift);
    SsaDef* power = b.ishl(exponent, b.imm_int(kFractionBits));
    SsaDef* product = b.fmul(significand, power);
    SsaDef* zero = b.imm_float(0.0);
    return b.bcsel(is_zero(b, x), zero, product);
}

SsaDef* to_float32(Builder& b, bool is_signed, const Wide& x) {
    if (!is_signed) {
        return unsigned_to_float32(b, x);
    }
    SsaDef* positive = unsigned_to_float32(b, magnitude(b, x));
    SsaDef* negated = b.fneg(positive);
    return b.bcsel(is_negative(b, x), negated, positive);
}

// Both words are doubles, and their sum rounds once.
SsaDef* to_float64(Builder& b, bool is_signed, const Wide& x) {
    SsaDef* high = is_signed ? b.i2f64(x.high) : b.u2f64(x.high);
    SsaDef* as_float = b.u2f64(x.low);
    return b.fadd(b.fmul(high, b.imm_float(0x1p32, 64)), as_float);
}

// A float that is not below 0, cut; what is left below the upper word is exact.
Wide cut(Builder& b, SsaDef* value) {
    const unsigned bits = value->bit_size;
    SsaDef* high = b.f2u32(b.fmul(value, b.imm_float(0x1p-32, bits)));
    SsaDef* high_float = bits == 64 ? b.u2f64(high) : b.u2f32(high);
    SsaDef* rest = b.fsub(value, b.fmul(high_float, b.imm_float(0x1p32, bits)));
    return {b.f2u32(rest), high};
}

Wide limit_where(Builder& b, SsaDef* condition, std::uint32_t low, std::uint32_t high,
                 const Wide& x) {
    return {b.bcsel(condition, b.imm_bits(low, 32), x.low),
            b.bcsel(condition, b.imm_bits(high, 32), x.high)};
}

} // namespace

SsaDef* to_float(Builder& b, bool is_signed, const Wide& x, unsigned bit_size) {
    switch (bit_size) {
    case 16: return b.f2f16(to_float32(b, is_signed, x));
    case 32: return to_float32(b, is_signed, x);
    default: return to_float64(b, is_signed, x);
    }
}

// A NaN fails all comparisons and is cut to 0.
Wide from_float(Builder& b, bool is_signed, const Operand& value) {
    SsaDef* x = value.value->bit_size == 16 ? b.f2f32(value) : b.whole(value);
    const unsigned bits = x->bit_size;
    if (!is_signed) {
        SsaDef* too_large = b.fge(x, b.imm_float(0x1p64, bits));
        return limit_where(b, too_large, ~0U, ~0U, cut(b, x));
    }
    SsaDef* is_below = b.flt(x, b.imm_float(0.0, bits));
    Wide result = negate_where(b, is_below, cut(b, b.fabs(x)));
    SsaDef* too_large = b.fge(x, b.imm_float(0x1p63, bits));
    result = limit_where(b, too_large, ~0U, 0x7fffffffU, result);
    SsaDef* too_small = b.fge(b.imm_float(-0x1p63, bits), x);
    return limit_where(b, too_small, 0, 0x80000000U, result);
}

} // namespace jacquard::nir::int64
