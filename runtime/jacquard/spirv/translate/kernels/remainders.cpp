#include <jacquard/nir/build/builder.h>
#include <jacquard/spirv/translate/kernels/remainders.h>
#include <jacquard/spirv/translate/pointers/memory.h>
#include <jacquard/spirv/translate/pointers/pointers.h>
#include <jacquard/spirv/translate/values/values.h>

#include <vector>

namespace jacquard::spirv {

namespace {

constexpr std::int64_t kFractionBits = 23;
constexpr std::int64_t kImplicitBit = std::int64_t{1} << kFractionBits;
constexpr std::int64_t kSignBit = std::int64_t{1} << 31;
constexpr std::int64_t kInfinity = 0x7f800000;
constexpr std::int64_t kNan = 0x7fc00000;
constexpr std::int64_t kStepBits = 8;        // so many bits and a significand fit a word
constexpr std::int64_t kQuotientMask = 0x7f; // what remquo gives

} // namespace

// A denormal is made normal, with an exponent that may be negative.
Remainders::Parts Remainders::parts_of(SsaDef* bits) {
    nir::Builder at(b());
    SsaDef* magnitude = at.iand(bits, at.imm_int(kSignBit - 1));
    SsaDef* exponent = at.ushr(magnitude, at.imm_int(kFractionBits));
    SsaDef* fraction = at.iand(magnitude, at.imm_int(kImplicitBit - 1));
    SsaDef* is_small = at.ieq(exponent, at.imm_int(0));
    SsaDef* highest = at.ufind_msb(magnitude);
    SsaDef* shift = at.isub(at.imm_int(kFractionBits), highest);
    SsaDef* large = at.ior(fraction, at.imm_int(kImplicitBit));
    SsaDef* significand = at.bcsel(is_small, at.ishl(magnitude, shift), large);
    SsaDef* small_exponent = at.isub(at.imm_int(1), shift);
    return {magnitude, significand, at.bcsel(is_small, small_exponent, exponent)};
}

// The rest is shifted by so many bits more, none where there are less than none.
Remainders::Division Remainders::divided(SsaDef* rest, SsaDef* divisor, SsaDef* bits) {
    const nir::Type* word = shader().scalar_type({nir::BaseType::uint_type, 32});
    nir::Variable* left = shader().add_local(context().function(), word, "bits");
    nir::Variable* remains = shader().add_local(context().function(), word, "rest");
    nir::Variable* result = shader().add_local(context().function(), word, "quotient");
    const auto store = [&](nir::Variable* to, SsaDef* made) {
        b().store_deref(b().deref_var(to), made);
    };
    const auto divide = [&](SsaDef* value, SsaDef* higher) {
        SsaDef* quotient = nir::Builder(b()).udiv(value, divisor);
        store(remains, b().isub(value, b().imul(quotient, divisor)));
        store(result, b().ior(higher, quotient));
    };
    divide(rest, b().imm_int(0));
    store(left, bits);
    nir::LoopNode* loop = b().push_loop();
    SsaDef* count = b().load_deref(b().deref_var(left));
    nir::IfNode* end = b().push_if(b().ige(b().imm_int(0), count));
    b().jump(nir::JumpKind::break_loop);
    b().pop_if(end);
    SsaDef* step = b().umin(count, b().imm_int(kStepBits));
    SsaDef* value = b().ishl(b().load_deref(b().deref_var(remains)), step);
    divide(value, b().ishl(b().load_deref(b().deref_var(result)), step));
    store(left, b().isub(count, step));
    b().pop_loop(loop);
    SsaDef* last = b().load_deref(b().deref_var(remains));
    return {last, b().load_deref(b().deref_var(result))};
}

// The bits of the positive float.
nir::SsaDef* Remainders::assembled(SsaDef* significand, SsaDef* exponent) {
    nir::Builder at(b());
    SsaDef* zero = at.imm_int(0);
    SsaDef* highest = at.ufind_msb(significand);
    SsaDef* shift = at.isub(at.imm_int(kFractionBits), highest);
    SsaDef* own = at.isub(exponent, shift);
    SsaDef* fraction_bits = at.imm_int(kImplicitBit - 1);
    SsaDef* fraction = at.iand(at.ishl(significand, shift), fraction_bits);
    SsaDef* normal = at.ior(fraction, at.ishl(own, at.imm_int(kFractionBits)));
    SsaDef* up = at.isub(exponent, at.imm_int(1));
    SsaDef* down = at.isub(at.imm_int(1), exponent);
    SsaDef* shifted_up = at.ishl(significand, up);
    SsaDef* shifted_down = at.ushr(significand, at.umin(down, at.imm_int(31)));
    SsaDef* denormal = at.bcsel(at.ilt(up, zero), shifted_down, shifted_up);
    SsaDef* bits = at.bcsel(at.ilt(zero, own), normal, denormal);
    return at.bcsel(at.ieq(significand, zero), zero, bits);
}

Remainders::Division Remainders::remainder_of(SsaDef* x, SsaDef* y, bool is_nearest) {
    const Parts of_x = parts_of(x);
    const Parts of_y = parts_of(y);
    SsaDef* bits = b().isub(of_x.exponent, of_y.exponent);
    const Division division = divided(of_x.significand, of_y.significand, bits);
    nir::Builder at(b());
    SsaDef* zero = at.imm_int(0);
    SsaDef* is_smaller = at.ilt(bits, zero); // x, by its exponent
    SsaDef* rest = at.bcsel(is_smaller, of_x.significand, division.rest);
    SsaDef* quotient = at.bcsel(is_smaller, zero, division.quotient);
    SsaDef* exponent = at.bcsel(is_smaller, of_x.exponent, of_y.exponent);
    SsaDef* sign = at.iand(x, at.imm_int(kSignBit));
    if (is_nearest) {
        SsaDef* minus_one = at.imm_int(-1);
        SsaDef* one = at.imm_int(1);
        SsaDef* doubled = at.ishl(of_y.significand, one);
        SsaDef* divisor = at.bcsel(at.ieq(bits, minus_one), doubled, of_y.significand);
        SsaDef* twice = at.ishl(rest, one);
        SsaDef* is_odd = at.ine(at.iand(quotient, one), zero);
        SsaDef* is_half = at.iand(at.ieq(twice, divisor), is_odd);
        SsaDef* is_up = at.ior(at.ult(divisor, twice), is_half);
        is_up = at.iand(is_up, at.ige(bits, minus_one));
        is_up = at.iand(is_up, at.ult(of_y.magnitude, at.imm_int(kInfinity)));
        rest = at.bcsel(is_up, at.isub(divisor, rest), rest);
        SsaDef* other_sign = at.ixor(sign, at.imm_int(kSignBit));
        sign = at.bcsel(is_up, other_sign, sign);
        quotient = at.bcsel(is_up, at.iadd(quotient, one), quotient);
    }
    SsaDef* made = at.ior(assembled(rest, exponent), sign);
    SsaDef* infinity = at.imm_int(kInfinity);
    SsaDef* is_endless = at.uge(of_x.magnitude, infinity);
    SsaDef* is_nothing = at.ior(at.ieq(of_y.magnitude, zero), is_endless);
    is_nothing = at.ior(is_nothing, at.ult(infinity, of_y.magnitude));
    SsaDef* last = at.iand(quotient, at.imm_int(kQuotientMask));
    SsaDef* is_negative = at.ilt(at.ixor(x, y), zero);
    last = at.bcsel(is_negative, at.ineg(last), last);
    SsaDef* none = at.imm_int(kNan);
    return {at.bcsel(is_nothing, none, made), at.bcsel(is_nothing, zero, last)};
}

void Remainders::translate_remainder() {
    SsaDef* x = values_.operand_def(0);
    SsaDef* y = values_.operand_def(1);
    if (x->bit_size != y->bit_size || x->num_components != y->num_components) {
        malformed("its operands are not of its type");
    }
    if (x->bit_size == 64 || x->bit_size == 8 || x->bit_size == 1) {
        unsupported("remainders of floats of 64 bits are");
    }
    const bool is_half = x->bit_size == 16;
    std::vector<nir::Operand> rests;
    std::vector<nir::Operand> quotients;
    for (unsigned c = 0; c < x->num_components; ++c) {
        SsaDef* dividend = b().whole(nir::channel(x, c));
        SsaDef* divisor = b().whole(nir::channel(y, c));
        dividend = is_half ? b().f2f32(dividend) : dividend;
        divisor = is_half ? b().f2f32(divisor) : divisor;
        const Division made =
            remainder_of(dividend, divisor, now().info->has(HandlingFlag::nearest));
        rests.emplace_back(is_half ? nir::Builder(b()).f2f16(made.rest) : made.rest);
        quotients.emplace_back(made.quotient);
    }
    if (now().words.size() > 2) {
        const Pointer& to = pointers_.pointer(word(2));
        memory_.store(to, values_.made(*to.pointee, b().vec(quotients)), nir::Access::nothing);
    }
    values_.define(b().vec(rests));
}

} // namespace jacquard::spirv
