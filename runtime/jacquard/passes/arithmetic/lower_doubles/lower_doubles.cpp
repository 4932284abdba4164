#include <jacquard/generated/passes/lower_doubles.h>
#include <jacquard/passes/arithmetic/lower_doubles/float64.h>
#include <jacquard/passes/util/boolean_forms.h>
#include <jacquard/passes/util/int_widths.h>
#include <jacquard/passes/util/rewrite_alu.h>

#include <array>

namespace jacquard::nir {

namespace {

using namespace float64;

constexpr std::uint64_t kOne = std::uint64_t{kBias} << kFractionBits;
constexpr std::uint64_t kMinusOne = kOne | kSign;
constexpr double kPi = 3.141592653589793;

// Sources of the opcode at hand.
struct Sources {
    const AluInstruction& alu;
    [[nodiscard]] Operand operator[](unsigned i) const { return operand_of(alu, i); }
};

bool is_float(AluType type, unsigned width) {
    return type.base == BaseType::float_type && (type.bit_size == 0 ? width : type.bit_size) == 64;
}

bool computes_doubles(const AluInstruction& alu) {
    const OpcodeInfo& info = alu.info();
    const unsigned width = alu.unsized_bit_size();
    bool found = is_float(info.output_type, width);
    for (unsigned i = 0; i < alu.num_sources; ++i) {
        found |= is_float(info.source_types[i], width);
    }
    return found;
}

SsaDef* number_where(Builder& b, const Operand& truth) {
    SsaDef* zero = bits(b, 0);
    return b.bcsel(truth, bits(b, kOne), zero);
}

// Computed in single precision, or what a single float makes of the whole part of a quotient.
SsaDef* widened(Builder& b, SsaDef* single) {
    return from_float32(b, single);
}

SsaDef* remainder(Builder& b, const Operand& x, const Operand& y, bool floors) {
    SsaDef* quotient = to_float32(b, divide(b, x, y));
    SsaDef* whole = widened(b, floors ? b.ffloor(quotient) : b.ftrunc(quotient));
    return subtract(b, x, multiply(b, y, whole));
}

SsaDef* saturate(Builder& b, const Operand& x) {
    SsaDef* is_above = b.ilt(bits(b, 0), x);
    SsaDef* one = bits(b, kOne);
    SsaDef* held = b.bcsel(b.ult(x, bits(b, kOne)), x, one);
    SsaDef* positive = b.iand(is_above, b.inot(is_nan(b, x)));
    return b.bcsel(positive, held, bits(b, 0));
}

SsaDef* sign(Builder& b, const Operand& x) {
    SsaDef* one_bits = bits(b, kOne);
    SsaDef* one = b.ior(sign_of(b, x), one_bits);
    SsaDef* result = b.bcsel(is_zero(b, x), x, one);
    SsaDef* zero = bits(b, 0);
    return b.bcsel(is_nan(b, x), zero, result);
}

SsaDef* interpolate(Builder& b, const Operand& x, const Operand& y, const Operand& t) {
    SsaDef* of_x = multiply(b, x, subtract(b, bits(b, kOne), t));
    return add(b, of_x, multiply(b, y, t));
}

// Rounds to a value that a half float can hold; its denormals become zero.
SsaDef* quantise(Builder& b, const Operand& x) {
    constexpr std::uint64_t kSmallestNormal = std::uint64_t{kBias - 14} << kFractionBits;
    SsaDef* smallest_normal = bits(b, kSmallestNormal);
    SsaDef* is_tiny = b.ult(magnitude_of(b, x), smallest_normal);
    SsaDef* rounded = widened(b, b.f2f32(b.f2f16(to_float32(b, x))));
    return b.bcsel(is_tiny, sign_of(b, x), rounded);
}

// The half float toward zero: a single float that is too large moves one place down first.
SsaDef* to_half_toward_zero(Builder& b, const Operand& x) {
    SsaDef* single = to_float32(b, x);
    SsaDef* back = magnitude_of(b, widened(b, single));
    SsaDef* is_past = b.ult(magnitude_of(b, x), back);
    SsaDef* lower = b.isub(single, b.b2i32(is_past));
    return b.f2f16_rtz(b.bcsel(is_nan(b, x), single, lower));
}

SsaDef* compare(Builder& b, Opcode opcode, const Sources& s) {
    switch (opcode) {
    case Opcode::flt: return is_less(b, s[0], s[1]);
    case Opcode::fge: return is_not_less(b, s[0], s[1]);
    case Opcode::feq: return is_equal(b, s[0], s[1]);
    case Opcode::fneu: return b.inot(is_equal(b, s[0], s[1]));
    case Opcode::fltu: return b.inot(is_not_less(b, s[0], s[1]));
    case Opcode::fgeu: return b.inot(is_less(b, s[0], s[1]));
    case Opcode::fequ: {
        SsaDef* unordered = is_unordered(b, s[0], s[1]);
        return b.ior(is_equal(b, s[0], s[1]), unordered);
    }
    case Opcode::fneo: {
        SsaDef* unordered = is_unordered(b, s[0], s[1]);
        return b.inot(b.ior(is_equal(b, s[0], s[1]), unordered));
    }
    case Opcode::ford: return b.inot(is_unordered(b, s[0], s[1]));
    case Opcode::funord: return is_unordered(b, s[0], s[1]);
    case Opcode::fisfinite: {
        SsaDef* infinity = bits(b, kInfinity);
        return b.ult(magnitude_of(b, s[0]), infinity);
    }
    case Opcode::fisnormal: {
        SsaDef* hidden_bit = bits(b, kHiddenBit);
        SsaDef* from_least = b.isub(magnitude_of(b, s[0]), hidden_bit);
        return b.ult(from_least, bits(b, kInfinity - kHiddenBit));
    }
    default: return nullptr;
    }
}

// Computes the result of an opcode that a target with doubles has as an instruction.
SsaDef* arithmetic(Builder& b, const AluInstruction& alu) {
    const Sources s{alu};
    if (SsaDef* truth = compare(b, with_boolean_width(alu.opcode, 1), s)) {
        return widen_bool(b, truth, alu.value.bit_size);
    }
    const unsigned width = alu.value.bit_size;
    switch (alu.opcode) {
    case Opcode::fadd: return add(b, s[0], s[1]);
    case Opcode::fsub: return subtract(b, s[0], s[1]);
    case Opcode::fmul: return multiply(b, s[0], s[1]);
    case Opcode::ffma: return multiply_add(b, s[0], s[1], s[2]);
    case Opcode::f2f16:
    case Opcode::f2f16_rtne: return b.f2f16(to_float32(b, s[0]));
    case Opcode::f2f16_rtz: return to_half_toward_zero(b, s[0]);
    case Opcode::f2f32: return to_float32(b, s[0]);
    case Opcode::f2f64: {
        const unsigned bit_size = s[0].value->bit_size;
        return bit_size == 64 ? b.whole(s[0])
                              : widened(b, bit_size == 16 ? b.f2f32(s[0]) : b.whole(s[0]));
    }
    case Opcode::i2f64: return from_int(b, true, sign_extend(b, s[0], 64));
    case Opcode::u2f64: return from_int(b, false, zero_extend(b, s[0], 64));
    case Opcode::b2f64: return number_where(b, widen_bool(b, s[0], 1));
    case Opcode::f2i8:
    case Opcode::f2i16:
    case Opcode::f2i32:
    case Opcode::f2i64: return sign_extend(b, to_int(b, true, s[0], width), width);
    case Opcode::f2u8:
    case Opcode::f2u16:
    case Opcode::f2u32:
    case Opcode::f2u64: return zero_extend(b, to_int(b, false, s[0], width), width);
    case Opcode::f2i1: return zero_extend(b, to_int(b, true, s[0], 8), 1);
    case Opcode::f2u1: return zero_extend(b, to_int(b, false, s[0], 8), 1);
    default: return nullptr;
    }
}

SsaDef* compound(Builder& b, const AluInstruction& alu) {
    const Sources s{alu};
    switch (alu.opcode) {
    case Opcode::fdiv: return divide(b, s[0], s[1]);
    case Opcode::frcp: return divide(b, bits(b, kOne), s[0]);
    case Opcode::fsqrt: return square_root(b, s[0]);
    case Opcode::frsq: {
        SsaDef* root = square_root(b, s[0]);
        return divide(b, bits(b, kOne), root);
    }
    case Opcode::fmod: return remainder(b, s[0], s[1], true);
    case Opcode::frem: return remainder(b, s[0], s[1], false);
    case Opcode::flrp: return interpolate(b, s[0], s[1], s[2]);
    case Opcode::fmin: return smaller(b, s[0], s[1]);
    case Opcode::fmax: return larger(b, s[0], s[1]);
    case Opcode::fneg: return negate(b, s[0]);
    case Opcode::fabs: return magnitude_of(b, s[0]);
    case Opcode::fsat: return saturate(b, s[0]);
    case Opcode::fsat_signed: {
        SsaDef* one = bits(b, kOne);
        return smaller(b, larger(b, s[0], bits(b, kMinusOne)), one);
    }
    case Opcode::fclamp_pos: return larger(b, s[0], bits(b, 0));
    case Opcode::fsign: return sign(b, s[0]);
    case Opcode::ftrunc: return truncate(b, s[0]);
    case Opcode::ffloor: return floor(b, s[0]);
    case Opcode::fceil: return ceil(b, s[0]);
    case Opcode::fround_even: return round_even(b, s[0]);
    case Opcode::ffract: return subtract(b, s[0], floor(b, s[0]));
    case Opcode::slt: return number_where(b, is_less(b, s[0], s[1]));
    case Opcode::sge: return number_where(b, is_not_less(b, s[0], s[1]));
    case Opcode::seq: return number_where(b, is_equal(b, s[0], s[1]));
    case Opcode::sne: return number_where(b, b.inot(is_equal(b, s[0], s[1])));
    case Opcode::frexp_sig: return frexp_significand(b, s[0]);
    case Opcode::frexp_exp: return frexp_exponent(b, s[0]);
    case Opcode::ldexp: return scale(b, s[0], s[1]);
    case Opcode::fquantize2f16: return quantise(b, s[0]);
    case Opcode::fexp2: return widened(b, b.fexp2(to_float32(b, s[0])));
    case Opcode::flog2: return widened(b, b.flog2(to_float32(b, s[0])));
    case Opcode::fsin_mdg:
        return widened(b, b.fsin(to_float32(b, multiply(b, s[0], b.imm_float(kPi, 64)))));
    case Opcode::fcos_mdg:
        return widened(b, b.fcos(to_float32(b, multiply(b, s[0], b.imm_float(kPi, 64)))));
    default: return nullptr;
    }
}

SsaDef* flush_denormal(Builder& b, const Operand& x) {
    SsaDef* hidden_bit = bits(b, kHiddenBit);
    SsaDef* is_denormal = b.ult(magnitude_of(b, x), hidden_bit);
    return b.bcsel(is_denormal, sign_of(b, x), x);
}

} // namespace

bool lower_doubles(Shader& shader, const LowerDoublesOptions& options) {
    const bool flushes = shader.info.float_controls.flush_denormals_64;
    return rewrite_alu<Builder>(shader, [&](Builder& b, AluInstruction& alu) -> SsaDef* {
        if (!computes_doubles(alu)) {
            return nullptr;
        }
        SsaDef* result = compound(b, alu);
        if (result == nullptr && options.arithmetic) {
            result = arithmetic(b, alu);
        }
        const bool makes_double = is_float(alu.info().output_type, alu.unsized_bit_size());
        return result != nullptr && flushes && makes_double ? flush_denormal(b, result) : result;
    });
}

} // namespace jacquard::nir
