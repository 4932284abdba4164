#include <jacquard/passes/lower_float_division.h>
#include <jacquard/passes/rewrite_alu.h>

namespace jacquard::nir {

namespace {

SsaDef* quotient(Builder& b, const Operand& x, const Operand& y) {
    return b.fmul(x, b.frcp(y));
}

// x - y * q
SsaDef* remainder(Builder& b, const Operand& x, const Operand& y, SsaDef* q) {
    return b.fadd(x, b.fneg(b.fmul(y, q)));
}

} // namespace

bool lower_float_division(Shader& shader) {
    return rewrite_alu(shader, [](Builder& b, AluInstruction& alu) -> SsaDef* {
        if (alu.opcode != Opcode::fdiv && alu.opcode != Opcode::fmod &&
            alu.opcode != Opcode::frem) {
            return nullptr;
        }
        const Operand x = operand_of(alu, 0);
        const Operand y = operand_of(alu, 1);
        switch (alu.opcode) {
        case Opcode::fmod: return remainder(b, x, y, b.ffloor(quotient(b, x, y)));
        case Opcode::frem: return remainder(b, x, y, b.ftrunc(quotient(b, x, y)));
        default: return quotient(b, x, y);
        }
    });
}

} // namespace jacquard::nir
