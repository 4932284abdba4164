#include <jacquard/nir/fold/constant_evaluator.h>
#include <jacquard/passes/util/constants.h>

#include <array>
#include <span>

namespace jacquard::nir {

ConstantInstruction* folded(Shader& shader, const AluInstruction& alu) {
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

} // namespace jacquard::nir
