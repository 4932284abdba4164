#include <jacquard/passes/lower_multiply_high.h>
#include <jacquard/passes/rewrite_alu.h>

namespace jacquard::nir {

namespace {

// The schoolbook product of two numbers of two halves each:
//
//   (xh·B + xl)(yh·B + yl) = xh·yh·B² + (xh·yl + xl·yh)·B + xl·yl,  B = 2^half
//
// No sum below overflows: a product of halves is at most (B-1)², and (B-1)² + (B-1) < B².
SsaDef* unsigned_high(Builder& b, const Operand& x, const Operand& y) {
    const unsigned bits = x.value->bit_size;
    SsaDef* half = b.imm_int(bits / 2);
    SsaDef* mask = b.imm_bits((std::uint64_t{1} << (bits / 2)) - 1, bits);
    SsaDef* x_low = b.iand(x, mask);
    SsaDef* y_low = b.iand(y, mask);
    SsaDef* x_high = b.ushr(x, half);
    SsaDef* y_high = b.ushr(y, half);
    SsaDef* carry = b.ushr(b.imul(x_low, y_low), half);
    SsaDef* middle = b.iadd(b.imul(x_high, y_low), carry);
    SsaDef* low_middle = b.iadd(b.imul(x_low, y_high), b.iand(middle, mask));
    return b.iadd(b.iadd(b.imul(x_high, y_high), b.ushr(middle, half)), b.ushr(low_middle, half));
}

// Reading a negative x as unsigned adds 2^bits to it, so y too much in the high half; the same for
// y.
SsaDef* signed_high(Builder& b, const Operand& x, const Operand& y) {
    SsaDef* sign_bit = b.imm_int(x.value->bit_size - 1);
    SsaDef* excess = b.iadd(b.iand(b.ishr(x, sign_bit), y), b.iand(b.ishr(y, sign_bit), x));
    return b.iadd(unsigned_high(b, x, y), b.ineg(excess));
}

} // namespace

bool lower_multiply_high(Shader& shader) {
    return rewrite_alu(shader, [](Builder& b, AluInstruction& alu) -> SsaDef* {
        const bool is_signed = alu.opcode == Opcode::imul_high;
        if ((!is_signed && alu.opcode != Opcode::umul_high) || alu.value.bit_size > 32) {
            return nullptr;
        }
        // Numbers of one bit have no halves; their products, 0 and 1, need no second bit.
        if (alu.value.bit_size == 1) {
            return b.spread(b.imm_bool(false), alu.value.num_components);
        }
        const Operand x = operand_of(alu, 0);
        const Operand y = operand_of(alu, 1);
        return is_signed ? signed_high(b, x, y) : unsigned_high(b, x, y);
    });
}

} // namespace jacquard::nir
