#include <jacquard/passes/boolean_forms.h>
#include <jacquard/passes/int_widths.h>
#include <jacquard/passes/lower_integer_compounds.h>
#include <jacquard/passes/rewrite_alu.h>

#include <algorithm>

namespace jacquard::nir {

namespace {

using Options = LowerIntegerCompoundsOptions;

SsaDef* sign_mask(Builder& b, const Operand& value) {
    return b.ishr(value, b.imm_int(value.value->bit_size - 1));
}

SsaDef* shift_right(Builder& b, bool is_signed, const Operand& value, SsaDef* count) {
    return is_signed ? b.ishr(value, count) : b.ushr(value, count);
}

SsaDef* carry(Builder& b, const Operand& x, const Operand& y) {
    return bool_to_int(b, b.ult(b.iadd(x, y), x), x.value->bit_size);
}

SsaDef* unsigned_sum(Builder& b, const Operand& x, const Operand& y) {
    SsaDef* sum = b.iadd(x, y);
    return b.bcsel(b.ult(sum, x), b.imm_int(-1, x.value->bit_size), sum);
}

SsaDef* unsigned_difference(Builder& b, const Operand& x, const Operand& y) {
    return b.bcsel(b.ult(x, y), b.imm_int(0, x.value->bit_size), b.isub(x, y));
}

// What leaves the signed range becomes the limit on the side of x.
SsaDef* clamped(Builder& b, const Operand& x, SsaDef* result, SsaDef* leaves_range) {
    const unsigned bits = x.value->bit_size;
    SsaDef* largest = b.imm_bits(mask_of_bits(bits) >> 1, bits);
    SsaDef* limit = b.ixor(sign_mask(b, x), largest);
    return b.bcsel(b.ilt(leaves_range, b.imm_int(0, bits)), limit, result);
}

// The sign of a sum is wrong where both summands have the other one.
SsaDef* signed_sum(Builder& b, const Operand& x, const Operand& y) {
    SsaDef* sum = b.iadd(x, y);
    return clamped(b, x, sum, b.iand(b.ixor(x, sum), b.ixor(y, sum)));
}

// That of a difference where the signs differ and it has not that of x.
SsaDef* signed_difference(Builder& b, const Operand& x, const Operand& y) {
    SsaDef* difference = b.isub(x, y);
    return clamped(b, x, difference, b.iand(b.ixor(x, y), b.ixor(x, difference)));
}

// x + y is twice what they share, plus where they differ.
SsaDef* average(Builder& b, bool is_signed, bool rounds_up, const Operand& x, const Operand& y) {
    SsaDef* half = shift_right(b, is_signed, b.ixor(x, y), b.imm_int(1));
    return rounds_up ? b.isub(b.ior(x, y), half) : b.iadd(b.iand(x, y), half);
}

SsaDef* magnitude_of_difference(Builder& b, SsaDef* is_less, const Operand& x, const Operand& y) {
    return b.bcsel(is_less, b.isub(y, x), b.isub(x, y));
}

SsaDef* rotate(Builder& b, bool left, const Operand& x, const Operand& count) {
    SsaDef* back = b.ineg(count);
    return left ? b.ior(b.ishl(x, count), b.ushr(x, back))
                : b.ior(b.ushr(x, count), b.ishl(x, back));
}

SsaDef* test_bit(Builder& b, const AluInstruction& alu, bool wanted) {
    const Operand x = operand_of(alu, 0);
    const unsigned bits = x.value->bit_size;
    SsaDef* bit = b.iand(b.ushr(x, operand_of(alu, 1)), b.imm_int(1, bits));
    SsaDef* zero = b.imm_int(0, bits);
    return widen_bool(b, wanted ? b.ine(bit, zero) : b.ieq(bit, zero), alu.value.bit_size);
}

// The part of a value that an operand numbers. Numbers past the last part read zeros or the sign.
struct Part {
    Builder& b;
    Operand value;
    unsigned bit_size; // of the value
    unsigned width;    // of a part
    SsaDef* is_inside;
    SsaDef* offset; // in bits, when inside

