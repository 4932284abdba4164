#include <jacquard/passes/fuse_multiply_add.h>
#include <jacquard/passes/rewrite_alu.h>

namespace jacquard::nir {

namespace {

// The operand of an operand: what component i of `outer` reads through an instruction whose source
// is `inner`.
Operand through(const Operand& outer, const Operand& inner) {
    Operand result;
    result.value = inner.value;
    result.num_components = outer.num_components;
    for (unsigned i = 0; i < outer.num_components; ++i) {
        result.swizzle[i] = inner.swizzle[outer.swizzle[i]];
    }
    return result;
}

AluInstruction* single_use(const Operand& operand, Opcode opcode) {
    auto* alu = operand.value->instruction->as<AluInstruction>();
    return alu != nullptr && alu->opcode == opcode && !alu->exact && operand.value->has_one_use()
               ? alu
               : nullptr;
}

SsaDef* fuse(Builder& b, const Operand& product_source, const Operand& addend) {
    Operand product = product_source;
    AluInstruction* negation = single_use(product, Opcode::fneg);
    if (negation != nullptr) {
        product = through(product, operand_of(*negation, 0));
    }
    AluInstruction* multiply = single_use(product, Opcode::fmul);
    if (multiply == nullptr) {
        return nullptr;
    }
    Operand x = through(product, operand_of(*multiply, 0));
    const Operand y = through(product, operand_of(*multiply, 1));
    if (negation != nullptr) {
        x = b.fneg(x);
    }
    return b.ffma(x, y, addend);
}

} // namespace

bool fuse_multiply_add(Shader& shader) {
    return rewrite_alu(shader, [](Builder& b, AluInstruction& alu) -> SsaDef* {
        if (alu.opcode != Opcode::fadd || alu.exact) {
            return nullptr;
        }
        const Operand x = operand_of(alu, 0);
        const Operand y = operand_of(alu, 1);
        SsaDef* fused = fuse(b, y, x);
        return fused != nullptr ? fused : fuse(b, x, y);
    });
}

} // namespace jacquard::nir
