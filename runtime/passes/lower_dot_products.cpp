#include <jacquard/passes/lower_dot_products.h>
#include <jacquard/passes/rewrite_alu.h>

#include <optional>

namespace jacquard::nir {

namespace {

struct DotProduct {
    unsigned width; // of a part
    bool x_signed;
    bool y_signed;
    bool saturates;
};

std::optional<DotProduct> dot_product(Opcode opcode) {
    switch (opcode) {
    case Opcode::sdot_4x8_iadd: return DotProduct{8, true, true, false};
    case Opcode::sdot_4x8_iadd_sat: return DotProduct{8, true, true, true};
    case Opcode::udot_4x8_uadd: return DotProduct{8, false, false, false};
    case Opcode::udot_4x8_uadd_sat: return DotProduct{8, false, false, true};
    case Opcode::sudot_4x8_iadd: return DotProduct{8, true, false, false};
    case Opcode::sudot_4x8_iadd_sat: return DotProduct{8, true, false, true};
    case Opcode::sdot_2x16_iadd: return DotProduct{16, true, true, false};
    case Opcode::sdot_2x16_iadd_sat: return DotProduct{16, true, true, true};
    case Opcode::udot_2x16_uadd: return DotProduct{16, false, false, false};
    case Opcode::udot_2x16_uadd_sat: return DotProduct{16, false, false, true};
    default: return std::nullopt;
    }
}

SsaDef* part(Builder& b, const Operand& word, unsigned i, unsigned width, bool is_signed) {
    SsaDef* top = b.ishl(word, b.imm_int(32 - width * (i + 1)));
    SsaDef* down = b.imm_int(32 - width);
    return is_signed ? b.ishr(top, down) : b.ushr(top, down);
}

// Only two products of the least half words, 2^30 each, leave the signed range; what is added then
// either leaves it further or comes back from there.
SsaDef* saturating_sum_of_halves(Builder& b, SsaDef* products, const Operand& addend) {
    SsaDef* past = b.ieq(products, b.imm_bits(0x80000000U, 32));
    SsaDef* back =
        b.bcsel(b.ilt(addend, b.imm_int(0)), b.iadd(products, addend), b.imm_int(0x7fffffff));
    return b.bcsel(past, back, b.iadd_sat(products, addend));
}

// What is added counts as signed, and a sum below zero as one that is too large. `carry` says
// whether the products themselves are 2^32 more than their sum.
SsaDef* saturating_unsigned_sum(Builder& b, SsaDef* products, SsaDef* carry,
                                const Operand& addend) {
    SsaDef* sum = b.iadd(products, addend);
    SsaDef* passes_up = b.ior(carry, b.ult(sum, products));
    // Taken away from 2^32 more, what is more than the rest leads back into the range.
    SsaDef* stays_positive = b.uge(products, b.ineg(addend));
    SsaDef* leaves = b.inot(b.ixor(carry, stays_positive));
    SsaDef* saturates = b.bcsel(b.ilt(addend, b.imm_int(0)), leaves, passes_up);
    return b.bcsel(saturates, b.imm_int(-1), sum);
}

SsaDef* lower(Builder& b, const AluInstruction& alu, const DotProduct& dot) {
    SsaDef* sum = nullptr;
    SsaDef* carry = b.imm_bool(false);
    for (unsigned i = 0; i < 32 / dot.width; ++i) {
        SsaDef* x = part(b, operand_of(alu, 0), i, dot.width, dot.x_signed);
        SsaDef* product = b.imul(x, part(b, operand_of(alu, 1), i, dot.width, dot.y_signed));
        sum = sum == nullptr ? product : b.iadd(sum, product);
        carry = b.ior(carry, b.ult(sum, product));
    }
    const Operand addend = operand_of(alu, 2);
    if (!dot.saturates) {
        return b.iadd(sum, addend);
    }
    if (!dot.x_signed) {
        return saturating_unsigned_sum(b, sum, carry, addend);
    }
    return dot.width == 16 ? saturating_sum_of_halves(b, sum, addend) : b.iadd_sat(sum, addend);
}

} // namespace

bool lower_dot_products(Shader& shader) {
    return rewrite_alu(shader, [](Builder& b, AluInstruction& alu) -> SsaDef* {
        const std::optional<DotProduct> dot = dot_product(alu.opcode);
        return dot ? lower(b, alu, *dot) : nullptr;
    });
}

} // namespace jacquard::nir