    Part(Builder& builder, const AluInstruction& alu, unsigned part_width)
        : b(builder), value(operand_of(alu, 0)), bit_size(alu.value.bit_size),
          width(std::min(part_width, bit_size)) {
        const Operand number = operand_of(alu, 1);
        is_inside = b.uge(b.imm_int((bit_size - 1) / part_width, bit_size), number);
        offset = b.imul(zero_extend(b, number, 32), b.imm_int(part_width));
    }
    SsaDef* mask() { return b.imm_bits(mask_of_bits(width), bit_size); }

    SsaDef* extract_unsigned() {
        return b.bcsel(is_inside, b.iand(b.ushr(value, offset), mask()), b.imm_int(0, bit_size));
    }
    SsaDef* extract_signed() {
        SsaDef* unused = b.imm_int(bit_size - width);
        SsaDef* top = b.ishl(value, b.isub(unused, offset));
        return b.bcsel(is_inside, b.ishr(top, unused), sign_mask(b, value));
    }
    SsaDef* insert() {
        return b.bcsel(is_inside, b.ishl(b.iand(value, mask()), offset), b.imm_int(0, bit_size));
    }
};

SsaDef* wide_product(Builder& b, bool is_signed, const Operand& x, const Operand& y) {
    SsaDef* high = is_signed ? b.imul_high(x, y) : b.umul_high(x, y);
    return b.pack_64_2x32_split(b.imul(x, y), high);
}

// The low bits alone, as a signed or unsigned number.
SsaDef* low_part(Builder& b, bool is_signed, const Operand& value, unsigned width) {
    if (!is_signed) {
        return b.iand(value, b.imm_bits(mask_of_bits(width), 32));
    }
    SsaDef* unused = b.imm_int(32 - width);
    return b.ishr(b.ishl(value, unused), unused);
}

SsaDef* narrow_product(Builder& b, bool is_signed, unsigned width, const AluInstruction& alu) {
    SsaDef* x = low_part(b, is_signed, operand_of(alu, 0), width);
    return b.imul(x, low_part(b, is_signed, operand_of(alu, 1), width));
}

SsaDef* lower_carries(Builder& b, const AluInstruction& alu) {
    const Operand x = operand_of(alu, 0);
    const Operand y = operand_of(alu, 1);
    return alu.opcode == Opcode::uadd_carry ? carry(b, x, y)
                                            : bool_to_int(b, b.ult(x, y), x.value->bit_size);
}

SsaDef* lower_narrow_product(Builder& b, const AluInstruction& alu) {
    switch (alu.opcode) {
    case Opcode::umul_low: return narrow_product(b, false, 16, alu);
    case Opcode::imul24: return narrow_product(b, true, 24, alu);
    case Opcode::umul24: return narrow_product(b, false, 24, alu);
    case Opcode::imul24_relaxed:
    case Opcode::umul24_relaxed: return b.imul(operand_of(alu, 0), operand_of(alu, 1));
    case Opcode::umad24: return b.iadd(narrow_product(b, false, 24, alu), operand_of(alu, 2));
    case Opcode::umad24_relaxed:
        return b.iadd(b.imul(operand_of(alu, 0), operand_of(alu, 1)), operand_of(alu, 2));
    case Opcode::imul_32x16:
        return b.imul(operand_of(alu, 0), low_part(b, true, operand_of(alu, 1), 16));
    case Opcode::umul_32x16:
        return b.imul(operand_of(alu, 0), low_part(b, false, operand_of(alu, 1), 16));
    default: return nullptr;
    }
}

SsaDef* lower_part(Builder& b, const AluInstruction& alu) {
    switch (alu.opcode) {
    case Opcode::extract_u8: return Part(b, alu, 8).extract_unsigned();
    case Opcode::extract_u16: return Part(b, alu, 16).extract_unsigned();
    case Opcode::extract_i8: return Part(b, alu, 8).extract_signed();
    case Opcode::extract_i16: return Part(b, alu, 16).extract_signed();
    case Opcode::insert_u8: return Part(b, alu, 8).insert();
    case Opcode::insert_u16: return Part(b, alu, 16).insert();
    default: return nullptr;
    }
}

SsaDef* lower_two(Builder& b, const AluInstruction& alu, const Options& options) {
    const Operand x = operand_of(alu, 0);
    const Operand y = operand_of(alu, 1);
    switch (alu.opcode) {
    case Opcode::uadd_sat: return options.saturating ? unsigned_sum(b, x, y) : nullptr;
    case Opcode::usub_sat: return options.saturating ? unsigned_difference(b, x, y) : nullptr;
    case Opcode::iadd_sat: return options.saturating ? signed_sum(b, x, y) : nullptr;
    case Opcode::isub_sat: return options.saturating ? signed_difference(b, x, y) : nullptr;
    case Opcode::ihadd: return options.averages ? average(b, true, false, x, y) : nullptr;
    case Opcode::irhadd: return options.averages ? average(b, true, true, x, y) : nullptr;
    case Opcode::uhadd: return options.averages ? average(b, false, false, x, y) : nullptr;
    case Opcode::urhadd: return options.averages ? average(b, false, true, x, y) : nullptr;
    case Opcode::uabs_isub:
        return options.differences ? magnitude_of_difference(b, b.ilt(x, y), x, y) : nullptr;
    case Opcode::uabs_usub:
        return options.differences ? magnitude_of_difference(b, b.ult(x, y), x, y) : nullptr;
    case Opcode::amul: return options.sums ? b.imul(x, y) : nullptr;
    case Opcode::urol: return options.rotations ? rotate(b, true, x, y) : nullptr;
    case Opcode::uror: return options.rotations ? rotate(b, false, x, y) : nullptr;
    case Opcode::imul_2x32_64: return options.wide_products ? wide_product(b, true, x, y) : nullptr;
    case Opcode::umul_2x32_64:
        return options.wide_products ? wide_product(b, false, x, y) : nullptr;
    default: return nullptr;
    }
}

SsaDef* lower(Builder& b, const AluInstruction& alu, const Options& options) {
    switch (with_boolean_width(alu.opcode, 1)) {
    case Opcode::uadd_carry:
    case Opcode::usub_borrow: return options.carries ? lower_carries(b, alu) : nullptr;
    case Opcode::iadd3:
        return options.sums
                   ? b.iadd(b.iadd(operand_of(alu, 0), operand_of(alu, 1)), operand_of(alu, 2))
                   : nullptr;
    case Opcode::imad:
        return options.sums
                   ? b.iadd(b.imul(operand_of(alu, 0), operand_of(alu, 1)), operand_of(alu, 2))
                   : nullptr;
    case Opcode::isign: {
        const unsigned bits = alu.value.bit_size;
        return options.signs
                   ? b.imin(b.imax(operand_of(alu, 0), b.imm_int(-1, bits)), b.imm_int(1, bits))
                   : nullptr;
    }
    case Opcode::shfr:
        return options.rotations ? b.ior(b.ishl(operand_of(alu, 0), b.ineg(operand_of(alu, 2))),
                                         b.ushr(operand_of(alu, 1), operand_of(alu, 2)))
                                 : nullptr;
    case Opcode::bitfield_select: {
        const Operand mask = operand_of(alu, 0);
        return options.selections ? b.ior(b.iand(mask, operand_of(alu, 1)),
                                          b.iand(b.inot(mask), operand_of(alu, 2)))
                                  : nullptr;
    }
    case Opcode::bitnz: return options.selections ? test_bit(b, alu, true) : nullptr;
    case Opcode::bitz: return options.selections ? test_bit(b, alu, false) : nullptr;
    default: break;
    }
    SsaDef* value = options.parts ? lower_part(b, alu) : nullptr;
    value = value == nullptr && options.narrow_products ? lower_narrow_product(b, alu) : value;
    return value == nullptr && alu.num_sources == 2 ? lower_two(b, alu, options) : value;
}

} // namespace

bool lower_integer_compounds(Shader& shader, const LowerIntegerCompoundsOptions& options) {
    return rewrite_alu(shader, [&](Builder& b, AluInstruction& alu) -> SsaDef* {
        const unsigned width = alu.num_sources != 0 ? alu.first_source[0].ssa->bit_size : 0;
        return width > 1 && (options.bit_sizes & width) != 0 ? lower(b, alu, options) : nullptr;
    });
}

} // namespace jacquard::nir
