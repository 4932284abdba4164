#include "lowering_facts.h"

#include <jacquard/generated/nir/lowerings.h>
#include <jacquard/generated/nir/rules.h>

#include <algorithm>
#include <bit>

namespace jacquard::nir {

bool is_for(const Lowering& lowering, unsigned width) {
    const RuleNode* found = kRuleNodes + kRules[lowering.rule].first_node;
    const std::uint8_t widths = found[1].widths;
    const OpcodeInfo& info = opcode_info(static_cast<Opcode>(found[0].what));
    return info.width_mask == 0 || (widths >> std::countr_zero(width) & 1) != 0;
}

bool is_lowered_inexactly(Opcode opcode, unsigned width) {
    const std::span<const Lowering> lowerings = lowerings_of(opcode);
    return std::any_of(lowerings.begin(), lowerings.end(), [&](const Lowering& lowering) {
        return kRuleTexts[lowering.rule].rounds_otherwise() && is_for(lowering, width);
    });
}

unsigned num_lowered_inexactly(const Shader& shader) {
    unsigned count = 0;
    for (const Function& function : shader.functions()) {
        for (const Block& block : function.blocks()) {
            for (const Instruction& instruction : block.instructions()) {
                const auto* alu = instruction.as<AluInstruction>();
                const bool found =
                    alu != nullptr && is_lowered_inexactly(alu->opcode, alu->unsized_bit_size());
                count += found ? 1 : 0;
            }
        }
    }
    return count;
}

} // namespace jacquard::nir
