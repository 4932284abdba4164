#include <jacquard/passes/arithmetic/lower_int64/wide.h>
#include <jacquard/passes/util/crossing_bits.h>
#include <jacquard/passes/util/rewrite_alu.h>

#include <array>

namespace jacquard::nir::int64 {

namespace {

// The components of `inner`, which is an operand of what `outer` reads, that `outer` reads.
Operand composed(const Operand& inner, const Operand& outer) {
    Operand result = outer;
    result.value = inner.value;
    for (unsigned i = 0; i < outer.num_components; ++i) {
        result.swizzle[i] = inner.swizzle[outer.swizzle[i]];
    }
    return result;
}

SsaDef* constant_words(Builder& b, const Operand& value, std::span<const ConstantValue> constants,
                       unsigned shift) {
    std::array<ConstantValue, kMaxComponents> words;
    for (unsigned i = 0; i < value.num_components; ++i) {
        words[i] = constant_from_bits(constants[value.swizzle[i]].u64 >> shift, 32);
    }
    return b.constant(32, std::span<const ConstantValue>(words.data(), value.num_components));
}

SsaDef* is_past_word(Builder& b, const Operand& count) {
    SsaDef* zero = b.imm_int(0);
    return b.ine(b.iand(count, b.imm_int(32)), zero);
}

// The whole product of two words.
Wide product(Builder& b, const Operand& x, const Operand& y) {
    return {b.imul(x, y), b.umul_high(x, y)};
}

} // namespace

Wide unpack(Builder& b, const Operand& value) {
    const std::span<const ConstantValue> constants = constant_components(*value.value);
    if (!constants.empty()) {
        return {constant_words(b, value, constants, 0), constant_words(b, value, constants, 32)};
    }
    if (const auto* packing = value.value->instruction->as<AluInstruction>();
        packing != nullptr && packing->opcode == Opcode::pack_64_2x32_split) {
        return {composed(operand_of(*packing, 0), value), composed(operand_of(*packing, 1), value)};
    }
    return {b.unpack_64_2x32_split_x(value), b.unpack_64_2x32_split_y(value)};
}

SsaDef* pack(Builder& b, const Wide& value) {
    return b.pack_64_2x32_split(value.low, value.high);
}

Wide from_signed(Builder& b, const Operand& value) {
    return {value, b.ishr(value, b.imm_int(31))};
}

Wide from_unsigned(Builder& b, const Operand& value) {
    return {value, b.spread(b.imm_int(0), value.num_components)};
}

Wide add(Builder& b, const Wide& x, const Wide& y) {
    SsaDef* low = b.iadd(x.low, y.low);
    SsaDef* carry = b.b2i32(b.ult(low, x.low));
    return {low, b.iadd(b.iadd(x.high, y.high), carry)};
}

Wide subtract(Builder& b, const Wide& x, const Wide& y) {
    SsaDef* borrow = b.b2i32(b.ult(x.low, y.low));
    return {b.isub(x.low, y.low), b.isub(b.isub(x.high, y.high), borrow)};
}

Wide negate(Builder& b, const Wide& x) {
    SsaDef* borrow = b.b2i32(b.ine(x.low, b.imm_int(0)));
    return {b.ineg(x.low), b.isub(b.ineg(x.high), borrow)};
}

Wide multiply(Builder& b, const Wide& x, const Wide& y) {
    const Wide low = product(b, x.low, y.low);
    SsaDef* product = b.imul(x.high, y.low);
    SsaDef* crossed = b.iadd(b.imul(x.low, y.high), product);
    return {low.low, b.iadd(low.high, crossed)};
}

// (xh·B + xl)(yh·B + yl) = xh·yh·B² + (xh·yl + xl·yh)·B + xl·yl, B = 2^32. No sum of a product and
// one or two words leaves 64 bits: (B-1)² + 2(B-1) = B² - 1.
Wide multiply_high_unsigned(Builder& b, const Wide& x, const Wide& y) {
    const Operand carried = b.umul_high(x.low, y.low);
    const Wide first_carry = from_unsigned(b, carried);
    const Wide middle = add(b, product(b, x.high, y.low), first_carry);
    const Wide low_carry = from_unsigned(b, middle.low);
    const Wide other = add(b, product(b, x.low, y.high), low_carry);
    const Wide high_carry = from_unsigned(b, middle.high);
    const Wide top = add(b, product(b, x.high, y.high), high_carry);
    return add(b, top, from_unsigned(b, other.high));
}

// Reading a negative x as unsigned adds 2^64 to it, so y too much in the high half; the same for y.
Wide multiply_high_signed(Builder& b, const Wide& x, const Wide& y) {
    const Wide zero = from_unsigned(b, b.spread(b.imm_int(0), x.low.num_components));
    const Wide by_y = select(b, is_negative(b, y), x, zero);
    const Wide excess = add(b, select(b, is_negative(b, x), y, zero), by_y);
    return subtract(b, multiply_high_unsigned(b, x, y), excess);
}

// Shifts of words take counts modulo 32. The bits that cross from one word to the other move by one
// and then by 31 less the count, so that none cross for a count of 0.
Wide shift_left(Builder& b, const Wide& x, const Operand& count) {
    SsaDef* crossing = bits_crossing_left(b, x.low, count);
    SsaDef* low = b.ishl(x.low, count);
    SsaDef* high = b.ior(b.ishl(x.high, count), crossing);
    SsaDef* past = is_past_word(b, count);
    return {b.bcsel(past, b.imm_int(0), low), b.bcsel(past, low, high)};
}

Wide shift_right(Builder& b, bool is_signed, const Wide& x, const Operand& count) {
    SsaDef* complement = b.inot(count);
    SsaDef* crossing = b.ishl(b.ishl(x.high, b.imm_int(1)), complement);
    SsaDef* low = b.ior(b.ushr(x.low, count), crossing);
    SsaDef* high = is_signed ? b.ishr(x.high, count) : b.ushr(x.high, count);
    SsaDef* fill = is_signed ? b.ishr(x.high, b.imm_int(31)) : b.imm_int(0);
    SsaDef* past = is_past_word(b, count);
    return {b.bcsel(past, high, low), b.bcsel(past, fill, high)};
}

SsaDef* is_equal(Builder& b, const Wide& x, const Wide& y) {
    SsaDef* zero = b.imm_int(0);
    SsaDef* changed = b.ixor(x.high, y.high);
    return b.ieq(b.ior(b.ixor(x.low, y.low), changed), zero);
}

SsaDef* is_less(Builder& b, bool is_signed, const Wide& x, const Wide& y) {
    SsaDef* high_less = is_signed ? b.ilt(x.high, y.high) : b.ult(x.high, y.high);
    SsaDef* low_less = b.ult(x.low, y.low);
    return b.ior(high_less, b.iand(b.ieq(x.high, y.high), low_less));
}

SsaDef* is_negative(Builder& b, const Wide& x) {
    return b.ilt(x.high, b.imm_int(0));
}

SsaDef* is_zero(Builder& b, const Wide& x) {
    SsaDef* zero = b.imm_int(0);
    return b.ieq(b.ior(x.low, x.high), zero);
}

Wide select(Builder& b, const Operand& condition, const Wide& x, const Wide& y) {
    return {b.bcsel(condition, x.low, y.low), b.bcsel(condition, x.high, y.high)};
}

Wide magnitude(Builder& b, const Wide& x) {
    return negate_where(b, is_negative(b, x), x);
}

Wide negate_where(Builder& b, SsaDef* condition, const Wide& x) {
    return select(b, condition, negate(b, x), x);
}

SsaDef* highest_one(Builder& b, const Wide& x) {
    SsaDef* thirty_two = b.imm_int(32);
    SsaDef* in_high = b.iadd(b.ufind_msb(x.high), thirty_two);
    SsaDef* highest = b.ufind_msb(x.low);
    return b.bcsel(b.ieq(x.high, b.imm_int(0)), highest, in_high);
}

} // namespace jacquard::nir::int64
