#include <jacquard/passes/arithmetic/lower_int64/wide.h>

namespace jacquard::nir::int64 {

namespace {

struct Division {
    Wide quotient;
    Wide remainder;
};

// Close to the value; up to 2^-23 off.
SsaDef* approximate(Builder& b, const Wide& x) {
    SsaDef* word_size = b.imm_float(0x1p32);
    SsaDef* high = b.fmul(b.u2f32(x.high), word_size);
    return b.fadd(high, b.u2f32(x.low));
}

// The whole part of a float from 0 to less than 2^64.
Wide whole_part(Builder& b, SsaDef* value) {
    SsaDef* high = b.f2u32(b.fmul(value, b.imm_float(0x1p-32)));
    SsaDef* word_size = b.imm_float(0x1p32);
    SsaDef* rest = b.fsub(value, b.fmul(b.u2f32(high), word_size));
    return {b.f2u32(rest), high};
}

Wide zero_where(Builder& b, SsaDef* condition, const Wide& x) {
    SsaDef* zero = b.imm_int(0);
    return {b.bcsel(condition, zero, x.low), b.bcsel(condition, zero, x.high)};
}

// A float reciprocal, made smaller by 2^-20, which is more than all roundings of it, of the
// remainder and of the product are together, so that no estimate passes the quotient. Each leaves
// at most 2^-19 of the quotient and 1: after three of them at most 2^7 and 1 are left of 2^64, and
// after the fourth at most 1, which the last comparison takes care of.
Division divide_unsigned(Builder& b, const Wide& x, const Wide& y) {
    SsaDef* just_below_one = b.imm_float(1.0 - 0x1p-20);
    SsaDef* reciprocal = b.fmul(b.frcp(approximate(b, y)), just_below_one);
    Division division{from_unsigned(b, b.spread(b.imm_int(0), x.low.num_components)), x};
    for (int step = 0; step < 4; ++step) {
        const Wide part = whole_part(b, b.fmul(approximate(b, division.remainder), reciprocal));
        division.quotient = add(b, division.quotient, part);
        division.remainder = subtract(b, division.remainder, multiply(b, part, y));
    }
    SsaDef* is_done = is_less(b, false, division.remainder, y);
    const Wide one = from_unsigned(b, b.spread(b.imm_int(1), x.low.num_components));
    division.quotient = select(b, is_done, division.quotient, add(b, division.quotient, one));
    division.remainder = select(b, is_done, division.remainder, subtract(b, division.remainder, y));
    return division;
}

} // namespace

Wide divide(Builder& b, Opcode opcode, const Wide& x, const Wide& y) {
    SsaDef* by_zero = is_zero(b, y);
    if (opcode == Opcode::udiv || opcode == Opcode::umod) {
        const Division division = divide_unsigned(b, x, y);
        return zero_where(b, by_zero,
                          opcode == Opcode::udiv ? division.quotient : division.remainder);
    }
    const Wide magnitude_y = magnitude(b, y);
    const Division division = divide_unsigned(b, magnitude(b, x), magnitude_y);
    SsaDef* x_negative = is_negative(b, x);
    SsaDef* y_negative = is_negative(b, y);
    SsaDef* signs_differ = b.ixor(x_negative, y_negative);
    if (opcode == Opcode::idiv) {
        return zero_where(b, by_zero, negate_where(b, signs_differ, division.quotient));
    }
    Wide remainder = negate_where(b, x_negative, division.remainder);
    if (opcode == Opcode::imod) {
        // A remainder of the other sign than the divisor's moves by one divisor.
        SsaDef* moves = b.iand(signs_differ, b.inot(is_zero(b, remainder)));
        remainder = select(b, moves, add(b, remainder, y), remainder);
    }
    return zero_where(b, by_zero, remainder);
}

} // namespace jacquard::nir::int64
