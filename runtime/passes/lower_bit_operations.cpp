#include <jacquard/passes/lower_bit_operations.h>
#include <jacquard/passes/rewrite_alu.h>

namespace jacquard::nir {

namespace {

constexpr int kWidth = 32;

SsaDef* shift_right(Builder& b, bool is_signed, const Operand& value, const Operand& count) {
    return is_signed ? b.ishr(value, count) : b.ushr(value, count);
}

// The field at the top of the word by a shift to the left, then down again, which brings zeros or
// copies of its sign.
SsaDef* field(Builder& b, bool is_signed, const Operand& value, const Operand& offset,
              const Operand& count) {
    SsaDef* above = b.isub(b.imm_int(kWidth), count);
    return shift_right(b, is_signed, b.ishl(value, b.isub(above, offset)), above);
}

SsaDef* modulo_width(Builder& b, const Operand& count) {
    return b.iand(count, b.imm_int(kWidth - 1));
}

SsaDef* extract_modulo(Builder& b, bool is_signed, const AluInstruction& alu) {
    const Operand value = operand_of(alu, 0);
    SsaDef* offset = modulo_width(b, operand_of(alu, 1));
    SsaDef* count = modulo_width(b, operand_of(alu, 2));
    SsaDef* fits = b.ilt(b.iadd(offset, count), b.imm_int(kWidth));
    SsaDef* result = b.bcsel(fits, field(b, is_signed, value, offset, count),
                             shift_right(b, is_signed, value, offset));
    SsaDef* zero = b.imm_int(0);
    return b.bcsel(b.ieq(count, zero), zero, result);
}

// False where offset and count leave the word; a count of 0 is left to the caller.
SsaDef* is_inside(Builder& b, const Operand& offset, const Operand& count) {
    // Both are at most 32 as unsigned numbers, so their sum does not wrap.
    SsaDef* width = b.imm_int(kWidth);
    SsaDef* sum_fits = b.uge(width, b.iadd(b.umin(offset, width), b.umin(count, width)));
    SsaDef* parts_fit = b.iand(b.ult(offset, width), b.uge(width, count));
    return b.iand(sum_fits, parts_fit);
}

SsaDef* extract_inside(Builder& b, bool is_signed, const AluInstruction& alu) {
    const Operand offset = operand_of(alu, 1);
    const Operand count = operand_of(alu, 2);
    SsaDef* zero = b.imm_int(0);
    SsaDef* good = b.iand(is_inside(b, offset, count), b.ine(count, zero));
    return b.bcsel(good, field(b, is_signed, operand_of(alu, 0), offset, count), zero);
}

// The low `count` bits set, for a count from 0 to 31.
SsaDef* low_ones(Builder& b, const Operand& count) {
    return b.iadd(b.ishl(b.imm_int(1), count), b.imm_int(-1));
}

SsaDef* under_mask(Builder& b, SsaDef* mask, SsaDef* inside, const Operand& outside) {
    return b.ior(b.iand(inside, mask), b.iand(outside, b.inot(mask)));
}

SsaDef* insert_inside(Builder& b, const AluInstruction& alu) {
    const Operand base = operand_of(alu, 0);
    const Operand offset = operand_of(alu, 2);
    const Operand count = operand_of(alu, 3);
    SsaDef* all = b.ieq(count, b.imm_int(kWidth));
    SsaDef* ones = b.bcsel(all, b.imm_int(-1), low_ones(b, count));
    SsaDef* mask = b.ishl(ones, offset);
    SsaDef* inserted = under_mask(b, mask, b.ishl(operand_of(alu, 1), offset), base);
    SsaDef* zero = b.imm_int(0);
    SsaDef* result = b.bcsel(is_inside(b, offset, count), inserted, zero);
    return b.bcsel(b.ieq(count, zero), b.whole(base), result);
}

SsaDef* insert_under_mask(Builder& b, const AluInstruction& alu) {
    const Operand base = operand_of(alu, 2);
    SsaDef* mask = b.whole(operand_of(alu, 0));
    SsaDef* shifted = b.ishl(operand_of(alu, 1), b.find_lsb(mask));
    return b.bcsel(b.ieq(mask, b.imm_int(0)), b.whole(base), under_mask(b, mask, shifted, base));
}

} // namespace

bool lower_bit_operations(Shader& shader) {
    return rewrite_alu(shader, [](Builder& b, AluInstruction& alu) -> SsaDef* {
        switch (alu.opcode) {
        case Opcode::ubfe: return extract_modulo(b, false, alu);
        case Opcode::ibfe: return extract_modulo(b, true, alu);
        case Opcode::ubitfield_extract: return extract_inside(b, false, alu);
        case Opcode::ibitfield_extract: return extract_inside(b, true, alu);
        case Opcode::bitfield_insert: return insert_inside(b, alu);
        case Opcode::bfi: return insert_under_mask(b, alu);
        case Opcode::bfm:
            return b.ishl(low_ones(b, modulo_width(b, operand_of(alu, 0))),
                          modulo_width(b, operand_of(alu, 1)));
        default: return nullptr;
        }
    });
}

} // namespace jacquard::nir
