#include "inexact_lowerings.h"

#include <jacquard/nir/lowerings.h>
#include <jacquard/nir/opcodes.h>
#include <jacquard/nir/rules.h>

#include <algorithm>
#include <bit>

namespace jacquard::nir {

namespace {

bool is_lowered_inexactly(const AluInstruction& alu) {
    const std::span<const Lowering> lowerings = lowerings_of(alu.opcode);
    return std::any_of(lowerings.begin(), lowerings.end(), [&](const Lowering& lowering) {
        return kRuleTexts[lowering.rule].rounds_otherwise() &&
               is_for(lowering, alu.unsized_bit_size());
    });
}

} // namespace

bool is_for(const Lowering& lowering, unsigned width) {
    const RuleNode* found = kRuleNodes + kRules[lowering.rule].first_node;
    const std::uint8_t widths = found[1].widths;
    const OpcodeInfo& info = opcode_info(static_cast<Opcode>(found[0].what));
    return info.width_mask == 0 || (widths >> std::countr_zero(width) & 1) != 0;
}

unsigned num_lowered_inexactly(const Shader& shader) {
    unsigned count = 0;
    for (const Function& function : shader.functions()) {
        for (const Block& block : function.blocks()) {
            for (const Instruction& instruction : block.instructions()) {
                const auto* alu = instruction.as<AluInstruction>();
                count += alu != nullptr && is_lowered_inexactly(*alu) ? 1 : 0;
            }
        }
    }
    return count;
}

} // namespace jacquard::nir
