#pragma once

#include <jacquard/nir/build/core_builder.h>
#include <jacquard/passes/util/each.h>

namespace jacquard::nir {

// Source `i` of an instruction as an operand for a builder: the components it reads.
[[nodiscard]] inline Operand operand_of(const AluInstruction& alu, unsigned i) {
    const AluSource& source = alu.sources()[i];
    Operand operand;
    operand.value = source.ssa;
    operand.num_components = static_cast<std::uint8_t>(alu.source_components(i));
    operand.swizzle = source.swizzle;
    return operand;
}

// Calls rewrite(builder, AluInstruction&) for every ALU instruction, in order. Where a value comes
// back, it takes the place of the instruction, which goes. The builder stands before the
// instruction and gives what it makes the same exactness and precision; what it makes is not
// visited. True when something was replaced.
template <typename BuilderType = CoreBuilder, typename Rewrite>
bool rewrite_alu(Shader& shader, Rewrite&& rewrite) {
    return change_instructions<AluInstruction>(shader, [&](AluInstruction& alu) {
        BuilderType builder(shader, Cursor::before_instruction(&alu));
        builder.exact = alu.exact;
        builder.relaxed = alu.value.relaxed;
        SsaDef* replacement = rewrite(builder, alu);
        if (replacement == nullptr) {
            return false;
        }
        alu.value.rewrite_uses(replacement);
        alu.remove();
        return true;
    });
}

} // namespace jacquard::nir
