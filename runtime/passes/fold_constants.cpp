#include <jacquard/nir/builder.h>
#include <jacquard/nir/constant_evaluator.h>
#include <jacquard/passes/fold_constants.h>

#include <array>

namespace jacquard::nir {

// The value of an instruction that reads only constants; null when there is a source that is none
// or a width that cannot be computed.
static ConstantInstruction* folded(Shader& shader, const AluInstruction& alu) {
    for (const AluSource& source : alu.sources()) {
        if (source.ssa->instruction->kind != InstructionKind::constant) {
            return nullptr;
        }
    }
    ConstantValue values[kMaxComponents][kMaxComponents];
    std::array<const ConstantValue*, kMaxComponents> sources;
    for (unsigned i = 0; i < alu.num_sources; ++i) {
        const AluSource& source = alu.first_source[i];
        const std::span<const ConstantValue> components = constant_components(*source.ssa);
        const unsigned count = alu.source_components(i);
        for (unsigned c = 0; c < count; ++c) {
            values[i][c] = components[source.swizzle[c]];
        }
        sources[i] = values[i];
    }
    std::array<ConstantValue, kMaxComponents> result;
    if (!evaluate(alu.opcode, alu.unsized_bit_size(), alu.value.num_components, sources.data(),
                  result.data(), shader.info.float_controls)) {
        return nullptr;
    }
    ConstantInstruction* constant =
        shader.make_constant(alu.value.num_components, alu.value.bit_size);
    for (unsigned c = 0; c < alu.value.num_components; ++c) {
        constant->values[c] = result[c];
    }
    return constant;
}

bool fold_constants(Shader& shader) {
    bool changed = false;
    for (Function& function : shader.functions()) {
        for (Block& block : function.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                auto* alu = instruction.as<AluInstruction>();
                ConstantInstruction* constant = alu != nullptr ? folded(shader, *alu) : nullptr;
                if (constant != nullptr) {
                    block.insert_before(alu, constant);
                    alu->value.rewrite_uses(&constant->value);
                    alu->remove();
                    changed = true;
                }
            }
        }
    }
    return changed;
}

} // namespace jacquard::nir
