#include <jacquard/passes/lower_integer_division.h>
#include <jacquard/passes/rewrite_alu.h>

namespace jacquard::nir {

namespace {

struct Division {
    SsaDef* quotient;
    SsaDef* remainder;
};

// One step toward the quotient: adds the quotient of what is left, estimated by a float reciprocal
// that is never too large.
Division refine(Builder& b, const Division& so_far, const Operand& divisor, SsaDef* reciprocal) {
    SsaDef* estimate = b.f2u32(b.fmul(b.u2f32(so_far.remainder), reciprocal));
    SsaDef* product = b.imul(estimate, divisor);
    return {b.iadd(so_far.quotient, estimate), b.isub(so_far.remainder, product)};
}

// A float has 24 bits, so an estimate that is made a little smaller (2^-21, more than what the
// conversion, the reciprocal and the product may each be off by) never passes the quotient, and
// leaves at most 2^32 / 2^20 of it; the second step leaves at most 1, which the last comparison
// takes care of.
Division divide_unsigned(Builder& b, const Operand& dividend, const Operand& divisor) {
    const auto shrink = 1.0 - 0x1p-21;
    SsaDef* reciprocal = b.fmul(b.frcp(b.u2f32(divisor)), b.imm_float(shrink));
    Division division{b.imm_int(0), b.whole(dividend)};
    division = refine(b, division, divisor, reciprocal);
    division = refine(b, division, divisor, reciprocal);
    SsaDef* is_short = b.uge(division.remainder, divisor);
    division.quotient = b.iadd(division.quotient, b.b2i32(is_short));
    division.remainder = b.bcsel(is_short, b.isub(division.remainder, divisor), division.remainder);
    return division;
}

SsaDef* negate_where(Builder& b, SsaDef* mask, SsaDef* value) {
    return b.isub(b.ixor(value, mask), mask);
}

SsaDef* zero_where_zero(Builder& b, const Operand& divisor, SsaDef* value) {
    SsaDef* zero = b.imm_int(0);
    return b.bcsel(b.ieq(divisor, zero), zero, value);
}

SsaDef* lower_unsigned(Builder& b, Opcode opcode, const Operand& x, const Operand& y) {
    const Division division = divide_unsigned(b, x, y);
    return zero_where_zero(b, y, opcode == Opcode::udiv ? division.quotient : division.remainder);
}

SsaDef* lower_signed(Builder& b, Opcode opcode, const Operand& x, const Operand& y) {
    SsaDef* sign_bit = b.imm_int(31);
    SsaDef* x_sign = b.ishr(x, sign_bit);
    SsaDef* y_sign = b.ishr(y, sign_bit);
    const Division division = divide_unsigned(b, b.iabs(x), b.iabs(y));
    if (opcode == Opcode::idiv) {
        return zero_where_zero(b, y, negate_where(b, b.ixor(x_sign, y_sign), division.quotient));
    }
    SsaDef* remainder = negate_where(b, x_sign, division.remainder);
    if (opcode == Opcode::imod) {
        // A remainder of the other sign than the divisor's moves by one divisor.
        SsaDef* differs = b.ilt(b.ixor(remainder, y), b.imm_int(0));
        SsaDef* moves = b.iand(differs, b.ine(remainder, b.imm_int(0)));
        remainder = b.bcsel(moves, b.iadd(remainder, y), remainder);
    }
    return zero_where_zero(b, y, remainder);
}

SsaDef* lower_32(Builder& b, Opcode opcode, const Operand& x, const Operand& y) {
    switch (opcode) {
    case Opcode::udiv:
    case Opcode::umod: return lower_unsigned(b, opcode, x, y);
    default: return lower_signed(b, opcode, x, y);
    }
}

} // namespace

bool lower_integer_division(Shader& shader) {
    return rewrite_alu(shader, [](Builder& b, AluInstruction& alu) -> SsaDef* {
        switch (alu.opcode) {
        case Opcode::udiv:
        case Opcode::umod:
        case Opcode::idiv:
        case Opcode::irem:
        case Opcode::imod: break;
        default: return nullptr;
        }
        const unsigned bit_size = alu.value.bit_size;
        const Operand x = operand_of(alu, 0);
        const Operand y = operand_of(alu, 1);
        if (bit_size == 32) {
            return lower_32(b, alu.opcode, x, y);
        }
        if (bit_size != 8 && bit_size != 16) {
            return nullptr;
        }
        const bool is_signed = alu.opcode != Opcode::udiv && alu.opcode != Opcode::umod;
        SsaDef* wide = is_signed ? lower_32(b, alu.opcode, b.i2i32(x), b.i2i32(y))
                                 : lower_32(b, alu.opcode, b.u2u32(x), b.u2u32(y));
        return bit_size == 8 ? b.u2u8(wide) : b.u2u16(wide);
    });
}

} // namespace jacquard::nir
